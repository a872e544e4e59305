//! Arithmetic in bounds, without a service: the contract of the tool, and the computation behind it.

pub mod evaluation;
mod tools;

use algen_core::config::Decoder;
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};

settings! {
    /// The calculator takes no settings.
    pub(crate) struct CalculatorSettings as "a calculator toolkit" {}
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "calculator",
    summary: "Evaluate bounded arithmetic",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["calculator.calculator"],
    settings: CalculatorSettings::fields,
    schema: CalculatorSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.calculator", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    kit::settings::<CalculatorSettings>(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let tools = [tools::calculator(&kit)];
    kit.toolkit(tools)
}
