//! Questions to the person at the terminal, or at the host that algen serves.

mod tools;

use algen_core::config::{Decoder, Given};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};

settings! {
    /// Questions to a person.
    pub(crate) struct UserSettings as "a user toolkit" {
        /// How long an answer is waited for, in seconds.
        timeout_seconds: Given<f64> = Given::Literal(300.0), [Above(0.0), Maximum(86_400.0)];
        /// Longest answer, in characters.
        max_answer_chars: Given<i64> = Given::Literal(16_384),
            [Minimum(1.0), Maximum(1_000_000.0)];
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "user",
    summary: "Ask the person who runs this a question",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["user.ask_user"],
    settings: UserSettings::fields,
    schema: UserSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.user", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: UserSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let seconds = settings.timeout_seconds.literal().copied().unwrap_or(300.0);
    let tools = [tools::ask_user(&kit, seconds)];
    kit.toolkit(tools)
}
