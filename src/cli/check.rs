//! `algen check`: every finding of one run, in the format that its reader wants.

use std::collections::BTreeSet;

use algen_core::check::RULES;
use algen_core::source::Sources;

use super::arguments::{CheckArguments, CheckFormat};
use super::fix::FixedFile;
use super::inspection::{self, Inspection};
use super::request::Request;
use super::{Program, fix, give};
use crate::exit::Exit;
use crate::render::report::{Report, RuleSummary, counted};
use crate::render::{change, concise, full, github, gitlab, json, junit, sarif};
use crate::ui::Ui;

/// Checks a project and reports.
pub(crate) fn run(arguments: &CheckArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let format = arguments.chosen_format();
    let request = Request {
        project_root: arguments.project_root.clone(),
        max_tool_tokens: arguments.max_tool_tokens,
        holds_contract: arguments.contract,
        ..match Request::new(&arguments.all_files(), &arguments.project, program) {
            Ok(request) => request,
            Err(problem) => {
                ui.complain(&format!("error: {problem}"));
                return nothing(arguments, ui);
            }
        }
    };
    let mut sources = Sources::default();
    let mut inspection = inspection::inspect(&sources, request.clone());
    let mut unwritten = false;
    if arguments.fix {
        let fixed = fix::apply(&sources, &inspection.findings);
        unwritten = fixed.iter().any(|file| file.problem.is_some());
        for file in &fixed {
            tell(file, &sources, &inspection, ui);
        }
        if fixed.iter().any(|file| file.problem.is_none()) {
            sources = Sources::default();
            inspection = inspection::inspect(&sources, request);
        }
    }
    let exit = if unwritten || inspection.is_unreadable() {
        Exit::NotRun
    } else if inspection.has_errors() || arguments.strict && !inspection.findings.is_empty() {
        Exit::No
    } else {
        Exit::Done
    };
    if inspection.findings.is_empty() && matches!(format, CheckFormat::Full) {
        ui.say(&clean(&inspection));
        return exit;
    }
    give(ui, &report(&sources, &inspection, arguments, ui), exit)
}

/// Tells what happened to a file that was to be fixed.
fn tell(file: &FixedFile, sources: &Sources, inspection: &Inspection, ui: &Ui) {
    if let Some(problem) = &file.problem {
        ui.complain(&format!("error: cannot write {}: {problem}", file.name));
        return;
    }
    let findings = counted(file.applied, "finding");
    ui.say(&format!("{}: fixed {findings}", file.name));
    if let Some(source) = sources.get(file.source) {
        let (masked, style) = (&inspection.masked, ui.stderr_style());
        ui.say(&change::lines(source, &file.edits, masked, &style));
    }
    if file.skipped > 0 {
        let waiting = match file.skipped {
            1 => "1 fix".to_owned(),
            skipped => format!("{skipped} fixes"),
        };
        ui.say(&format!("{}: {waiting} left for another run", file.name));
    }
}

/// Ends a run that had nothing to check; a reader of JSON gets a report all the same.
fn nothing(arguments: &CheckArguments, ui: &Ui) -> Exit {
    if arguments.chosen_format() != CheckFormat::Json {
        return Exit::NotRun;
    }
    let sources = Sources::default();
    let text = report(&sources, &Inspection::of_nothing(), arguments, ui);
    give(ui, &text, Exit::NotRun)
}

/// Renders the findings.
fn report(
    sources: &Sources,
    inspection: &Inspection,
    arguments: &CheckArguments,
    ui: &Ui,
) -> String {
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
        strict: arguments.strict,
        inventory: inspection.inventory.as_ref(),
        sources,
        masked: &inspection.masked,
        rules: &rules,
    };
    let style = ui.stdout_style();
    match arguments.chosen_format() {
        CheckFormat::Full => {
            let mut text = full::render(&report, &style);
            if !inspection.findings.is_empty() {
                text.push('\n');
                text.push_str(&report.summary());
                text.push('\n');
            }
            text
        }
        CheckFormat::Concise => concise::render(&report, &style),
        CheckFormat::Json => json::render(&report, &style),
        CheckFormat::Github => github::render(&report, &style),
        CheckFormat::Gitlab => gitlab::render(&report, &style),
        CheckFormat::Junit => junit::render(&report, &style),
        CheckFormat::Sarif => sarif::render(&report, &style),
    }
}

/// Says in one line that a project is clean.
fn clean(inspection: &Inspection) -> String {
    let agents = inspection
        .inventory
        .as_ref()
        .map_or(&[][..], |inventory| &inventory.agents);
    let tools: BTreeSet<&String> = agents
        .iter()
        .flat_map(|agent| &agent.enabled_tools)
        .collect();
    format!(
        "{}: ok ({}, {})",
        inspection.config.join(", "),
        counted(agents.len(), "agent"),
        counted(tools.len(), "enabled tool")
    )
}
