//! Rule `offline-provider`: a model uses the provider `demo`, which the file does not define.

use super::unknown_provider::{are_all_known, models};
use crate::check::{Project, Rule};
use crate::diagnostics::{Code, Diagnostic, Severity};

/// The name that stands for a provider of type mock where nobody defines it.
const OFFLINE: &str = "demo";

pub(super) const RULE: Rule = Rule {
    name: "offline-provider",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A model uses the provider `demo`, which the file does not define.",
    page: r#"
## Why it matters

First examples often name a provider `demo` without defining it. algen takes it for a provider of
type `mock`, which answers without a model and without a network, so that such a file can be tried.
The Python runtime refuses the file.

## Example

```yaml
agents:
  - name: assistant
    default_model: {name: main, provider: demo, model: demo}
```

Better:

```yaml
providers:
  demo: {type: mock, default_model: demo}
agents:
  - name: assistant
    default_model: {name: main, provider: demo, model: demo}
```

## What to do

Define `demo` under `providers`, or name the provider that shall really answer.
"#,
    run: Some(run),
};

/// Tells whether a provider's name stands for a mock where the file does not define it.
pub(super) fn is_offline(provider: &str) -> bool {
    provider == OFFLINE
}

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    if !are_all_known(project) || project.agents.providers.get(OFFLINE).is_some() {
        return;
    }
    for agent in &project.agents.agents {
        for (field, model) in models(agent) {
            let Some(name) = model.provider.as_ref().filter(|name| is_offline(name)) else {
                continue;
            };
            let message = format!(
                "`providers` does not define `{OFFLINE}`: it is taken for a provider of type mock"
            );
            findings.push(
                Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                    .at(name.span, "answers without a model")
                    .agent(agent.name.value.as_str())
                    .field(format!("{field}.provider"))
                    .name(name.value.as_str())
                    .help(format!(
                        "Add {OFFLINE}: {{type: mock, default_model: {OFFLINE}}} under \
                         `providers`; the Python runtime refuses the file without it."
                    )),
            );
        }
    }
}
