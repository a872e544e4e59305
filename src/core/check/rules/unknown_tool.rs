//! Rule `unknown-tool`: an agent enables a tool that nothing registers.

use super::retired_tool;
use crate::check::list_edit;
use crate::check::suggestion::{Suggestion, Suggestions};
use crate::check::wording::quoted;
use crate::check::{Project, Rule};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Fix, Severity};
use crate::registry::mcp_servers::tool_prefix;
use crate::source::Spanned;

pub(super) const RULE: Rule = Rule {
    name: "unknown-tool",
    code: Code::UnknownComponent,
    severity: Severity::Error,
    summary: "An agent enables a tool that nothing registers.",
    page: r#"
## Why it matters

An agent can only call tools that exist. A misspelt name is refused at the call, when a model has
already planned with it, so it is found here instead.

A tool exists when it belongs to a plugin that some agent of the file declares, to `http_tools`, to
the runtime (`core.…`), or when its name starts like those of a server under `mcp_servers`.

## Example

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
    enabled_tools: [sample.ecko]
    tool_permissions: [sample.read]
```

Better:

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
    enabled_tools: [sample.echo]
    tool_permissions: [sample.read]
```

## What to do

- Take the suggested name if it is the one you meant.
- Where the message names a plugin, add it to `domain_plugins` and to the trusted prefixes.
- `algen describe` lists every tool of the project, `algen describe --search WORDS` finds one.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let registry = project.registry;
    let tools = registry.tools().map(|tool| tool.spec.name.as_str());
    let mut suggestions = Suggestions::among_tools(tools);
    let prefixes: Vec<String> = project.agents.mcp_servers.iter().map(tool_prefix).collect();
    let mut servers = Suggestions::among(prefixes.iter().map(String::as_str));
    // Built only for a name that nothing declared is near to.
    let mut elsewhere: Option<Suggestions<'_>> = None;
    for agent in &project.agents.agents {
        for tool in &agent.enabled_tools {
            let known = registry.tool(tool).is_some() || registry.accepts_unverified(tool);
            if known || retired_tool::is_retired(tool) {
                continue;
            }
            match registry.undeclared(tool) {
                // The declaration may be among what could not be read.
                Some(_) if agent.damaged => {}
                Some(plugin) => findings.push(undeclared(project, agent, tool, plugin)),
                None => {
                    let finding = unknown(project, agent, tool, &mut suggestions, &mut servers);
                    let finding = match finding.suggestion {
                        Some(_) => finding,
                        None => {
                            let elsewhere = elsewhere.get_or_insert_with(|| {
                                let tools = registry.undeclared_tools().keys();
                                Suggestions::among_tools(tools.map(String::as_str))
                            });
                            near_elsewhere(project, tool, elsewhere, finding)
                        }
                    };
                    findings.push(finding);
                }
            }
        }
    }
}

fn finding(agent: &AgentDefinition, tool: &Spanned<String>, message: String) -> Diagnostic {
    Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(tool.span, "no such tool")
        .agent(agent.name.value.as_str())
        .field("enabled_tools")
        .name(tool.value.as_str())
}

/// Reports a tool of a plugin that no agent declares.
fn undeclared(
    project: &Project<'_>,
    agent: &AgentDefinition,
    tool: &Spanned<String>,
    plugin: &str,
) -> Diagnostic {
    let message = format!("`{tool}` belongs to the plugin `{plugin}`, which no agent declares");
    let mut diagnostic = finding(agent, tool, message).help(format!(
        "Add {plugin} to domain_plugins; security.trusted_plugin_prefixes has to cover it too."
    ));
    let plugins = &agent.domain_plugins;
    let covered = plugins.last().and_then(|last| last.span);
    let edit = match covered {
        Some(_) => list_edit::append(project.sources, agent.span, plugins, &[plugin]),
        None => list_edit::add_list(
            project.sources,
            agent.span,
            ("enabled_tools", agent.enabled_tools.span),
            "domain_plugins",
            &[plugin],
        ),
    };
    diagnostic.fix = edit.map(|edit| Fix {
        description: format!("add `{plugin}` to domain_plugins"),
        edits: vec![edit],
        unambiguous: false,
    });
    diagnostic
}

/// Reports a tool that no plugin has.
fn unknown<'a>(
    project: &Project<'a>,
    agent: &AgentDefinition,
    tool: &Spanned<String>,
    suggestions: &mut Suggestions<'a>,
    servers: &mut Suggestions<'_>,
) -> Diagnostic {
    if let Some(meant) = of_misspelt_server(tool, servers) {
        return suggested(project, agent, tool, Suggestion::Near(&meant));
    }
    let suggestion = suggestions.closest(tool);
    if suggestion == Suggestion::Nothing {
        let of_toolkit = tools_of_toolkit(tool, suggestions.candidates());
        if !of_toolkit.is_empty() {
            let names = quoted(of_toolkit.iter().copied());
            return finding(agent, tool, format!("`{tool}` is a toolkit, not a tool")).help(
                format!("Name each of its tools that the agent may call: {names}."),
            );
        }
    }
    suggested(project, agent, tool, suggestion)
}

/// Names the tool of a plugin that no agent declares, where one is near.
fn near_elsewhere(
    project: &Project<'_>,
    tool: &str,
    elsewhere: &mut Suggestions<'_>,
    finding: Diagnostic,
) -> Diagnostic {
    let near = elsewhere.closest(tool).near();
    let Some((near, plugin)) =
        near.and_then(|near| Some((near, project.registry.undeclared(near)?)))
    else {
        return finding;
    };
    let mut finding = finding.suggestion(Some(near)).help(format!(
        "{near} belongs to the plugin {plugin}, which no agent declares: add it to domain_plugins."
    ));
    finding.message = format!("no tool named `{tool}`; did you mean `{near}`?");
    finding
}

fn suggested(
    project: &Project<'_>,
    agent: &AgentDefinition,
    tool: &Spanned<String>,
    suggestion: Suggestion<'_>,
) -> Diagnostic {
    let question = suggestion.question();
    let mut diagnostic = finding(agent, tool, format!("no tool named `{tool}`{question}"))
        .suggestion(suggestion.near());
    let excuse = suggestion.excuse();
    match suggestion.near() {
        None => {
            diagnostic.help = Some(format!(
                "`algen describe` lists every tool of the project.{excuse}"
            ));
        }
        Some(near) => {
            diagnostic.fix = list_edit::take_suggestion(project.sources, tool, near);
        }
    }
    diagnostic
}

/// Returns the tool under the prefix of a configured MCP server that the first two parts of a name
/// starting with `mcp.` are nearest to.
fn of_misspelt_server(tool: &str, servers: &mut Suggestions<'_>) -> Option<String> {
    let (server, action) = tool.strip_prefix("mcp.")?.split_once('.')?;
    let near = servers.closest(&format!("mcp.{server}.")).near()?;
    Some(format!("{near}{action}"))
}

/// Returns the tools of the toolkit with this name, out of all tools in the order of their names.
fn tools_of_toolkit<'a>(name: &str, tools: &[&'a str]) -> Vec<&'a str> {
    if name.is_empty() {
        return Vec::new();
    }
    let prefix = format!("{name}.").to_lowercase();
    let start = tools.partition_point(|tool| *tool < prefix.as_str());
    let rest = tools.get(start..).unwrap_or_default();
    let of_toolkit = rest.iter().take_while(|tool| tool.starts_with(&prefix));
    of_toolkit.copied().collect()
}
