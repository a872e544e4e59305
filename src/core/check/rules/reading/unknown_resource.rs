//! Rule `unknown-resource`: a section refers to a resource that the file does not have.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-resource",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A section refers to a resource that the file does not have.",
    page: r#"
## Why it matters

Workflow steps name query sources, collections and cache policies, and a collection names the
provider that makes its vectors. Each has to be defined in the same file.

## Example

```yaml
retrieval:
  manuals: {type: memory, embedding_provider: locl}
providers:
  local: {type: mock, default_model: small}
```

Better:

```yaml
retrieval:
  manuals: {type: memory, embedding_provider: local}
providers:
  local: {type: mock, default_model: small}
```

## What to do

Take the suggested name, or define the resource.
"#,
    run: None,
};
