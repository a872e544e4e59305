//! Reads a project and judges it: what `check` and `describe` have in common.
//!
//! Opens regular files beneath the project folder and nothing else: no socket, program, secret or
//! setting of a connector.

use algen_core::check::{self, Project};
use algen_core::config::Decoder;
use algen_core::diagnostics::{Code, Diagnostic, Severity};
use algen_core::registry::inventory::{self, Inventory};
use algen_core::source::{Origin, Source, Sources, Span};

use super::Program;
use super::arguments::ProjectOptions;
use super::project::{self, LoadedProject, Provenance};
use super::request::{DEFAULT_FILES, Request};
use crate::exit::Exit;
use crate::render::full;
use crate::render::report::Report;
use crate::render::visible::visible;
use crate::ui::Ui;

/// The most files that a sentence names as being at fault.
const FAULTY_NAMES_MAX: usize = 3;

/// What was found.
pub(crate) struct Inspection {
    /// The agent files as they were given.
    pub(crate) config: Vec<String>,
    /// Every finding, sorted by file and place.
    pub(crate) findings: Vec<Diagnostic>,
    /// Ranges that are never quoted.
    pub(crate) masked: Vec<Span>,
    /// What the project declares; `None` where it cannot be loaded as written.
    pub(crate) inventory: Option<Inventory>,
    /// Which files it was read from.
    pub(crate) provenance: Provenance,
}

impl Inspection {
    /// Returns what is found where there is no agent file.
    pub(crate) fn of_nothing() -> Self {
        let missing = Diagnostic::new(
            "unreadable-file",
            Code::Configuration,
            Severity::Error,
            "there is no agent file",
        );
        Self {
            config: Vec::new(),
            findings: vec![missing.in_file(DEFAULT_FILES.join(", "))],
            masked: Vec::new(),
            inventory: None,
            provenance: Provenance::default(),
        }
    }

    /// Tells whether a finding is an error.
    pub(crate) fn has_errors(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.severity == Severity::Error)
    }

    /// Tells whether a file could not be read at all.
    pub(crate) fn is_unreadable(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.rule == "unreadable-file")
    }
}

/// Reads and judges a project.
pub(crate) fn inspect(sources: &Sources, request: Request) -> Inspection {
    let (max_tool_tokens, holds_contract) = (request.max_tool_tokens, request.holds_contract);
    project::load(sources, request, |project, mut decoder| {
        let mut findings = std::mem::take(&mut decoder.diagnostics);
        check::offer_trust(sources, project.agents, &mut findings);
        // What is wrong there keeps nobody from loading what is used.
        project.registry.report_unused(&mut decoder);
        let unused = std::mem::take(&mut decoder.diagnostics);
        // Rules reason from what is not there: a file that could not be read would have it.
        if project.complete {
            findings.extend(check::check(&Project {
                sources,
                agents: project.agents,
                deployment: project.deployment,
                registry: &project.registry,
                max_tool_tokens,
                holds_contract,
            }));
        }
        let inventory = is_loadable(&findings).then(|| {
            inventory::collect(
                &project.registry,
                project.agents,
                project.deployment,
                &project.variables,
            )
        });
        findings.extend(unused);
        sort(sources, &mut findings);
        Inspection {
            config: project.config,
            findings,
            masked: decoder.masked,
            inventory,
            provenance: project.provenance,
        }
    })
}

/// Tells whether the Python runtime would load the project, as far as files tell.
pub(super) fn is_loadable(findings: &[Diagnostic]) -> bool {
    !findings.iter().any(keeps_from_loading)
}

fn keeps_from_loading(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
        && matches!(
            finding.code,
            Code::Configuration | Code::Plugin | Code::ComponentConflict
        )
}

/// Returns the sentence that a project cannot be loaded, with the texts that are at fault; those
/// that were given where no finding names one.
fn cannot_be_loaded(sources: &Sources, config: &[String], findings: &[Diagnostic]) -> String {
    let faults = findings
        .iter()
        .filter(|finding| keeps_from_loading(finding));
    let mut names: Vec<&str> = Vec::new();
    for fault in faults {
        let source = fault.primary().and_then(|span| sources.get(span.source));
        // What is no file of the project is named by the caller.
        let ours = source.filter(|source| source.origin() != Origin::Foreign);
        let name = ours.map(Source::name).or(fault.file.as_deref());
        if let Some(name) = name.filter(|name| !names.contains(name)) {
            names.push(name);
        }
    }
    if names.is_empty() {
        names.extend(config.iter().map(String::as_str));
    }
    let more = names.len().saturating_sub(FAULTY_NAMES_MAX);
    names.truncate(FAULTY_NAMES_MAX);
    let mut list = visible(&names.join(", ")).into_owned();
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    format!("error: {list} cannot be loaded")
}

/// Shows every finding of a project, and that it cannot be loaded.
pub(super) fn complain_of(report: &Report<'_>, ui: &Ui) -> Exit {
    ui.complain(&full::render(report, &ui.stderr_style()));
    ui.complain(&cannot_be_loaded(
        report.sources,
        &report.config,
        report.diagnostics,
    ));
    Exit::NotRun
}

/// Sorts findings by file, line and column; those without a place come first.
pub(super) fn sort(sources: &Sources, findings: &mut [Diagnostic]) {
    findings.sort_by_cached_key(|finding| {
        let place = finding.primary();
        let source = place.and_then(|span| sources.get(span.source));
        let name = source.map_or_else(
            || finding.file.clone().unwrap_or_default(),
            |source| source.name().to_owned(),
        );
        (name, place.map(|span| (span.start, span.end)), finding.rule)
    });
}

/// Loads the project that options name and does something with it; one that cannot be loaded is
/// reported instead.
pub(super) fn with_project(
    options: &ProjectOptions,
    program: &Program,
    act: impl FnOnce(&Sources, &LoadedProject<'_>) -> Exit,
) -> Exit {
    let ui = &program.ui;
    let request = match Request::of(options, program) {
        Ok(request) => request,
        Err(exit) => return exit,
    };
    let sources = Sources::default();
    project::load(&sources, request, |project, decoder| {
        match is_loadable(&decoder.diagnostics) {
            true => act(&sources, &project),
            false => show_problems(&sources, &project.config, decoder, ui),
        }
    })
}

/// Shows the problems of a project that cannot be loaded.
pub(super) fn show_problems(
    sources: &Sources,
    config: &[String],
    decoder: Decoder<'_>,
    ui: &Ui,
) -> Exit {
    let mut findings = decoder.diagnostics;
    sort(sources, &mut findings);
    let report = Report {
        config: config.to_vec(),
        diagnostics: &findings,
        strict: false,
        inventory: None,
        sources,
        masked: &decoder.masked,
        rules: &[],
    };
    complain_of(&report, ui)
}
