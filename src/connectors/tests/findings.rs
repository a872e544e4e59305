//! Wrong entries of `algen.yaml`: what is found in them, and that it is told without secrets.

use serde_json::{Value, json};

use super::declared;

/// Returns rule and field of every finding.
fn findings(connector: &str, entry: &Value) -> Vec<(&'static str, String)> {
    let (_, diagnostics) = declared(connector, "kit", entry);
    let found = diagnostics.into_iter();
    found
        .map(|finding| (finding.rule, finding.field.unwrap_or_default()))
        .collect()
}

/// Returns the entry of a toolkit with one sound query, changed.
pub(super) fn query(changes: &Value) -> Value {
    let mut query = json!({"description": "Read.", "sql": "SELECT 1", "row": {"n": "integer"}});
    for (key, value) in changes.as_object().into_iter().flatten() {
        query[key] = value.clone();
    }
    json!({"dsn": "env://URL", "queries": {"q": query}})
}

/// Name, connector, entry, and the rule and field of every finding.
type Case = (
    &'static str,
    &'static str,
    Value,
    &'static [(&'static str, &'static str)],
);

#[test]
fn wrong_entries_are_found() {
    let cases: Vec<Case> = vec![
        (
            "no address",
            "postgres",
            json!({}),
            &[("missing-key", "dsn")],
        ),
        (
            "half an address",
            "postgres",
            json!({"host": "db"}),
            &[("missing-key", "database"), ("missing-key", "user")],
        ),
        (
            "two addresses",
            "mysql",
            json!({"dsn": "env://A", "host": "db"}),
            &[("conflicting-settings", "")],
        ),
        (
            "address written out",
            "postgres",
            json!({"dsn": "postgresql://u:p@h/d"}),
            &[("literal-secret", "dsn")],
        ),
        (
            "whole address from a program",
            "postgres",
            json!({"dsn": "exec://dsn"}),
            &[("misplaced-reference", "dsn")],
        ),
        (
            "read without a row",
            "postgres",
            json!({"dsn": "env://A", "queries": {"q": {"description": "D.", "sql": "SELECT 1"}}}),
            &[("missing-key", "queries.q")],
        ),
        (
            "read with a key",
            "postgres",
            query(&json!({"idempotency_key": true})),
            &[("invalid-value", "queries.q")],
        ),
        (
            "identity as a param",
            "postgres",
            query(&json!({"params": {"tenant_id": "text"}})),
            &[("invalid-value", "queries.q")],
        ),
        (
            "sql as a param",
            "postgres",
            query(&json!({"params": {"sql": "text"}})),
            &[("invalid-value", "queries.q")],
        ),
        (
            "unknown type",
            "postgres",
            query(&json!({"params": {"when": "dat"}})),
            &[("unknown-value", "queries.q.params.when")],
        ),
        (
            "open schema",
            "postgres",
            query(&json!({"params": {"any": {}}})),
            &[("invalid-value", "queries.q.params.any")],
        ),
        (
            "list of anything",
            "postgres",
            query(&json!({"params": {"any": {"type": "array", "items": true}}})),
            &[("invalid-value", "queries.q.params.any")],
        ),
        (
            "destination inside a schema",
            "postgres",
            query(&json!({"params": {"any": {"type": "object", "properties": {
                "base_url": {"type": "string"}}}}})),
            &[("invalid-value", "queries.q.params.any")],
        ),
        (
            "destination as a param",
            "postgres",
            query(&json!({"params": {"server": "text"}})),
            &[("invalid-value", "queries.q")],
        ),
        (
            "row of an unknown type",
            "postgres",
            query(&json!({"row": {"n": "integr"}, "mask": ["n"]})),
            &[("unknown-value", "queries.q.row.n")],
        ),
        (
            "mask of no column",
            "postgres",
            query(&json!({"mask": ["m"]})),
            &[("invalid-value", "queries.q")],
        ),
        (
            "identity twice",
            "postgres",
            query(&json!({"context_params": ["user_id", "user_id"]})),
            &[("invalid-value", "queries.q")],
        ),
        (
            "unknown identity",
            "postgres",
            query(&json!({"context_params": ["team_id"]})),
            &[("unknown-value", "queries.q.context_params.0")],
        ),
        (
            "identifier that is not used",
            "postgres",
            query(&json!({"identifiers": {"by": ["a"]}})),
            &[("invalid-value", "queries.q")],
        ),
        (
            "identifier with SQL",
            "postgres",
            query(&json!({"sql": "SELECT {by}", "identifiers": {"by": ["a; DROP"]}})),
            &[("invalid-value", "queries.q")],
        ),
        (
            "pure query",
            "postgres",
            query(&json!({"preset": "pure"})),
            &[("unknown-value", "queries.q.preset")],
        ),
        (
            "base without long_running",
            "postgres",
            query(&json!({"preset": {"preset": "read", "base": "write"}})),
            &[("conflicting-settings", "queries.q.preset")],
        ),
        (
            "query with a bad name",
            "postgres",
            json!({"dsn": "env://A", "queries": {"Q": {"description": "D.", "sql": "S", "row": {"n": "text"}}}}),
            &[("invalid-value", "")],
        ),
        (
            "query in place of a catalog tool",
            "postgres",
            json!({"dsn": "env://A", "schemas": ["s"], "queries": {"list_tables": {"description": "D.", "sql": "S", "row": {"n": "text"}}}}),
            &[("duplicate-name", "")],
        ),
        (
            "write on a read-only file",
            "sqlite",
            json!({"path": "a.db", "queries": {"q": {"description": "D.", "sql": "DELETE FROM t", "preset": "write"}}}),
            &[("conflicting-settings", "")],
        ),
        (
            "a read that writes",
            "sqlite",
            json!({"path": "a.db", "queries": {"q": {"description": "D.", "sql": "DELETE FROM t", "row": {"n": "integer"}}}}),
            &[("invalid-value", "")],
        ),
        (
            "more placeholders than values",
            "sqlite",
            json!({"path": "a.db", "queries": {"q": {"description": "D.", "sql": "SELECT ?", "row": {"n": "integer"}}}}),
            &[("invalid-value", "")],
        ),
        (
            "another schema of a file",
            "sqlite",
            json!({"path": "a.db", "schemas": ["temp"]}),
            &[("invalid-value", "")],
        ),
        (
            "no host",
            "smtp",
            json!({"sender": "a@b.co"}),
            &[("missing-key", "host")],
        ),
        (
            "plain elsewhere",
            "smtp",
            json!({"host": "h", "sender": "a@b.co", "security": "plain"}),
            &[("conflicting-settings", "")],
        ),
        (
            "plain here",
            "smtp",
            json!({"host": "localhost", "sender": "a@b.co", "security": "plain"}),
            &[],
        ),
        (
            "user without a password",
            "smtp",
            json!({"host": "h", "sender": "a@b.co", "username": "u"}),
            &[("missing-key", "password")],
        ),
        (
            "password and token",
            "smtp",
            json!({"host": "h", "sender": "a@b.co", "username": "u", "password": "env://P", "token": "env://T"}),
            &[("conflicting-settings", "")],
        ),
        (
            "password written out",
            "smtp",
            json!({"host": "h", "sender": "a@b.co", "username": "u", "password": "hunter2"}),
            &[("literal-secret", "password")],
        ),
        (
            "key that is near",
            "smtp",
            json!({"host": "h", "sender": "a@b.co", "allowed_domain": ["b.co"]}),
            &[("unknown-key", "allowed_domain")],
        ),
        (
            "port out of range",
            "smtp",
            json!({"host": "h", "sender": "a@b.co", "port": 70_000}),
            &[("invalid-value", "port")],
        ),
        (
            "media type",
            "smtp",
            json!({"host": "h", "sender": "a@b.co", "attachment_policy": {"allowed_types": ["pdf"]}}),
            &[("invalid-value", "attachment_policy")],
        ),
        (
            "stand-in over http elsewhere",
            "gmail",
            json!({"client_id": "c", "client_secret": "env://S", "refresh_token": "env://R", "base_url": "http://example.com"}),
            &[("invalid-value", "base_url")],
        ),
        (
            "nobody acts",
            "outlook",
            json!({"tenant_id": "t", "client_id": "c", "client_secret": "env://S"}),
            &[("missing-key", "mailbox")],
        ),
        (
            "special use",
            "imap",
            json!({"host": "h", "username": "u", "password": "env://P", "folders": ["\\Sents"]}),
            &[("unknown-value", "")],
        ),
        (
            "chat by name",
            "telegram",
            json!({"bot_token": "env://T", "allowed_chats": ["@ops", 1]}),
            &[("wrong-type", "allowed_chats.0")],
        ),
        (
            "no targets",
            "webhook",
            json!({"targets": {}}),
            &[("invalid-value", "targets")],
        ),
        (
            "address as a field",
            "webhook",
            json!({"targets": {"t": {"description": "D.", "url": "env://U", "payload": {"url": "text"}}}}),
            &[("invalid-value", "targets.t")],
        ),
        (
            "webhook address written out",
            "webhook",
            json!({"targets": {"t": {"description": "D.", "url": "https://h/s", "payload": {"n": "text"}}}}),
            &[("literal-secret", "targets.t.url")],
        ),
        (
            "languages twice",
            "documents",
            json!({"ocr": {"recognizer": "tesseract"}, "ocr_languages": ["deu"]}),
            &[("conflicting-settings", "")],
        ),
        (
            "language",
            "documents",
            json!({"ocr_languages": ["../eng"]}),
            &[("invalid-value", "")],
        ),
        (
            "off, as YAML reads it",
            "documents",
            json!({"ocr": false}),
            &[],
        ),
        (
            "param that fills nothing",
            "process",
            json!({"commands": {"c": {"description": "D.", "argv": ["ls"], "params": {"p": "text"}}}}),
            &[("invalid-value", "commands.c")],
        ),
        (
            "placeholder without a param",
            "process",
            json!({"commands": {"c": {"description": "D.", "argv": ["ls", "{p}"]}}}),
            &[("invalid-value", "commands.c")],
        ),
        (
            "program by param",
            "process",
            json!({"commands": {"c": {"description": "D.", "argv": ["{p}"], "params": {"p": "text"}}}}),
            &[("invalid-value", "commands.c")],
        ),
        (
            "identity without an address",
            "git",
            json!({"cwd": ".", "identity": "Ada"}),
            &[("invalid-value", "identity")],
        ),
        (
            "store inside a root",
            "filesystem",
            json!({"roots": ["./work"], "checkpoints": "work/undo.db"}),
            &[("conflicting-settings", "")],
        ),
        (
            "no roots",
            "filesystem",
            json!({"roots": []}),
            &[("invalid-value", "roots")],
        ),
        (
            "database written out",
            "storage",
            json!({"store": "postgres://u:p@h/d"}),
            &[("literal-secret", "store")],
        ),
        (
            "plain http",
            "http",
            json!({"base_url": "http://10.0.0.1/"}),
            &[("conflicting-settings", "")],
        ),
        (
            "method",
            "http",
            json!({"base_url": "https://h/", "allowed_methods": ["TRACE"]}),
            &[("unknown-value", "")],
        ),
        (
            "header of the connection",
            "http",
            json!({"base_url": "https://h/", "headers": {"Host": "x"}}),
            &[("invalid-value", "")],
        ),
        (
            "secret header written out",
            "http",
            json!({"base_url": "https://h/", "headers": {"X-Api-Key": "abc"}}),
            &[("literal-secret", "")],
        ),
        (
            "credentials in the address",
            "http",
            json!({"base_url": "https://u:p@h/"}),
            &[("invalid-value", "base_url")],
        ),
        (
            "two ways to sign in",
            "calendar",
            json!({"backend": "google", "token": "env://T", "refresh_token": "env://R"}),
            &[
                ("conflicting-settings", ""),
                ("missing-key", "client_id"),
                ("missing-key", "client_secret"),
            ],
        ),
        (
            "no way to sign in",
            "calendar",
            json!({"backend": "google"}),
            &[("missing-key", "token")],
        ),
        (
            "imap without a server",
            "email",
            json!({"backend": "imap", "username": "u", "password": "env://P"}),
            &[("missing-key", "imap_host")],
        ),
        (
            "sending without a server",
            "email",
            json!({"backend": "imap", "imap_host": "h", "username": "u", "password": "env://P", "allow_send": true}),
            &[("missing-key", "smtp_host")],
        ),
        (
            "no backend",
            "email",
            json!({"token": "env://T"}),
            &[("missing-key", "backend")],
        ),
        ("no mapping", "sample", json!([]), &[("wrong-type", "")]),
    ];
    for (case, connector, entry, expected) in cases {
        let found = findings(connector, &entry);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(rule, field)| (*rule, field.as_str()))
            .collect();
        assert_eq!(found, expected, "{case}");
    }
}

#[test]
fn findings_never_quote_a_secret() {
    let planted = "s3cr3t-value";
    let cases = [
        (
            "postgres",
            json!({"dsn": format!("postgresql://u:{planted}@h/d")}),
        ),
        (
            "smtp",
            json!({"host": "h", "sender": "a@b.co", "username": "u", "password": planted}),
        ),
        (
            "http",
            json!({"base_url": "https://h/", "headers": {"Authorization": planted}}),
        ),
        (
            "http",
            json!({"base_url": format!("https://u:{planted}@h/")}),
        ),
        (
            "storage",
            json!({"store": format!("postgres://u:{planted}@h/d")}),
        ),
        (
            "telegram",
            json!({"bot_token": planted, "allowed_chats": [1]}),
        ),
        (
            "webhook",
            json!({"targets": {"t": {"description": "D.", "url": format!("https://h/{planted}"), "payload": {"n": "text"}}}}),
        ),
    ];
    for (connector, entry) in cases {
        let (_, diagnostics) = declared(connector, "kit", &entry);
        assert!(!diagnostics.is_empty(), "{connector}");
        let told = format!("{diagnostics:?}");
        assert!(!told.contains(planted), "{connector}: {told}");
    }
}
