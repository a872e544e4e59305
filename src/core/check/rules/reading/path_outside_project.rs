//! Rule `path-outside-project`: a path leads out of the project folder.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "path-outside-project",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A path leads out of the project folder.",
    page: r#"
## Why it matters

Whoever can change a file of the project could otherwise have any file of the machine read. Paths
in `algen.yaml` start at its folder and stay below it.

## Example

```yaml
algen: 1
plugins:
  examples.crm.plugin:CrmPlugin: {inventory: ../crm.tools.json}
```

Better:

```yaml
algen: 1
plugins:
  examples.crm.plugin:CrmPlugin: {inventory: ./crm.tools.json}
```

## What to do

Move the file into the project.
"#,
    run: None,
};
