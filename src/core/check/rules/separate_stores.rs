//! Rule `separate-stores`: the Python runtime keeps its records where algen does not look.

use crate::check::{Project, Rule};
use crate::config::agent::Store;
use crate::diagnostics::{Code, Diagnostic, Severity};

pub(super) const RULE: Rule = Rule {
    name: "separate-stores",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "The Python runtime keeps its records where algen does not look.",
    page: r#"
## Why it matters

`storage.tool_execution_store` of agent.yaml belongs to the Python runtime, `ledger` of algen.yaml
to algen. Each knows only the calls in its own: the same idempotency key can send twice, once
through each program. With the runtime's records in PostgreSQL and algen's in a file of one machine,
that is easily overlooked.

## Example

```text
storage: {tool_execution_store: postgres, postgres_dsn: env://RUNTIME_DATABASE_URL}
```

without a ledger in algen.yaml. Better, in algen.yaml:

```text
algen: 1
ledger: {url: env://ALGEN_LEDGER_URL}
```

## What to do

Name a PostgreSQL database for the ledger, too, and call each tool through one of the two programs.
`algen describe` shows both places.
"#,
    run: Some(run),
};

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let storage = &project.agents.storage;
    let ledger = project
        .deployment
        .and_then(|deployment| deployment.settings.ledger.url.as_ref());
    if storage.damaged || storage.tool_execution_store == Store::Memory || ledger.is_some() {
        return;
    }
    let word = storage.tool_execution_store.word();
    let message = format!(
        "the Python runtime records its calls in {word}, algen in a SQLite file: neither knows the \
         other's"
    );
    findings.push(
        Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
            .at(storage.span, "the Python runtime's stores")
            .field("storage.tool_execution_store")
            .name(word)
            .help("Set ledger.url in algen.yaml, and call each tool through one program only."),
    );
}
