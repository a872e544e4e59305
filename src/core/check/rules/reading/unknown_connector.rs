//! Rule `unknown-connector`: a toolkit names a connector that does not exist.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-connector",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A toolkit names a connector that does not exist.",
    page: r#"
## Why it matters

The connector decides which keys a toolkit takes and which tools it has.

## Example

```yaml
algen: 1
plugins:
  acme.mail:
    version: 1.0.0
    publisher: acme
    toolkits:
      notices: {connector: smpt}
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

Take the suggested connector; `algen catalog` describes all of them.
"#,
    run: None,
};
