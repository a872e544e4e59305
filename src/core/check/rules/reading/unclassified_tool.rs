//! Rule `unclassified-tool`: nobody has decided what a tool of an overlay changes.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unclassified-tool",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "Nobody has decided what a tool of an overlay changes.",
    page: r#"
## Why it matters

A new overlay lists every tool of the server with `effect: null`. The effect decides about
permission, approval and retries, and the server's own hint is not evidence, so a person has to
write it.

## Example

```yaml
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
tools:
  list_issues: {effect: null, input_schema: {type: object}}
```

Better:

```yaml
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
tools:
  list_issues: {effect: read, input_schema: {type: object}}
```

## What to do

Write `read`, `write`, `external` or `destructive`, or remove the tool: what is not listed cannot
be called.
"#,
    run: None,
};
