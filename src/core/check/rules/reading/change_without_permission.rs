//! Rule `change-without-permission`: a tool of an overlay changes something and needs no permission.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "change-without-permission",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A tool of an overlay changes something and needs no permission.",
    page: r#"
## Why it matters

With an empty list every agent that enables the tool may call it. For a tool that changes
something, enabling and granting are meant to be two decisions.

## Example

```yaml
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
tools:
  close_issue: {effect: write, permissions: [], input_schema: {type: object}}
```

Better:

```yaml
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
tools:
  close_issue: {effect: write, input_schema: {type: object}}
```

## What to do

Remove the key: the permission is then `<overlay>.write`.
"#,
    run: None,
};
