//! Rule `literal-secret`: a secret stands in the file itself.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "literal-secret",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A secret stands in the file itself.",
    page: r#"
## Why it matters

Files are copied, committed and sent around, and a secret in one of them is known to all who ever
see it. Settings that hold secrets take a reference only, and the message never repeats the value.

## Example

```yaml
providers:
  main: {type: openai, default_model: small, api_key: not-a-real-key}
```

Better:

```yaml
providers:
  main: {type: openai, default_model: small, api_key: env://OPENAI_API_KEY}
```

## What to do

Write `env://NAME` and set the variable where the program runs. In `algen.yaml`, `file://PATH`
and, for credentials, `exec://NAME` work too. If the value was real, it is known by now: replace
it.
"#,
    run: None,
};
