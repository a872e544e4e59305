//! Rule `overlay-name`: an overlay and its toolkit have different names.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "overlay-name",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "An overlay and its toolkit have different names.",
    page: r#"
## Why it matters

Tools and permissions of an overlay start with its name. Under another name in `algen.yaml` the
same reviewed file would grant permissions that nobody reviewed.

## What to do

Give the toolkit the name that the overlay has.
"#,
    run: None,
};
