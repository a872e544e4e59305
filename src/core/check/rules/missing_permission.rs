//! Rule `missing-permission`: an agent enables a tool whose permission it is not granted.

use crate::check::agent_permissions::{MissingPermission, compare};
use crate::check::enabled_tools::ToolLookup;
use crate::check::list_edit;
use crate::check::wording::{plural, quoted};
use crate::check::{Project, Rule};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Fix, Severity};

/// Findings of one agent that carry the change which grants all that is missing. With thousands of
/// permissions, that text in each would fill the memory.
const FIXES_MAX: usize = 8;

pub(super) const RULE: Rule = Rule {
    name: "missing-permission",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "An agent enables a tool whose permission it is not granted.",
    page: r#"
## Why it matters

A tool runs only if the agent is granted every permission that it needs. Without one, every call of
the tool is refused, so enabling it has no effect but a model that plans with it in vain.

Tools of an MCP server need `mcp.<server>`. A tool with several kinds of calls, as `git.git`, is
reported only where no kind is allowed.

## Example

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.gmail]
    enabled_tools: [gmail.list_messages, gmail.send_email]
    tool_permissions: [gmail.read]
```

Better:

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.gmail]
    enabled_tools: [gmail.list_messages, gmail.send_email]
    tool_permissions: [gmail.read, gmail.write]
```

## What to do

Add the permission to `tool_permissions`, or take the tool out of `enabled_tools`. `algen check
--fix` adds permissions only where all the tools read: granting a change is a decision of yours.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let lookup = ToolLookup::new(project);
    for agent in &project.agents.agents {
        // A list that could not be read may hold what seems to be missing.
        if agent.damaged {
            continue;
        }
        let missing = compare(&lookup, agent).missing;
        // One change grants all of them, so that several findings of an agent agree on it.
        let fix = fix(project, agent, &missing);
        for (index, permission) in missing.iter().enumerate() {
            let mut finding = finding(agent, permission);
            if permission.misspelt.is_none() && index < FIXES_MAX {
                finding.fix.clone_from(&fix);
            }
            findings.push(finding);
        }
    }
}

fn finding(agent: &AgentDefinition, missing: &MissingPermission<'_>) -> Diagnostic {
    let tools = quoted(missing.tools.iter().map(|tool| tool.value.as_str()));
    let needs = plural(missing.tools.len(), "needs", "need");
    let name = &missing.name;
    let message =
        format!("{tools} {needs} the permission `{name}`, which this agent is not granted");
    let place = missing.tools.first().and_then(|tool| tool.span);
    let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(place, format!("needs `{name}`"))
        .agent(agent.name.value.as_str())
        .field("tool_permissions")
        .name(name.as_ref())
        .help(format!(
            "Add {name} to tool_permissions, or every call is refused."
        ));
    diagnostic = match missing.misspelt {
        Some(written) => diagnostic.at(written.span, "is this one meant?"),
        None => diagnostic.at(agent.tool_permissions.span, "not among these"),
    };
    diagnostic
}

/// Grants everything that is missing and not merely misspelt.
fn fix(
    project: &Project<'_>,
    agent: &AgentDefinition,
    missing: &[MissingPermission<'_>],
) -> Option<Fix> {
    let absent = missing.iter().filter(|missing| missing.misspelt.is_none());
    let absent: Vec<&MissingPermission<'_>> = absent.collect();
    let names: Vec<&str> = absent.iter().map(|missing| &*missing.name).collect();
    if names.is_empty() {
        return None;
    }
    let (sources, permissions) = (project.sources, &agent.tool_permissions);
    let edit = match permissions.span {
        Some(list) => list_edit::append(sources, Some(list), &permissions.members, &names),
        None => list_edit::add_list(
            sources,
            agent.span,
            ("enabled_tools", agent.enabled_tools.span),
            "tool_permissions",
            &names,
        ),
    };
    Some(Fix {
        description: format!("add {} to tool_permissions", quoted(names)),
        edits: vec![edit?],
        unambiguous: absent.iter().all(|missing| missing.reads_only),
    })
}
