//! Rule `yaml-syntax`: a file is not YAML.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "yaml-syntax",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A file is not YAML.",
    page: r#"
## Why it matters

The text breaks the grammar of YAML, so nothing after the place can be read, and no other rule
looks at the file. What is underlined is where reading stopped; the cause often stands just before
it: a bracket or quote that nothing closes, a tab that indents, or a `: ` inside a plain text.

## Example

```yaml
agents:
  - name: assistant
    description: note: the second colon ends the plain text
```

Better:

```yaml
agents:
  - name: assistant
    description: "note: in quotes the colon is text"
```

## What to do

Look at the line and the one before it. Put texts with `: ` or ` #` in quotes, indent with spaces,
and close every bracket.
"#,
    run: None,
};
