//! Rule `exposed-secret`: a value that the format takes as text is a secret, written out.

use crate::check::{Project, Rule};
use crate::config::Reference;
use crate::detect::secret_shapes::{known_shapes, names_secret};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Spanned;

pub(super) const RULE: Rule = Rule {
    name: "exposed-secret",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A value that the format takes as text is a secret, written out.",
    page: r#"
## Why it matters

Some settings take any text: the variables and arguments of an MCP server, an address with a user
and password, a header. A password or key there is readable for everybody who can read the file or
its history, and is sent wherever the file goes.

Found are values under names that stand for secrets (`TOKEN`, `DB_PASSWORD`), addresses with a
password, and the key formats of well-known services. Settings that take only references report a
literal as `literal-secret`.

## Example

```yaml
mcp_servers:
  - name: tracker
    transport: stdio
    command: tracker-mcp
    env: {TRACKER_TOKEN: not-a-real-token}
```

Better:

```yaml
mcp_servers:
  - name: tracker
    transport: stdio
    command: tracker-mcp
    env: {TRACKER_TOKEN: env://TRACKER_TOKEN}
```

## What to do

Put the value into a variable and refer to it. If the secret was real, replace it at the service:
whoever has the file has it.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let file = project.agents;
    for (name, provider) in file.providers.iter() {
        let field = format!("providers.{name}.base_url");
        look(provider.base_url.as_ref(), false, &field, findings);
    }
    for server in &file.mcp_servers {
        let field = |key: &str| format!("mcp_servers.{}.{key}", server.name);
        look(server.url.as_ref(), false, &field("url"), findings);
        for argument in &server.args {
            look(Some(argument), false, &field("args"), findings);
        }
        for (key, value) in server.env.iter() {
            let field = field(&format!("env.{key}"));
            look(Some(value), names_secret(key), &field, findings);
        }
        for (key, value) in server.headers.iter() {
            let field = field(&format!("headers.{key}"));
            look(Some(value), false, &field, findings);
        }
    }
    for tool in &file.http_tools {
        let field = |key: &str| format!("http_tools.{}.{key}", tool.name);
        look(Some(&tool.url), false, &field("url"), findings);
        for (part, values) in [("query", &tool.query), ("headers", &tool.headers)] {
            for (key, value) in values.iter() {
                // A placeholder takes the value from the arguments of the call.
                let literal = !value.contains('{');
                let field = field(&format!("{part}.{key}"));
                look(Some(value), literal && names_secret(key), &field, findings);
            }
        }
    }
    for (name, retrieval) in file.retrieval.iter() {
        let field = format!("retrieval.{name}.connection_url");
        look(retrieval.connection_url.as_ref(), false, &field, findings);
    }
}

/// Reports a value that is a secret by its key or by its own look.
fn look(
    value: Option<&Spanned<String>>,
    secret_by_key: bool,
    field: &str,
    findings: &mut Vec<Diagnostic>,
) {
    let Some(value) = value else { return };
    if value.is_empty() || Reference::parse(value).is_some() {
        return;
    }
    if secret_by_key || !known_shapes(value).is_empty() {
        let key = field.rsplit('.').next().unwrap_or(field);
        let message = format!("`{key}` holds a secret, written out");
        findings.push(
            Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                .at(value.span, "readable for everybody who has the file")
                .field(field)
                .help(
                    "Put it into a variable and write env://NAME; if it was real, replace it at \
                     the service.",
                ),
        );
    }
}
