//! What the ledger holds, as tables and as JSON: names, digests and times, never values.
//!
//! [`list`] and [`list_json`] show many calls, [`history`] and [`history_json`] one with its events,
//! [`verification`] and [`heads`] whether the ledger is as it was written.

mod entry;
mod report;

pub use entry::{history, history_json};
pub use report::{heads, verification, verification_json};

use algen_core::governance::ledger::Entry;
use serde::Serialize;

use super::grid::Grid;
use super::json_text;
use super::style::Style;
use super::time::{relative, utc};
use entry::EntryDocument;

/// Calls, the latest first.
pub struct EntryList<'a> {
    /// The calls.
    pub entries: &'a [Entry],
    /// Whether there are more.
    pub truncated: bool,
    /// Whether they may be of several namespaces.
    pub all_namespaces: bool,
    /// The time, in milliseconds of Unix time.
    pub now: i64,
}

/// Shows calls in columns: name, time, state, tool, agent, and the namespace where there may be
/// several; empty where there are none.
pub fn list(list: &EntryList<'_>, style: &Style) -> String {
    if list.entries.is_empty() {
        return String::new();
    }
    let mut titles = vec!["Call", "When", "State", "Tool", "Agent"];
    titles.extend(list.all_namespaces.then_some("Namespace"));
    let mut grid = Grid::list(style, titles);
    for entry in list.entries {
        let when = when(entry.reserved_at, list.now, style);
        let mut cells = vec![
            entry.call.0.as_str(),
            &when,
            entry.state.word(),
            &entry.tool,
            &entry.agent,
        ];
        cells.extend(
            list.all_namespaces
                .then_some(entry.scope.namespace.as_str()),
        );
        grid.row(cells);
    }
    grid.render(0)
}

/// Returns a time as a list shows it: on a terminal its distance, else the time itself.
pub(super) fn when(milliseconds: i64, now: i64, style: &Style) -> String {
    match style.width {
        Some(_) => relative(milliseconds, now),
        None => utc(milliseconds),
    }
}

/// Shows calls as JSON, `algen.log/1`.
pub fn list_json(list: &EntryList<'_>) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        entries: Vec<EntryDocument<'a>>,
        truncated: bool,
    }
    json_text::pretty(&Document {
        schema: "algen.log/1",
        entries: list.entries.iter().map(EntryDocument::of).collect(),
        truncated: list.truncated,
    })
}
