//! Rule `unsupported-format`: a file has a format of another version of algen.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unsupported-format",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A file has a format of another version of algen.",
    page: r#"
## Why it matters

The number behind `algen:` says how a file is to be read. One that this version does not know may
mean something else by the same words.

## Example

```yaml
algen: 2
```

Better:

```yaml
algen: 1
```

## What to do

Write 1, or use the version of algen that the file was made for.
"#,
    run: None,
};
