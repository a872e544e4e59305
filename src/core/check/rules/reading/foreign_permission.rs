//! Rule `foreign-permission`: a tool of an overlay asks for another toolkit's permission.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "foreign-permission",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A tool of an overlay asks for another toolkit's permission.",
    page: r#"
## Why it matters

An agent that has the permission for another toolkit's sake gets this tool with it, and granting
it for this tool grants more than this tool.

## Example

```yaml
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
tools:
  list_issues: {effect: read, permissions: [files.read], input_schema: {type: object}}
```

Better:

```yaml
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
tools:
  list_issues: {effect: read, permissions: [tracker.read], input_schema: {type: object}}
```

## What to do

Use a permission that starts with the overlay's name, or remove the key for the usual one.
"#,
    run: None,
};
