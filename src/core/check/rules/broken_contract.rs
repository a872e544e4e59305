//! Rule `broken-contract`: a tool of a declared toolkit breaks the contract of tools.

use crate::check::contract::contract_problems;
use crate::check::declared_tool::WrittenToolkit;
use crate::check::{Project, Rule};
use crate::config::deployment::{DeclaredToolkit, PluginSource};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::registry::{RegisteredTool, ToolSource, ToolSpec};

/// The most problems of one toolkit that are told one by one.
const TOLD_MAX: usize = 50;

pub(super) const RULE: Rule = Rule {
    name: "broken-contract",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "A tool of a declared toolkit breaks the contract of tools.",
    page: r#"
## Why it matters

Every tool of the built-in connectors keeps one contract: named `<toolkit>.<action>`, permissions
under the toolkit's name, governance from a preset, arguments closed at every depth, a bound on
every text, list and number, and no argument that chooses where a call goes. `algen check
--contract` holds the toolkits of `algen.yaml`, declared queries and reviewed MCP tools among them,
to the same.

## Example

```
algen check --contract
```

An MCP server's tool that takes a `url`, or an object with any fields, is found.

## What to do

Each finding names the tool and the rule. Close and bound what the toolkit declares. Of an MCP
server's schema, which is not yours to change, decide whether the tool is worth its openness, and
leave it out of the overlay if it is not.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(deployment) = project.deployment.filter(|_| project.holds_contract) else {
        return;
    };
    for plugin in &deployment.plugins {
        let PluginSource::Toolkits { toolkits, .. } = &plugin.source else {
            continue;
        };
        let reference = &plugin.reference.value;
        let source = ToolSource::Plugin(reference.clone());
        let unused = project.registry.unused_plugin(reference);
        for toolkit in toolkits {
            let prefix = format!("{}.", toolkit.name.value);
            let belongs = |tool: &&RegisteredTool| {
                tool.source == source && tool.spec.name.starts_with(&prefix)
            };
            let tools = project.registry.tools().filter(belongs);
            let tools = tools.map(|tool| &tool.spec);
            let unused = unused.unwrap_or_default().iter();
            let unused = unused.filter(|tool| tool.name.starts_with(&prefix));
            let tools: Vec<ToolSpec> = tools.chain(unused).cloned().collect();
            report(project, toolkit, &tools, findings);
        }
    }
}

fn report<'a>(
    project: &Project<'a>,
    toolkit: &DeclaredToolkit<'a>,
    tools: &[ToolSpec],
    findings: &mut Vec<Diagnostic>,
) {
    let problems = contract_problems(&toolkit.name.value, tools);
    if problems.is_empty() {
        return;
    }
    let written = WrittenToolkit::of(project, toolkit);
    for problem in problems.iter().take(TOLD_MAX) {
        let place = match problem.pointer.as_str() {
            "" => String::new(),
            pointer => format!(" at `{pointer}`"),
        };
        let (tool, rule) = (&problem.tool, problem.rule.word());
        let message = format!("`{tool}` breaks the contract{place}: {}", problem.message);
        let place = written.place(tool, &problem.pointer);
        findings.push(
            Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                .at(place.or(toolkit.name.span), format!("rule {rule}"))
                .name(tool.clone()),
        );
    }
    if problems.len() > TOLD_MAX {
        let message = format!(
            "{} more problems of the toolkit `{}`",
            problems.len() - TOLD_MAX,
            toolkit.name
        );
        findings.push(
            Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                .at(toolkit.name.span, "and more"),
        );
    }
}
