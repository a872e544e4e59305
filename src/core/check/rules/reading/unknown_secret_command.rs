//! Rule `unknown-secret-command`: a reference names a command that `secrets` does not define.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-secret-command",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A reference names a command that `secrets` does not define.",
    page: r#"
## Why it matters

`exec://NAME` takes what the command under `secrets` with this name prints. Commands are named
there, in `algen.yaml`, and nowhere else, so that one place shows every program that may run for a
secret.

## Example

```yaml
algen: 1
secrets:
  mail: {command: [pass, show, mail]}
plugins:
  acme.notices:
    version: 1.0.0
    publisher: acme
    toolkits:
      notices: {connector: smtp, password: exec://mial}
```

Better:

```yaml
algen: 1
secrets:
  mail: {command: [pass, show, mail]}
plugins:
  acme.notices:
    version: 1.0.0
    publisher: acme
    toolkits:
      notices: {connector: smtp, password: exec://mail}
```

## What to do

Correct the name, or add the command under `secrets`.
"#,
    run: None,
};
