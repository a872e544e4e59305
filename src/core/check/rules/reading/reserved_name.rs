//! Rule `reserved-name`: a toolkit has a name that is taken.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "reserved-name",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A toolkit has a name that is taken.",
    page: r#"
## Why it matters

Tools under `core.` belong to the runtime and those under `mcp.` to `mcp_servers`. A toolkit with
such a name could pass its tools off as theirs.

## Example

```yaml
algen: 1
plugins:
  acme.mail:
    version: 1.0.0
    publisher: acme
    toolkits:
      core: {connector: smtp}
```

Better:

```yaml
algen: 1
plugins:
  acme.mail:
    version: 1.0.0
    publisher: acme
    toolkits:
      notices: {connector: smtp}
```

## What to do

Choose another name; tools and permissions start with it.
"#,
    run: None,
};
