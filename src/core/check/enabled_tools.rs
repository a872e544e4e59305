//! What an agent's enabled tools are: registered, of an MCP server, or unknown.

use std::collections::{BTreeSet, HashMap};

use super::Project;
use crate::config::agent::{AgentDefinition, McpServer};
use crate::model::SideEffect;
use crate::registry::mcp_servers::tool_prefix;
use crate::registry::{RegisteredTool, Registry};
use crate::source::Spanned;

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
    /// Its name starts like those of an MCP server, which is not asked.
    OfServer {
        /// What an agent must be granted.
        permission: String,
        /// What it counts as changing.
        effect: SideEffect,
    },
    /// Nothing: the name is wrong, or its plugin was not inspected.
    Unknown,
}

/// Looks tools up for all agents of a run.
pub(super) struct ToolLookup<'a> {
    registry: &'a Registry<'a>,
    /// Servers by what the names of their tools start with.
    servers: HashMap<String, Server<'a>>,
    /// The lengths of these beginnings: a name is looked up once for each.
    lengths: BTreeSet<usize>,
}

/// An MCP server with the effects that `tool_policies` gives to its tools, by our names.
struct Server<'a> {
    definition: &'a McpServer,
    effects: HashMap<String, SideEffect>,
}

impl<'a> ToolLookup<'a> {
    /// Prepares the servers.
    pub(super) fn new(project: &Project<'a>) -> Self {
        let mut servers = HashMap::new();
        for definition in &project.agents.mcp_servers {
            let prefix = tool_prefix(definition);
            let policies = definition.tool_policies.iter();
            let effects = policies.filter_map(|(remote, policy)| {
                let remote = remote.to_lowercase().replace('-', "_");
                Some((format!("{prefix}{remote}"), policy.side_effect?))
            });
            let server = Server {
                definition,
                effects: effects.collect(),
            };
            servers.entry(prefix).or_insert(server);
        }
        Self {
            registry: project.registry,
            lengths: servers.keys().map(String::len).collect(),
            servers,
        }
    }

    /// Visits an agent's enabled tools in the order of writing.
    pub(super) fn enabled_tools(
        &self,
        agent: &'a AgentDefinition,
    ) -> impl Iterator<Item = EnabledTool<'a>> {
        agent.enabled_tools.iter().map(|name| EnabledTool {
            name,
            kind: self.kind(name),
        })
    }

    /// Returns the most that a tool changes; what nobody classified counts as external.
    pub(super) fn strongest_effect(&self, name: &str) -> SideEffect {
        match self.kind(name) {
            EnabledToolKind::Registered(tool) => tool.spec.strongest_effect(),
            EnabledToolKind::OfServer { effect, .. } => effect,
            EnabledToolKind::Unknown => SideEffect::External,
        }
    }

    fn kind(&self, name: &str) -> EnabledToolKind<'a> {
        if let Some(tool) = self.registry.tool(name) {
            return EnabledToolKind::Registered(tool);
        }
        let lower = name.to_lowercase();
        // The longest beginning is the most exact.
        let mut beginnings = self.lengths.iter().rev();
        let server = beginnings.find_map(|&length| self.servers.get(lower.get(..length)?));
        match server {
            Some(server) => EnabledToolKind::OfServer {
                permission: format!("mcp.{}", server.definition.name.value),
                // What nobody classified counts as external.
                effect: server
                    .effects
                    .get(&lower)
                    .copied()
                    .unwrap_or(SideEffect::External),
            },
            None => EnabledToolKind::Unknown,
        }
    }
}
