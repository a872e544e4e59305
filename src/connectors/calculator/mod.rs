//! Arithmetic in bounds, without a service: the contract of the tool, and the computation behind it.

pub mod evaluation;
mod tools;

use std::future::ready;

use algen_core::config::Decoder;
use algen_core::governance::call::Reserved;
use algen_core::governance::deliver::ToolResult;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use algen_engine::runtime::{
    Tool, ToolAnswer, ToolContext, ToolError, ToolkitInput, ToolkitInstance,
};
use schemars::JsonSchema;
use serde_json::Value;

use crate::shared::kit::{self, Kit};

settings! {
    /// The calculator takes no settings.
    pub(crate) struct CalculatorSettings as "a calculator toolkit" {}
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "calculator",
    summary: "Evaluate bounded arithmetic",
    maturity: Maturity::Alpha,
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

/// The toolkit as it runs.
struct Calculator;

impl ToolkitInstance for Calculator {
    fn tool(&self, action: &str) -> Option<&dyn Tool> {
        (action == "calculator").then_some(&Evaluate as &dyn Tool)
    }
}

/// Works out an expression.
struct Evaluate;

impl Tool for Evaluate {
    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        _: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        Box::pin(ready(evaluated(call.arguments()).map(ToolAnswer::Value)))
    }
}

fn evaluated(arguments: &Value) -> Result<ToolResult, ToolError> {
    let expression = arguments.get("expression").and_then(Value::as_str);
    let evaluation = evaluation::evaluate(expression.unwrap_or_default()).map_err(|error| {
        let message = error.to_string();
        ToolError::refused(Failure::new(error.kind().word(), message).about("expression"))
    })?;
    // The digits of a large whole number are in the text alone.
    let text = serde_json::to_string(&evaluation);
    text.and_then(ToolResult::read)
        .map_err(|_| ToolError::refused(Failure::new("result", "the value has no text as JSON")))
}

/// Opens the toolkit.
pub(crate) fn open(_: &ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure> {
    Ok(Box::new(Calculator))
}
