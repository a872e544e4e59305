//! PostgreSQL: reads of the catalog, and declared queries.

use algen_core::config::{CredentialReference, Decoder, Given, Map, Names, PlaceReference};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;
use serde_json::json;

use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::sql::query::QueryDeclaration;
use crate::shared::sql::{self, Database};

settings! {
    /// One PostgreSQL database.
    pub(crate) struct PostgresSettings as "a postgres toolkit" {
        /// The whole address, as `postgresql://user:password@host/database`, outside the file.
        /// Either this or `host`, `database` and `user` must be there.
        dsn: Option<PlaceReference> = None;
        /// The server, where no `dsn` is given.
        host: Declared<Option<Given<String>>> = Declared(None), [MinLength(1), MaxLength(255)];
        /// The server's port.
        port: Declared<Given<i64>> = Declared(Given::Literal(5432)),
            [Minimum(1.0), Maximum(65_535.0)];
        /// The database on the server.
        database: Declared<Option<Given<String>>> = Declared(None), [MinLength(1), MaxLength(63)];
        /// The role to log in as.
        user: Declared<Option<Given<String>>> = Declared(None), [MinLength(1), MaxLength(63)];
        /// The role's password.
        password: Declared<Option<CredentialReference>> = Declared(None);
        /// The schemas whose tables may be listed and described. A toolkit without this key has
        /// no tools for it; the built-in one lists `public`.
        schemas: Option<Given<Names>> = None, [MaxLength(100)];
        /// Most rows of a query that sets no limit itself; more fail the call.
        max_rows: Given<i64> = Given::Literal(500), [Minimum(1.0), Maximum(10_000_000.0)];
        /// A file of certificates to trust instead of the system's.
        ca_file: Option<Given<String>> = None, [MinLength(1)];
        /// The declared queries, each a tool of this name.
        queries: Map<QueryDeclaration> = Map::default(), [MaxLength(200)];
    }
    check address_is_given_once;
}

fn address_is_given_once(settings: &PostgresSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    sql::check_address("a postgres toolkit", node, decoder);
    kit::check_actions(&settings.queries, decoder);
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "postgres",
    summary: "Read a PostgreSQL database's catalog and run declared, typed queries",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["postgres.list_tables", "postgres.describe_table"],
    settings: || {
        let fields = kit::required(PostgresSettings::fields(), &["dsn"]);
        kit::defaulting(fields, "schemas", json!(["public"]))
    },
    schema: PostgresSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.postgres",
    Some("algen_agent_tools.postgres.plugin:PostgresPlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: PostgresSettings = kit::settings(entry, decoder);
    let host = settings.host.0.as_ref().and_then(Given::literal);
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(host.cloned());
    let public = Given::Literal(Names::of(&["public"]));
    let database = Database {
        schemas: sql::schemas(&kit, settings.schemas.as_ref(), &public),
        name_limit: 63,
        queries: &settings.queries,
        dialect: None,
    };
    let tools = database.tools(&kit, entry, decoder);
    kit.toolkit(tools)
}
