//! Rule `duplicate-name`: two entries of a list have the same name.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "duplicate-name",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "Two entries of a list have the same name.",
    page: r#"
## Why it matters

Entries of `mcp_servers`, `http_tools`, an agent's `skills`, the steps of a workflow and the like
are looked up by name. Of two with one name, nobody knows which is meant.

## Example

```yaml
mcp_servers:
  - {name: tracker, transport: streamable_http, url: "https://a.example.com/mcp"}
  - {name: tracker, transport: streamable_http, url: "https://b.example.com/mcp"}
```

Better:

```yaml
mcp_servers:
  - {name: tracker, transport: streamable_http, url: "https://a.example.com/mcp"}
  - {name: archive, transport: streamable_http, url: "https://b.example.com/mcp"}
```

## What to do

Give one of the two another name, or remove it.
"#,
    run: None,
};
