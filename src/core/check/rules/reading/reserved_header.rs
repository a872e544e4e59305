//! Rule `reserved-header`: an HTTP tool sets a header that it may not set.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "reserved-header",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "An HTTP tool sets a header that it may not set.",
    page: r#"
## Why it matters

`Authorization` and `Cookie` hold secrets, which belong under `auth`, and `Host` decides where a
request goes, which the address alone does.

## Example

```yaml
security: {allowed_http_hosts: [api.example.com]}
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/today
    headers: {Host: other.example.com}
```

Better:

```yaml
security: {allowed_http_hosts: [api.example.com]}
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/today
    headers: {Accept-Language: en}
```

## What to do

Remove the header. Credentials go under `auth`, as references.
"#,
    run: None,
};
