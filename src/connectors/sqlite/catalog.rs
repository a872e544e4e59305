//! The tools that read the catalog of the file.

use std::sync::Arc;
use std::time::Duration;

use algen_core::governance::call::{Authorized, Reserved, Target};
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::{Tool, ToolAnswer, ToolContext, ToolError};
use serde_json::{Value, json};

use super::client::SqliteClient;
use super::library::Mode;
use crate::shared::sql::plan::Statement;
use crate::shared::sql::rows::{Cell, RowSink};
use crate::shared::sql::tool::Client as _;
use crate::shared::sql::values::Bound;

/// Most tables that are listed, and most columns that are described.
const ENTRIES_MAX: usize = 10_000;

const TABLES: &str = "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') \
                      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";

const COLUMNS: &str = "SELECT c.name, c.type, c.\"notnull\", c.dflt_value, c.pk \
                       FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c \
                       WHERE t.type IN ('table', 'view') AND t.name = ? \
                       AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND c.hidden <> 1 \
                       ORDER BY c.cid";

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// The tables and views.
    Tables,
    /// The columns of one.
    Columns,
}

impl Subject {
    /// Returns the name of the tool.
    pub(super) fn action(self) -> &'static str {
        match self {
            Self::Tables => "list_tables",
            Self::Columns => "describe_table",
        }
    }
}

/// Says that there is no table of the name.
pub(super) fn unknown_table() -> ToolError {
    let failure = Failure::new("unknown-table", "no table or view has this name");
    ToolError::Rejected(failure.about("table"))
}

/// A tool that reads the catalog.
pub(super) struct Catalog {
    pub(super) subject: Subject,
    pub(super) client: Arc<SqliteClient>,
}

impl Catalog {
    async fn read(&self, arguments: &Value, time: Duration) -> Result<Value, ToolError> {
        let schema = arguments.get("schema_name").and_then(Value::as_str);
        if schema.is_some_and(|schema| schema != "main") {
            let failure = Failure::new("argument", "a SQLite file has the schema `main` alone");
            return Err(ToolError::refused(failure.about("schema_name")));
        }
        let table = arguments.get("table").and_then(Value::as_str);
        let table = table.unwrap_or_default();
        match self.subject {
            Subject::Tables => {
                let tables = self.rows(TABLES, Vec::new(), listed, time).await?;
                Ok(tables.into())
            }
            Subject::Columns => {
                let columns = self
                    .rows(COLUMNS, vec![Bound::text(table)], described, time)
                    .await?;
                if columns.is_empty() {
                    return Err(unknown_table());
                }
                Ok(json!({"schema_name": "main", "name": table, "columns": columns}))
            }
        }
    }

    async fn rows(
        &self,
        sql: &str,
        values: Vec<Bound>,
        shape: Shape,
        time: Duration,
    ) -> Result<Vec<Value>, ToolError> {
        let statement = Statement {
            sql: sql.to_owned(),
            values,
        };
        let entries = Entries {
            shape,
            entries: Vec::new(),
        };
        let read = self
            .client
            .query(Mode::Catalog, statement, entries, time)
            .await?;
        Ok(read.entries)
    }
}

/// Collects what the rows of the catalog say.
struct Entries {
    shape: Shape,
    entries: Vec<Value>,
}

/// Reads a row of the catalog; `None` where it has another shape.
type Shape = fn(&[Cell<'_>]) -> Option<Value>;

impl RowSink for Entries {
    fn width(&self, _: usize) -> Result<(), Failure> {
        // The shape looks at each row.
        Ok(())
    }

    fn take(&mut self, row: &[Cell<'_>]) -> Result<(), Failure> {
        if self.entries.len() >= ENTRIES_MAX {
            let message = format!("the catalog has more than {ENTRIES_MAX} entries");
            return Err(Failure::new("too-many-rows", message));
        }
        let entry = (self.shape)(row);
        let other = || Failure::new("row-type", "the catalog has another shape");
        self.entries.push(entry.ok_or_else(other)?);
        Ok(())
    }
}

fn text(cell: Cell<'_>) -> Value {
    match cell {
        Cell::Text(text) => text.into(),
        _ => Value::Null,
    }
}

fn listed(row: &[Cell<'_>]) -> Option<Value> {
    let &[name, kind] = row else { return None };
    Some(json!({"schema_name": "main", "name": text(name), "kind": text(kind)}))
}

fn described(row: &[Cell<'_>]) -> Option<Value> {
    let &[name, data_type, not_null, default, primary_key] = row else {
        return None;
    };
    let is_positive = |cell| matches!(cell, Cell::Integer(1..));
    Some(json!({
        "name": text(name),
        "data_type": text(data_type).as_str().unwrap_or_default(),
        "nullable": !is_positive(not_null),
        "default": text(default),
        "primary_key": is_positive(primary_key),
    }))
}

impl Tool for Catalog {
    fn target<'a>(&'a self, _: &'a Authorized) -> BoxFuture<'a, Result<Target, ToolError>> {
        self.client.target()
    }

    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        context: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        Box::pin(async move {
            let read = self.read(call.arguments(), context.remaining()).await?;
            Ok(read.into())
        })
    }
}
