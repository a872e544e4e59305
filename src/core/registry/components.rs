//! The Python runtime's own components, which exist without any plugin.

use super::inventory::ComponentEntry;
use crate::config::agent::AgentFile;

/// Provider types, sorted.
pub const PROVIDER_TYPES: [&str; 10] = [
    "anthropic",
    "azure_openai",
    "deepseek",
    "huggingface_inference",
    "local_transformers",
    "mistral",
    "mock",
    "ollama",
    "openai",
    "openai_compatible",
];

/// Every component by kind, each kind sorted by name.
#[derive(Clone, Debug)]
pub struct Components {
    /// Planning strategies.
    pub planners: Vec<ComponentEntry>,
    /// Response composers.
    pub response_composers: Vec<ComponentEntry>,
    /// Verifiers.
    pub verifiers: Vec<ComponentEntry>,
    /// Context builders: the default one, and one for each entry of `retrieval`.
    pub context_builders: Vec<ComponentEntry>,
    /// Guardrail policies.
    pub policies: Vec<ComponentEntry>,
    /// Nodes of analytical graphs.
    pub analytical_nodes: Vec<ComponentEntry>,
    /// Retrievers: one for each entry of `retrieval`.
    pub retrievers: Vec<ComponentEntry>,
}

impl Components {
    /// Returns the built-in components and those that a file adds.
    pub fn of(agents: &AgentFile) -> Self {
        let mut context_builders = built_in(&["default"]);
        let mut retrievers = Vec::new();
        for name in agents.retrieval.keys() {
            context_builders.push(entry(format!("retrieval.{name}"), "manifest"));
            retrievers.push(entry(name.to_owned(), "manifest"));
        }
        for entries in [&mut context_builders, &mut retrievers] {
            entries.sort_by(|left, right| left.name.cmp(&right.name));
        }
        Self {
            planners: built_in(&["direct", "react", "rule_based"]),
            response_composers: built_in(&["default"]),
            verifiers: built_in(&["citations", "json_schema", "non_empty"]),
            context_builders,
            policies: built_in(&[
                "authorization",
                "output_validation",
                "pii",
                "prompt_injection",
                "secrets",
                "side_effects",
            ]),
            analytical_nodes: built_in(&[
                "calculate",
                "compare_periods",
                "compose",
                "join_results",
                "rank",
                "verify",
            ]),
            retrievers,
        }
    }
}

fn entry(name: String, source: &str) -> ComponentEntry {
    ComponentEntry {
        name,
        source: source.to_owned(),
    }
}

fn built_in(names: &[&str]) -> Vec<ComponentEntry> {
    let names = names.iter();
    names
        .map(|name| entry((*name).to_owned(), "runtime"))
        .collect()
}

/// Returns the variable that a provider of this type reads when it has no `api_key`.
pub fn implied_key_variable(provider_type: &str) -> Option<&'static str> {
    match provider_type {
        "openai" => Some("OPENAI_API_KEY"),
        "azure_openai" => Some("AZURE_OPENAI_API_KEY"),
        "anthropic" => Some("ANTHROPIC_API_KEY"),
        "deepseek" => Some("DEEPSEEK_API_KEY"),
        "mistral" => Some("MISTRAL_API_KEY"),
        "huggingface_inference" => Some("HF_TOKEN"),
        _ => None,
    }
}
