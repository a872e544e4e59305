//! Rule `unknown-workflow-tool`: a workflow step names a tool that nothing registers.

use crate::check::suggestion::Suggestions;
use crate::check::{Project, Rule};
use crate::config::agent::{Workflow, WorkflowResourceKind};
use crate::diagnostics::closest::is_slip;
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity};
use crate::model::SideEffect;
use crate::source::{Span, Spanned};

/// What a step's handler starts with when it runs a tool.
const TOOL_HANDLER: &str = "tool:";

pub(super) const RULE: Rule = Rule {
    name: "unknown-workflow-tool",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "A workflow step names a tool that nothing registers.",
    page: r#"
## Why it matters

The handler `tool:<name>` of a step runs a tool. It is not looked up before the step runs, so a
misspelt name stops the workflow in the middle, after the steps before it have taken effect.

Under `resources` a tool is only described, for people who read the workflow: a wrong name there is
a warning.

## Example

```yaml
workflows:
  greet:
    name: greet
    version: 1.0.0
    nodes:
      - {id: say, kind: handler, handler: "tool:core.htpp", output_key: said}
```

Better:

```yaml
workflows:
  greet:
    name: greet
    version: 1.0.0
    nodes:
      - {id: say, kind: handler, handler: "tool:core.http", output_key: said}
```

## What to do

Take the suggested name, or declare the plugin that has the tool in some agent's `domain_plugins`.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let registry = project.registry;
    let tools = registry.tools().map(|tool| tool.spec.name.as_str());
    let mut suggestions = Suggestions::among_tools(tools);
    for (key, workflow) in project.agents.workflows.iter() {
        for named in named_tools(workflow) {
            let tool = named.tool;
            if registry.tool(tool).is_some() || registry.accepts_unverified(tool) {
                continue;
            }
            findings.push(finding(project, key, &named, &mut suggestions));
        }
    }
}

/// A tool that a step names.
struct NamedTool<'a> {
    tool: &'a str,
    /// The whole handler or name, as written.
    written: &'a Spanned<String>,
    /// Where, below the workflow.
    field: String,
    severity: Severity,
}

/// Returns the tools of every step: of its handler and of its resources.
fn named_tools(workflow: &Workflow) -> Vec<NamedTool<'_>> {
    let mut named = Vec::new();
    for (index, node) in workflow.nodes.iter().enumerate() {
        if let Some(handler) = &node.handler
            && let Some(tool) = handler.strip_prefix(TOOL_HANDLER)
        {
            named.push(NamedTool {
                tool,
                written: handler,
                field: format!("nodes.{index}.handler"),
                severity: RULE.severity,
            });
        }
        for (place, resource) in node.resources.iter().enumerate() {
            if resource.kind == WorkflowResourceKind::Tool && resource.name.span.is_some() {
                named.push(NamedTool {
                    tool: &resource.name,
                    written: &resource.name,
                    field: format!("nodes.{index}.resources.{place}.name"),
                    severity: Severity::Warning,
                });
            }
        }
    }
    named
}

fn finding(
    project: &Project<'_>,
    workflow: &str,
    named: &NamedTool<'_>,
    suggestions: &mut Suggestions<'_>,
) -> Diagnostic {
    let tool = named.tool;
    let plugin = project.registry.undeclared(tool);
    let suggestion = suggestions.closest(tool);
    let near = suggestion.near().filter(|_| plugin.is_none());
    let message = match (plugin, near) {
        (Some(plugin), _) => {
            format!("`{tool}` belongs to the plugin `{plugin}`, which no agent declares")
        }
        (None, Some(near)) => format!("no tool named `{tool}`; did you mean `{near}`?"),
        (None, None) => format!("no tool named `{tool}`"),
    };
    let mut diagnostic = Diagnostic::new(RULE.name, RULE.code, named.severity, message)
        .at(named.written.span, "no such tool")
        .field(format!("workflows.{workflow}.{}", named.field))
        .name(tool)
        .suggestion(near);
    diagnostic.help = match (plugin, near) {
        (Some(plugin), _) => Some(format!(
            "Add {plugin} to domain_plugins of the agents that the workflow works with."
        )),
        (None, Some(_)) => None,
        (None, None) => Some(format!(
            "`algen describe` lists every tool of the project.{}",
            suggestion.excuse()
        )),
    };
    diagnostic.fix = near.and_then(|near| {
        Some(Fix {
            description: format!("write `{near}`"),
            edits: vec![Edit {
                span: place_of_name(project, named)?,
                replacement: near.to_owned(),
            }],
            // As for the tools of agents: only what changes nothing and has no equal.
            unambiguous: is_slip(tool, near)
                && project
                    .registry
                    .tool(near)
                    .is_some_and(|tool| tool.spec.strongest_effect() <= SideEffect::Read)
                && suggestions
                    .rivals(tool, near)
                    .is_some_and(<[&str]>::is_empty),
        })
    });
    diagnostic
}

/// Returns the place of the name alone, without `tool:` and quotes.
fn place_of_name(project: &Project<'_>, named: &NamedTool<'_>) -> Option<Span> {
    let span = named.written.span?;
    let written = project.sources.slice(span);
    let start = span.start as usize + written.find(named.tool)?;
    Some(Span::new(span.source, start, start + named.tool.len()))
}
