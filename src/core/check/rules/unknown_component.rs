//! Rule `unknown-component`: an agent names a strategy, composer, verifier, context builder or
//! guardrail policy that nothing registers.

use crate::check::list_edit;
use crate::check::suggestion::Suggestions;
use crate::check::wording::quoted;
use crate::check::{Project, Rule};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::registry::inventory::ComponentEntry;
use crate::source::Spanned;

pub(super) const RULE: Rule = Rule {
    name: "unknown-component",
    code: Code::UnknownComponent,
    severity: Severity::Error,
    summary: "An agent names a component of the runtime that nothing registers.",
    page: r#"
## Why it matters

Planning strategies, response composers, verifiers, context builders and guardrail policies are
looked up by name when an agent is built. A guardrail that is not found guards nothing: the Python
runtime skips a policy whose name it does not know.

## Example

```yaml
agents:
  - name: assistant
    planning_strategy: raect
    guardrail_policy: {policies: [secret, pii]}
```

Better:

```yaml
agents:
  - name: assistant
    planning_strategy: react
    guardrail_policy: {policies: [secrets, pii]}
```

## What to do

Take the suggested name, or one of those that the message lists. Entries of `retrieval` bring a
context builder `retrieval.<name>` each; a Python plugin may bring more.
"#,
    run: Some(run),
};

/// A kind of component with the names that exist.
struct Kind<'a> {
    noun: &'static str,
    names: Suggestions<'a>,
}

impl<'a> Kind<'a> {
    fn new(noun: &'static str, entries: &'a [ComponentEntry]) -> Self {
        let names = Suggestions::among(entries.iter().map(|entry| entry.name.as_str()));
        Self { noun, names }
    }
}

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    // A plugin whose code was not looked at may register anything.
    if project.registry.has_uninspected_plugin() {
        return;
    }
    let components = &project.registry.components;
    let mut planners = Kind::new("planning strategy", &components.planners);
    let mut composers = Kind::new("response composer", &components.response_composers);
    let mut verifiers = Kind::new("verifier", &components.verifiers);
    let mut builders = Kind::new("context builder", &components.context_builders);
    let mut policies = Kind::new("guardrail policy", &components.policies);
    for agent in &project.agents.agents {
        let mut one = |field, kind: &mut Kind<'_>, name| {
            findings.extend(look_up(project, agent, field, kind, name));
        };
        one("planning_strategy", &mut planners, &agent.planning_strategy);
        one(
            "response_composer",
            &mut composers,
            &agent.response_composer,
        );
        for name in &agent.verification_policy.verifiers {
            one("verification_policy.verifiers", &mut verifiers, name);
        }
        one("context_builder", &mut builders, &agent.context_builder);
        for name in &agent.guardrail_policy.policies {
            one("guardrail_policy.policies", &mut policies, name);
        }
        for name in agent.guardrail_policy.tool_policies.iter().flatten() {
            one("guardrail_policy.tool_policies", &mut policies, name);
        }
    }
}

fn look_up(
    project: &Project<'_>,
    agent: &AgentDefinition,
    field: &str,
    kind: &mut Kind<'_>,
    name: &Spanned<String>,
) -> Option<Diagnostic> {
    if kind.names.exists(name) {
        return None;
    }
    let suggestion = kind.names.closest(name);
    let (noun, question) = (kind.noun, suggestion.question());
    let message = format!("no {noun} named `{name}`{question}");
    let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(name.span, format!("no such {noun}"))
        .agent(agent.name.value.as_str())
        .field(field)
        .name(name.value.as_str())
        .suggestion(suggestion.near());
    match suggestion.near() {
        Some(near) => {
            diagnostic.fix = list_edit::take_suggestion(project.sources, name, near);
        }
        None => {
            let known = quoted(kind.names.candidates().iter().copied());
            let excuse = suggestion.excuse();
            diagnostic.help = Some(format!("There is {known}.{excuse}"));
        }
    }
    Some(diagnostic)
}
