//! Rule `unknown-placeholder`: an HTTP tool uses a parameter that it does not declare.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-placeholder",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "An HTTP tool uses a parameter that it does not declare.",
    page: r#"
## Why it matters

`{name}` in the address, query, headers or body takes the argument of that name. One that
`parameters` does not declare can never be given; in the path it has to be required as well, since
a part of a path cannot be left out.

## Example

```yaml
security: {allowed_http_hosts: [api.example.com]}
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/{town}
```

Better:

```yaml
security: {allowed_http_hosts: [api.example.com]}
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/{town}
    parameters:
      type: object
      properties: {town: {type: string}}
      required: [town]
```

## What to do

Declare the parameter under `parameters`, or correct the placeholder.
"#,
    run: None,
};
