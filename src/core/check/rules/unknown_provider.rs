//! Rule `unknown-provider`: a model of an agent names a provider that the file does not define.

use std::collections::HashSet;

use super::offline_provider;
use crate::check::list_edit;
use crate::check::suggestion::Suggestions;
use crate::check::wording::quoted;
use crate::check::{Project, Rule};
use crate::config::agent::{AgentDefinition, ModelProfile};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Spanned;

pub(super) const RULE: Rule = Rule {
    name: "unknown-provider",
    code: Code::UnknownComponent,
    severity: Severity::Error,
    summary: "A model names a provider that the file does not define.",
    page: r#"
## Why it matters

Every model of an agent is served by an entry of `providers`. Where there is none with its name, no
run of the agent can start.

For programs that read codes: the code is `UNKNOWN_COMPONENT` for an agent that declares plugins
and `CONFIGURATION_ERROR` for one that declares none, as in reports of the Python runtime.

## Example

```yaml
providers:
  openai: {type: openai, default_model: small}
agents:
  - name: assistant
    default_model: {name: main, provider: opnai, model: small}
```

Better:

```yaml
providers:
  openai: {type: openai, default_model: small}
agents:
  - name: assistant
    default_model: {name: main, provider: openai, model: small}
```

## What to do

Correct the name, or add the provider:

```text
providers:
  NAME: {type: TYPE, default_model: MODEL, api_key: env://VARIABLE}
```
"#,
    run: Some(run),
};

/// Visits the models of an agent with the field of each one's provider.
pub(super) fn models(agent: &AgentDefinition) -> impl Iterator<Item = (String, &ModelProfile)> {
    let fallbacks = agent.fallback_models.iter().enumerate();
    std::iter::once(("default_model".to_owned(), &agent.default_model))
        .chain(fallbacks.map(|(index, model)| (format!("fallback_models[{index}]"), model)))
}

/// Tells whether every provider of the file could be read, so that others do not exist.
pub(super) fn are_all_known(project: &Project<'_>) -> bool {
    let providers = &project.agents.providers;
    // A section that is no mapping at all leaves an empty one behind.
    providers.complete && !(project.agents.damaged && providers.is_empty())
}

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let providers = &project.agents.providers;
    if !are_all_known(project) {
        return;
    }
    let defined: HashSet<&str> = providers.keys().collect();
    let mut suggestions = Suggestions::among(providers.keys());
    for agent in &project.agents.agents {
        for (field, model) in models(agent) {
            let Some(name) = &model.provider else {
                continue;
            };
            if defined.contains(name.value.as_str()) || offline_provider::is_offline(name) {
                continue;
            }
            findings.push(finding(project, agent, &field, name, &mut suggestions));
        }
    }
}

fn finding(
    project: &Project<'_>,
    agent: &AgentDefinition,
    field: &str,
    name: &Spanned<String>,
    suggestions: &mut Suggestions<'_>,
) -> Diagnostic {
    let suggestion = suggestions.closest(name);
    let question = suggestion.question();
    let message = format!("`providers` has no `{name}`{question}");
    let code = match agent.domain_plugins.is_empty() {
        true => Code::Configuration,
        false => RULE.code,
    };
    let mut diagnostic = Diagnostic::new(RULE.name, code, RULE.severity, message)
        .at(name.span, "no such provider")
        .agent(agent.name.value.as_str())
        .field(format!("{field}.provider"))
        .name(name.value.as_str())
        .suggestion(suggestion.near());
    if let Some(near) = suggestion.near() {
        diagnostic.fix = list_edit::take_suggestion(project.sources, name, near);
        return diagnostic;
    }
    let excuse = suggestion.excuse();
    diagnostic.help = Some(match suggestions.candidates() {
        [] => format!(
            "The file defines no provider. Add one under `providers`, for example \
             {name}: {{type: openai, default_model: MODEL, api_key: env://OPENAI_API_KEY}}."
        ),
        names => {
            let names = quoted(names.iter().copied());
            format!("The file defines {names}.{excuse}")
        }
    });
    diagnostic
}
