//! What `describe` shows: the reference program's keys in its order, then ours.

mod collect;

pub use collect::{collect, estimated_tokens, model_bytes, tool_entry};

use serde::Serialize;
use serde_json::Value;

use super::spec::Maturity;
use crate::model::{Idempotency, SideEffect};

/// Everything that a project declares, as data.
#[derive(Clone, Debug, Serialize)]
pub struct Inventory {
    /// Version of the reference's format: `1`.
    pub schema_version: &'static str,
    /// Version of this program.
    pub runtime_version: &'static str,
    /// Declared plugins, in the order of declaration, each once.
    pub plugins: Vec<PluginEntry>,
    /// Every tool that exists in the project, sorted by name.
    pub tools: Vec<ToolEntry>,
    /// Planning strategies.
    pub planners: Vec<ComponentEntry>,
    /// Response composers.
    pub response_composers: Vec<ComponentEntry>,
    /// Verifiers.
    pub verifiers: Vec<ComponentEntry>,
    /// Context builders.
    pub context_builders: Vec<ComponentEntry>,
    /// Provider types that exist.
    pub provider_types: Vec<&'static str>,
    /// Configured providers, sorted.
    pub providers: Vec<ProviderEntry>,
    /// Configured MCP servers, sorted.
    pub mcp_servers: Vec<ServerEntry>,
    /// Guardrail policies.
    pub policies: Vec<ComponentEntry>,
    /// Nodes of analytical graphs.
    pub analytical_nodes: Vec<ComponentEntry>,
    /// Retrievers.
    pub retrievers: Vec<ComponentEntry>,
    /// Semantic layers; none are built in.
    pub semantic_layers: Vec<ComponentEntry>,
    /// Analytical methods; none are built in.
    pub analytical_methods: Vec<ComponentEntry>,
    /// Model services; none are built in.
    pub model_services: Vec<ComponentEntry>,
    /// Every variable that the project may read, sorted.
    pub environment: Vec<String>,
    /// Ours: name and version of this format.
    pub schema: &'static str,
    /// Ours: the agents.
    pub agents: Vec<AgentEntry>,
    /// Ours: where the Python runtime and algen keep their state.
    pub storage: StorageEntry,
}

/// A declared plugin.
#[derive(Clone, Debug, Serialize)]
pub struct PluginEntry {
    /// As `domain_plugins` names it.
    pub reference: String,
    /// Its own name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who publishes it.
    pub publisher: String,
    /// Capabilities that it declares, sorted.
    pub capabilities: Vec<String>,
    /// Variables that it may read, sorted.
    pub env: Vec<String>,
    /// Ours: `built-in`, `deployment`, `inventory` or `not-inspected`.
    pub origin: &'static str,
    /// Ours: how far its connectors are; `None` for plugins that are not built in.
    pub maturity: Option<Maturity>,
}

/// A tool.
#[derive(Clone, Debug, Serialize)]
pub struct ToolEntry {
    /// `<toolkit>.<action>`.
    pub name: String,
    /// Version of the contract.
    pub version: String,
    /// What it does.
    pub description: String,
    /// `runtime`, `manifest` or the plugin's reference.
    pub source: String,
    /// What it changes.
    pub side_effect: SideEffect,
    /// What a repetition does.
    pub idempotency: Idempotency,
    /// What an agent must be granted, sorted.
    pub required_permissions: Vec<String>,
    /// Deadline.
    pub timeout_seconds: f64,
    /// Attempts at most.
    pub max_attempts: u32,
    /// Whether the tool itself asks.
    pub requires_approval: bool,
    /// JSON Schema of the arguments.
    pub input_schema: Value,
    /// JSON Schema of the result.
    pub output_schema: Value,
    /// Variables that its plugin may read.
    pub env: Vec<String>,
    /// Ours: the preset that the governance comes from.
    pub preset: &'static str,
    /// Ours: capabilities for the deployment's policy.
    pub policy_capabilities: Vec<String>,
    /// Ours: largest result.
    pub max_result_bytes: u64,
    /// Ours: parts of the caller's identity that a cached result belongs to.
    pub cache_context: Vec<String>,
    /// Ours: hosts that it reaches.
    pub egress: Vec<String>,
    /// Ours: other governance for some values of an argument.
    pub variants: Vec<VariantEntry>,
    /// Ours: the variable that must be set for the tool to exist.
    pub requires: Option<String>,
    /// Ours: whether this program can run it; others are refused with the reason.
    pub callable: bool,
    /// Ours: bytes of what a model is sent about the tool, as compact JSON.
    pub model_bytes: usize,
    /// Ours: the bytes as tokens, at four bytes a token, rounded up.
    pub estimated_tokens: usize,
}

/// Governance of a tool for some values of an argument.
#[derive(Clone, Debug, Serialize)]
pub struct VariantEntry {
    /// The argument.
    pub argument: String,
    /// Its values.
    pub values: Vec<String>,
    /// What the call changes.
    pub side_effect: SideEffect,
    /// What an agent must be granted.
    pub required_permissions: Vec<String>,
    /// The variable that must be set for the variant to exist.
    pub requires: Option<String>,
}

/// A component of the runtime.
#[derive(Clone, Debug, Serialize)]
pub struct ComponentEntry {
    /// Its name.
    pub name: String,
    /// `runtime`, `manifest` or a plugin's reference.
    pub source: String,
}

/// A configured provider.
#[derive(Clone, Debug, Serialize)]
pub struct ProviderEntry {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// `manifest`.
    pub source: String,
    /// Variables that it reads.
    pub env: Vec<String>,
}

/// A configured MCP server.
#[derive(Clone, Debug, Serialize)]
pub struct ServerEntry {
    /// Its name.
    pub name: String,
    /// `stdio`, `sse` or `streamable_http`.
    pub transport: String,
    /// What its tools' names start with, where it is set.
    pub prefix: Option<String>,
    /// Tools that are let through.
    pub allowed_tools: Vec<String>,
    /// Whether a run needs it.
    pub required: bool,
    /// `manifest`.
    pub source: String,
    /// Variables that it reads.
    pub env: Vec<String>,
}

/// An agent, which the reference does not describe.
#[derive(Clone, Debug, Serialize)]
pub struct AgentEntry {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Tools that it may call, as written.
    pub enabled_tools: Vec<String>,
    /// Permissions that it has, as written.
    pub tool_permissions: Vec<String>,
    /// Plugins that it declares.
    pub domain_plugins: Vec<String>,
    /// Hosts that its tools reach, where they are known.
    pub egress: Vec<String>,
    /// Bytes of what a model is sent about its tools.
    pub model_bytes: usize,
    /// The bytes as tokens.
    pub estimated_tokens: usize,
}

/// Where state is kept.
#[derive(Clone, Debug, Serialize)]
pub struct StorageEntry {
    /// The Python runtime's store of tool executions, from `storage.tool_execution_store`.
    pub runtime_tool_executions: String,
    /// The Python runtime's store of artifacts, from `storage.artifact_store`.
    pub runtime_artifacts: String,
    /// This program's ledger: a reference, or `sqlite` for the file under the state directory.
    pub ledger: String,
    /// This program's artifacts: a folder, or `none`.
    pub artifacts: String,
}
