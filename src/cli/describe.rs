//! `algen describe`: what a project declares, without opening anything.

use algen_core::diagnostics::closest::closest;
use algen_core::registry::inventory::{Inventory, ToolEntry};
use algen_core::source::Sources;

use super::arguments::{CommonArguments, DescribeArguments};
use super::inspection::{self, DEFAULT_FILES, Inspection, Request};
use super::overlay_variables;
use crate::exit::Exit;
use crate::render::describe;
use crate::render::full;
use crate::render::report::Report;
use crate::ui::Ui;

/// Describes a project or one of its tools.
pub(crate) fn run(arguments: DescribeArguments, common: CommonArguments, ui: &mut Ui) -> Exit {
    let mut files = arguments.config;
    if files.is_empty() {
        match inspection::default_file() {
            Some(file) => files.push(file),
            None => {
                ui.talk(&format!(
                    "error: there is no {} here; name a file: algen describe --config FILE",
                    DEFAULT_FILES.join(" and no ")
                ));
                return Exit::CouldNotRun;
            }
        }
    }
    let standard_input = match files.iter().any(|file| file == "-").then(|| ui.input()) {
        Some(Err(problem)) => {
            ui.talk(&format!("error: cannot read standard input: {problem}"));
            return Exit::CouldNotRun;
        }
        Some(Ok(bytes)) => Some(bytes),
        None => None,
    };
    let sources = Sources::default();
    let inspection = inspection::inspect(
        &sources,
        Request {
            files,
            standard_input,
            deployment: common.deployment,
            project_root: arguments.project_root,
            variables: overlay_variables(),
            max_tool_tokens: None,
        },
    );
    let Some(inventory) = &inspection.inventory else {
        return not_loadable(&sources, &inspection, ui);
    };
    let style = ui.style();
    if arguments.json {
        return ui.data(&describe::json::render(inventory), Exit::Done);
    }
    if let Some(name) = &arguments.tool {
        return match tool(inventory, name) {
            Ok(tool) => ui.data(&describe::signature::render(tool, &style), Exit::Done),
            Err(message) => {
                ui.talk(&message);
                Exit::CouldNotRun
            }
        };
    }
    if !arguments.search.is_empty() {
        let found = describe::search::find(inventory, &arguments.search);
        if found.is_empty() {
            ui.talk(&format!("no tool has all of: {}", arguments.search.join(" ")));
            return Exit::No;
        }
        return ui.data(&describe::search::render(&found, &style), Exit::Done);
    }
    ui.data(&describe::table::render(inventory, &style), Exit::Done)
}

/// Shows why a project cannot be described.
fn not_loadable(sources: &Sources, inspection: &Inspection, ui: &mut Ui) -> Exit {
    let report = Report {
        config: inspection.config.clone(),
        diagnostics: &inspection.findings,
        inventory: None,
        sources,
        masked: &inspection.masked,
        rules: &[],
    };
    let text = full::render(&report, &ui.style());
    ui.talk(text.trim_end());
    ui.talk(&format!("error: {} cannot be loaded", inspection.config.join(", ")));
    Exit::CouldNotRun
}

/// Finds a tool by its name, or by its action where only one tool has it.
fn tool<'i>(inventory: &'i Inventory, name: &str) -> Result<&'i ToolEntry, String> {
    if let Some(tool) = inventory.tools.iter().find(|tool| tool.name == name) {
        return Ok(tool);
    }
    let action = |tool: &&ToolEntry| tool.name.rsplit('.').next() == Some(name);
    let with_action: Vec<&ToolEntry> = inventory.tools.iter().filter(action).collect();
    match with_action.as_slice() {
        [tool] => Ok(tool),
        [] => {
            let names = inventory.tools.iter().map(|tool| tool.name.as_str());
            Err(match closest(name, names) {
                Some(near) => format!("error: no tool named `{name}`; did you mean `{near}`?"),
                None => format!(
                    "error: no tool named `{name}`; `algen describe` lists those of this project"
                ),
            })
        }
        several => {
            let names: Vec<&str> = several.iter().map(|tool| tool.name.as_str()).collect();
            Err(format!("error: several tools are called `{name}`: {}", names.join(", ")))
        }
    }
}
