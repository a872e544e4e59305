//! Rule `effect-without-approval`: a tool that changes something runs without anybody being asked.

use crate::check::enabled_tools::{EnabledToolKind, ToolLookup};
use crate::check::wording::{plural, quoted};
use crate::check::{Project, Rule};
use crate::config::PolicyEffect;
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::governance::{CapabilityPolicy, decide_capabilities};
use crate::model::SideEffect;
use crate::registry::ToolSpec;
use crate::source::Spanned;

pub(super) const RULE: Rule = Rule {
    name: "effect-without-approval",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A tool that changes something runs without anybody being asked.",
    page: r#"
## Why it matters

A call is asked about when the tool itself asks, when the capability policy of `algen.yaml` asks
for one of its capabilities, or when the agent's `approval_policy` does: `require_for_side_effects`
for every write, external and destructive effect, `require_for_destructive` for destructive ones.
With all of them silent, a model alone decides what is sent, written or deleted.

Tools of MCP servers count as external unless `tool_policies` says otherwise.

## Example

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.gmail]
    enabled_tools: [gmail.send_email]
    tool_permissions: [gmail.write]
    approval_policy: {require_for_side_effects: false}
```

Better:

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.gmail]
    enabled_tools: [gmail.send_email]
    tool_permissions: [gmail.write]
    approval_policy: {require_for_side_effects: true}
```

## What to do

- Switch the agent's policy on again, or
- ask for single capabilities in `algen.yaml`: `policy: {capabilities: {email.send:
  require_approval}}`, or
- keep it, if bounds of another kind are enough: allowed recipients, limits, a test account.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let lookup = ToolLookup::new(project);
    let deployment = project.deployment;
    let policy = deployment.map(|deployment| &deployment.settings.policy);
    let capability_policy = CapabilityPolicy::new(policy, []);
    for agent in &project.agents.agents {
        let policy = &agent.approval_policy;
        // Asking for every effect includes the destructive ones.
        if policy.damaged || policy.require_for_side_effects {
            continue;
        }
        let mut unasked: Vec<(&Spanned<String>, SideEffect)> = Vec::new();
        for tool in lookup.enabled_tools(agent) {
            let effect = match tool.kind {
                EnabledToolKind::Registered(registered) => {
                    let spec = &registered.spec;
                    // Every call has one of these capabilities at least.
                    let capabilities = spec.policy_capabilities.iter().map(String::as_str);
                    let decision = decide_capabilities(&capability_policy, capabilities);
                    if spec.approval || decision.effect > PolicyEffect::Allow {
                        continue;
                    }
                    strongest_effect(spec)
                }
                EnabledToolKind::OfServer { effect, .. } => effect,
                EnabledToolKind::Unknown => continue,
            };
            let asked = match effect {
                SideEffect::None | SideEffect::Read => true,
                SideEffect::Write | SideEffect::External => false,
                SideEffect::Destructive => policy.require_for_destructive,
            };
            if !asked {
                unasked.push((tool.name, effect));
            }
        }
        findings.extend(finding(agent, &unasked));
    }
}

fn finding(
    agent: &AgentDefinition,
    unasked: &[(&Spanned<String>, SideEffect)],
) -> Option<Diagnostic> {
    // The gravest one is the place.
    let (gravest, effect) = unasked.iter().rev().max_by_key(|(_, effect)| *effect)?;
    let names = quoted(unasked.iter().map(|(name, _)| name.value.as_str()));
    let run = plural(unasked.len(), "runs", "run");
    let message = format!("{names} {run} without anybody being asked");
    let diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(gravest.span, format!("{} effect", effect.word()))
        .at(agent.approval_policy.span, "approvals are off here")
        .agent(agent.name.value.as_str())
        .field("approval_policy")
        .name(gravest.value.as_str())
        .help(
            "Set require_for_side_effects to true, or ask for the capability under `policy` in \
             algen.yaml.",
        );
    Some(diagnostic)
}

/// Returns the effect of the gravest kind of call.
fn strongest_effect(spec: &ToolSpec) -> SideEffect {
    let variants = spec.variants.iter().map(|variant| variant.side_effect);
    variants.fold(spec.side_effect, SideEffect::max)
}
