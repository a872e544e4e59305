//! Rule `host-not-allowed`: an address lies outside the hosts that are allowed.

use crate::check::Rule;
use crate::diagnostics::{Code, Severity};

pub(in crate::check::rules) const RULE: Rule = Rule {
    name: "host-not-allowed",
    code: Code::Configuration,
    severity: Severity::Error,
    summary: "An address lies outside the hosts that are allowed.",
    page: r#"
## Why it matters

HTTP tools reach only the hosts under `security.allowed_http_hosts`, each with its subdomains, and
an empty list allows none of them. In an overlay, `allowed_hosts` has to have the server's own
host.

## Example

```yaml
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/today
```

Better:

```yaml
security: {allowed_http_hosts: [api.example.com]}
http_tools:
  - name: weather.today
    description: Tells the weather.
    url: https://api.example.com/today
```

## What to do

Add the host to the list if calls may go there, or correct the address.
"#,
    run: None,
};
