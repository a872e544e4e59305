//! `algen check`: every finding of one run, in the format that its reader wants.

use algen_core::check::RULES;
use algen_core::diagnostics::Severity;
use algen_core::source::Sources;

use super::arguments::{CheckArguments, CommonArguments, ReportFormat};
use super::inspection::{self, DEFAULT_FILES, Inspection, Request};
use super::{fix, overlay_variables};
use crate::exit::Exit;
use crate::render::report::{Report, RuleSummary, counted};
use crate::render::{concise, full, github, json, sarif};
use crate::ui::Ui;

/// Checks a project and reports.
pub(crate) fn run(arguments: CheckArguments, common: CommonArguments, ui: &mut Ui) -> Exit {
    let format = if arguments.json {
        ReportFormat::Json
    } else {
        arguments.format
    };
    let mut files = arguments.files;
    files.extend(arguments.config);
    if files.is_empty() {
        match inspection::default_file() {
            Some(file) => files.push(file),
            None => return no_file(format, ui),
        }
    }
    let standard_input = if files.iter().any(|file| file == "-") {
        match ui.input() {
            Ok(bytes) => Some(bytes),
            Err(problem) => {
                ui.talk(&format!("error: cannot read standard input: {problem}"));
                return Exit::CouldNotRun;
            }
        }
    } else {
        None
    };
    let request = Request {
        files,
        standard_input,
        deployment: common.deployment,
        project_root: arguments.project_root,
        variables: overlay_variables(),
        max_tool_tokens: arguments.max_tool_tokens,
    };
    let mut sources = Sources::default();
    let mut inspection = inspection::inspect(&sources, request.clone());
    let mut unwritten = false;
    if arguments.fix {
        let fixed = fix::apply(&sources, &inspection.findings);
        for file in &fixed {
            match &file.problem {
                Some(problem) => {
                    unwritten = true;
                    ui.talk(&format!("error: cannot write {}: {problem}", file.name));
                }
                None => ui.remark(&format!(
                    "{}: fixed {}",
                    file.name,
                    counted(file.applied, "finding")
                )),
            }
        }
        if fixed.iter().any(|file| file.problem.is_none()) {
            sources = Sources::default();
            inspection = inspection::inspect(&sources, request);
        }
    }
    let exit = if unwritten || inspection.is_unreadable() {
        Exit::CouldNotRun
    } else if inspection.has_errors() || arguments.strict && !inspection.findings.is_empty() {
        Exit::No
    } else {
        Exit::Done
    };
    let text = report(&sources, &inspection, format, ui);
    if format == ReportFormat::Full && inspection.findings.is_empty() {
        ui.remark(&clean(&inspection));
        return exit;
    }
    ui.data(&text, exit)
}

/// Says that there is nothing to check, in the format that was asked for.
fn no_file(format: ReportFormat, ui: &mut Ui) -> Exit {
    ui.talk(&format!(
        "error: there is no {} here; name a file: algen check FILE",
        DEFAULT_FILES.join(" and no ")
    ));
    if format == ReportFormat::Json {
        let sources = Sources::default();
        let nothing = Inspection {
            config: Vec::new(),
            findings: vec![inspection::missing_default()],
            masked: Vec::new(),
            inventory: None,
            agents: 0,
        };
        let text = report(&sources, &nothing, format, ui);
        return ui.data(&text, Exit::CouldNotRun);
    }
    Exit::CouldNotRun
}

/// Renders the findings.
fn report(sources: &Sources, inspection: &Inspection, format: ReportFormat, ui: &Ui) -> String {
    let rules: Vec<RuleSummary<'_>> = RULES
        .iter()
        .map(|rule| RuleSummary {
            name: rule.name,
            summary: rule.summary,
        })
        .collect();
    let report = Report {
        config: inspection.config.clone(),
        diagnostics: &inspection.findings,
        inventory: inspection.inventory.as_ref(),
        sources,
        masked: &inspection.masked,
        rules: &rules,
    };
    let style = ui.style();
    match format {
        ReportFormat::Full => {
            let mut text = full::render(&report, &style);
            if !inspection.findings.is_empty() {
                text.push_str(&report.summary());
                text.push('\n');
            }
            text
        }
        ReportFormat::Concise => concise::render(&report, &style),
        ReportFormat::Json => json::render(&report, &style),
        ReportFormat::Github => github::render(&report, &style),
        ReportFormat::Sarif => sarif::render(&report, &style),
    }
}

/// Says in one line that a project is clean.
fn clean(inspection: &Inspection) -> String {
    debug_assert!(
        inspection
            .findings
            .iter()
            .all(|finding| finding.severity == Severity::Warning),
        "a clean project has no errors"
    );
    let tools = inspection.inventory.as_ref().map_or(0, |inventory| {
        let enabled = inventory.agents.iter().flat_map(|agent| &agent.enabled_tools);
        enabled.collect::<std::collections::BTreeSet<_>>().len()
    });
    format!(
        "{}: ok ({}, {})",
        inspection.config.join(", "),
        counted(inspection.agents, "agent"),
        counted(tools, "enabled tool")
    )
}
