//! Rule `unmatched-policy`: a key of the deployment's policy speaks about nothing that exists.

use std::collections::BTreeSet;

use crate::check::list_edit;
use crate::check::suggestion::Suggestions;
use crate::check::{Project, Rule};
use crate::config::deployment::Policy;
use crate::config::{CapabilityPattern, is_tool_name};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::governance::capability::CAPABILITIES;
use crate::source::Spanned;

pub(super) const RULE: Rule = Rule {
    name: "unmatched-policy",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "A key of the deployment's policy speaks about nothing that exists.",
    page: r#"
## Why it matters

A policy is believed to hold once it is written. A key that matches no capability of any tool, or a
limit for a tool that does not exist, holds for nothing, and the calls that it was meant for go on.

A key under `capabilities` is one capability, `prefix.*` for all that start so, or `*`. What algen
knows may stand there although this project does not use it, so that projects can share a policy.

## Example

```yaml
algen: 1
policy:
  capabilities: {email.sent: require_approval}
```

Better:

```yaml
algen: 1
policy:
  capabilities: {email.send: require_approval}
```

## What to do

Correct the key. `algen describe --json` shows each tool's `policy_capabilities`.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(deployment) = project.deployment else {
        return;
    };
    let policy = &deployment.settings.policy;
    check_capabilities(project, policy, findings);
    check_limits(project, policy, findings);
}

fn check_capabilities(project: &Project<'_>, policy: &Policy, findings: &mut Vec<Diagnostic>) {
    let mut declared: BTreeSet<&str> = CAPABILITIES.iter().copied().collect();
    for tool in project.registry.tools() {
        let variants = tool.spec.variants.iter();
        let of_variants = variants.flat_map(|variant| &variant.policy_capabilities);
        let all = tool.spec.policy_capabilities.iter().chain(of_variants);
        declared.extend(all.map(String::as_str));
    }
    let groups: BTreeSet<String> = declared
        .iter()
        .filter_map(|name| name.rsplit_once('.'))
        .map(|(group, _)| format!("{group}.*"))
        .collect();
    let mut names = Suggestions::among(declared.iter().copied());
    let mut groups = Suggestions::among(groups.iter().map(String::as_str));
    for (key, _) in policy.capabilities.iter() {
        // What is no pattern at all was reported where it was read.
        let Some(pattern) = CapabilityPattern::parse(key) else {
            continue;
        };
        let matched = match pattern {
            CapabilityPattern::Every => true,
            CapabilityPattern::Exact(name) => declared.contains(name),
            CapabilityPattern::Below(start) => declared
                .range(start..)
                .next()
                .is_some_and(|first| first.starts_with(start)),
        };
        if matched {
            continue;
        }
        let suggestion = match pattern {
            CapabilityPattern::Below(_) => groups.closest(key),
            CapabilityPattern::Every | CapabilityPattern::Exact(_) => names.closest(key),
        };
        let question = suggestion.question();
        let message = format!("no tool has a capability `{key}`{question}");
        let mut diagnostic = finding(key, "capabilities", message, suggestion.near());
        match suggestion.near() {
            Some(near) => {
                diagnostic.fix = list_edit::take_suggestion(project.sources, key, near);
            }
            None => {
                diagnostic.help = Some(format!(
                    "`algen describe --json` shows each tool's policy_capabilities.{}",
                    suggestion.excuse()
                ));
            }
        }
        findings.push(diagnostic);
    }
}

fn check_limits(project: &Project<'_>, policy: &Policy, findings: &mut Vec<Diagnostic>) {
    let registry = project.registry;
    let tools = registry.tools().map(|tool| tool.spec.name.as_str());
    let mut suggestions = Suggestions::among_tools(tools);
    for (key, _) in policy.limits.iter() {
        // Other keys than tools' names were reported where they were read.
        let exists = registry.tool(key).is_some()
            || registry.accepts_unverified(key)
            || registry.undeclared(key).is_some();
        if exists || !is_tool_name(key) {
            continue;
        }
        let suggestion = suggestions.closest(key);
        let question = suggestion.question();
        let message = format!("`limits` bounds `{key}`, which no plugin has{question}");
        let mut diagnostic = finding(key, "limits", message, suggestion.near());
        match suggestion.near() {
            Some(near) => {
                diagnostic.fix = list_edit::take_suggestion(project.sources, key, near);
            }
            None => {
                diagnostic.help = Some(format!(
                    "`algen describe` lists every tool of the project.{}",
                    suggestion.excuse()
                ));
            }
        }
        findings.push(diagnostic);
    }
}

fn finding(
    key: &Spanned<String>,
    section: &str,
    message: String,
    near: Option<&str>,
) -> Diagnostic {
    Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(key.span, "holds for nothing")
        .field(format!("policy.{section}.{key}"))
        .name(key.value.as_str())
        .suggestion(near)
}
