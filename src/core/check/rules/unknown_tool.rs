//! Rule `unknown-tool`: an agent enables a tool that nothing registers.

use std::collections::HashSet;

use super::retired_tool;
use crate::check::enabled_tools::ToolLookup;
use crate::check::list_edit;
use crate::check::suggestion::{Suggestion, Suggestions};
use crate::check::wording::{plural, quoted};
use crate::check::{Project, Rule};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::closest::is_slip;
use crate::diagnostics::{Code, Diagnostic, Fix, Severity};
use crate::model::SideEffect;
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

- Take the suggested name if it is the one you meant. `algen check --fix` writes it only where no
  other tool is as near, it is not enabled yet and it changes nothing.
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
    let lookup = ToolLookup::new(project);
    // Built only for a name that nothing declared is near to.
    let mut elsewhere: Option<Suggestions<'_>> = None;
    for agent in &project.agents.agents {
        let mut enabled = Enabled::default();
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
                    let mut correction = Correction {
                        project,
                        agent,
                        lookup: &lookup,
                        enabled: &mut enabled,
                    };
                    let finding = correction.unknown(tool, &mut suggestions, &mut servers);
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

/// The tools of an agent, as written and as they are corrected.
#[derive(Default)]
struct Enabled<'a> {
    /// Filled for the first name that is near to some tool.
    written: Option<HashSet<&'a str>>,
    corrected: HashSet<String>,
}

impl<'a> Enabled<'a> {
    fn has(&mut self, agent: &'a AgentDefinition, tool: &str) -> bool {
        let names = || agent.enabled_tools.iter();
        let names = || names().map(|name| name.value.as_str()).collect();
        self.written.get_or_insert_with(names).contains(tool) || self.corrected.contains(tool)
    }
}

/// Why a name that is near is not written unasked.
enum Doubt<'n> {
    /// The agent has it.
    Enabled,
    /// These are as near.
    Rivals(Vec<&'n str>),
    /// Nobody looked for others.
    NotSought,
    /// It changes something.
    Effect(SideEffect),
}

impl Doubt<'_> {
    /// Returns the sentence about it.
    fn help(&self, near: &str) -> Option<String> {
        match self {
            Self::Enabled => Some(format!("{near} is enabled already.")),
            Self::Rivals(names) => {
                let are = plural(names.len(), "is", "are");
                Some(format!("{} {are} as near.", quoted(names.iter().copied())))
            }
            Self::NotSought => None,
            Self::Effect(effect) => {
                let effect = effect.word();
                Some(format!(
                    "The effect of {near} is {effect}, so `algen check --fix` leaves it to you."
                ))
            }
        }
    }
}

/// What the correction of one agent's tools looks at.
struct Correction<'c, 'a> {
    project: &'c Project<'a>,
    agent: &'a AgentDefinition,
    lookup: &'c ToolLookup<'a>,
    enabled: &'c mut Enabled<'a>,
}

