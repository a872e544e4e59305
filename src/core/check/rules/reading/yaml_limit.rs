//! Rule `yaml-limit`: a file is larger or deeper than what is read.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "yaml-limit",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A file is larger or deeper than what is read.",
    page: r#"
## Why it matters

A few lines of aliases can stand for billions of values, and deep nesting exhausts a stack. So a
file may hold 400,000 values in all and be nested 128 deep, aliases may stand for 100,000 values,
and the first problems are listed where there are very many. Files of people are far below this.

## Example

```yaml
feature_flags:
  a: &a [x, x, x, x, x, x, x, x, x, x]
  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
  d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
  e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
  f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
```

Better:

```yaml
feature_flags: {new_planner: true}
```

## What to do

Split the file, since several files are merged in order, or write repeated values out.
"#,
    run: None,
};
