//! Rule `default-model-without-model`: a model profile names a provider and no model.

use super::unknown_provider::models;
use crate::check::{Project, Rule};
use crate::diagnostics::{Code, Diagnostic, Severity};

pub(super) const RULE: Rule = Rule {
    name: "default-model-without-model",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A model of an agent names a provider and no model.",
    page: r#"
## Why it matters

`model` may be left out and the file still loads, but the Python runtime then finds no model to ask
and every run fails. The provider's own `default_model` is not taken in its place.

## Example

```yaml
agents:
  - name: assistant
    default_model: {name: main, provider: local}
```

Better:

```yaml
agents:
  - name: assistant
    default_model: {name: main, provider: local, model: small}
```

## What to do

Write the model's name at the provider under `model`.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    for agent in &project.agents.agents {
        for (field, profile) in models(agent) {
            if agent.damaged || profile.damaged || profile.model.is_some() {
                continue;
            }
            let message = format!("`{field}` names no model, so every run that uses it fails");
            let usual = profile
                .provider
                .as_ref()
                .and_then(|provider| project.agents.providers.get(provider));
            let help = match usual {
                Some(provider) if !provider.default_model.is_empty() => format!(
                    "Add `model`, for example model: {}, the provider's default.",
                    provider.default_model
                ),
                _ => "Add `model` with the model's name at the provider.".to_owned(),
            };
            findings.push(
                Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                    .at(profile.span, "`model` is missing")
                    .agent(agent.name.value.as_str())
                    .field(format!("{field}.model"))
                    .help(help),
            );
        }
    }
}
