//! Entries of `algen.yaml`: which tools they give, and what is found in wrong ones.

use algen_core::check::contract::contract_problems;
use algen_core::registry::ToolSpec;
use algen_core::registry::spec::KeyReach;
use proptest::prelude::*;
use schemars::SchemaGenerator;
use serde_json::{Value, json};

use super::findings::query;
use super::{built_in, declared, entries, plugin};
use crate::ALL;
use crate::shared::address::host_of;

fn names(connector: &str, entry: &Value) -> Vec<String> {
    let (toolkit, diagnostics) = declared(connector, "kit", entry);
    assert_eq!(diagnostics, [], "{connector}: {entry}");
    toolkit.tools.into_iter().map(|tool| tool.name).collect()
}

fn tool(connector: &str, entry: &Value, name: &str) -> ToolSpec {
    let (toolkit, _) = declared(connector, "kit", entry);
    let found = toolkit.tools.into_iter().find(|tool| tool.name == name);
    found.unwrap_or_else(|| panic!("{connector} has no {name}"))
}

#[test]
fn an_entry_gives_exactly_its_tools() {
    let dsn = "env://URL";
    let query = json!({"description": "Count.", "sql": "SELECT 1", "row": {"n": "integer"}});
    let gmail =
        json!({"client_id": "env://A", "client_secret": "env://B", "refresh_token": "env://C"});
    let cases: Vec<(&str, &str, Value, &[&str])> = vec![
        (
            "queries alone",
            "postgres",
            json!({"dsn": dsn, "queries": {"count": query}}),
            &["kit.count"],
        ),
        (
            "schemas alone",
            "postgres",
            json!({"dsn": dsn, "schemas": ["a"]}),
            &["kit.list_tables", "kit.describe_table"],
        ),
        ("neither", "postgres", json!({"dsn": dsn}), &[]),
        (
            "no schemas listed",
            "mysql",
            json!({"dsn": dsn, "schemas": []}),
            &[],
        ),
        (
            "sqlite without schemas",
            "sqlite",
            json!({"path": "a.db"}),
            &[],
        ),
        (
            "no sender",
            "gmail",
            gmail,
            &["kit.list_messages", "kit.get_message", "kit.get_thread"],
        ),
        (
            "no switch",
            "storage",
            json!({"store": "a.db"}),
            &["kit.get_value", "kit.list_keys"],
        ),
        (
            "switched off",
            "storage",
            json!({"store": "a.db", "allow_write": false}),
            &["kit.get_value", "kit.list_keys"],
        ),
        (
            "sending alone",
            "email",
            json!({"backend": "gmail", "token": "env://T", "sender": "a@b.co", "allow_send": true}),
            &[
                "kit.list_email_messages",
                "kit.read_email",
                "kit.send_email",
            ],
        ),
        ("no roots", "documents", json!({}), &["kit.extract_text"]),
        (
            "no commands",
            "process",
            json!({"max_timeout_seconds": 5}),
            &["kit.execute_command"],
        ),
    ];
    for (case, connector, entry, expected) in cases {
        assert_eq!(names(connector, &entry), expected, "{case}");
    }
}

#[test]
fn a_reference_leaves_a_switch_open() {
    let entry = json!({"store": "env://STORE", "allow_write": "env://MAY_WRITE"});
    let set = tool("storage", &entry, "kit.set_value");
    assert_eq!(set.requires.as_deref(), Some("MAY_WRITE"));
    assert_eq!(set.environment, ["MAY_WRITE", "STORE"]);
    let git = tool("git", &json!({"cwd": "."}), "kit.git");
    assert_eq!(
        git.input_schema["properties"]["operation"]["enum"],
        json!(["status", "diff", "log", "show"])
    );
    assert_eq!(git.variants.len(), 1);
}

#[test]
fn limits_follow_what_is_written() {
    let shell = tool(
        "shell",
        &json!({"cwd": ".", "timeout_seconds": 10}),
        "kit.run_shell",
    );
    assert_eq!(shell.timeout_seconds, 15.0);
    let entry = json!({"max_timeout_seconds": 20, "max_output_bytes": 1000});
    let command = tool("process", &entry, "kit.execute_command");
    assert_eq!(
        (command.timeout_seconds, command.result_bytes),
        (25.0, 6000)
    );
    let fields = &command.input_schema["properties"];
    assert_eq!(fields["timeout_seconds"]["default"], 20.0);
    assert_eq!(fields["timeout_seconds"]["maximum"], 20.0);
    assert_eq!(fields["max_output_bytes"]["default"], 1000);
    let built_in = built_in(plugin("process")).tools.remove(0);
    assert_eq!(built_in.timeout_seconds, 305.0);
    assert_eq!(
        built_in.input_schema["properties"]["timeout_seconds"]["default"],
        60.0
    );
}

