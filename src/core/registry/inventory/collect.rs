//! Builds the inventory of a resolved project.

use std::collections::{BTreeSet, HashMap};
use std::io;

use serde::Serialize;

use super::{
    AgentEntry, Inventory, PluginEntry, ProviderEntry, ServerEntry, StorageEntry, ToolEntry,
    VariantEntry,
};
use crate::config::ReferenceScheme;
use crate::config::agent::{AgentDefinition, AgentFile};
use crate::config::deployment::Deployment;
use crate::registry::components::{PROVIDER_TYPES, implied_key_variable};
use crate::registry::mcp_servers;
use crate::registry::{RegisteredTool, Registry, ToolSpec};

/// Bytes that count as one token in estimates. Real tokenizers differ by some ten per cent either
/// way on JSON; the number is for comparing tools, not for billing.
const BYTES_PER_TOKEN: usize = 4;

/// Returns how many tokens so many bytes are about, rounded up.
pub fn estimated_tokens(bytes: usize) -> usize {
    bytes.div_ceil(BYTES_PER_TOKEN)
}

/// Builds the inventory. `variables` are those that the files refer to.
pub fn collect(
    registry: &Registry<'_>,
    agents: &AgentFile,
    deployment: Option<&Deployment<'_>>,
    variables: &BTreeSet<String>,
) -> Inventory {
    let tools: Vec<ToolEntry> = registry.tools().map(tool_entry).collect();
    let sizes: HashMap<&str, (usize, &[String])> = tools
        .iter()
        .map(|tool| {
            (
                tool.name.as_str(),
                (tool.model_bytes, tool.egress.as_slice()),
            )
        })
        .collect();
    let agent_entries = agents
        .agents
        .iter()
        .map(|agent| agent_entry(agent, &sizes))
        .collect();
    let plugins: Vec<PluginEntry> = registry
        .plugins
        .iter()
        .map(|plugin| PluginEntry {
            reference: plugin.reference.value.clone(),
            name: plugin.name.clone(),
            version: plugin.version.clone(),
            publisher: plugin.publisher.clone(),
            capabilities: Vec::new(),
            env: plugin.environment.clone(),
            origin: plugin.origin.word(),
            maturity: plugin.maturity,
        })
        .collect();
    let providers = provider_entries(agents);
    let mut environment = variables.clone();
    for provider in &providers {
        environment.extend(provider.env.iter().cloned());
    }
    for plugin in &plugins {
        environment.extend(plugin.env.iter().cloned());
    }
    let components = registry.components.clone();
    Inventory {
        schema_version: "1",
        runtime_version: env!("CARGO_PKG_VERSION"),
        plugins,
        planners: components.planners,
        response_composers: components.response_composers,
        verifiers: components.verifiers,
        context_builders: components.context_builders,
        provider_types: PROVIDER_TYPES.to_vec(),
        providers,
        mcp_servers: server_entries(agents),
        policies: components.policies,
        analytical_nodes: components.analytical_nodes,
        retrievers: components.retrievers,
        semantic_layers: Vec::new(),
        analytical_methods: Vec::new(),
        model_services: Vec::new(),
        environment: environment.into_iter().collect(),
        schema: "algen.describe/1",
        agents: agent_entries,
        storage: storage_entry(agents, deployment),
        tools,
    }
}

/// Returns what an inventory says of one tool.
pub fn tool_entry(tool: &RegisteredTool) -> ToolEntry {
    let spec = &tool.spec;
    let mut required_permissions = spec.permissions.clone();
    required_permissions.sort();
    let model_bytes = model_bytes(spec);
    ToolEntry {
        name: spec.name.clone(),
        version: spec.version.clone(),
        description: spec.description.clone(),
        source: tool.source.word().to_owned(),
        side_effect: spec.side_effect,
        idempotency: spec.idempotency,
        required_permissions,
        timeout_seconds: spec.timeout_seconds,
        max_attempts: spec.attempts,
        requires_approval: spec.approval,
        input_schema: spec.input_schema.clone(),
        output_schema: spec.output_schema.clone(),
        env: spec.environment.clone(),
        preset: spec.preset,
        policy_capabilities: spec.policy_capabilities.clone(),
        max_result_bytes: spec.result_bytes,
        cache_context: spec.cache_context.clone(),
        egress: spec.egress.clone(),
        variants: spec
            .variants
            .iter()
            .map(|variant| VariantEntry {
                argument: variant.argument.clone(),
                values: variant.values.clone(),
                side_effect: variant.side_effect,
                required_permissions: variant.permissions.clone(),
                requires: variant.requires.clone(),
            })
            .collect(),
        requires: spec.requires.clone(),
        callable: tool.callable,
        model_bytes,
        estimated_tokens: estimated_tokens(model_bytes),
    }
}

