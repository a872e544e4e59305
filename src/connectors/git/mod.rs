//! One Git working tree: looking at it, and where the deployment allows it staging and committing.

mod tools;

use algen_core::config::{Decoder, Given, Pattern};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};
use crate::shared::program::Environment;

static IDENTITY: Pattern = Pattern::new(
    "^[^<>\\n\\r]*[^<>\\s] <[^<>@\\s]+@[^<>@\\s]+>$",
    "a name and an address, as `Ada Lovelace <ada@example.com>`",
);

settings! {
    /// One Git working tree.
    pub(crate) struct GitSettings as "a git toolkit" {
        /// The folder of the working tree.
        cwd: Given<String>, [MinLength(1), MaxLength(4096)];
        /// Whether changes may be staged and committed.
        allow_write: Given<bool> = Given::Literal(false);
        /// The whole environment of Git; a PATH of `/bin:/usr/bin` alone where absent.
        env: Option<Environment> = None;
        /// The program.
        executable: Given<String> = Given::Literal("git".to_owned()),
            [MinLength(1), MaxLength(4096)];
        /// Who commits, as `Ada Lovelace <ada@example.com>`.
        identity: Option<Given<String>> = None, [MaxLength(512), Matches(&IDENTITY)];
        /// Longest run of Git, in seconds.
        timeout_seconds: Given<f64> = Given::Literal(60.0), [Above(0.0), Maximum(86_400.0)];
        /// Most bytes of output, both streams together.
        max_output_bytes: Given<i64> = Given::Literal(65_536),
            [Minimum(0.0), Maximum(16_777_216.0)];
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "git",
    summary: "Look at one Git working tree, stage and commit",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &["git"],
    default_tools: &["git.git"],
    settings: GitSettings::fields,
    schema: GitSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.git", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: GitSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let seconds = settings.timeout_seconds.literal().copied().unwrap_or(60.0);
    let output = settings
        .max_output_bytes
        .literal()
        .copied()
        .unwrap_or(65_536);
    let writing = kit.switch("allow_write", &settings.allow_write);
    let tools = [tools::git(&kit, &writing, seconds, output)];
    kit.toolkit(tools)
}
