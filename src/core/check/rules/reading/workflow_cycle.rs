//! Rule `workflow-cycle`: steps of a workflow wait for each other.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "workflow-cycle",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "Steps of a workflow wait for each other.",
    page: r#"
## Why it matters

A step runs when all that it depends on have run. In a circle of dependencies none can be the
first.

## Example

```yaml
workflows:
  digest:
    name: digest
    version: 1.0.0
    nodes:
      - {id: fetch, kind: handler, handler: fetch, output_key: pages, depends_on: [sort]}
      - {id: sort, kind: handler, handler: sort, output_key: sorted, depends_on: [fetch]}
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

Remove one of the dependencies. To repeat a step, use `max_iterations` and `loop_until`.
"#,
    run: None,
};
