//! Rule `duplicate-key`: a mapping has the same key twice.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "duplicate-key",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A mapping has the same key twice.",
    page: r#"
## Why it matters

The last one counts and the first is dropped without a word: a list of permissions or a policy
that was written with care is gone. The Python runtime reads such a file without complaint.

## Example

```yaml
feature_flags:
  new_planner: true
  new_planner: false
```

Better:

```yaml
feature_flags:
  new_planner: false
```

## What to do

Keep one of the two, or join what they say. The place of the first is shown as well.
"#,
    run: None,
};
