//! Rule `unreadable-file`: a file cannot be read.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unreadable-file",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A file cannot be read.",
    page: r#"
## Why it matters

The file is not there, is no regular file, is larger than 8 MiB, lies outside the project folder,
or the system refuses it. What it would say is unknown, so nothing else about the project is sure.

## What to do

Check the path and its permissions. A file that another one names is looked for beside that one,
and has to lie in the project folder, links included.
"#,
    run: None,
};
