//! The result on standard output, in the form that was asked for.
//!
//! Rows that are too many for memory are written as they are read, where the form lets them; a
//! place in them, a table and lines for people need all of them at once.

mod rows;

use std::io;

use algen_core::governance::deliver::ToolResult;
use algen_core::governance::guard::is_flagged_result;
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::CallReport;
use thiserror::Error;

use crate::cli::arguments::{CallArguments, CallFormat};
use crate::render::call as render;
use crate::render::json_text;
use crate::render::result::exact::Exact;
use crate::render::result::{Unshown, csv, json, jsonl, table, text};
use crate::ui::Ui;

/// Why a result is not on standard output.
#[derive(Debug, Error)]
pub(super) enum OutputError {
    /// It cannot be shown as it was asked for.
    #[error(transparent)]
    Unshown(#[from] Unshown),
    /// Its rows cannot be read where they were put.
    #[error("{0}")]
    Lost(Failure),
    /// It cannot be written.
    #[error("cannot write to standard output: {0}")]
    Unwritten(#[from] io::Error),
}

impl From<Failure> for OutputError {
    fn from(failure: Failure) -> Self {
        Self::Lost(failure)
    }
}

/// Writes the result, where there is one. `titles` are the columns that the tool declares.
///
/// # Errors
/// It cannot be written as it was asked for. A reader that closed its end counts as success.
pub(super) fn write(
    report: &CallReport,
    titles: &[&str],
    arguments: &CallArguments,
    ui: &Ui,
) -> Result<(), OutputError> {
    let Some(rows) = &report.rows else {
        return write_whole(report, titles, arguments, ui);
    };
    match rows::Form::of(arguments, ui.stdout_is_terminal()) {
        Some(form) => form.write(rows, ui),
        None => {
            let report = CallReport {
                result: Some(rows.to_result()?),
                rows: None,
                ..report.clone()
            };
            write_whole(&report, titles, arguments, ui)
        }
    }
}

/// Tells whether guardrails put a warning around the result that the form asked for does not show.
pub(super) fn leaves_warning_out(report: &CallReport, arguments: &CallArguments) -> bool {
    let is_flagged = match (&report.rows, &report.result) {
        (Some(rows), _) => rows.is_flagged(),
        (None, Some(result)) => is_flagged_result(result.value()),
        (None, None) => false,
    };
    let shows_rows = matches!(
        arguments.format,
        CallFormat::Table | CallFormat::Jsonl | CallFormat::Csv
    );
    is_flagged && (shows_rows || arguments.select.is_some())
}

fn write_whole(
    report: &CallReport,
    titles: &[&str],
    arguments: &CallArguments,
    ui: &Ui,
) -> Result<(), OutputError> {
    let data = match &report.result {
        _ if arguments.json => render::envelope(report),
        Some(result) => shown(result, titles, arguments, ui)?,
        None => return Ok(()),
    };
    Ok(ui.write(&data)?)
}

fn shown(
    result: &ToolResult,
    titles: &[&str],
    arguments: &CallArguments,
    ui: &Ui,
) -> Result<String, Unshown> {
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
        CallFormat::Csv => Ok(match csv::render(selected, terminal)? {
            none if none.is_empty() && arguments.select.is_none() => csv::head(titles, terminal),
            rows => rows,
        }),
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
