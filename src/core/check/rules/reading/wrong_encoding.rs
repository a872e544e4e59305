//! Rule `wrong-encoding`: a file is not UTF-8.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "wrong-encoding",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A file is not UTF-8.",
    page: r#"
## Why it matters

Configuration files are UTF-8, with or without a byte-order mark. In any other encoding names and
texts would be read as something else. A NUL character is refused for the same reason.

## What to do

Save the file as UTF-8: `iconv -f latin1 -t utf-8 old.yaml > new.yaml`, with `utf-16` in place of
`latin1` where that is what it was.
"#,
    run: None,
};
