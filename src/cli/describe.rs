//! `algen describe`: what a project declares, without opening anything.

use algen_core::diagnostics::closest::closest_tool;
use algen_core::registry::inventory::{Inventory, ToolEntry};
use algen_core::source::Sources;
use serde::Serialize;

use super::arguments::DescribeArguments;
use super::inspection::{self, Inspection};
use super::request::Request;
use super::{Program, give};
use crate::exit::Exit;
use crate::render::describe;
use crate::render::report::Report;
use crate::ui::Ui;

/// Describes a project or one of its tools.
pub(crate) fn run(arguments: &DescribeArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let request = match Request::of(&arguments.project, program) {
        Ok(request) => request,
        Err(exit) => return exit,
    };
    let sources = Sources::default();
    let inspection = inspection::inspect(&sources, request);
    let Some(inventory) = &inspection.inventory else {
        return not_loadable(&sources, &inspection, ui);
    };
    let style = ui.stdout_style();
    let text = match (&arguments.tool, &arguments.search) {
        (Some(name), _) => match find(inventory, name) {
            Ok(tool) if arguments.json => tools_json(vec![tool]),
            Ok(tool) => describe::tool(inventory, tool, &style),
            Err(problem) => {
                ui.complain(&format!("error: {problem}"));
                return Exit::NotRun;
            }
        },
        (None, Some(words)) => match describe::matching(inventory, words).as_slice() {
            [] => {
                ui.complain(&format!("no tool has all of these words: {words}"));
                return Exit::No;
            }
            found if arguments.json => tools_json(found.to_vec()),
            found => describe::results(found, &style),
        },
        (None, None) if arguments.json => describe::json(inventory),
        (None, None) => describe::overview(inventory, &style),
    };
    give(ui, &text, Exit::Done)
}

/// Renders some tools as a document of their own.
fn tools_json(tools: Vec<&ToolEntry>) -> String {
    #[derive(Serialize)]
    struct Tools<'a> {
        schema: &'static str,
        tools: Vec<&'a ToolEntry>,
    }
    describe::json(&Tools {
        schema: "algen.tools/1",
        tools,
    })
}

/// Shows why a project cannot be loaded.
pub(super) fn not_loadable(sources: &Sources, inspection: &Inspection, ui: &Ui) -> Exit {
    let report = Report {
        config: inspection.config.clone(),
        diagnostics: &inspection.findings,
        strict: false,
        inventory: None,
        sources,
        masked: &inspection.masked,
        rules: &[],
    };
    inspection::complain_of(&report, ui)
}

/// Finds a tool by its name, or by its action where only one tool has it.
fn find<'i>(inventory: &'i Inventory, name: &str) -> Result<&'i ToolEntry, String> {
    if let Some(tool) = inventory.tools.iter().find(|tool| tool.name == name) {
        return Ok(tool);
    }
    let action = |tool: &&ToolEntry| tool.name.rsplit('.').next() == Some(name);
    let with_action: Vec<&ToolEntry> = inventory.tools.iter().filter(action).collect();
    match with_action.as_slice() {
        [tool] => Ok(tool),
        [] => {
            let names = inventory.tools.iter().map(|tool| tool.name.as_str());
            Err(match closest_tool(name, names) {
                Some(near) => format!("no tool named `{name}`; did you mean `{near}`?"),
                None => {
                    format!("no tool named `{name}`; `algen describe` lists those of this project")
                }
            })
        }
        several => {
            let names: Vec<&str> = several.iter().map(|tool| tool.name.as_str()).collect();
            Err(format!(
                "several tools are called `{name}`: {}",
                names.join(", ")
            ))
        }
    }
}