#[test]
fn a_query_becomes_a_tool() {
    let (_, _, entry) = entries::full().swap_remove(1);
    let read = tool("postgres", &entry, "kit.my_open_invoices");
    assert_eq!(
        read.input_schema,
        json!({
            "additionalProperties": false,
            "properties": {
                "due_before": {"format": "date", "maxLength": 10, "minLength": 10, "type": "string"},
                "status": {"type": "string", "enum": ["open", "paid"]},
                "limit": {
                    "anyOf": [
                        {"maximum": i64::MAX, "minimum": i64::MIN, "type": "integer"},
                        {"type": "null"},
                    ],
                    "default": null,
                },
                "order_by": {"enum": ["due", "invoices.amount"], "type": "string"},
            },
            "required": ["due_before", "status", "order_by"],
            "type": "object",
        })
    );
    assert_eq!(
        read.output_schema,
        json!({
            "items": {
                "additionalProperties": false,
                "properties": {
                    "id": {"type": "integer"},
                    "amount": {"type": "string"},
                    "due": {"anyOf": [{"format": "date", "type": "string"}, {"type": "null"}]},
                    "owner": {"description": "Masked.", "type": "string"},
                },
                "required": ["id", "amount", "due", "owner"],
                "type": "object",
            },
            "type": "array",
        })
    );
    assert_eq!(read.cache_context, ["tenant_id"]);
    assert_eq!(read.policy_capabilities, ["database.read"]);
    let write = tool("postgres", &entry, "kit.add_note");
    assert_eq!(write.permissions, ["kit.write"]);
    assert_eq!(write.policy_capabilities, ["database.write"]);
    assert_eq!((write.approval, write.timeout_seconds), (true, 10.0));
    assert_eq!(write.key_reaches, KeyReach::Service);
    assert_eq!(write.output_schema["required"], json!(["rows_affected"]));
}

#[test]
fn hosts_follow_what_is_written() {
    let cases = [
        (
            "smtp",
            json!({"host": "mail.example.com", "sender": "a@b.co"}),
            vec!["mail.example.com"],
        ),
        (
            "smtp",
            json!({"host": "env://HOST", "sender": "a@b.co"}),
            vec![],
        ),
        (
            "http",
            json!({"base_url": "https://API.example.com:8443/v1"}),
            vec!["api.example.com"],
        ),
        (
            "telegram",
            json!({"bot_token": "env://T", "allowed_chats": [1]}),
            vec!["api.telegram.org"],
        ),
        (
            "calendar",
            json!({"backend": "google", "token": "env://T"}),
            vec!["www.googleapis.com", "oauth2.googleapis.com"],
        ),
    ];
    for (connector, entry, expected) in cases {
        let (toolkit, diagnostics) = declared(connector, "kit", &entry);
        assert_eq!(diagnostics, [], "{connector}");
        assert_eq!(toolkit.egress, expected, "{connector}");
        assert!(
            toolkit.tools.iter().all(|tool| tool.egress == expected),
            "{connector}"
        );
    }
}

#[test]
fn every_entry_has_an_editor_schema() {
    for connector in ALL.iter().map(|each| each.connector) {
        let schema = (connector.schema)(&mut SchemaGenerator::default()).to_value();
        assert_eq!(schema["additionalProperties"], false, "{}", connector.name);
        let keys: Vec<&String> = schema["properties"]
            .as_object()
            .map(|fields| fields.keys().collect())
            .unwrap_or_default();
        let settings = (connector.settings)();
        let expected: Vec<&str> = settings.iter().map(|field| field.key).collect();
        assert_eq!(keys, expected, "{}", connector.name);
        for field in settings {
            assert!(
                !field.description.is_empty(),
                "{}.{}",
                connector.name,
                field.key
            );
        }
    }
    let schema = (plugin("gmail").connector.schema)(&mut SchemaGenerator::default()).to_value();
    let base_url = schema["properties"]["base_url"].to_string();
    assert!(
        base_url.contains("\"pattern\":\"^(env|file)://\""),
        "{base_url}"
    );
}

proptest! {
    #[test]
    fn any_schema_keeps_the_contract_or_is_refused(schema in any_json(3)) {
        let entry = query(&json!({"params": {"value": schema}}));
        let (toolkit, diagnostics) = declared("postgres", "kit", &entry);
        if diagnostics.is_empty() {
            let problems = contract_problems("kit", &toolkit.tools);
            // The description is the test's and says nothing.
            let others = problems.into_iter().filter(|found| found.pointer != "/description");
            prop_assert_eq!(others.collect::<Vec<_>>(), []);
        }
    }

    #[test]
    fn hosts_are_found_without_a_panic(text in "\\PC{0,40}", host in "[a-z][a-z0-9.-]{0,20}") {
        let _ = host_of(&text);
        prop_assert_eq!(host_of(&format!("https://{host}:8443/path?q")), Some(host));
    }
}

/// JSON that looks like schemas often enough.
fn any_json(depth: u32) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "integer"})),
        Just(json!({"type": "number", "maximum": 5})),
        Just(json!({"enum": [1, 2]})),
        Just(json!({"type": "object"})),
        Just(json!({"type": 7})),
        Just(json!({})),
        Just(json!(true)),
    ];
    leaf.prop_recursive(depth, 24, 3, |inner| {
        prop_oneof![
            inner
                .clone()
                .prop_map(|item| json!({"type": "array", "items": item})),
            inner
                .clone()
                .prop_map(|value| json!({"type": "object", "additionalProperties": value})),
            inner
                .clone()
                .prop_map(|field| json!({"type": "object", "properties": {"a": field}})),
            inner
                .clone()
                .prop_map(|field| json!({"type": "object", "properties": {"host": field}})),
            inner
                .clone()
                .prop_map(|field| json!({"type": "object", "patternProperties": {"^a": field}})),
            inner
                .clone()
                .prop_map(|item| json!({"type": "array", "items": item, "prefixItems": [item]})),
            proptest::collection::vec(inner, 1..3).prop_map(|schemas| json!({"anyOf": schemas})),
        ]
    })
}
