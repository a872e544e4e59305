//! Rule `duplicate-entry`: a list of an agent names one thing twice.

use std::collections::HashMap;

use crate::check::{Project, Rule, list_edit};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Fix, Severity};
use crate::source::{Span, Spanned};

pub(super) const RULE: Rule = Rule {
    name: "duplicate-entry",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A plugin, tool or permission stands twice in a list of an agent.",
    page: r#"
## Why it matters

The second entry changes nothing. But whoever takes the first one out, so that the agent may no
longer do something, leaves the second.

## Example

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.gmail]
    enabled_tools: [gmail.list_messages, gmail.list_messages]
    tool_permissions: [gmail.read]
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

Take the second entry out; `algen check --fix` does it. Perhaps another name was meant.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    for agent in &project.agents.agents {
        let (tools, permissions) = (&agent.enabled_tools, &agent.tool_permissions);
        let lists = [
            // The place of this list is not known; the agent's covers it.
            ("domain_plugins", agent.span, &*agent.domain_plugins),
            ("enabled_tools", tools.span, &*tools.written()),
            (
                "tool_permissions",
                permissions.span,
                &*permissions.written(),
            ),
        ];
        for (field, span, names) in lists {
            repeated(project, agent, (field, span), names, findings);
        }
    }
}

fn repeated(
    project: &Project<'_>,
    agent: &AgentDefinition,
    (field, list): (&str, Option<Span>),
    names: &[Spanned<String>],
    findings: &mut Vec<Diagnostic>,
) {
    let mut first: HashMap<&str, Option<Span>> = HashMap::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let Some(before) = first.get(name.value.as_str()) else {
            first.insert(&name.value, name.span);
            continue;
        };
        let message = format!("`{name}` stands twice in `{field}`");
        let mut finding = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
            .at(name.span, "again here")
            .at(*before, "first here")
            .agent(agent.name.value.as_str())
            .field(field)
            .name(name.value.as_str());
        let edit = list_edit::remove(project.sources, list, names, index);
        finding.fix = edit.map(|edit| Fix {
            description: format!("take the repeated `{name}` out"),
            edits: vec![edit],
            unambiguous: true,
        });
        findings.push(finding);
    }
}
