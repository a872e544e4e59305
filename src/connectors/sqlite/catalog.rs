//! The tools that read the catalog of the file.

use std::sync::Arc;
use std::time::Duration;

use algen_core::governance::call::{Authorized, Reserved, Target};
use algen_core::governance::deliver::ToolResult;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::{Tool, ToolContext, ToolError};
use serde_json::{Value, json};

use super::client::SqliteClient;
use super::hardening::Mode;
use crate::shared::sql::plan::Statement;
use crate::shared::sql::rows::Cell;
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
                let rows = self.rows(TABLES, Vec::new(), 2, time).await?;
                Ok(rows.into_iter().map(listed).collect())
            }
            Subject::Columns => {
                let rows = self
                    .rows(COLUMNS, vec![Bound::text(table)], 5, time)
                    .await?;
                if rows.is_empty() {
                    let failure = Failure::new("unknown-table", "no table or view has this name");
                    return Err(ToolError::Rejected(failure.about("table")));
                }
                let columns: Vec<Value> = rows.into_iter().map(described).collect();
                Ok(json!({"schema_name": "main", "name": table, "columns": columns}))
            }
        }
    }

    async fn rows(
        &self,
        sql: &str,
        values: Vec<Bound>,
        columns: usize,
        time: Duration,
    ) -> Result<Vec<Vec<Cell>>, ToolError> {
        let statement = Statement {
            sql: sql.to_owned(),
            values,
        };
        let mut rows = Vec::new();
        let mut sink = |cells: Vec<Cell>| {
            if rows.len() >= ENTRIES_MAX {
                let message = format!("the catalog has more than {ENTRIES_MAX} entries");
                return Err(Failure::new("too-many-rows", message));
            }
            rows.push(cells);
            Ok(())
        };
        let width = |found: usize| match found == columns {
            true => Ok(()),
            false => Err(Failure::new("row-type", "the catalog has another shape")),
        };
        self.client
            .query(Mode::Catalog, &statement, &width, &mut sink, time)
            .await?;
        Ok(rows)
    }
}

fn text(cell: Option<Cell>) -> Value {
    match cell {
        Some(Cell::Text(text)) => text.into(),
        _ => Value::Null,
    }
}

fn number(cell: Option<&Cell>) -> i64 {
    match cell {
        Some(Cell::Integer(number)) => *number,
        _ => 0,
    }
}

fn listed(row: Vec<Cell>) -> Value {
    let mut cells = row.into_iter();
    let name = text(cells.next());
    json!({"schema_name": "main", "name": name, "kind": text(cells.next())})
}

fn described(row: Vec<Cell>) -> Value {
    let mut cells = row.into_iter();
    let name = text(cells.next());
    let data_type = text(cells.next());
    let not_null = number(cells.next().as_ref());
    let default = text(cells.next());
    let primary_key = number(cells.next().as_ref());
    json!({
        "name": name,
        "data_type": data_type.as_str().unwrap_or_default(),
        "nullable": not_null == 0,
        "default": default,
        "primary_key": primary_key > 0,
    })
}

impl Tool for Catalog {
    fn target<'a>(&'a self, _: &'a Authorized) -> BoxFuture<'a, Result<Target, ToolError>> {
        self.client.target()
    }

    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        context: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolResult, ToolError>> {
        Box::pin(async move {
            let read = self.read(call.arguments(), context.remaining()).await?;
            Ok(read.into())
        })
    }
}
