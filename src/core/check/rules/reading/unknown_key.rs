//! Rule `unknown-key`: a section has a key that does not exist.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-key",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A section has a key that does not exist.",
    page: r#"
## Why it matters

A key that nothing reads is a setting that does not hold. Every section knows its keys, so a
misspelt one is found here, not when the default that stayed in force does harm.

## Example

```yaml
runtime: {component_chek: error}
```

Better:

```yaml
runtime: {component_check: error}
```

## What to do

Take the suggested key, or one from the list. Notes of other programs belong under the top-level
key `extensions`, which takes anything.
"#,
    run: None,
};
