//! Rule `invalid-tool-name`: a tool of an overlay cannot be called by its server's name.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "invalid-tool-name",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A tool of an overlay cannot be called by its server's name.",
    page: r#"
## Why it matters

A tool is called `<overlay>.<tool>`, in small letters and with `_` for `-`. What remains has to be
a letter, then letters, digits and `_`.

## Example

```yaml
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
tools:
  issues.list: {effect: read, input_schema: {type: object}}
```

Better:

```yaml
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
tools:
  list-issues: {effect: read, input_schema: {type: object}}
```

## What to do

Remove the tool from the overlay; it cannot be offered under this name.
"#,
    run: None,
};
