//! Rule `unresolvable-reference`: a reference is of a kind that nothing resolves.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unresolvable-reference",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A reference is of a kind that nothing resolves.",
    page: r#"
## Why it matters

The Python runtime accepts `secret://NAME` for the key of a provider, but has nothing that looks
it up, and neither has algen. The file loads and every call of the provider fails.

## Example

```yaml
providers:
  main: {type: openai, default_model: small, api_key: secret://openai}
```

Better:

```yaml
providers:
  main: {type: openai, default_model: small, api_key: env://OPENAI_API_KEY}
```

## What to do

Write `env://NAME` and set the variable.
"#,
    run: None,
};
