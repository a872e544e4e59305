//! Shell scripts in one folder.

mod tools;

use algen_core::config::{Decoder, Given};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};
use crate::shared::program::Environment;

settings! {
    /// Shell scripts in one folder. The folder is where scripts start, not what they are limited
    /// to.
    pub(crate) struct ShellSettings as "a shell toolkit" {
        /// The folder that scripts start in.
        cwd: Given<String>, [MinLength(1), MaxLength(4096)];
        /// The whole environment of scripts; a PATH of `/bin:/usr/bin` alone where absent.
        env: Option<Environment> = None;
        /// The shell; it must take `-c`.
        shell: Given<String> = Given::Literal("/bin/sh".to_owned()),
            [MinLength(1), MaxLength(4096)];
        /// Longest run of a script, in seconds.
        timeout_seconds: Given<f64> = Given::Literal(60.0), [Above(0.0), Maximum(86_400.0)];
        /// Most bytes of output, both streams together.
        max_output_bytes: Given<i64> = Given::Literal(65_536),
            [Minimum(0.0), Maximum(16_777_216.0)];
        /// Whether scripts run in the sandbox.
        sandbox: Given<bool> = Given::Literal(false);
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "shell",
    summary: "Run shell scripts in one folder",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &["sh"],
    default_tools: &["shell.run_shell"],
    settings: ShellSettings::fields,
    schema: ShellSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.shell", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: ShellSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let seconds = settings.timeout_seconds.literal().copied().unwrap_or(60.0);
    let output = settings
        .max_output_bytes
        .literal()
        .copied()
        .unwrap_or(65_536);
    let tools = [tools::run_shell(&kit, seconds, output)];
    kit.toolkit(tools)
}
