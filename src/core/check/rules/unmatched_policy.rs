//! Rule `unmatched-policy`: a key or an example of the deployment's policy speaks about nothing
//! that exists.

use std::collections::BTreeSet;

use crate::check::known_capabilities::known_capabilities;
use crate::check::list_edit;
use crate::check::suggestion::{Suggestion, Suggestions};
use crate::check::{Project, Rule};
use crate::config::deployment::Policy;
use crate::config::{CapabilityPattern, is_tool_name};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Spanned;

pub(super) const RULE: Rule = Rule {
    name: "unmatched-policy",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "A key or an example of the deployment's policy speaks about nothing that exists.",
    page: r#"
## Why it matters

A policy is believed to hold once it is written. A key that matches no capability of any tool, or a
limit for a tool that does not exist, holds for nothing, and the calls that it was meant for go on.
The same is true of an example about them: it proves nothing.

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
    let known = known_capabilities(project);
    let mut capabilities = Suggestions::among(known.iter().copied());
    let mut tools = ToolNames {
        project,
        names: None,
    };
    check_capabilities(project, policy, &known, &mut capabilities, findings);
    check_limits(project, policy, &mut tools, findings);
    for (index, example) in policy.examples.iter().enumerate() {
        let named = example.capabilities.iter().flatten();
        for (place, capability) in named.enumerate() {
            // What is no capability at all was reported where it was read.
            let is_exact =
                CapabilityPattern::parse(capability) == Some(CapabilityPattern::Exact(capability));
            if is_exact && !known.contains(capability.as_str()) {
                let suggestion = capabilities.closest(capability);
                let field = format!("examples.{index}.capabilities.{place}");
                findings.push(no_capability(project, capability, &field, suggestion));
            }
        }
        if let Some(tool) = &example.tool
            && is_unknown_tool(project, tool)
        {
            let field = format!("examples.{index}.tool");
            let subject = "the example is about";
            findings.push(no_tool(project, tool, &field, subject, tools.closest(tool)));
        }
    }
}

fn check_capabilities<'a>(
    project: &Project<'a>,
    policy: &Policy,
    known: &BTreeSet<&str>,
    names: &mut Suggestions<'a>,
    findings: &mut Vec<Diagnostic>,
) {
    let groups: BTreeSet<String> = known
        .iter()
        .filter_map(|name| name.rsplit_once('.'))
        .map(|(group, _)| format!("{group}.*"))
        .collect();
    let mut groups = Suggestions::among(groups.iter().map(String::as_str));
    for (key, _) in policy.capabilities.iter() {
        // What is no pattern at all was reported where it was read.
        let Some(pattern) = CapabilityPattern::parse(key) else {
            continue;
        };
        let matched = match pattern {
            CapabilityPattern::Every => true,
            CapabilityPattern::Exact(name) => known.contains(name),
            CapabilityPattern::Below(start) => known
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
        let field = format!("capabilities.{key}");
        findings.push(no_capability(project, key, &field, suggestion));
    }
}

fn check_limits(
    project: &Project<'_>,
    policy: &Policy,
    tools: &mut ToolNames<'_>,
    findings: &mut Vec<Diagnostic>,
) {
    for (key, _) in policy.limits.iter() {
        if is_unknown_tool(project, key) {
            let field = format!("limits.{key}");
            findings.push(no_tool(
                project,
                key,
                &field,
                "`limits` bounds",
                tools.closest(key),
            ));
        }
    }
}

/// The names of tools that a policy may be about: of plugins that agents declare, and of all others,
/// since projects share policies.
struct ToolNames<'a> {
    project: &'a Project<'a>,
    /// Built only for a name that does not exist.
    names: Option<Suggestions<'a>>,
}

impl<'a> ToolNames<'a> {
    fn closest(&mut self, name: &str) -> Suggestion<'a> {
        let registry = self.project.registry;
        let names = self.names.get_or_insert_with(|| {
            let declared = registry.tools().map(|tool| tool.spec.name.as_str());
            let others = registry.undeclared_tools().keys();
            Suggestions::among_tools(declared.chain(others.map(String::as_str)))
        });
        names.closest(name)
    }
}

/// Tells whether a text is a tool's name and no plugin has that tool. Other texts were reported
/// where they were read.
fn is_unknown_tool(project: &Project<'_>, name: &str) -> bool {
    let registry = project.registry;
    let exists = registry.tool(name).is_some()
        || registry.accepts_unverified(name)
        || registry.undeclared(name).is_some();
    !exists && is_tool_name(name)
}

fn no_capability(
    project: &Project<'_>,
    name: &Spanned<String>,
    field: &str,
    suggestion: Suggestion<'_>,
) -> Diagnostic {
    let question = suggestion.question();
    let message = format!("no tool has a capability `{name}`{question}");
    let help = "`algen describe --json` shows each tool's policy_capabilities.";
    finding(project, name, field, message, suggestion, help)
}

fn no_tool(
    project: &Project<'_>,
    name: &Spanned<String>,
    field: &str,
    subject: &str,
    suggestion: Suggestion<'_>,
) -> Diagnostic {
    let question = suggestion.question();
    let message = format!("{subject} `{name}`, which no plugin has{question}");
    let help = "`algen describe` lists every tool of the project.";
    finding(project, name, field, message, suggestion, help)
}

/// Builds a finding; `help` is for a name that nothing is near to.
fn finding(
    project: &Project<'_>,
    name: &Spanned<String>,
    field: &str,
    message: String,
    suggestion: Suggestion<'_>,
    help: &str,
) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(name.span, "holds for nothing")
        .field(format!("policy.{field}"))
        .name(name.value.as_str())
        .suggestion(suggestion.near());
    match suggestion.near() {
        Some(near) => {
            diagnostic.fix = list_edit::take_suggestion(project.sources, name, near);
        }
        None => diagnostic.help = Some(format!("{help}{}", suggestion.excuse())),
    }
    diagnostic
}
