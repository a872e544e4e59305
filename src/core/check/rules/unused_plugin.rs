//! Rule `unused-plugin`: the deployment has a plugin that no agent declares.

use std::collections::HashSet;

use crate::check::suggestion::Suggestions;
use crate::check::{Project, Rule};
use crate::diagnostics::closest::is_slip;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Spanned;

pub(super) const RULE: Rule = Rule {
    name: "unused-plugin",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A plugin of `algen.yaml` is declared by no agent.",
    page: r#"
## Why it matters

An agent has the tools of a plugin only if its `domain_plugins` names it. A plugin that nobody names
is often one whose name was forgotten there; the tools that it was written for do not exist.

## Example

Where agents declare `acme.mail` alone:

```yaml
algen: 1
plugins:
  acme.billing:
    version: 1.0.0
    publisher: acme
    toolkits:
      billing: {connector: gmail}
```

Better:

```yaml
algen: 1
plugins:
  acme.mail:
    version: 1.0.0
    publisher: acme
    toolkits:
      mail: {connector: gmail}
```

## What to do

Add the plugin to `domain_plugins` of the agent that is to have its tools, or take it out.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let (file, registry) = (project.agents, project.registry);
    // A declaration that could not be read may be the one.
    let Some(deployment) = project.deployment.filter(|_| !file.damaged) else {
        return;
    };
    let plugins = deployment.plugins.iter();
    let unused: Vec<&Spanned<String>> = plugins
        .map(|plugin| &plugin.reference)
        .filter(|reference| registry.unused_plugin(reference).is_some())
        .collect();
    if unused.is_empty() {
        return;
    }
    // A misspelt declaration is told with the plugin that it means.
    let found = registry.plugins.iter();
    let found: HashSet<&str> = found
        .map(|plugin| plugin.reference.value.as_str())
        .collect();
    let declared = file.agents.iter().flat_map(|agent| &agent.domain_plugins);
    let unknown = declared.filter(|reference| !found.contains(reference.value.as_str()));
    let mut suggestions =
        Suggestions::among(unused.iter().map(|reference| reference.value.as_str()));
    let meant: HashSet<&str> = unknown
        .filter_map(|reference| {
            let near = suggestions.closest(reference).near()?;
            is_slip(reference, near).then_some(near)
        })
        .collect();
    for reference in unused {
        if meant.contains(reference.value.as_str()) {
            continue;
        }
        let message = format!("no agent declares `{reference}` in `domain_plugins`");
        findings.push(
            Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                .at(reference.span, "nobody has its tools")
                .field("plugins")
                .name(reference.value.as_str())
                .help(format!(
                    "Add {reference} to domain_plugins of the agent that is to have its tools, or \
                     take it out."
                )),
        );
    }
}
