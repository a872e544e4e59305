//! Page of rule `wrong-file`: a deployment or overlay stands where an agent file belongs.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "wrong-file",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "A deployment or overlay stands where an agent file belongs.",
    page: r#"
## Why it matters

`algen check` takes agent files. What belongs to them is found from there: algen.yaml beside the
first one, and the overlays and inventories that it names. Read as agent files, those would be one
unknown key after the other.

## What to do

Name the agent file: `algen check agent.yaml` checks algen.yaml and its overlays, too. A deployment
elsewhere is named with `--deployment FILE`.
"#,
    run: None,
};