impl<'a> Correction<'_, 'a> {
    /// Reports a tool that no plugin has.
    fn unknown(
        &mut self,
        tool: &Spanned<String>,
        suggestions: &mut Suggestions<'a>,
        servers: &mut Suggestions<'_>,
    ) -> Diagnostic {
        if let Some(meant) = of_misspelt_server(tool, servers) {
            let others = servers.rivals(&meant.written, meant.server);
            let others: Option<Vec<&str>> = others.map(<[&str]>::to_vec);
            return self.suggested(tool, &meant.tool, others);
        }
        let suggestion = suggestions.closest(tool);
        if let Some(near) = suggestion.near() {
            let others = match is_slip(tool, near) {
                true => suggestions.rivals(tool, near).map(<[&str]>::to_vec),
                // Nothing is written unasked.
                false => Some(Vec::new()),
            };
            return self.suggested(tool, near, others);
        }
        let of_toolkit = match suggestion {
            Suggestion::Nothing => tools_of_toolkit(tool, suggestions.candidates()),
            _ => Vec::new(),
        };
        if !of_toolkit.is_empty() {
            let names = quoted(of_toolkit.iter().copied());
            return finding(
                self.agent,
                tool,
                format!("`{tool}` is a toolkit, not a tool"),
            )
            .help(format!(
                "Name each of its tools that the agent may call: {names}."
            ));
        }
        let excuse = suggestion.excuse();
        finding(self.agent, tool, format!("no tool named `{tool}`")).help(format!(
            "`algen describe` lists every tool of the project.{excuse}"
        ))
    }

    /// Suggests a tool, or one of the others that are as near where the agent has it already.
    fn suggested(
        &mut self,
        tool: &Spanned<String>,
        near: &str,
        others: Option<Vec<&str>>,
    ) -> Diagnostic {
        let (near, doubt) = self.weighed(tool, near, others);
        let question = Suggestion::Near(near).question();
        let mut diagnostic = finding(
            self.agent,
            tool,
            format!("no tool named `{tool}`{question}"),
        )
        .suggestion(Some(near));
        diagnostic.help = doubt.as_ref().and_then(|doubt| doubt.help(near));
        diagnostic.fix = match doubt {
            Some(Doubt::Enabled) => self.removal(tool),
            _ => list_edit::take_suggestion(self.project.sources, tool, near),
        };
        if let Some(fix) = &mut diagnostic.fix {
            fix.unambiguous &= doubt.is_none();
            if fix.unambiguous {
                self.enabled.corrected.insert(near.to_owned());
            }
        }
        diagnostic
    }

    /// Returns the tool to suggest and what speaks against writing it unasked.
    fn weighed<'n>(
        &mut self,
        tool: &str,
        near: &'n str,
        others: Option<Vec<&'n str>>,
    ) -> (&'n str, Option<Doubt<'n>>) {
        let Some(mut others) = others else {
            return (near, Some(Doubt::NotSought));
        };
        let agent = self.agent;
        if self.enabled.has(agent, near) {
            let free = others
                .iter()
                .position(|other| !self.enabled.has(agent, other));
            let Some(free) = free else {
                return (near, Some(Doubt::Enabled));
            };
            let meant = others.remove(free);
            others.retain(|other| !self.enabled.has(agent, other));
            let doubt = match others.is_empty() {
                true => Doubt::NotSought,
                false => Doubt::Rivals(others),
            };
            return (meant, Some(doubt));
        }
        if !others.is_empty() {
            return (near, Some(Doubt::Rivals(others)));
        }
        let effect = self.lookup.strongest_effect(near);
        let changes = effect > SideEffect::Read && is_slip(tool, near);
        (near, changes.then_some(Doubt::Effect(effect)))
    }

    /// Takes the name out, where the tool that it means is there already.
    fn removal(&self, tool: &Spanned<String>) -> Option<Fix> {
        let tools = &self.agent.enabled_tools;
        let written = tools.written();
        let index = written.iter().position(|name| name.span == tool.span)?;
        let edit = list_edit::remove(self.project.sources, tools.span, &written, index)?;
        Some(Fix {
            description: format!("take `{tool}` out"),
            edits: vec![edit],
            unambiguous: false,
        })
    }
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

/// A tool of a misspelt MCP server.
struct MeantTool<'s> {
    /// The prefix as it is written.
    written: String,
    /// The prefix of the server.
    server: &'s str,
    tool: String,
}

/// Returns the tool under the prefix of a configured MCP server that the first two parts of a name
/// starting with `mcp.` are nearest to.
fn of_misspelt_server<'s>(tool: &str, servers: &mut Suggestions<'s>) -> Option<MeantTool<'s>> {
    let (server, action) = tool.strip_prefix("mcp.")?.split_once('.')?;
    let written = format!("mcp.{server}.");
    let near = servers.closest(&written).near()?;
    Some(MeantTool {
        tool: format!("{near}{action}"),
        server: near,
        written,
    })
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
