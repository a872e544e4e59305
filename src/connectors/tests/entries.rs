//! One full entry for each connector, as `algen.yaml` may hold it: every kind of tool is in one.

use serde_json::{Value, json};

/// Returns connector, toolkit and entry.
pub(super) fn full() -> Vec<(&'static str, &'static str, Value)> {
    let oauth = json!({
        "client_id": "env://CLIENT_ID",
        "client_secret": "env://CLIENT_SECRET",
        "refresh_token": "exec://mail",
    });
    let with = |base: &Value, more: Value| {
        let mut entry = base.as_object().cloned().unwrap_or_default();
        entry.extend(more.as_object().cloned().unwrap_or_default());
        Value::Object(entry)
    };
    vec![
        ("sample", "echoes", json!({})),
        (
            "postgres",
            "billing",
            json!({
                "dsn": "env://BILLING_DATABASE_URL",
                "schemas": ["billing", "public"],
                "queries": {
                    "my_open_invoices": {
                        "description": "List the caller's open invoices that fall due before a date.",
                        "sql": "SELECT id, amount, due, owner FROM invoices WHERE due < $1 AND tenant_id = $2 ORDER BY {order_by}",
                        "params": {"due_before": "date", "status": {"type": "string", "enum": ["open", "paid"]}, "limit": "integer?"},
                        "context_params": ["tenant_id"],
                        "identifiers": {"order_by": ["due", "invoices.amount"]},
                        "row": {"id": "integer", "amount": "decimal", "due": "date?", "owner": "text"},
                        "mask": ["owner"],
                        "max_rows": 500,
                    },
                    "add_note": {
                        "description": "Add a note to an invoice.",
                        "sql": "INSERT INTO notes (invoice, text, key) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING",
                        "params": {"invoice": "integer", "text": "text"},
                        "preset": {"preset": "write", "approval": true, "timeout_seconds": 10},
                        "idempotency_key": true,
                    },
                },
            }),
        ),
        (
            "mysql",
            "shop",
            json!({
                "host": "db.example.com",
                "database": "shop",
                "user": "reader",
                "password": "file:///run/secrets/shop",
                "schemas": ["shop"],
                "queries": {
                    "close_shop": {
                        "description": "Delete every order.",
                        "sql": "DELETE FROM orders",
                        "preset": "destructive",
                    },
                },
            }),
        ),
        (
            "sqlite",
            "items",
            json!({
                "path": "./items.db",
                "read_only": false,
                "schemas": ["main"],
                "queries": {
                    "names": {
                        "description": "List the names of items.",
                        "sql": "SELECT name FROM items",
                        "row": {"name": "text"},
                        "preset": {"preset": "long_running", "base": "once"},
                    },
                },
            }),
        ),
        (
            "smtp",
            "notices",
            json!({
                "host": "smtp.example.com",
                "sender": "env://NOTICES_FROM",
                "username": "env://NOTICES_USER",
                "password": "exec://mail",
                "allowed_domains": ["example.com"],
                "artifacts": "run",
                "attachment_policy": {"max_bytes": 1_000_000, "allowed_types": ["application/pdf"]},
            }),
        ),
        (
            "gmail",
            "inbox",
            with(
                &oauth,
                json!({
                    "sender": "me@example.com",
                    "artifacts": "store",
                    "sink": "store",
                    "documents": {"quarantine": "withhold", "ocr": {"languages": ["eng", "deu"]}},
                    "base_url": "http://127.0.0.1:4000/gmail",
                    "token_store": "~/.local/state/acme/token",
                }),
            ),
        ),
        (
            "outlook",
            "office",
            with(
                &oauth,
                json!({"tenant_id": "common", "artifacts": "run", "sink": "./saved", "documents": {}}),
            ),
        ),
        (
            "imap",
            "archive",
            json!({
                "host": "imap.example.com",
                "username": "me@example.com",
                "password": "env://IMAP_PASSWORD",
                "folders": ["INBOX", "\\Sent", "\\All"],
                "sink": "store",
                "documents": {},
            }),
        ),
        (
            "telegram",
            "bot",
            json!({"bot_token": "env://BOT_TOKEN", "allowed_chats": [-100_123, "42"], "sink": "store"}),
        ),
        (
            "discord",
            "guild",
            json!({
                "bot_token": "env://BOT_TOKEN",
                "guild_id": 81_384_788_765_712_384_i64,
                "allowed_channels": [41_771_983_423_143_937_i64],
                "sink": "store",
            }),
        ),
        (
            "webhook",
            "alerts",
            json!({
                "targets": {
                    "notify_ops": {
                        "description": "Post an alert to the operations channel.",
                        "url": "env://OPS_URL",
                        "signing_secret": "env://OPS_SECRET",
                        "payload": {"summary": "text", "severity": {"enum": ["low", "high"]}, "seen_at": "timestamp?"},
                        "approval": true,
                    },
                },
            }),
        ),
        ("github", "github", json!({"token": "env://GITHUB_TOKEN"})),
        (
            "documents",
            "papers",
            json!({"roots": ["./papers"], "artifacts": "store", "ocr": {"recognizer": "tesseract"}}),
        ),
        (
            "web",
            "web",
            json!({"brave_search_api_key": "env://BRAVE_KEY"}),
        ),
        ("calculator", "sums", json!({})),
        ("clock", "time", json!({})),
        (
            "process",
            "builds",
            json!({
                "max_output_bytes": 20_000,
                "commands": {
                    "build": {
                        "description": "Build one target.",
                        "argv": ["make", "-s", "{target}"],
                        "params": {"target": {"type": "string", "enum": ["all", "docs"]}},
                        "env": {"PATH": "/usr/bin:/bin", "CACHE_TOKEN": "env://CACHE_TOKEN"},
                        "preset": {"preset": "write", "timeout_seconds": 120},
                    },
                },
            }),
        ),
        (
            "shell",
            "scripts",
            json!({"cwd": "./work", "timeout_seconds": 10, "env": {"PATH": "/bin"}}),
        ),
        (
            "git",
            "source",
            json!({"cwd": ".", "allow_write": true, "identity": "Ada Lovelace <ada@example.com>"}),
        ),
        ("user", "person", json!({"timeout_seconds": 30})),
        (
            "filesystem",
            "files",
            json!({"roots": ["./workspace"], "checkpoints": "~/.local/state/acme/checkpoints.db", "max_file_bytes": 65_536}),
        ),
        (
            "storage",
            "values",
            json!({"store": "./values.db", "allow_write": true}),
        ),
        (
            "http",
            "api",
            json!({
                "base_url": "https://api.example.com/v1/",
                "headers": {"Authorization": "env://API_AUTHORIZATION", "Accept-Language": "en"},
                "allowed_methods": ["GET", "post"],
                "name": "application_api",
            }),
        ),
        ("database", "reports", json!({"url": "./reports.db"})),
        (
            "calendar",
            "agenda",
            with(&oauth, json!({"backend": "outlook", "allow_write": true})),
        ),
        (
            "email",
            "letters",
            json!({
                "backend": "imap",
                "imap_host": "imap.example.com",
                "smtp_host": "smtp.example.com",
                "username": "me@example.com",
                "password": "env://MAIL_PASSWORD",
                "drafts_mailbox": "Drafts",
                "allow_write": true,
                "allow_send": true,
            }),
        ),
    ]
}
