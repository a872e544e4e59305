//! One SQLite file: reads of its catalog, and declared queries. Read-only unless said otherwise.
//!
//! `dialect` is what the check of declared queries needs, `client` the connection with its layers of
//! refusal, `library` what SQLite offers beside `sqlx`. `make` makes the file of a new project; no
//! tool does.

mod catalog;
mod client;
mod dialect;
mod failure;
pub(crate) mod fake;
mod library;
mod make;
mod toolkit;

#[cfg(test)]
mod tests;

pub(crate) use self::dialect::SQLITE;
pub use self::make::{MakeError, make};
pub(crate) use self::toolkit::{files, open};

use algen_core::config::{Decoder, Given, Map, Names};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::sql::query::QueryDeclaration;
use crate::shared::sql::{self, Database};

settings! {
    /// One SQLite file, which must exist.
    pub(crate) struct SqliteSettings as "a sqlite toolkit" {
        /// The file; a relative path starts at the project folder, `~/` at HOME.
        path: Given<String>, [MinLength(1), MaxLength(4096)];
        /// Whether the file is opened for reading only; a declared write needs `false`.
        read_only: Given<bool> = Given::Literal(true);
        /// Most rows of a query that sets no limit itself; more fail the call.
        max_rows: Given<i64> = Given::Literal(500), [Minimum(1.0), Maximum(10_000_000.0)];
        /// `[main]` adds the tools that list and describe tables; the built-in toolkit has them.
        schemas: Declared<Option<Given<Names>>> = Declared(None), [MaxLength(1)];
        /// The declared queries, each a tool of this name.
        queries: Map<QueryDeclaration> = Map::default(), [MaxLength(200)];
    }
    check writes_need_a_writable_file;
}

fn writes_need_a_writable_file(
    settings: &SqliteSettings,
    node: &Node<'_>,
    decoder: &mut Decoder<'_>,
) {
    kit::check_actions(&settings.queries, decoder);
    let schemas = settings.schemas.as_ref().and_then(Given::literal);
    for schema in schemas.into_iter().flatten() {
        if schema.value != "main" {
            let message = format!("a SQLite file has the schema `main`, not `{schema}`");
            let place = schema.span.unwrap_or(node.span);
            decoder.report("invalid-value", place, message, "");
        }
    }
    if settings.read_only.literal() != Some(&true) {
        return;
    }
    for (name, query) in settings.queries.iter() {
        if !query.preset.writes() {
            continue;
        }
        let written = node
            .get("queries")
            .and_then(|queries| queries.get(name)?.get("preset"));
        let place = written.map_or(name.span, |preset| Some(preset.span));
        let message = format!("`{name}` writes, but the file is opened for reading only");
        decoder
            .report(
                "conflicting-settings",
                place.unwrap_or(node.span),
                message,
                "this preset writes",
            )
            .help =
            Some("Set `read_only: false` for this toolkit, or use `preset: read`.".to_owned());
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "sqlite",
    summary: "Read a SQLite file's catalog and run declared, typed queries",
    maturity: Maturity::Alpha,
    egress: &[],
    programs: &[],
    default_tools: &["sqlite.list_tables", "sqlite.describe_table"],
    settings: SqliteSettings::fields,
    schema: SqliteSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.sqlite",
    Some("algen_agent_tools.sqlite.plugin:SqlitePlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: SqliteSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let main = Given::Literal(Names::of(&["main"]));
    let database = Database {
        schemas: sql::schemas(&kit, settings.schemas.as_ref(), &main),
        name_limit: 255,
        queries: &settings.queries,
        dialect: Some(&SQLITE),
    };
    let tools = database.tools(&kit, entry, decoder);
    kit.toolkit(tools)
}
