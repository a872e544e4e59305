//! Rule `waived-approval`: a destructive tool is declared not to ask.

use std::collections::HashSet;

use crate::check::enabled_tools::{EnabledToolKind, ToolLookup};
use crate::check::{Project, Rule};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::model::SideEffect;
use crate::registry::ToolSource;

pub(super) const RULE: Rule = Rule {
    name: "waived-approval",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A destructive tool is declared not to ask.",
    page: r#"
## Why it matters

The preset `destructive` asks a person before every call, whatever the agent's policy says. With
`approval: false` only that policy is left, and a policy may be switched off, answered by `--yes` or
remembered; what a destructive call removes stays gone.

## Example

```text
algen: 1
plugins:
  acme.cleanup:
    version: 1.0.0
    publisher: acme
    toolkits:
      cleanup:
        connector: postgres
        dsn: env://CLEANUP_DATABASE_URL
        queries:
          purge:
            description: Delete all closed cases.
            sql: DELETE FROM cases WHERE closed
            preset: {preset: destructive, approval: false}
```

Better: `preset: destructive`.

## What to do

Take `approval: false` out. If nobody can be asked where the tool runs, give it to an agent of its
own, with nothing else.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let lookup = ToolLookup::new(project);
    let mut reported: HashSet<&str> = HashSet::new();
    for agent in &project.agents.agents {
        for tool in lookup.enabled_tools(agent) {
            let EnabledToolKind::Registered(registered) = tool.kind else {
                continue;
            };
            let spec = &registered.spec;
            // The runtime's own tools never ask by themselves.
            let declared = matches!(registered.source, ToolSource::Plugin(_));
            let waived = spec.side_effect == SideEffect::Destructive && !spec.approval && declared;
            if !waived || !reported.insert(&spec.name) {
                continue;
            }
            let name = &spec.name;
            let message = format!("the destructive tool `{name}` is declared not to ask");
            findings.push(
                Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                    .at(tool.name.span, "enabled here")
                    .agent(agent.name.value.as_str())
                    .field("enabled_tools")
                    .name(name.as_str())
                    .help(format!(
                        "Take `approval: false` from the declaration of {name}."
                    )),
            );
        }
    }
}
