//! Rule `unknown-model-capability`: a model profile requires a capability that no model has.

use super::unknown_provider::models;
use crate::check::list_edit;
use crate::check::suggestion::Suggestions;
use crate::check::{Project, Rule};
use crate::config::agent::ModelCapabilities;
use crate::diagnostics::{Code, Diagnostic, Severity};

pub(super) const RULE: Rule = Rule {
    name: "unknown-model-capability",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A model profile requires a capability that no provider can have.",
    page: r#"
## Why it matters

A model is chosen only if its provider has every capability under `required_capabilities`. A
capability that does not exist is never had, so the model is never chosen and the run fails.

The capabilities are those that a provider's `capabilities` can switch on: chat, streaming, tools,
structured_output, json_schema, embeddings, images and files.

## Example

```yaml
agents:
  - name: assistant
    default_model: {name: main, provider: local, model: small, required_capabilities: [image]}
```

Better:

```yaml
agents:
  - name: assistant
    default_model: {name: main, provider: local, model: small, required_capabilities: [images]}
```

## What to do

Correct the word, or leave it out.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let mut capabilities = Suggestions::among(ModelCapabilities::KEYS.iter().copied());
    for agent in &project.agents.agents {
        for (field, profile) in models(agent) {
            for name in &profile.required_capabilities {
                if capabilities.exists(name) {
                    continue;
                }
                let suggestion = capabilities.closest(name);
                let question = suggestion.question();
                let message = format!("no model has the capability `{name}`{question}");
                let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                    .at(name.span, "never fulfilled")
                    .agent(agent.name.value.as_str())
                    .field(format!("{field}.required_capabilities"))
                    .name(name.value.as_str())
                    .suggestion(suggestion.near());
                match suggestion.near() {
                    Some(near) => {
                        diagnostic.fix = list_edit::take_suggestion(project.sources, name, near);
                    }
                    None => {
                        let known = ModelCapabilities::KEYS.join(", ");
                        let excuse = suggestion.excuse();
                        diagnostic.help = Some(format!("Known: {known}.{excuse}"));
                    }
                }
                findings.push(diagnostic);
            }
        }
    }
}
