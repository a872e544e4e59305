//! Rule `unknown-plugin`: a plugin is declared that nothing provides.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "unknown-plugin",
    code: Code::Plugin,
    severity: Severity::Error,
    summary: "A plugin is declared that nothing provides.",
    page: r#"
## Why it matters

A reference is a built-in plugin, an entry of `plugins` in `algen.yaml`, or a Python class as
`module:Class`, whose module is looked for below the project and its `src` folder.

## Example

```yaml
security: {trusted_plugin_prefixes: [algen_agent_tools]}
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.smaple]
```

Better:

```yaml
security: {trusted_plugin_prefixes: [algen_agent_tools]}
agents:
  - name: assistant
    domain_plugins: [algen_agent_tools.sample]
```

## What to do

Take the suggested plugin. For Python code point `--project-root` at the folder that the module is
imported from. `algen catalog` lists what is built in.
"#,
    run: None,
};
