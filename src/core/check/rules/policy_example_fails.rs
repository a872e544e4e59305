//! Rule `policy-example-fails`: the policy decides otherwise than an example beside it says.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::check::known_capabilities::{capabilities_of, known_capabilities};
use crate::check::wording::quoted;
use crate::check::{Project, Rule};
use crate::config::deployment::PolicyExample;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::governance::{
    CapabilityDecision, CapabilityPolicy, EffectSource, PolicyVoice, decide_capabilities,
};
use crate::registry::ToolSpec;
use crate::source::Span;

/// Entries that one finding points at.
const ENTRIES_MAX: usize = 3;

pub(super) const RULE: Rule = Rule {
    name: "policy-example-fails",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "The policy decides otherwise than an example beside it says.",
    page: r#"
## Why it matters

Of several keys the most specific speaks, of several capabilities the strictest, and what has no
entry falls to the default: a policy is easily read otherwise than it decides. `examples` say what
it is meant to decide, so that a later change which breaks that is found before any call.

An example is about `capabilities`, or about a `tool` with all its capabilities: for a tool with
several kinds of calls the strictest of them counts. It is about the policy of this file alone. A
tool that asks by itself, an agent's `approval_policy` and the policy of a machine may ask or refuse
beyond it.

While the policy has other errors its examples are not tried, and neither is one about a tool whose
capabilities are unknown: of an MCP server, or of a plugin that was not inspected.

## Example

```yaml
algen: 1
policy:
  capabilities: {email.*: require_approval, email.send: allow}
  examples:
    - {capabilities: [email.send], effect: require_approval}
```

Better:

```yaml
algen: 1
policy:
  capabilities: {email.*: require_approval, email.read: allow}
  examples:
    - {capabilities: [email.send], effect: require_approval}
    - {tool: clock.current_datetime, effect: allow}
```

## What to do

Correct the entry that the finding points at, or the example where the policy is meant so.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(deployment) = project.deployment else {
        return;
    };
    let policy = &deployment.settings.policy;
    // What could not be read would have decided too.
    if policy.damaged || policy.examples.is_empty() {
        return;
    }
    let known = known_capabilities(project);
    let layers = CapabilityPolicy::new(Some(policy), []);
    let elsewhere = OnceCell::new();
    for (index, example) in policy.examples.iter().enumerate() {
        let Some(capabilities) = capabilities(project, example, &known, &elsewhere) else {
            continue;
        };
        let decision = decide_capabilities(&layers, capabilities);
        if decision.effect != example.effect.value {
            findings.push(finding(index, example, &decision));
        }
    }
}

/// Returns the capabilities that an example is about; `None` where they are unknown, which is
/// reported elsewhere unless it cannot be known.
fn capabilities<'a>(
    project: &Project<'a>,
    example: &'a PolicyExample,
    known: &BTreeSet<&str>,
    elsewhere: &'a OnceCell<BTreeMap<String, ToolSpec>>,
) -> Option<Vec<&'a str>> {
    let Some(tool) = &example.tool else {
        let named = example.capabilities.iter().flatten();
        let named: Vec<&str> = named.map(|name| name.value.as_str()).collect();
        return named
            .iter()
            .all(|name| known.contains(name))
            .then_some(named);
    };
    let spec = match project.registry.tool(tool) {
        Some(registered) => &registered.spec,
        None => elsewhere
            .get_or_init(|| project.registry.undeclared_contracts())
            .get(tool.as_str())?,
    };
    Some(capabilities_of(spec).collect())
}

fn finding(index: usize, example: &PolicyExample, decision: &CapabilityDecision<'_>) -> Diagnostic {
    let (found, expected) = (decision.effect.word(), example.effect.word());
    let subject = match &example.tool {
        Some(tool) => format!("`{tool}`"),
        None => {
            let names = decision.verdicts.iter().map(|verdict| verdict.capability);
            format!("a call with {}", quoted(names))
        }
    };
    let message = format!("the policy answers {found} to {subject}, not {expected}");
    let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(example.effect.span, format!("the policy says {found}"))
        .field(format!("policy.examples.{index}.effect"))
        .name(expected);
    let matched = decision.matched();
    let voices: Vec<PolicyVoice<'_>> = matched
        .flat_map(|verdict| verdict.deciding().copied())
        .collect();
    let places: BTreeSet<Span> = voices
        .iter()
        .filter_map(|voice| voice.source.span())
        .collect();
    for place in places.into_iter().take(ENTRIES_MAX) {
        diagnostic = diagnostic.at(place, format!("says {found}"));
    }
    let nobody = || "The call has no capability, so no policy speaks about it.".to_owned();
    let reason = voices.first().map_or_else(nobody, reason);
    diagnostic.help(format!(
        "{reason} Correct the policy, or the example where the policy is meant so."
    ))
}

/// Says in a sentence who speaks.
fn reason(voice: &PolicyVoice<'_>) -> String {
    match voice.source {
        EffectSource::Entry(key) => format!("The entry {key} speaks."),
        EffectSource::Default(Some(_)) => "No entry speaks, so default_effect does.".to_owned(),
        EffectSource::Default(None) => {
            let effect = voice.effect.word();
            format!("No entry speaks, and default_effect is {effect} where it is not written.")
        }
        EffectSource::AskedByDefault => {
            "Programs are asked about unless an entry says otherwise.".to_owned()
        }
    }
}
