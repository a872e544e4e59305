//! MySQL and MariaDB: reads of the catalog, and declared queries.

use algen_core::config::{CredentialReference, Decoder, Given, Map, Names, PlaceReference};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::sql::query::QueryDeclaration;
use crate::shared::sql::{self, Database};

settings! {
    /// One MySQL or MariaDB database.
    pub(crate) struct MysqlSettings as "a mysql toolkit" {
        /// The whole address, as `mysql://user:password@host/database`, outside the file.
        /// Either this or `host`, `database` and `user` must be there.
        dsn: Option<PlaceReference> = None;
        /// The server, where no `dsn` is given.
        host: Declared<Option<Given<String>>> = Declared(None), [MinLength(1), MaxLength(255)];
        /// The server's port.
        port: Declared<Given<i64>> = Declared(Given::Literal(3306)),
            [Minimum(1.0), Maximum(65_535.0)];
        /// The database on the server.
        database: Declared<Option<Given<String>>> = Declared(None), [MinLength(1), MaxLength(64)];
        /// The account to log in as.
        user: Declared<Option<Given<String>>> = Declared(None), [MinLength(1), MaxLength(80)];
        /// The account's password.
        password: Declared<Option<CredentialReference>> = Declared(None);
        /// The databases whose tables may be listed and described. A toolkit without this key has
        /// no tools for it; the built-in one lists the database that it connects to.
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

fn address_is_given_once(settings: &MysqlSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    sql::check_address("a mysql toolkit", node, decoder);
    kit::check_actions(&settings.queries, decoder);
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "mysql",
    summary: "Read a MySQL or MariaDB catalog and run declared, typed queries",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["mysql.list_tables", "mysql.describe_table"],
    settings: || kit::required(MysqlSettings::fields(), &["dsn"]),
    schema: MysqlSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.mysql",
    Some("algen_agent_tools.mysql.plugin:MysqlPlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: MysqlSettings = kit::settings(entry, decoder);
    let host = settings.host.0.as_ref().and_then(Given::literal);
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(host.cloned());
    let own_database = Given::Literal(Names::default());
    let database = Database {
        schemas: sql::schemas(&kit, settings.schemas.as_ref(), &own_database),
        name_limit: 64,
        queries: &settings.queries,
        dialect: None,
    };
    let tools = database.tools(&kit, entry, decoder);
    kit.toolkit(tools)
}
