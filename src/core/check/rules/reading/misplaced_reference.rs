//! Rule `misplaced-reference`: a reference is of a kind that its setting does not take.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "misplaced-reference",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A reference is of a kind that its setting does not take.",
    page: r#"
## Why it matters

`env://` works everywhere. `file://` works in `algen.yaml`. `exec://` runs a command and fills
credentials only: what decides where a call goes, a host, a database or a folder, has to be
visible without running anything.

## Example

```yaml
providers:
  main: {type: openai, default_model: small, api_key: file://key.txt}
```

Better:

```yaml
providers:
  main: {type: openai, default_model: small, api_key: env://OPENAI_API_KEY}
```

## What to do

Use one of the kinds that the message names.
"#,
    run: None,
};
