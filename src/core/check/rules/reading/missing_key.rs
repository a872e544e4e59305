//! Rule `missing-key`: a section lacks a key that it needs.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "missing-key",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A section lacks a key that it needs.",
    page: r#"
## Why it matters

Some settings have no sensible default: the name and version of an agent, the address of an HTTP
tool. Without them the section means nothing.

## Example

```yaml
http_tools:
  - {name: weather.today, description: Tells the weather.}
```

Better:

```yaml
security: {allowed_http_hosts: [api.example.com]}
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/today
```

## What to do

Add the key. `algen schema agent` prints the schema that editors use to complete and check it.
"#,
    run: None,
};
