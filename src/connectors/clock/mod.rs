//! The current date and time of a time zone.
//!
//! `tools` is the contract, `datetime` the computation, `zone` the names that it takes.

mod datetime;
mod tools;
mod zone;

#[cfg(test)]
mod tests;

use algen_core::config::Decoder;
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

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
    maturity: Maturity::Contract,
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
