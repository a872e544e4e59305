//! Rule `egress-differs`: a host that `agent.yaml` allows is not among those of `algen.yaml`.

use crate::check::{Project, Rule};
use crate::diagnostics::{Code, Diagnostic, Severity};

pub(super) const RULE: Rule = Rule {
    name: "egress-differs",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A host that `agent.yaml` allows is not among those of `algen.yaml`.",
    page: r#"
## Why it matters

Two lists say which hosts are reached. `security.allowed_http_hosts` of agent.yaml bounds
`http_tools`, `core.http` and MCP addresses in both programs; `policy.egress` of algen.yaml bounds
every call of algen, connectors included. A host that only the first one has works under the Python
runtime and is refused by algen.

## Example

```text
security:
  allowed_http_hosts: [api.example.com, files.example.com]
```

with an algen.yaml that says `policy: {egress: [api.example.com]}`. Better:

```text
security:
  allowed_http_hosts: [api.example.com]
```

## What to do

Add the host to `policy.egress` if calls shall reach it, or take it out of
`security.allowed_http_hosts`. An entry of egress is one host, or `*.domain` for every host below.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let settings = project.deployment.map(|deployment| &deployment.settings);
    let Some(egress) = settings.and_then(|settings| settings.policy.egress.as_ref()) else {
        return;
    };
    for host in &project.agents.security.allowed_http_hosts {
        let name = host.trim_matches('.');
        if egress.iter().any(|allowed| allowed.covers(name)) {
            continue;
        }
        let message = format!("`policy.egress` of algen.yaml does not reach `{host}`");
        findings.push(
            Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                .at(host.span, "allowed here alone")
                .at(
                    egress.first().and_then(|first| first.span),
                    "the hosts that algen reaches",
                )
                .field("security.allowed_http_hosts")
                .name(host.value.as_str())
                .help(format!("Add {host} to policy.egress, or take it out here.")),
        );
    }
}
