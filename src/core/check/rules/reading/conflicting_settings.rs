//! Rule `conflicting-settings`: two settings cannot both hold.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "conflicting-settings",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "Two settings cannot both hold.",
    page: r#"
## Why it matters

Each of the settings is fine alone, and together they contradict each other or one of them lacks
what it builds on. The program could only guess which one is meant.

## Example

```yaml
telemetry:
  traccia: {enabled: false, governance_enabled: true}
```

Better:

```yaml
telemetry:
  traccia: {enabled: true, governance_enabled: true}
```

## What to do

The message names both settings and the change that settles it.
"#,
    run: None,
};
