//! Rule `wrong-type`: a value has the wrong type.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "wrong-type",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A value has the wrong type.",
    page: r#"
## Why it matters

Each setting takes one type. A single text is not a list of one, and a number is never made into a
text: YAML reads a plain `1.0` as a number and a plain `no` as false, which surprises most often
in versions and names.

## Example

```yaml
feature_flags: [new_planner]
```

Better:

```yaml
feature_flags: {new_planner: true}
```

## What to do

Write the type that the message asks for. Put plain words in quotes where they are meant as text.
"#,
    run: None,
};
