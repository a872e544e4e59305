//! Rule `unknown-agent`: a section names an agent that the file does not have.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-agent",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A section names an agent that the file does not have.",
    page: r#"
## Why it matters

Steps of a workflow and the suggestions after an answer are the work of an agent. Without it they
fail when their turn comes.

## Example

```yaml
workflows:
  digest:
    name: digest
    version: 1.0.0
    nodes:
      - {id: write, kind: agent, agent: asistant, output_key: text}
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
      - {id: write, kind: agent, agent: assistant, output_key: text}
agents:
  - name: assistant
```

## What to do

Take the suggested agent, or add one with this name under `agents`.
"#,
    run: None,
};
