//! The toolkit as it runs: its tools by name, and the client that they share.

use std::collections::BTreeMap;
use std::sync::Arc;

use algen_core::config::Decoder;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::source::{Node, Sources};
use algen_engine::runtime::{Tool, ToolkitInput, ToolkitInstance};

use super::SqliteSettings;
use super::catalog::{Catalog, Subject};
use super::client::SqliteClient;
use super::dialect::SQLITE;
use crate::shared::kit;
use crate::shared::sql::plan::QueryPlan;
use crate::shared::sql::tool::DeclaredQuery;

/// An open toolkit.
struct Toolkit {
    tools: BTreeMap<String, Box<dyn Tool>>,
    client: Arc<SqliteClient>,
}

impl ToolkitInstance for Toolkit {
    fn tool(&self, action: &str) -> Option<&dyn Tool> {
        self.tools.get(action).map(|tool| &**tool)
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.client.close())
    }
}

/// Returns the file of a toolkit.
pub(crate) fn files(entry: &Node<'_>) -> Vec<String> {
    let sources = Sources::default();
    let settings: SqliteSettings = kit::settings(Some(entry), &mut Decoder::new(&sources));
    settings.path.literal().cloned().into_iter().collect()
}

/// Opens the toolkit.
pub(crate) fn open(input: &ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure> {
    let sources = Sources::default();
    let settings: SqliteSettings = kit::settings(input.entry, &mut Decoder::new(&sources));
    let mut plans = Vec::new();
    for (name, query) in settings.queries.iter() {
        let plan = QueryPlan::new(query, &SQLITE).map_err(|problem| {
            let message = format!("the statement of `{name}` {problem}");
            Failure::new("statement", message).about(name.value.as_str())
        })?;
        plans.push((name.value.clone(), plan));
    }
    let schemas = settings.schemas.as_ref();
    let has_catalog = input.entry.is_none()
        || schemas.is_some_and(|schemas| {
            let names = schemas.literal();
            names.is_none_or(|names| !names.members.is_empty())
        });
    let built_in = input.entry.is_none();
    let client = SqliteClient::new(settings, input.name, built_in, input.resolver, input.reach);
    let client = Arc::new(client);
    let mut tools: BTreeMap<String, Box<dyn Tool>> = BTreeMap::new();
    for (name, plan) in plans {
        tools.insert(name, Box::new(DeclaredQuery::new(plan, &client)));
    }
    if has_catalog {
        let subjects = [
            ("list_tables", Subject::Tables),
            ("describe_table", Subject::Columns),
        ];
        for (name, subject) in subjects {
            let client = Arc::clone(&client);
            tools.insert(name.to_owned(), Box::new(Catalog { subject, client }));
        }
    }
    Ok(Box::new(Toolkit { tools, client }))
}
