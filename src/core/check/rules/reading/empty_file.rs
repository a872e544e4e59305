//! Rule `empty-file`: a configuration file says nothing.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "empty-file",
    code: Code::Configuration,
    severity: Severity::Warning,
    summary: "A configuration file says nothing.",
    page: r#"
## Why it matters

An empty file, one of comments alone and one that is just `null` or `[]` count as no settings at
all. Then there is no agent and every check passes, which is seldom what a pipeline wants to
prove.

## Example

```yaml
# nothing yet
```

Better:

```yaml
feature_flags: {new_planner: true}
```

## What to do

Check that it is the right file, or leave it out.
"#,
    run: None,
};
