//! Rule `unknown-value`: a setting with fixed words has another one.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-value",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A setting with fixed words has another one.",
    page: r#"
## Why it matters

The setting takes one of a few words, written exactly so. Another word is not taken for the
default, because then the setting would silently mean something else.

## Example

```yaml
runtime: {component_check: warning}
```

Better:

```yaml
runtime: {component_check: warn}
```

## What to do

Take one of the words that the message lists.
"#,
    run: None,
};
