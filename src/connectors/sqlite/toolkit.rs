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

/// Checks the declared queries.
///
/// # Errors
/// The first statement that cannot be taken.
pub(super) fn plans(settings: &SqliteSettings) -> Result<Vec<(String, QueryPlan)>, Failure> {
    let plans = settings.queries.iter().map(|(name, query)| {
        let plan = QueryPlan::new(query, &SQLITE).map_err(|problem| {
            let message = format!("the statement of `{name}` {problem}");
            Failure::new("statement", message).about(name.value.as_str())
        })?;
        Ok((name.value.clone(), plan))
    });
    plans.collect()
}

/// Tells whether the toolkit has the tools that read the catalog.
pub(super) fn has_catalog(is_built_in: bool, settings: &SqliteSettings) -> bool {
    let schemas = settings.schemas.as_ref();
    is_built_in
        || schemas.is_some_and(|schemas| {
            let names = schemas.literal();
            names.is_none_or(|names| !names.members.is_empty())
        })
}

/// Opens the toolkit.
pub(crate) fn open(input: &ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure> {
    let sources = Sources::default();
    let settings: SqliteSettings = kit::settings(input.entry, &mut Decoder::new(&sources));
    let plans = plans(&settings)?;
    let has_catalog = has_catalog(input.entry.is_none(), &settings);
    let built_in = input.entry.is_none();
    let client = SqliteClient::new(settings, input.name, built_in, input.resolver, input.reach);
    let client = Arc::new(client);
    let mut tools: BTreeMap<String, Box<dyn Tool>> = BTreeMap::new();
    for (name, plan) in plans {
        tools.insert(name, Box::new(DeclaredQuery::new(plan, &client)));
    }
    if has_catalog {
        for subject in [Subject::Tables, Subject::Columns] {
            let client = Arc::clone(&client);
            let tool = Catalog { subject, client };
            tools.insert(subject.action().to_owned(), Box::new(tool));
        }
    }
    Ok(Box::new(Toolkit { tools, client }))
}
