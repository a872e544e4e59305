//! Rule `unused-permission`: an agent is granted a permission that none of its tools needs.

use crate::check::agent_permissions::{UnusedPermission, compare};
use crate::check::enabled_tools::ToolLookup;
use crate::check::list_edit;
use crate::check::{Project, Rule};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Fix, Severity};

pub(super) const RULE: Rule = Rule {
    name: "unused-permission",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "An agent is granted a permission that none of its tools needs.",
    page: r#"
## Why it matters

A permission that nothing needs today is one that the next tool gets without anybody deciding it.
Often it is a misspelt one, and the tool that it was meant for is refused at every call.

Nothing is said about agents with tools that are unknown or were not inspected: they may need it.

## Example

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.gmail]
    enabled_tools: [gmail.list_messages]
    tool_permissions: [gmail.read, gmail.write]
```

Better:

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.gmail]
    enabled_tools: [gmail.list_messages]
    tool_permissions: [gmail.read]
```

## What to do

Correct the permission if the message names the one that was meant, else take it out.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let lookup = ToolLookup::new(project);
    for agent in &project.agents.agents {
        // A list that could not be read may hold the tool that needs it.
        if agent.damaged {
            continue;
        }
        let unused = compare(&lookup, agent).unused;
        findings.extend(unused.iter().map(|unused| finding(project, agent, unused)));
    }
}

fn finding(
    project: &Project<'_>,
    agent: &AgentDefinition,
    unused: &UnusedPermission<'_>,
) -> Diagnostic {
    let (name, permissions) = (unused.name, &agent.tool_permissions);
    let message = match &unused.near {
        Some(near) => {
            format!("no enabled tool needs the permission `{name}`; did you mean `{near}`?")
        }
        None => format!("no enabled tool needs the permission `{name}`"),
    };
    let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(name.span, "nothing needs it")
        .agent(agent.name.value.as_str())
        .field("tool_permissions")
        .name(name.value.as_str())
        .suggestion(unused.near.as_deref());
    if let Some(near) = &unused.near {
        diagnostic.fix = list_edit::take_suggestion(project.sources, name, near);
        return diagnostic;
    }
    diagnostic.help = Some(format!(
        "Take {name} out of tool_permissions, or enable the tool that needs it."
    ));
    let edit = list_edit::remove(
        project.sources,
        permissions.span,
        &permissions.members,
        unused.index,
    );
    diagnostic.fix = edit.map(|edit| Fix {
        description: format!("take `{name}` out"),
        edits: vec![edit],
        unambiguous: false,
    });
    diagnostic
}
