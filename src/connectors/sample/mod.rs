//! A toolkit that calls no service: to see that an agent's tools are wired up, and the smallest
//! connector to copy.

mod tools;

use std::future::ready;

use algen_core::config::Decoder;
use algen_core::governance::call::Reserved;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use algen_engine::runtime::{
    Tool, ToolAnswer, ToolContext, ToolError, ToolkitInput, ToolkitInstance,
};
use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::shared::kit::{self, Kit};

settings! {
    /// The sample toolkit takes no settings.
    pub(crate) struct SampleSettings as "a sample toolkit" {}
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "sample",
    summary: "Echo a text, to see that tools are wired up",
    maturity: Maturity::Alpha,
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

/// The toolkit as it runs.
struct Sample;

impl ToolkitInstance for Sample {
    fn tool(&self, action: &str) -> Option<&dyn Tool> {
        (action == "echo").then_some(&Echo as &dyn Tool)
    }
}

/// Gives a text back.
struct Echo;

impl Tool for Echo {
    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        _: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        let text = call.arguments().get("text").and_then(Value::as_str);
        let text = text.unwrap_or_default();
        let result = json!({"text": text, "length": text.chars().count()});
        Box::pin(ready(Ok(result.into())))
    }
}

/// Opens the toolkit.
pub(crate) fn open(_: &ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure> {
    Ok(Box::new(Sample))
}
