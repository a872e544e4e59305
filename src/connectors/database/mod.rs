//! Free queries on one database that can only read.

mod tools;

use algen_core::config::{Decoder, Given};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::address::StoreAddress;
use crate::shared::kit::{self, Kit};

settings! {
    /// Free queries on one database that can only read.
    pub(crate) struct DatabaseSettings as "a database toolkit" {
        /// A SQLite file, or a reference to a `postgres://` or `mysql://` address.
        url: StoreAddress, [MinLength(1), MaxLength(4096)];
        /// Longest run of one query, in seconds.
        timeout_seconds: Given<f64> = Given::Literal(5.0), [Above(0.0), Maximum(30.0)];
        /// Largest result, in bytes of JSON.
        max_result_bytes: Given<i64> = Given::Literal(1_048_576),
            [Minimum(1.0), Maximum(16_777_216.0)];
        /// Most tables that `database_schema` describes.
        max_tables: Given<i64> = Given::Literal(100), [Minimum(1.0), Maximum(10_000.0)];
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "database",
    summary: "Ask one database free questions, read-only",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["database.database_schema", "database.query_database"],
    settings: DatabaseSettings::fields,
    schema: DatabaseSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.database", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: DatabaseSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let result_bytes = settings
        .max_result_bytes
        .literal()
        .copied()
        .unwrap_or(1_048_576);
    let tools = [
        tools::database_schema(&kit, result_bytes),
        tools::query_database(&kit, result_bytes),
    ];
    kit.toolkit(tools)
}
