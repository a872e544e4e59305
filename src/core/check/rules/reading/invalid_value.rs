//! Rule `invalid-value`: a value lies outside what its setting takes.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "invalid-value",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A value lies outside what its setting takes.",
    page: r#"
## Why it matters

The value has the right type and a form or size that the setting does not take: a number out of
range, a name with capital letters, a list that is too long.

## Example

```yaml
maintenance: {interval_seconds: 5}
```

Better:

```yaml
maintenance: {interval_seconds: 300}
```

## What to do

The message says what is taken. `algen schema agent` lists every limit.
"#,
    run: None,
};
