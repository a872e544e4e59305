//! Rule `surprising-scalar`: YAML reads a number in a way that few expect.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "surprising-scalar",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "YAML reads a number in a way that few expect.",
    page: r#"
## Why it matters

In YAML 1.1, which the Python runtime reads too, a plain number with a leading zero is octal and
one with colons counts in sixties: `010` is 8 and `1:30` is 90. The file loads with that number.

## Example

```yaml
maintenance: {interval_seconds: 5:00}
```

Better:

```yaml
maintenance: {interval_seconds: 300}
```

## What to do

Write the decimal number that is meant.
"#,
    run: None,
};
