//! Rule `stale-lock-entry`: the lock of an overlay speaks about a tool that is gone.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "stale-lock-entry",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "The lock of an overlay speaks about a tool that is gone.",
    page: r#"
## Why it matters

The lock keeps what was reviewed of each tool. An entry without its tool is left over from an
edit, or the tool was renamed by hand and its review no longer holds.

## What to do

Run `algen mcp snapshot` with `--update`, or remove the entry.
"#,
    run: None,
};
