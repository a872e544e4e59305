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

Of agents with tools that are unknown or were not inspected, and may need anything, only a misspelt
permission is told.

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
    let (needs, label) = match unused.is_certain {
        true => ("no enabled tool needs", "nothing needs it"),
        false => ("no enabled tool is known to need", "no known tool needs it"),
    };
    let message = match &unused.near {
        Some(near) => format!("{needs} the permission `{name}`; did you mean `{near}`?"),
        None => format!("{needs} the permission `{name}`"),
    };
    let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(name.span, label)
        .agent(agent.name.value.as_str())
        .field("tool_permissions")
        .name(name.value.as_str())
        .suggestion(unused.near.as_deref());
    if let Some(near) = &unused.near {
        diagnostic.fix = list_edit::take_suggestion(project.sources, name, near);
        if let Some(fix) = &mut diagnostic.fix {
            fix.unambiguous &= unused.is_meant;
        }
        return diagnostic;
    }
    diagnostic.help = Some(format!(
        "Take {name} out of tool_permissions, or enable the tool that needs it."
    ));
    let written = permissions.written();
    let index = written.iter().position(|written| written.span == name.span);
    let edit = index
        .and_then(|index| list_edit::remove(project.sources, permissions.span, &written, index));
    diagnostic.fix = edit.map(|edit| Fix {
        description: format!("take `{name}` out"),
        edits: vec![edit],
        unambiguous: false,
    });
    diagnostic
}
