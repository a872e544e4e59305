//! Rules that need several sections of the file.

use std::collections::HashSet;

use super::findings::{self, Unresolved};
use super::http_address::HttpAddress;
use super::{AgentFile, WorkflowResourceKind};
use crate::config::Decoder;
use crate::source::Spanned;

/// Reports what the sections of a decoded file demand of each other: names given twice, names
/// that nothing has, and hosts that are not allowed. To be called at the root of the document.
pub fn cross_check(file: &AgentFile, decoder: &mut Decoder<'_>) {
    let servers = file.mcp_servers.iter().map(|server| &server.name);
    findings::unique(servers, "mcp_servers", "name", "MCP server", decoder);
    let tools = file.http_tools.iter().map(|tool| &tool.name);
    findings::unique(tools, "http_tools", "name", "HTTP tool", decoder);
    check_hosts(file, decoder);
    check_embeddings(file, decoder);
    // Most files have neither, and then no sets of names are built.
    if !file.workflows.is_empty() || file.conversation_followups.enabled {
        let known = Known::of(file);
        check_workflows(file, &known, decoder);
        check_followups(file, &known, decoder);
    }
}

/// HTTP tools reach allowed hosts alone; an empty list allows none here.
fn check_hosts(file: &AgentFile, decoder: &mut Decoder<'_>) {
    for (index, tool) in file.http_tools.iter().enumerate() {
        let (Some(span), Some(address)) = (tool.url.span, HttpAddress::parse(&tool.url)) else {
            continue;
        };
        let host = address.host;
        if host.contains(['{', '}']) || file.security.allows_host(host) {
            continue;
        }
        let message = format!("`security.allowed_http_hosts` does not allow `{host}`");
        let field = format!("http_tools.{index}.url");
        let diagnostic = decoder.report_below(&field, "host-not-allowed", span, message, "");
        diagnostic.name = Some(host.to_owned());
        diagnostic.help = Some(format!(
            "Add {host} to allowed_http_hosts under security; an entry allows its subdomains too."
        ));
    }
}

fn check_embeddings(file: &AgentFile, decoder: &mut Decoder<'_>) {
    for (key, retrieval) in file.retrieval.iter() {
        let Some(provider) = &retrieval.embedding_provider else {
            continue;
        };
        if file.providers.get(provider).is_none() {
            let unresolved = Unresolved {
                rule: "unknown-resource",
                field: &format!("retrieval.{key}.embedding_provider"),
                noun: "provider",
                home: "providers",
                otherwise: None,
            };
            unresolved.report(provider, file.providers.keys(), decoder);
        }
    }
}

/// The names that references are looked up in.
struct Known<'a> {
    /// `None` where an agent's name could not be read, so that nothing can be said about names
    /// that are not there.
    agents: Option<HashSet<&'a str>>,
    query_sources: HashSet<&'a str>,
    retrieval: HashSet<&'a str>,
    cache_policies: HashSet<&'a str>,
}

impl<'a> Known<'a> {
    fn of(file: &'a AgentFile) -> Self {
        let names = file.agents.iter().map(|agent| &agent.name);
        Self {
            agents: names
                .map(|name| name.span.map(|_| name.value.as_str()))
                .collect(),
            query_sources: file.query_sources.keys().collect(),
            retrieval: file.retrieval.keys().collect(),
            cache_policies: file.cache.policies.keys().collect(),
        }
    }

    fn lacks_agent(&self, name: &str) -> bool {
        self.agents
            .as_ref()
            .is_some_and(|agents| !agents.contains(name))
    }

    /// Returns what a kind of resource is called, where it is defined, and the names there; `None`
    /// for those that the file does not define. Tools are looked up with all other tools.
    fn resources(
        &self,
        kind: WorkflowResourceKind,
    ) -> Option<(&'static str, &'static str, &HashSet<&'a str>)> {
        match kind {
            WorkflowResourceKind::QuerySource => {
                Some(("query source", "query_sources", &self.query_sources))
            }
            WorkflowResourceKind::Retrieval => Some(("retrieval", "retrieval", &self.retrieval)),
            WorkflowResourceKind::Cache => Some(("policy", "cache.policies", &self.cache_policies)),
            WorkflowResourceKind::Tool
            | WorkflowResourceKind::Memory
            | WorkflowResourceKind::Storage
            | WorkflowResourceKind::Telemetry
            | WorkflowResourceKind::Service => None,
        }
    }
}

fn check_workflows(file: &AgentFile, known: &Known<'_>, decoder: &mut Decoder<'_>) {
    for (key, workflow) in file.workflows.iter() {
        if let Some(span) = workflow.name.span
            && workflow.name.value != key.value
        {
            let message = format!(
                "the workflow under `{key}` has the name `{}`",
                workflow.name
            );
            let field = format!("workflows.{key}.name");
            let diagnostic =
                decoder.report_below(&field, "conflicting-settings", span, message, "");
            diagnostic.name = Some(workflow.name.value.clone());
            diagnostic.help = Some("Make key and name the same.".to_owned());
        }
        for (index, step) in workflow.nodes.iter().enumerate() {
            if let Some(agent) = &step.agent
                && known.lacks_agent(agent)
            {
                let field = format!("workflows.{key}.nodes.{index}.agent");
                report_agent(&field, agent, file, decoder);
            }
            for (position, resource) in step.resources.iter().enumerate() {
                let Some((noun, home, names)) = known.resources(resource.kind) else {
                    continue;
                };
                if names.contains(resource.name.value.as_str()) {
                    continue;
                }
                let unresolved = Unresolved {
                    rule: "unknown-resource",
                    field: &format!("workflows.{key}.nodes.{index}.resources.{position}.name"),
                    noun,
                    home,
                    otherwise: None,
                };
                unresolved.report(&resource.name, sorted(names), decoder);
            }
        }
    }
}

/// Returns names in an order that is the same in every run.
fn sorted<'a>(names: &HashSet<&'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.iter().copied().collect();
    names.sort_unstable();
    names
}

fn report_agent(field: &str, agent: &Spanned<String>, file: &AgentFile, decoder: &mut Decoder<'_>) {
    let unresolved = Unresolved {
        rule: "unknown-agent",
        field,
        noun: "agent",
        home: "agents",
        otherwise: file.conversation_followups.span,
    };
    let names = file.agents.iter().map(|agent| agent.name.value.as_str());
    unresolved.report(agent, names, decoder);
}

fn check_followups(file: &AgentFile, known: &Known<'_>, decoder: &mut Decoder<'_>) {
    let followups = &file.conversation_followups;
    if followups.enabled && known.lacks_agent(&followups.agent) {
        let field = "conversation_followups.agent";
        report_agent(field, &followups.agent, file, decoder);
    }
}
