//! Rule `unknown-step`: a workflow step depends on one that does not exist.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-step",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A workflow step depends on one that does not exist.",
    page: r#"
## Why it matters

`depends_on` makes the order of a workflow. A step that waits for one that is not there never
runs.

## Example

```yaml
workflows:
  digest:
    name: digest
    version: 1.0.0
    nodes:
      - {id: fetch, kind: handler, handler: fetch, output_key: pages}
      - {id: sort, kind: handler, handler: sort, output_key: sorted, depends_on: [fetsh]}
```

Better:

```yaml
workflows:
  digest:
    name: digest
    version: 1.0.0
    nodes:
      - {id: fetch, kind: handler, handler: fetch, output_key: pages}
      - {id: sort, kind: handler, handler: sort, output_key: sorted, depends_on: [fetch]}
```

## What to do

Take the suggested step, or remove the dependency.
"#,
    run: None,
};
