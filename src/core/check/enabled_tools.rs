//! What an agent's enabled tools are: registered, of an MCP server, or unknown.

use crate::config::agent::{AgentDefinition, AgentFile, McpServer};
use crate::model::SideEffect;
use crate::registry::mcp_servers::tool_prefix;
use crate::registry::{RegisteredTool, Registry};
use crate::source::Spanned;

use super::Project;

/// An enabled tool.
pub(super) struct EnabledTool<'a> {
    /// As written.
    pub(super) name: &'a Spanned<String>,
    /// What is known about it.
    pub(super) kind: EnabledToolKind<'a>,
}

/// What is known about an enabled tool.
pub(super) enum EnabledToolKind<'a> {
    /// It is registered.
    Registered(&'a RegisteredTool),
    /// Its name starts like those of this MCP server, which is not asked.
    OfServer(&'a McpServer),
    /// Nothing: the name is wrong, or its plugin was not inspected.
    Unknown,
}

/// Visits an agent's enabled tools in the order of writing.
pub(super) fn enabled_tools<'a>(
    project: &Project<'a>,
    agent: &'a AgentDefinition,
) -> impl Iterator<Item = EnabledTool<'a>> {
    let (agents, registry) = (project.agents, project.registry);
    agent.enabled_tools.iter().map(move |name| EnabledTool {
        name,
        kind: kind(agents, registry, name),
    })
}

fn kind<'a>(agents: &'a AgentFile, registry: &'a Registry<'a>, name: &str) -> EnabledToolKind<'a> {
    if let Some(tool) = registry.tool(name) {
        return EnabledToolKind::Registered(tool);
    }
    let lower = name.to_lowercase();
    let mut servers = agents.mcp_servers.iter();
    match servers.find(|server| lower.starts_with(&tool_prefix(server))) {
        Some(server) => EnabledToolKind::OfServer(server),
        None => EnabledToolKind::Unknown,
    }
}

/// Returns the permission that the tools of an MCP server need.
pub(super) fn server_permission(server: &McpServer) -> String {
    format!("mcp.{}", server.name.value)
}

/// Returns the effect that a tool of an MCP server counts with: external, unless `tool_policies`
/// says otherwise for the server's own name of the tool.
pub(super) fn server_effect(server: &McpServer, tool: &str) -> SideEffect {
    let own_name = |remote: &str| {
        let remote = remote.to_lowercase().replace('-', "_");
        format!("{}{remote}", tool_prefix(server)) == tool.to_lowercase()
    };
    server
        .tool_policies
        .iter()
        .find(|(remote, _)| own_name(remote))
        .and_then(|(_, policy)| policy.side_effect)
        .unwrap_or(SideEffect::External)
}
