//! Writing out what is recorded, a line of JSON for each entry and event, never a value.

use std::io;

use algen_core::governance::ledger::LedgerError;
use serde_json::{Map, Value};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use thiserror::Error;

use super::SqliteLedger;
use super::failure::{damaged_column, meaning};
use super::pruning;
use super::row::Columns;
use super::statements::{entry, event};

/// What each line names as its form.
const SCHEMA: &str = "algen.ledger/1";

/// Rows that are read at once.
const PAGE: i64 = 256;

/// Columns that hold JSON.
const STRUCTURES: [&str; 5] = [
    "identity",
    "argument_names",
    "approved_by",
    "resolution",
    "body",
];

/// The column of an entry that holds a value.
const VALUE: &str = "result_text";

/// Why an export stopped.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The ledger does not answer.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// What takes the lines does not.
    #[error("the export cannot be written: {0}")]
    Sink(io::Error),
}

/// Takes one line, without its end.
type Sink<'s> = dyn FnMut(&str) -> io::Result<()> + Send + 's;

impl SqliteLedger {
    /// Gives every entry of one namespace or of all, then every event of every chain in its order,
    /// each as a line of JSON with
    /// `schema` (`algen.ledger/1`), `type` (`entry` or `event`) and the columns of the ledger; of a
    /// result only its digest and size. All lines belong to one time. Returns how many there were.
    ///
    /// # Errors
    /// Says whether the ledger or what takes the lines failed.
    pub async fn export(
        &self,
        namespace: Option<&str>,
        sink: &mut Sink<'_>,
    ) -> Result<u64, ExportError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(0);
        };
        let transaction = opened.connection.begin().await;
        let mut transaction = transaction.map_err(|error| meaning(&error))?;
        let entries = export_entries(&mut transaction, namespace, sink).await?;
        let mut events = 0;
        for (of, writer) in pruning::all_chains(&mut transaction).await? {
            if namespace.is_none_or(|namespace| namespace == of) {
                events += export_chain(&mut transaction, (&of, &writer), sink).await?;
            }
        }
        Ok(entries + events)
    }
}

async fn export_entries(
    connection: &mut SqliteConnection,
    namespace: Option<&str>,
    sink: &mut Sink<'_>,
) -> Result<u64, ExportError> {
    let (mut lines, mut last) = (0, String::new());
    loop {
        let rows = sqlx::query(entry::PAGE_OF_NAMESPACE)
            .bind(&last)
            .bind(PAGE)
            .bind(namespace.unwrap_or_default())
            .fetch_all(&mut *connection)
            .await
            .map_err(|error| meaning(&error))?;
        for row in &rows {
            last = Columns(row).text("call")?;
            sink(&line("entry", &Columns(row))?).map_err(ExportError::Sink)?;
            lines += 1;
        }
        if rows.is_empty() {
            return Ok(lines);
        }
    }
}

async fn export_chain(
    connection: &mut SqliteConnection,
    (namespace, writer): (&str, &str),
    sink: &mut Sink<'_>,
) -> Result<u64, ExportError> {
    let (mut lines, mut last) = (0, 0);
    loop {
        let rows = sqlx::query(event::PAGE)
            .bind(namespace)
            .bind(writer)
            .bind(last)
            .bind(PAGE)
            .fetch_all(&mut *connection)
            .await
            .map_err(|error| meaning(&error))?;
        for row in &rows {
            last = Columns(row).number("sequence")?;
            sink(&line("event", &Columns(row))?).map_err(ExportError::Sink)?;
            lines += 1;
        }
        if rows.is_empty() {
            return Ok(lines);
        }
    }
}

fn line(kind: &str, row: &Columns<'_>) -> Result<String, LedgerError> {
    let mut line = Map::new();
    line.insert("schema".to_owned(), SCHEMA.into());
    line.insert("type".to_owned(), kind.into());
    for (name, value) in row.whole()? {
        if name == VALUE {
            continue;
        }
        let value = match (&value, STRUCTURES.contains(&name.as_str())) {
            (Value::String(text), true) => {
                serde_json::from_str(text).map_err(|_| damaged_column(&name))?
            }
            _ => value,
        };
        line.insert(name, value);
    }
    Ok(Value::Object(line).to_string())
}
