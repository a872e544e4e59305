//! Rule `malformed-reference`: a reference names nothing that can exist.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "malformed-reference",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A reference names nothing that can exist.",
    page: r#"
## Why it matters

After `env://` comes the name of a variable: letters, digits and `_`, not a digit first. Anything
else loads, but no variable can have that name, so the value is never found.

## Example

```yaml
providers:
  main: {type: openai, default_model: small, api_key: "env://OPENAI API KEY"}
```

Better:

```yaml
providers:
  main: {type: openai, default_model: small, api_key: env://OPENAI_API_KEY}
```

## What to do

Write the variable's name alone, without `$`, braces or blanks.
"#,
    run: None,
};
