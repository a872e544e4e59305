//! JSON values by key, in a SQLite file or a PostgreSQL database.

mod tools;

use algen_core::config::{Decoder, Given};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::address::StoreAddress;
use crate::shared::kit::{self, Kit};

settings! {
    /// JSON values by key.
    pub(crate) struct StorageSettings as "a storage toolkit" {
        /// A SQLite file, or a reference to the address of a PostgreSQL database.
        store: StoreAddress, [MinLength(1), MaxLength(4096)];
        /// Which values belong together; toolkits with one store and one namespace share theirs.
        namespace: Given<String> = Given::Literal("default".to_owned()),
            [MinLength(1), MaxLength(128)];
        /// Whether values may be set and deleted.
        allow_write: Given<bool> = Given::Literal(false);
        /// Largest value, in bytes of JSON.
        max_value_bytes: Given<i64> = Given::Literal(65_536), [Minimum(1.0), Maximum(16_777_216.0)];
        /// Largest namespace, in bytes of JSON.
        max_store_bytes: Given<i64> = Given::Literal(1_048_576),
            [Minimum(1.0), Maximum(1_073_741_824.0)];
        /// Most keys of a namespace.
        max_keys: Given<i64> = Given::Literal(1000), [Minimum(1.0), Maximum(1_000_000.0)];
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "storage",
    summary: "Keep JSON values by key",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["storage.get_value", "storage.list_keys"],
    settings: StorageSettings::fields,
    schema: StorageSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.storage", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: StorageSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let writing = kit.switch("allow_write", &settings.allow_write);
    let mut tools = vec![tools::get_value(&kit), tools::list_keys(&kit)];
    let gated = [tools::set_value(&kit), tools::delete_value(&kit)];
    tools.extend(gated.into_iter().filter_map(|tool| writing.tool(tool)));
    kit.toolkit(tools)
}
