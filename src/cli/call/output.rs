//! The result on standard output, in the form that was asked for.

use algen_core::governance::deliver::ToolResult;
use algen_engine::runtime::CallReport;

use crate::cli::arguments::{CallArguments, CallFormat};
use crate::render::call as render;
use crate::render::json_text;
use crate::render::result::exact::Exact;
use crate::render::result::{Unshown, csv, json, jsonl, table, text};
use crate::ui::Ui;

/// Returns what goes to standard output; `None` where there is no result to write.
///
/// # Errors
/// The result cannot be written as it was asked for.
pub(super) fn data(
    report: &CallReport,
    arguments: &CallArguments,
    ui: &Ui,
) -> Result<Option<String>, Unshown> {
    if arguments.json {
        return Ok(Some(render::envelope(report)));
    }
    let shown = |result| shown(result, arguments, ui);
    report.result.as_ref().map(shown).transpose()
}

fn shown(result: &ToolResult, arguments: &CallArguments, ui: &Ui) -> Result<String, Unshown> {
    let terminal = ui.stdout_is_terminal();
    let whole = result.text();
    if arguments.select.is_none() && arguments.format == CallFormat::Json {
        return Ok(plain(result, &whole, terminal));
    }
    let exact = Exact::read(&whole)?;
    let selected = match &arguments.select {
        Some(selector) => selector.select(&exact)?,
        None => &exact,
    };
    match arguments.format {
        CallFormat::Json => Ok(json::render(selected, terminal)),
        CallFormat::Jsonl => Ok(jsonl::render(selected, terminal)),
        CallFormat::Text => Ok(text::render(selected, terminal)),
        CallFormat::Csv => csv::render(selected, terminal),
        CallFormat::Table => table::render(selected, &ui.stdout_style()),
    }
}

/// Returns the whole result as JSON, which no result is too deep for.
fn plain(result: &ToolResult, whole: &str, terminal: bool) -> String {
    if !terminal {
        return format!("{whole}\n");
    }
    match Exact::read(whole) {
        Ok(exact) => json::render(&exact, true),
        Err(_) => json_text::pretty(result.value()),
    }
}
