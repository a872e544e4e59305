//! Rule `unknown-tag`: a value has a tag that is not supported.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-tag",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A value has a tag that is not supported.",
    page: r#"
## Why it matters

Tags change how a value is read. Those of a programming language could run code when a file is
loaded, so only the ones of YAML itself are taken: `!!str`, `!!int`, `!!float`, `!!bool`,
`!!null`, `!!binary`, `!!set`, `!!omap`, `!!pairs`, `!!timestamp`, `!!seq` and `!!map`.

## Example

```yaml
feature_flags: !settings {new_planner: true}
```

Better:

```yaml
feature_flags: {new_planner: true}
```

## What to do

Remove the tag. A text that starts with `!` needs quotes.
"#,
    run: None,
};
