//! The current date and time of a time zone.
//!
//! `tools` is the contract, `datetime` the computation, `zone` the names that it takes.

mod datetime;
mod tools;
mod zone;

#[cfg(test)]
mod tests;

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
use jiff::Timestamp;
use schemars::JsonSchema;
use serde_json::{Value, json};

pub use self::datetime::{ClockError, CurrentDatetime, current_datetime};
pub use self::zone::{ZONE_CHARS_MAX, ZoneError};
use crate::shared::kit::{self, Kit};

settings! {
    /// The clock takes no settings.
    pub(crate) struct ClockSettings as "a clock toolkit" {}
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "clock",
    summary: "Tell the current date and time of a time zone",
    maturity: Maturity::Alpha,
    egress: &[],
    programs: &[],
    default_tools: &["clock.current_datetime"],
    settings: ClockSettings::fields,
    schema: ClockSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.clock", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    kit::settings::<ClockSettings>(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let tools = [tools::current_datetime(&kit)];
    kit.toolkit(tools)
}

/// The toolkit as it runs.
struct Clock;

impl ToolkitInstance for Clock {
    fn tool(&self, action: &str) -> Option<&dyn Tool> {
        (action == "current_datetime").then_some(&Now as &dyn Tool)
    }
}

/// Reads the clock of the machine.
struct Now;

impl Tool for Now {
    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        _: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        Box::pin(ready(now(call.arguments()).map(ToolAnswer::Value)))
    }
}

fn now(arguments: &Value) -> Result<ToolResult, ToolError> {
    let zone = arguments.get("timezone").and_then(Value::as_str);
    let answer = current_datetime(Timestamp::now(), zone).map_err(|error| {
        let failure = Failure::new(error.kind(), error.to_string());
        ToolError::refused(failure.about("timezone"))
    })?;
    Ok(ToolResult::from(json!(answer)))
}

/// Opens the toolkit.
pub(crate) fn open(_: &ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure> {
    Ok(Box::new(Clock))
}
