//! Rule `multiple-documents`: a file holds a second document.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "multiple-documents",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A file holds a second document.",
    page: r#"
## Why it matters

`---` starts a new document. Only the first could be read, and settings that are silently left out
are worse than an error.

## Example

```yaml
feature_flags: {new_planner: true}
---
feature_flags: {new_planner: false}
```

Better:

```yaml
feature_flags: {new_planner: true}
```

## What to do

Move the second document to a file of its own and name both: files are merged from left to right.
"#,
    run: None,
};
