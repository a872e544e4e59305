//! Rule `invalid-inventory`: the inventory of a Python plugin cannot be read.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "invalid-inventory",
    code: Code::Plugin,
    severity: Severity::Error,
    summary: "The inventory of a Python plugin cannot be read.",
    page: r#"
## Why it matters

An inventory is what the Python runtime's `describe --json` prints. algen takes the plugin's tools
from it and checks agents against them, so a damaged or foreign file means that nothing is
checked.

## What to do

Write the file again with `describe --json`, with the plugin declared by some agent.
"#,
    run: None,
};
