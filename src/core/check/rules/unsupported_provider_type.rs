//! Rule `unsupported-provider-type`: a provider has a type that does not exist.

use crate::check::list_edit;
use crate::check::suggestion::Suggestions;
use crate::check::{Project, Rule};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::registry::components::PROVIDER_TYPES;

pub(super) const RULE: Rule = Rule {
    name: "unsupported-provider-type",
    code: Code::UnsupportedProviderType,
    severity: Severity::Error,
    summary: "A provider has a type that does not exist.",
    page: r#"
## Why it matters

The type decides how a provider is spoken to. There are ten: anthropic, azure_openai, deepseek,
huggingface_inference, local_transformers, mistral, mock, ollama, openai and openai_compatible.

## Example

```yaml
providers:
  main: {type: opnai, default_model: small}
```

Better:

```yaml
providers:
  main: {type: openai, default_model: small}
```

## What to do

Correct the type. A service that speaks OpenAI's protocol under another address is
`openai_compatible` with a `base_url`.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let mut types = Suggestions::among(PROVIDER_TYPES);
    for (name, provider) in project.agents.providers.iter() {
        let kind = &provider.type_name;
        // An empty text without a place stands for a type that could not be read.
        if kind.span.is_none() || types.exists(kind) {
            continue;
        }
        let suggestion = types.closest(kind);
        let question = suggestion.question();
        let message = format!("no provider type `{kind}`{question}");
        let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
            .at(kind.span, "no such type")
            .field(format!("providers.{name}.type"))
            .name(kind.value.as_str())
            .suggestion(suggestion.near());
        match suggestion.near() {
            Some(near) => {
                diagnostic.fix = list_edit::take_suggestion(project.sources, kind, near);
            }
            None => {
                let known = PROVIDER_TYPES.join(", ");
                let excuse = suggestion.excuse();
                diagnostic.help = Some(format!(
                    "Known types: {known}. A service that speaks OpenAI's protocol is \
                     openai_compatible with a base_url.{excuse}"
                ));
            }
        }
        findings.push(diagnostic);
    }
}
