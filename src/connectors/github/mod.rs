//! GitHub's hosted MCP server under a reviewed overlay. The overlay that ships with algen brings
//! the tools; this definition holds the setting and the host.

use algen_core::config::{CredentialReference, Decoder};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};

settings! {
    /// GitHub's hosted MCP server.
    pub(crate) struct GithubSettings as "a github toolkit" {
        /// The access token.
        token: CredentialReference;
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "github",
    summary: "Work with repositories, issues and pull requests through GitHub's MCP server; its \
              tools come with the shipped overlay, which is not part of this version",
    maturity: Maturity::Contract,
    egress: &["api.githubcopilot.com"],
    programs: &[],
    default_tools: &[],
    settings: GithubSettings::fields,
    schema: GithubSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.github",
    Some("algen_agent_tools.github.plugin:GithubPlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    kit::settings::<GithubSettings>(entry, decoder);
    Kit::new(&CONNECTOR, toolkit, entry).toolkit([])
}
