//! Rule `component-conflict`: two declarations register the same name.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "component-conflict",
    code: Code::ComponentConflict,
    severity: Severity::Error,
    summary: "Two declarations register the same name.",
    page: r#"
## Why it matters

Every tool has one owner. If two plugins, or a plugin and `http_tools`, bring a tool of one name,
a call could reach either, so the second one is refused.

## Example

```yaml
security: {allowed_http_hosts: [api.example.com], trusted_plugin_prefixes: [algen_agent_tools]}
http_tools:
  - name: sample.echo
    description: Answers with its text.
    url: https://api.example.com/echo
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
```

Better:

```yaml
security: {allowed_http_hosts: [api.example.com], trusted_plugin_prefixes: [algen_agent_tools]}
http_tools:
  - name: weather.echo
    description: Answers with its text.
    url: https://api.example.com/echo
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
```

## What to do

Keep one of the two, or give one another name. A plugin and its class reference are the same
plugin: declare one of them.
"#,
    run: None,
};
