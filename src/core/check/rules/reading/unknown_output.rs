//! Rule `unknown-output`: a workflow refers to an output that no step makes.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-output",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A workflow refers to an output that no step makes.",
    page: r#"
## Why it matters

Outputs are named by the `output_key` of the step that makes them. The result of a workflow, and
what a step reads, has to be one of them.

## Example

```yaml
workflows:
  digest:
    name: digest
    version: 1.0.0
    output_key: sortd
    nodes:
      - {id: sort, kind: handler, handler: sort, output_key: sorted}
```

Better:

```yaml
workflows:
  digest:
    name: digest
    version: 1.0.0
    output_key: sorted
    nodes:
      - {id: sort, kind: handler, handler: sort, output_key: sorted}
```

## What to do

Take the suggested output, or give a step this `output_key`.
"#,
    run: None,
};
