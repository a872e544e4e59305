//! Rule `invalid-schema`: a JSON Schema is not one.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "invalid-schema",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A JSON Schema is not one.",
    page: r#"
## Why it matters

Arguments and outputs are checked against schemas. One that is broken would let everything through
or nothing; the arguments of a tool are always an object.

## Example

```yaml
security: {allowed_http_hosts: [api.example.com]}
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/today
    parameters: {type: array}
```

Better:

```yaml
security: {allowed_http_hosts: [api.example.com]}
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/today
    parameters: {type: object, properties: {}}
```

## What to do

Correct the schema at the place that is underlined. The dialect is 2020-12.
"#,
    run: None,
};
