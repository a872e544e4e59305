//! Rule `retired-tool`: an agent enables a tool of an older runtime that has a successor.

use crate::check::{Project, Rule};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Spanned;

/// The tool for mail of older runtimes.
const EMAIL: &str = "communications.email.send";
/// The tool for any SQL statement of older runtimes.
const DATABASE: &str = "database_tool";

pub(super) const RULE: Rule = Rule {
    name: "retired-tool",
    code: Code::UnknownComponent,
    severity: Severity::Error,
    summary: "An agent enables a tool of an older runtime that has a successor.",
    page: r#"
## Why it matters

Two tools of early runtimes are gone, because they left too much to the model. Their successors
differ in more than the name, so a change of the name alone is not enough.

`communications.email.send` became `<toolkit>.send_email` of a mail toolkit: `smtp`, `gmail` or
`outlook`. The deployment fixes the sender, the model cannot set headers, a call may take 60
seconds, and the permission is `<toolkit>.write`.

`database_tool` ran any statement. Each statement that an agent needs becomes a declared query of a
`postgres`, `mysql` or `sqlite` toolkit in `algen.yaml`, with typed parameters and a preset.

## Example

```yaml
agents:
  - name: assistant
    enabled_tools: [communications.email.send]
```

Better:

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.smtp]
    enabled_tools: [smtp.send_email]
    tool_permissions: [smtp.write]
```

## What to do

Replace the tool in `enabled_tools`, its permission in `tool_permissions`, and its name wherever a
policy, a limit or a workflow has it.
"#,
    run: Some(run),
};

/// Tells whether this rule speaks about a name.
pub(super) fn is_retired(tool: &str) -> bool {
    matches!(tool, EMAIL | DATABASE)
}

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    // The one mail tool of the project, if there is one.
    let mut mail = project
        .registry
        .tools()
        .map(|tool| tool.spec.name.as_str())
        .filter(|name| name.ends_with(".send_email"));
    let mail = match (mail.next(), mail.next()) {
        (only, None) => only,
        _ => None,
    };
    for agent in &project.agents.agents {
        for tool in &agent.enabled_tools {
            if is_retired(tool) && project.registry.tool(tool).is_none() {
                findings.push(finding(agent, tool, mail));
            }
        }
    }
}

fn finding(agent: &AgentDefinition, tool: &Spanned<String>, mail: Option<&str>) -> Diagnostic {
    let (message, help, suggestion) = if tool.value == EMAIL {
        let successor = mail.unwrap_or("smtp.send_email");
        let toolkit = successor.strip_suffix(".send_email").unwrap_or("smtp");
        (
            format!("`{EMAIL}` is retired: `{successor}` takes its place"),
            format!(
                "Enable {successor} and grant {toolkit}.write. The deployment fixes the sender, \
                 there are no custom headers, and a call may take 60 seconds."
            ),
            mail,
        )
    } else {
        (
            format!("`{DATABASE}` is retired: declared queries take its place"),
            "Declare each statement that the agent needs under `queries` of a toolkit in \
             algen.yaml and enable it as <toolkit>.<query>."
                .to_owned(),
            None,
        )
    };
    Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(tool.span, "retired")
        .agent(agent.name.value.as_str())
        .field("enabled_tools")
        .name(tool.value.as_str())
        .suggestion(suggestion)
        .help(help)
}
