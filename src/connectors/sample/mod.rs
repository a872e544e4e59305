//! A toolkit that calls no service: to see that an agent's tools are wired up, and the smallest
//! connector to copy.

mod tools;

use algen_core::config::Decoder;
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};

settings! {
    /// The sample toolkit takes no settings.
    pub(crate) struct SampleSettings as "a sample toolkit" {}
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "sample",
    summary: "Echo a text, to see that tools are wired up",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["sample.echo"],
    settings: SampleSettings::fields,
    schema: SampleSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.sample",
    Some("algen_agent_tools.sample.plugin:SamplePlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    kit::settings::<SampleSettings>(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let tools = [tools::echo(&kit)];
    kit.toolkit(tools)
}
