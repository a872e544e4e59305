//! Programs without a shell: any of them for the built-in toolkit, or those that a deployment
//! declares.

mod command;
mod tools;

use algen_core::config::{Decoder, Given, Map};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};
use command::CommandDeclaration;

settings! {
    /// Programs without a shell.
    pub(crate) struct ProcessSettings as "a process toolkit" {
        /// Longest run of a program in seconds; a call may ask for less.
        max_timeout_seconds: Given<f64> = Given::Literal(300.0), [Above(0.0), Maximum(86_400.0)];
        /// Most bytes of output, both streams together; a call may ask for less.
        max_output_bytes: Given<i64> = Given::Literal(1_048_576),
            [Minimum(0.0), Maximum(16_777_216.0)];
        /// Whether programs run in the sandbox.
        sandbox: Given<bool> = Given::Literal(false);
        /// The declared commands, each a tool of this name. A toolkit that declares any has no
        /// `execute_command`.
        commands: Map<CommandDeclaration> = Map::default(), [MaxLength(200)];
    }
    check commands_are_actions;
}

fn commands_are_actions(settings: &ProcessSettings, _: &Node<'_>, decoder: &mut Decoder<'_>) {
    kit::check_actions(&settings.commands, decoder);
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "process",
    summary: "Run programs without a shell, free or declared",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["process.execute_command"],
    settings: ProcessSettings::fields,
    schema: ProcessSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.process", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: ProcessSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let ceilings = tools::Ceilings {
        seconds: settings
            .max_timeout_seconds
            .literal()
            .copied()
            .unwrap_or(300.0),
        output_bytes: settings
            .max_output_bytes
            .literal()
            .copied()
            .unwrap_or(1_048_576),
    };
    let mut tools: Vec<_> = settings
        .commands
        .iter()
        .map(|(name, command)| command.tool(&kit, name, ceilings))
        .collect();
    if tools.is_empty() {
        tools.push(tools::execute_command(&kit, ceilings));
    }
    kit.toolkit(tools)
}
