//! Which tool was meant, and which agent calls it.

use algen_core::config::agent::AgentDefinition;
use algen_core::diagnostics::closest::{closest, closest_tool};
use algen_core::registry::RegisteredTool;

use super::project::LoadedProject;

/// A tool and the agent that calls it.
#[derive(Clone, Copy)]
pub(crate) struct Selection<'p> {
    /// The agent.
    pub(crate) agent: &'p AgentDefinition,
    /// The tool.
    pub(crate) tool: &'p RegisteredTool,
}

/// Finds a tool by its name, or by its action where only one enabled tool has it, and the agent
/// that calls it: the named one, or the only one that enables the tool. Nothing that was not named
/// is ever taken: what is near is only said.
///
/// # Errors
/// Says what could not be found, and what is near.
pub(crate) fn select<'p>(
    project: &'p LoadedProject<'p>,
    name: &str,
    agent: Option<&str>,
) -> Result<Selection<'p>, String> {
    let agents: Vec<&AgentDefinition> = match agent {
        Some(wanted) => vec![named_agent(project, wanted)?],
        None => project.agents.agents.iter().collect(),
    };
    if agents.is_empty() {
        return Err("the project has no agent; a tool is called for one".to_owned());
    }
    let tool = named_tool(project, &agents, name)?;
    let name = tool.spec.name.as_str();
    let enabling: Vec<&AgentDefinition> = agents
        .iter()
        .copied()
        .filter(|agent| agent.enabled_tools.contains(name))
        .collect();
    match (enabling.as_slice(), agents.as_slice()) {
        // One agent that does not enable it: the rules say so, with the place.
        ([agent], _) | ([], [agent]) => Ok(Selection { agent, tool }),
        ([], _) => Err(format!(
            "no agent enables `{name}`; add it to enabled_tools of the one that should call it"
        )),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|agent| agent.name.as_str()).collect();
            Err(format!(
                "several agents enable `{name}`: choose one with --agent: {}",
                names.join(", ")
            ))
        }
    }
}

fn named_agent<'p>(
    project: &LoadedProject<'p>,
    wanted: &str,
) -> Result<&'p AgentDefinition, String> {
    let agents = &project.agents.agents;
    let found = agents.iter().find(|agent| agent.name.value == wanted);
    found.ok_or_else(|| {
        let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
        match closest(wanted, names.iter().copied()) {
            Some(near) => format!("no agent is called `{wanted}`; did you mean `{near}`?"),
            None => format!(
                "no agent is called `{wanted}`; there are: {}",
                names.join(", ")
            ),
        }
    })
}

fn named_tool<'p>(
    project: &'p LoadedProject<'p>,
    agents: &[&AgentDefinition],
    name: &str,
) -> Result<&'p RegisteredTool, String> {
    let registry = &project.registry;
    if let Some(tool) = registry.tool(name) {
        return Ok(tool);
    }
    let is_enabled = |tool: &str| {
        agents
            .iter()
            .any(|agent| agent.enabled_tools.contains(tool))
    };
    let with_action: Vec<&RegisteredTool> = registry
        .tools()
        .filter(|tool| tool.spec.name.rsplit('.').next() == Some(name))
        .filter(|tool| is_enabled(&tool.spec.name))
        .collect();
    match with_action.as_slice() {
        [tool] => return Ok(tool),
        [] => {}
        several => {
            let names: Vec<&str> = several.iter().map(|tool| tool.spec.name.as_str()).collect();
            return Err(format!(
                "several tools are called `{name}`: {}",
                names.join(", ")
            ));
        }
    }
    if let Some(reference) = registry.undeclared(name) {
        return Err(format!(
            "`{name}` belongs to `{reference}`, which no agent declares in domain_plugins"
        ));
    }
    if registry.accepts_unverified(name) {
        return Err(format!(
            "what `{name}` is, is known only to its server or its Python code; this program cannot \
             call it"
        ));
    }
    let names = registry.tools().map(|tool| tool.spec.name.as_str());
    Err(match closest_tool(name, names) {
        Some(near) => format!("no tool named `{name}`; did you mean `{near}`?"),
        None => format!("no tool named `{name}`; `algen describe` lists those of this project"),
    })
}
