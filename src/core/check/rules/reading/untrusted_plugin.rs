//! Rule `untrusted-plugin`: a plugin is declared that no trusted prefix covers.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "untrusted-plugin",
    code: Code::Plugin,
    severity: Severity::Error,
    summary: "A plugin is declared that no trusted prefix covers.",
    page: r#"
## Why it matters

Plugins are code, or tools that `algen.yaml` declares. `security.trusted_plugin_prefixes` is the
list of where they may come from, so that a changed `domain_plugins` alone brings nothing new in. A
prefix covers whole names between dots: `acme` covers `acme.billing` and not `acme_tools`.

## Example

```yaml
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
```

Better:

```yaml
security: {trusted_plugin_prefixes: [algen_agent_tools]}
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
```

## What to do

Add the prefix if you trust the plugin's code, or agents may have the tools declared under it, else
remove the plugin. `algen check --fix` leaves that to you.
"#,
    run: None,
};
