//! The stand-in of a file: declared queries give made-up rows, and the catalog has one table. No
//! setting is looked up and no file is opened.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::Arc;

use algen_core::config::Decoder;
use algen_core::governance::call::Reserved;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::source::Sources;
use algen_engine::runtime::{
    Tool, ToolAnswer, ToolContext, ToolError, ToolkitInput, ToolkitInstance,
};
use serde_json::{Value, json};

use super::SqliteSettings;
use super::catalog::{Subject, unknown_table};
use super::client::MAX_ROWS;
use super::toolkit::{has_catalog, plans};
use crate::shared::kit;
use crate::shared::sql::fake::FakeClient;
use crate::shared::sql::tool::DeclaredQuery;

/// The one table.
const TABLE: &str = "example";

/// The toolkit with its stand-ins.
struct Toolkit(BTreeMap<String, Box<dyn Tool>>);

impl ToolkitInstance for Toolkit {
    fn tool(&self, action: &str) -> Option<&dyn Tool> {
        self.0.get(action).map(|tool| &**tool)
    }
}

/// A catalog with one table.
struct Catalog(Subject);

impl Tool for Catalog {
    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        _: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        Box::pin(ready(match self.0 {
            Subject::Tables => {
                Ok(json!([{"schema_name": "main", "name": TABLE, "kind": "table"}]).into())
            }
            Subject::Columns => described(call.arguments()),
        }))
    }
}

fn described(arguments: &Value) -> Result<ToolAnswer, ToolError> {
    if arguments.get("table").and_then(Value::as_str) != Some(TABLE) {
        return Err(unknown_table());
    }
    let column = |name: &str, data_type: &str, primary_key: bool| {
        json!({
            "name": name,
            "data_type": data_type,
            "nullable": !primary_key,
            "default": null,
            "primary_key": primary_key,
        })
    };
    let columns = [column("id", "INTEGER", true), column("name", "TEXT", false)];
    Ok(json!({"schema_name": "main", "name": TABLE, "columns": columns}).into())
}

/// Makes the toolkit.
pub(crate) fn open(input: &ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure> {
    let sources = Sources::default();
    let settings: SqliteSettings = kit::settings(input.entry, &mut Decoder::new(&sources));
    let max_rows = settings.max_rows.literal().copied().unwrap_or(MAX_ROWS);
    let client = Arc::new(FakeClient {
        max_rows: u64::try_from(max_rows).unwrap_or_default(),
    });
    let mut tools: BTreeMap<String, Box<dyn Tool>> = BTreeMap::new();
    for (name, plan) in plans(&settings)? {
        tools.insert(name, Box::new(DeclaredQuery::new(plan, &client)));
    }
    if has_catalog(input.entry.is_none(), &settings) {
        for subject in [Subject::Tables, Subject::Columns] {
            tools.insert(subject.action().to_owned(), Box::new(Catalog(subject)));
        }
    }
    Ok(Box::new(Toolkit(tools)))
}
