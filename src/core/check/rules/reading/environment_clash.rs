//! Rule `environment-clash`: a variable that overlays the file cannot be applied.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "environment-clash",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A variable that overlays the file cannot be applied.",
    page: r#"
## Why it matters

Variables named `ALGEN_AGENT_RUNTIME__SECTION__KEY` are laid over the files. One that names no
setting, or sets a part of what another one sets whole, has no meaning that everyone would expect.

## What to do

Unset the variable, or write the keys with two underscores between them. Which variable it is
stands in the message; its value is never shown.
"#,
    run: None,
};
