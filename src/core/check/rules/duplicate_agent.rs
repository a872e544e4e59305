//! Rule `duplicate-agent`: two agents have the same name and version.

use std::collections::HashMap;

use crate::check::{Project, Rule};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Severity};

pub(super) const RULE: Rule = Rule {
    name: "duplicate-agent",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "Two agents have the same name and version.",
    page: r#"
## Why it matters

Agents are registered by name and version. A second one with both the same is refused when the
runtime starts, which is late: nothing of the file runs then.

## Example

```yaml
agents:
  - {name: assistant, version: 1.0.0}
  - {name: assistant, version: 1.0.0}
```

Better:

```yaml
agents:
  - {name: assistant, version: 1.0.0}
  - {name: assistant, version: 1.1.0}
```

## What to do

Give one of the two another name or version, or remove it.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let mut first: HashMap<(&str, &str), &AgentDefinition> = HashMap::new();
    for agent in &project.agents.agents {
        let (name, version) = (&agent.name, &agent.version);
        // Without a place they are defaults of an agent that could not be read.
        if name.span.is_none() || version.span.is_none() {
            continue;
        }
        let Some(earlier) = first.get(&(name.as_str(), version.as_str())) else {
            first.insert((name, version), agent);
            continue;
        };
        let message = format!("the agent `{name}` {version} is there already");
        findings.push(
            Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                .at(name.span, "again here")
                .at(earlier.name.span, "first here")
                .agent(name.value.as_str())
                .field("name")
                .name(name.value.as_str())
                .help("Give one of the two another name or version, or remove it."),
        );
    }
}
