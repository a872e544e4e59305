//! Rule `open-http`: `core.http` is enabled and no list says which hosts it may reach.

use crate::check::wording::quoted;
use crate::check::{Project, Rule};
use crate::diagnostics::{Code, Diagnostic, Severity};

/// The runtime's tool for any HTTP request.
const TOOL: &str = "core.http";

pub(super) const RULE: Rule = Rule {
    name: "open-http",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "`core.http` is enabled and no list says which hosts it may reach.",
    page: r#"
## Why it matters

`core.http` sends any request to any address that a model chooses. `security.allowed_http_hosts`
bounds it, but an empty list does not mean no host: it means every public one. Whatever the agent
has read can then be sent anywhere.

## Example

```yaml
agents:
  - name: assistant
    enabled_tools: [core.http]
    tool_permissions: [network.http]
```

Better:

```yaml
security:
  allowed_http_hosts: [api.example.com]
agents:
  - name: assistant
    enabled_tools: [core.http]
    tool_permissions: [network.http]
```

## What to do

List the hosts, each of which stands for its subdomains too. Better still, declare the few requests
that the agent needs under `http_tools` and leave `core.http` out.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let security = &project.agents.security;
    if security.damaged || !security.allowed_http_hosts.is_empty() {
        return;
    }
    // One finding for the file: the list that is missing is the same for every agent.
    let agents = project.agents.agents.iter();
    let places: Vec<_> = agents
        .filter_map(|agent| {
            let mut tools = agent.enabled_tools.iter();
            Some((agent, tools.find(|tool| tool.value == TOOL)?))
        })
        .collect();
    let Some((agent, tool)) = places.first() else {
        return;
    };
    let names = places.iter().map(|(agent, _)| agent.name.value.as_str());
    // An agent whose name could not be read has none.
    let names = quoted(names.filter(|name| !name.is_empty()));
    let of = if names.is_empty() { "" } else { " of " };
    let message = format!("`{TOOL}`{of}{names} may reach every public host");
    findings.push(
        Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
            .at(tool.span, "any host")
            .at(security.span, "`allowed_http_hosts` is empty")
            .agent(agent.name.value.as_str())
            .field("security.allowed_http_hosts")
            .name(TOOL)
            .help("List the hosts under security.allowed_http_hosts; empty means all of them."),
    );
}
