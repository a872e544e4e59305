//! Rule `plugin-not-inspected`: the tools of a Python plugin are accepted unseen.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "plugin-not-inspected",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "The tools of a Python plugin are accepted unseen.",
    page: r#"
## Why it matters

Python code is never run to check a file. The class is there, so the file loads, but which tools
it registers is unknown: a misspelt tool or a missing permission goes unnoticed.

## What to do

Let the Python runtime write its inventory once (`describe --json`) and name the file in
`algen.yaml`:

```text
plugins:
  examples.crm.plugin:CrmPlugin: {inventory: ./crm.tools.json}
```
"#,
    run: None,
};
