//! Rule `workflow-template`: a template uses something that is not made before it.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "workflow-template",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A template uses something that is not made before it.",
    page: r#"
## Why it matters

`{{key}}` takes the output of an earlier step, a property of the workflow's `input_schema`, or the
whole input. Anything else would stay empty. A step comes earlier only if it stands in
`depends_on`.

## Example

```yaml
workflows:
  digest:
    name: digest
    version: 1.0.0
    nodes:
      - {id: write, kind: agent, agent: assistant, output_key: text, input_template: "{{pgaes}}"}
agents:
  - name: assistant
```

Better:

```yaml
workflows:
  digest:
    name: digest
    version: 1.0.0
    nodes:
      - {id: write, kind: agent, agent: assistant, output_key: text, input_template: "{{input}}"}
agents:
  - name: assistant
```

## What to do

Correct the name, or add the step that makes it to `depends_on`.
"#,
    run: None,
};
