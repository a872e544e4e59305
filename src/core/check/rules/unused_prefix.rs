//! Rule `unused-prefix`: a trusted prefix covers no declared plugin.

use std::collections::BTreeSet;

use crate::check::{Project, Rule};
use crate::diagnostics::closest::closest;
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity};
use crate::registry::trusted::covers;

pub(super) const RULE: Rule = Rule {
    name: "unused-prefix",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A trusted prefix covers no plugin that an agent declares.",
    page: r#"
## Why it matters

Every prefix under `security.trusted_plugin_prefixes` is code that may be loaded and run with the
agent's secrets. One that covers nothing is either misspelt, and then the plugin it was meant for is
refused, or left over, and then it trusts whatever gets that name later.

A prefix covers a package and what lies below it: `acme` covers `acme.billing`, `acm` does not.

## Example

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
security:
  trusted_plugin_prefixes: [algen_agent_tools, acme_legacy]
```

Better:

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
security:
  trusted_plugin_prefixes: [algen_agent_tools]
```

## What to do

Correct the prefix or take it out.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let file = project.agents;
    // A plugin that could not be read may be the one.
    if file.damaged {
        return;
    }
    let declared = file.agents.iter().flat_map(|agent| &agent.domain_plugins);
    let modules: BTreeSet<&str> = declared
        .map(|reference| reference.split(':').next().unwrap_or_default())
        .collect();
    for prefix in &file.security.trusted_plugin_prefixes {
        if modules.iter().any(|module| covers(prefix, module)) {
            continue;
        }
        let packages = modules.iter().filter_map(|module| module.split('.').next());
        let near = closest(prefix, packages);
        let message = match near {
            Some(near) => {
                format!("no declared plugin is below `{prefix}`; did you mean `{near}`?")
            }
            None => format!("no declared plugin is below `{prefix}`"),
        };
        let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
            .at(prefix.span, "covers nothing")
            .field("security.trusted_plugin_prefixes")
            .name(prefix.value.as_str())
            .suggestion(near)
            .help(format!("Take {prefix} out, or correct it."));
        if let (Some(near), Some(span)) = (near, prefix.span) {
            diagnostic = diagnostic.fix(Fix {
                description: format!("write `{near}`"),
                edits: vec![Edit {
                    span,
                    replacement: near.to_owned(),
                }],
                // Trust is given by people.
                unambiguous: false,
            });
        }
        findings.push(diagnostic);
    }
}
