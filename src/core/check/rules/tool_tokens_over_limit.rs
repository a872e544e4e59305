//! Rule `tool-tokens-over-limit`: an agent's tools take a model more than `--max-tool-tokens`.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::check::enabled_tools::{EnabledToolKind, ToolLookup};
use crate::check::wording::quoted;
use crate::check::{Project, Rule};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::registry::inventory::{estimated_tokens, model_bytes};

/// How many of the largest tools are named.
const NAMED: usize = 3;

pub(super) const RULE: Rule = Rule {
    name: "tool-tokens-over-limit",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "The tools of an agent take a model more than `--max-tool-tokens`.",
    page: r#"
## Why it matters

Name, description and input schema of every enabled tool are sent to the model with each turn. They
cost money and time, and the more of them there are, the more often the wrong one is chosen.

## Example

```
algen check --max-tool-tokens 2000
```

An agent with both the reading tools of three mailboxes and forty tools of a tracker is over it.

## What to do

Enable only what the agent's task needs; give another task to another agent. `algen describe` shows
the estimate for each tool and agent: bytes of compact JSON, at four bytes a token. Tools of MCP
servers without an overlay are unknown and count nothing.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(limit) = project.max_tool_tokens else {
        return;
    };
    let lookup = ToolLookup::new(project);
    // Many agents share few tools.
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    for agent in &project.agents.agents {
        let mut tools = Vec::new();
        for tool in lookup.enabled_tools(agent) {
            if let EnabledToolKind::Registered(registered) = tool.kind {
                let name = registered.spec.name.as_str();
                let bytes = *sizes
                    .entry(name)
                    .or_insert_with(|| model_bytes(&registered.spec));
                tools.push((name, bytes));
            }
        }
        let tokens = estimated_tokens(tools.iter().map(|(_, bytes)| bytes).sum());
        if tokens <= limit {
            continue;
        }
        tools.sort_by_key(|&(name, bytes)| (Reverse(bytes), name));
        let largest = quoted(tools.iter().take(NAMED).map(|(name, _)| *name));
        let message = format!(
            "the tools of this agent take a model about {tokens} tokens, more than {limit}"
        );
        findings.push(
            Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                .at(agent.enabled_tools.span, "")
                .agent(agent.name.value.as_str())
                .field("enabled_tools")
                .help(format!("Enable fewer tools; the largest are {largest}.")),
        );
    }
}