/// Returns the bytes of what a model is sent about a tool: name, description and input schema, as
/// compact JSON.
pub fn model_bytes(spec: &ToolSpec) -> usize {
    #[derive(Serialize)]
    struct Sent<'a> {
        name: &'a str,
        description: &'a str,
        input_schema: &'a serde_json::Value,
    }
    let mut counter = Counter(0);
    let sent = Sent {
        name: &spec.name,
        description: &spec.description,
        input_schema: &spec.input_schema,
    };
    // The counter takes every write and JSON values always serialize.
    let _ = serde_json::to_writer(&mut counter, &sent);
    counter.0
}

/// Counts what is written to it.
struct Counter(usize);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn agent_entry(agent: &AgentDefinition, tools: &HashMap<&str, (usize, &[String])>) -> AgentEntry {
    let enabled = agent
        .enabled_tools
        .iter()
        .filter_map(|name| tools.get(name.value.as_str()));
    let mut egress = BTreeSet::new();
    let mut model_bytes = 0;
    for (bytes, hosts) in enabled {
        model_bytes += bytes;
        egress.extend(hosts.iter().cloned());
    }
    let texts = |names: &crate::config::Names| -> Vec<String> {
        names.iter().map(|name| name.value.clone()).collect()
    };
    AgentEntry {
        name: agent.name.value.clone(),
        version: agent.version.value.clone(),
        enabled_tools: texts(&agent.enabled_tools),
        tool_permissions: texts(&agent.tool_permissions),
        domain_plugins: agent
            .domain_plugins
            .iter()
            .map(|reference| reference.value.clone())
            .collect(),
        egress: egress.into_iter().collect(),
        model_bytes,
        estimated_tokens: estimated_tokens(model_bytes),
    }
}

fn provider_entries(agents: &AgentFile) -> Vec<ProviderEntry> {
    let mut entries: Vec<ProviderEntry> = agents
        .providers
        .iter()
        .map(|(name, provider)| {
            let env = match &provider.api_key {
                Some(key) if key.0.scheme == ReferenceScheme::Environment => {
                    vec![key.0.name.clone()]
                }
                Some(_) => Vec::new(),
                None => {
                    let implied = implied_key_variable(&provider.type_name);
                    implied.into_iter().map(str::to_owned).collect()
                }
            };
            ProviderEntry {
                name: name.value.clone(),
                kind: Some(provider.type_name.value.clone()),
                source: "manifest".to_owned(),
                env,
            }
        })
        .collect();
    entries.sort_by(|left, right| left.name.cmp(&right.name));
    entries
}

fn server_entries(agents: &AgentFile) -> Vec<ServerEntry> {
    let mut entries: Vec<ServerEntry> = agents
        .mcp_servers
        .iter()
        .map(|server| ServerEntry {
            name: server.name.value.clone(),
            transport: server.transport.word().to_owned(),
            prefix: server.prefix.as_ref().map(|prefix| prefix.value.clone()),
            allowed_tools: {
                let mut names: Vec<String> = server
                    .allowed_tools
                    .iter()
                    .map(|name| name.value.clone())
                    .collect();
                names.sort();
                names
            },
            required: server.required,
            source: "manifest".to_owned(),
            env: mcp_servers::variables(server),
        })
        .collect();
    entries.sort_by(|left, right| left.name.cmp(&right.name));
    entries
}

fn storage_entry(agents: &AgentFile, deployment: Option<&Deployment<'_>>) -> StorageEntry {
    StorageEntry {
        runtime_tool_executions: agents.storage.tool_execution_store.word().to_owned(),
        runtime_artifacts: agents.storage.artifact_store.word().to_owned(),
        ledger: deployment
            .and_then(|deployment| deployment.settings.ledger.url.as_ref())
            .map_or_else(|| "sqlite".to_owned(), |url| url.value.0.to_string()),
        artifacts: deployment
            .and_then(|deployment| deployment.settings.artifacts.as_ref())
            .map_or_else(
                || "none".to_owned(),
                |artifacts| artifacts.path.value.clone(),
            ),
    }
}
