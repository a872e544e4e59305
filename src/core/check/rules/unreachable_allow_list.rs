//! Rule `unreachable-allow-list`: an entry of `model_allowlist` is none of the agent's models.

use crate::check::list_edit;
use crate::check::wording::quoted;
use crate::check::{Project, Rule};
use crate::config::agent::{AgentDefinition, ModelProfile};
use crate::diagnostics::closest::closest;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Spanned;

/// Entries of one list that a closest match is looked for, at most.
const COMPARED_MAX: usize = 100;

pub(super) const RULE: Rule = Rule {
    name: "unreachable-allow-list",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "An entry of a model allow list is none of the agent's models.",
    page: r#"
## Why it matters

Entries of `model_allowlist` have the form `provider/model`. Where the list is not empty, only
models on it answer. An entry that is neither the default model nor a fallback allows nothing, and
where no entry fits, every run fails for want of a model.

## Example

```yaml
agents:
  - name: assistant
    default_model: {name: main, provider: local, model: small}
    model_allowlist: [small]
```

Better:

```yaml
agents:
  - name: assistant
    default_model: {name: main, provider: local, model: small}
    model_allowlist: [local/small]
```

## What to do

Write `provider/model` as the agent's models have them, take the entry out, or add the model to
`fallback_models`.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    for agent in &project.agents.agents {
        // A model that could not be read may be the one that an entry means.
        if agent.damaged || agent.model_allowlist.members.is_empty() {
            continue;
        }
        let profiles = std::iter::once(&agent.default_model).chain(&agent.fallback_models);
        let models: Vec<Model<'_>> = profiles.filter_map(Model::of).collect();
        check_entries(project, agent, &models, findings);
    }
}

/// A model as allow lists call it.
struct Model<'a> {
    provider: &'a str,
    /// `None` where the profile names none, which is another rule's.
    name: Option<&'a str>,
}

impl<'a> Model<'a> {
    fn of(profile: &'a ModelProfile) -> Option<Self> {
        let provider = profile.provider.as_ref()?;
        let name = profile.model.as_ref();
        Some(Self {
            provider,
            name: name.map(|name| name.value.as_str()),
        })
    }

    fn is_allowed_by(&self, entry: &str) -> bool {
        entry.split_once('/').is_some_and(|(provider, name)| {
            provider == self.provider && self.name.is_none_or(|own| own == name)
        })
    }

    fn written(&self) -> String {
        format!("{}/{}", self.provider, self.name.unwrap_or("MODEL"))
    }
}

fn check_entries(
    project: &Project<'_>,
    agent: &AgentDefinition,
    models: &[Model<'_>],
    findings: &mut Vec<Diagnostic>,
) {
    let allowed = &agent.model_allowlist;
    let fits = |entry: &&Spanned<String>| models.iter().any(|model| model.is_allowed_by(entry));
    let none_fits = !allowed.iter().any(|entry| fits(&entry));
    let written: Vec<String> = models.iter().map(Model::written).collect();
    let named = models.iter().zip(&written);
    let named: Vec<&str> = named
        .filter(|(model, _)| model.name.is_some())
        .map(|(_, written)| written.as_str())
        .collect();
    let known = quoted(written.iter().map(String::as_str));
    let unfit = allowed.iter().filter(|entry| !fits(entry));
    for (index, entry) in unfit.enumerate() {
        let near = match index < COMPARED_MAX {
            true => meant(entry, &named),
            false => None,
        };
        let question = near.map(|near| format!("; did you mean `{near}`?"));
        let question = question.unwrap_or_default();
        let message = format!("`{entry}` is none of this agent's models{question}");
        let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
            .at(entry.span, "allows nothing")
            .agent(agent.name.value.as_str())
            .field("model_allowlist")
            .name(entry.value.as_str())
            .suggestion(near)
            .help(match none_fits {
                true => format!(
                    "The agent has {known}; as no entry fits, every run fails for want of a model."
                ),
                false => format!("The agent has {known}."),
            });
        if let Some(near) = near {
            diagnostic.fix = list_edit::take_suggestion(project.sources, entry, near);
        }
        findings.push(diagnostic);
    }
}

/// Returns the model that an entry means: the only one with this model or provider, else the
/// nearest.
fn meant<'a>(entry: &str, models: &[&'a str]) -> Option<&'a str> {
    let mut half = models.iter().filter(|model| {
        model
            .split_once('/')
            .is_some_and(|(provider, name)| provider == entry || name == entry)
    });
    match (half.next(), half.next()) {
        (Some(only), None) => Some(only),
        _ => closest(entry, models.iter().copied()),
    }
}
