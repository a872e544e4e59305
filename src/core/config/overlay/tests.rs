//! Tables of overlays, valid and not.

use serde_json::{Value as Json, json};

use super::*;
use crate::config::FieldDefinition;
use crate::config::test_document::Document;

/// A reviewed server with one tool of each effect.
fn complete() -> Json {
    let schema = json!({"type": "object", "properties": {"title": {"type": "string"}}});
    json!({
        "name": "tracker",
        "server": {
            "name": "tracker-server",
            "transport": "streamable_http",
            "url": "https://Tracker.example.com:8443/mcp/",
            "auth_token_ref": "env://TRACKER_TOKEN",
            "headers": {"X-Toolsets": "env://TRACKER_TOOLSETS"},
        },
        "tools": {
            "list-issues": {"effect": "read", "input_schema": schema},
            "Create_Issue": {
                "effect": "external", "input_schema": schema, "description": "Opens an issue.",
                "approval": true, "timeout_seconds": 5, "permissions": ["tracker.issues"],
                "max_result_bytes": 1000,
            },
            "delete": {"effect": "destructive", "input_schema": schema, "approval": false},
        },
        "on_drift": "allow",
        "allowed_hosts": ["example.com"],
    })
}

/// Returns the document with the value at a pointer set, or removed where it is `None`.
fn changed(pointer: &str, value: Option<Json>) -> Json {
    let mut document = complete();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer has a slash");
    let parent = document.pointer_mut(parent);
    let parent = parent
        .and_then(Json::as_object_mut)
        .expect("the parent is an object");
    match value {
        Some(value) => drop(parent.insert(key.to_owned(), value)),
        None => drop(parent.remove(key)),
    }
    document
}

#[test]
fn an_overlay_is_read() {
    let document = Document::new(complete());
    let (overlay, findings) = document.decode(Overlay::decode_document);
    assert_eq!(findings, []);
    let overlay = overlay.expect("the document is a mapping");
    assert_eq!(overlay.name.value, "tracker");
    assert_eq!(overlay.on_drift, OnDrift::Allow);
    assert_eq!(overlay.environment(), ["TRACKER_TOKEN", "TRACKER_TOOLSETS"]);
    assert_eq!(overlay.hosts(), ["example.com"]);
    let tools: Vec<_> = overlay
        .tools
        .iter()
        .map(|(name, tool)| {
            let approval = tool.approval.as_ref().map(|approval| approval.value);
            let bytes = tool.max_result_bytes;
            (
                name.as_str(),
                tool.effect.0,
                approval,
                tool.timeout_seconds,
                bytes,
            )
        })
        .collect();
    let expected = [
        ("list-issues", Some(Effect::Read), None, None, 262_144),
        (
            "Create_Issue",
            Some(Effect::External),
            Some(true),
            Some(5.0),
            1_000,
        ),
        (
            "delete",
            Some(Effect::Destructive),
            Some(false),
            None,
            262_144,
        ),
    ];
    assert_eq!(tools, expected);
}

#[test]
fn the_server_decides_hosts_and_variables() {
    let program = json!({"name": "local", "transport": "stdio", "command": "serve",
        "args": ["--key=env://ARG_KEY", "env://T-X", "env://"], "env": {"A": "env://B", "C": "env://B"}});
    let cases = [
        (
            changed("/allowed_hosts", None),
            vec!["tracker.example.com"],
            vec!["TRACKER_TOKEN", "TRACKER_TOOLSETS"],
        ),
        (
            changed("/allowed_hosts", Some(json!(null))),
            vec!["tracker.example.com"],
            vec!["TRACKER_TOKEN", "TRACKER_TOOLSETS"],
        ),
        (
            changed("/server", Some(program)),
            vec![],
            vec!["ARG_KEY", "B", "T"],
        ),
    ];
    for (document, hosts, variables) in cases {
        let (overlay, findings) = Document::new(document).decode(Overlay::decode_document);
        assert_eq!(findings, []);
        let overlay = overlay.expect("the document is a mapping");
        assert_eq!(overlay.hosts(), hosts);
        assert_eq!(overlay.environment(), variables);
    }
}

#[test]
fn what_is_wrong_is_named() {
    let tool = |effect: Json| json!({"effect": effect, "input_schema": {"type": "object"}});
    let cases = [
        ("a list", json!([]), vec![("wrong-type", "")]),
        (
            "nothing in it",
            json!({}),
            vec![
                ("missing-key", "name"),
                ("missing-key", "server"),
                ("missing-key", "tools"),
            ],
        ),
        (
            "an unknown key",
            changed("/drift", Some(json!("allow"))),
            vec![("unknown-key", "drift")],
        ),
        (
            "a name in capitals",
            changed("/name", Some(json!("Tracker"))),
            vec![("invalid-value", "name")],
        ),
        (
            "no tools",
            changed("/tools", Some(json!({}))),
            vec![("invalid-value", "tools")],
        ),
        (
            "another word for drift",
            changed("/on_drift", Some(json!("ignore"))),
            vec![("unknown-value", "on_drift")],
        ),
        (
            "no hosts",
            changed("/allowed_hosts", Some(json!([]))),
            vec![("invalid-value", "allowed_hosts")],
        ),
        (
            "hosts without the server's",
            changed(
                "/allowed_hosts",
                Some(json!(["example.org", "badexample.com"])),
            ),
            vec![("host-not-allowed", "allowed_hosts")],
        ),
        (
            "a draft",
            changed("/tools/delete/effect", Some(json!(null))),
            vec![("unclassified-tool", "tools.delete.effect")],
        ),
        (
            "no effect",
            changed("/tools/delete/effect", None),
            vec![("missing-key", "tools.delete.effect")],
        ),
        (
            "an effect that tools cannot have",
            changed("/tools/delete/effect", Some(json!("none"))),
            vec![("unknown-value", "tools.delete.effect")],
        ),
        (
            "a schema of something else",
            changed("/tools/delete/input_schema", Some(json!({"type": "array"}))),
            vec![("invalid-value", "tools.delete.input_schema")],
        ),
        (
            "a schema without type",
            changed("/tools/delete/input_schema", Some(json!({}))),
            vec![("invalid-value", "tools.delete.input_schema")],
        ),
        (
            "a schema that is true",
            changed("/tools/delete/input_schema", Some(json!(true))),
            vec![("wrong-type", "tools.delete.input_schema")],
        ),
        (
            "a read that asks",
            changed("/tools/list-issues/approval", Some(json!(true))),
            vec![("conflicting-settings", "tools.list-issues.approval")],
        ),
        (
            "a read that says that it does not ask",
            changed("/tools/list-issues/approval", Some(json!(false))),
            vec![],
        ),
        (
            "no time",
            changed("/tools/delete/timeout_seconds", Some(json!(0))),
            vec![("invalid-value", "tools.delete.timeout_seconds")],
        ),
        (
            "the longest time",
            changed("/tools/delete/timeout_seconds", Some(json!(3600))),
            vec![],
        ),
        (
            "more than the longest time",
            changed("/tools/delete/timeout_seconds", Some(json!(3600.5))),
            vec![("invalid-value", "tools.delete.timeout_seconds")],
        ),
        (
            "the largest result",
            changed("/tools/delete/max_result_bytes", Some(json!(16_777_216))),
            vec![],
        ),
        (
            "more than the largest result",
            changed("/tools/delete/max_result_bytes", Some(json!(16_777_217))),
            vec![("invalid-value", "tools.delete.max_result_bytes")],
        ),
        (
            "no result",
            changed("/tools/delete/max_result_bytes", Some(json!(0))),
            vec![("invalid-value", "tools.delete.max_result_bytes")],
        ),
        (
            "a change without permission",
            changed("/tools/delete/permissions", Some(json!([]))),
            vec![("change-without-permission", "tools.delete.permissions")],
        ),
        (
            "another toolkit's permission",
            changed(
                "/tools/delete/permissions",
                Some(json!(["tracker.write", "smtp.write"])),
            ),
            vec![("foreign-permission", "tools.delete.permissions.1")],
        ),
        (
            "a name with a dot",
            changed("/tools/issues.delete", Some(tool(json!("write")))),
            vec![("invalid-tool-name", "tools.issues.delete")],
        ),
        (
            "a name with a digit first",
            changed("/tools/2fa", Some(tool(json!("write")))),
            vec![("invalid-tool-name", "tools.2fa")],
        ),
        (
            "two names for one tool",
            changed("/tools/create-issue", Some(tool(json!("write")))),
            vec![("duplicate-name", "tools.create-issue")],
        ),
        (
            "governance at the server",
            changed("/server/allowed_tools", Some(json!(["delete"]))),
            vec![("conflicting-settings", "server.allowed_tools")],
        ),
        (
            "no tools at the server",
            changed("/server/allowed_tools", Some(json!([]))),
            vec![("conflicting-settings", "server.allowed_tools")],
        ),
        (
            "all tools at the server",
            changed("/server/allowed_tools", Some(json!(["*"]))),
            vec![],
        ),
        (
            "policies at the server",
            changed(
                "/server/tool_policies",
                Some(json!({"delete": {"side_effect": "read"}})),
            ),
            vec![("conflicting-settings", "server.tool_policies")],
        ),
        (
            "no transport",
            changed("/server/transport", None),
            vec![("missing-key", "server.transport")],
        ),
        (
            "an address by reference",
            changed("/server/url", Some(json!("env://TRACKER_URL"))),
            vec![("invalid-value", "server.url")],
        ),
        (
            "a header by command",
            changed("/server/headers/X-Toolsets", Some(json!("exec://toolsets"))),
            vec![("misplaced-reference", "server.headers.X-Toolsets")],
        ),
        (
            "a variable that cannot exist",
            changed("/server/headers/X-Toolsets", Some(json!("env://A-B"))),
            vec![("malformed-reference", "server.headers.X-Toolsets")],
        ),
    ];
    for (name, document, expected) in cases {
        let (_, mut findings) = Document::new(document).decode(Overlay::decode_document);
        findings.sort();
        let mut expected: Vec<_> = expected
            .into_iter()
            .map(|(rule, field)| (rule, field.to_owned()))
            .collect();
        expected.sort();
        assert_eq!(findings, expected, "{name}");
    }
}

#[test]
fn literals_are_refused_masked_and_never_told() {
    let program = json!({"name": "local", "transport": "stdio", "command": "serve",
        "env": {"TOKEN": "hunter2"}});
    let cases = [
        (changed("/server", Some(program)), "server.env.TOKEN"),
        (
            changed("/server/headers", Some(json!({"X-Toolsets": "hunter2"}))),
            "server.headers.X-Toolsets",
        ),
        (
            changed("/server/auth_token_ref", Some(json!("hunter2"))),
            "server.auth_token_ref",
        ),
        (
            changed(
                "/server/secret_headers",
                Some(json!({"Authorization": "hunter2"})),
            ),
            "server.secret_headers.Authorization",
        ),
        (
            changed(
                "/server/url",
                Some(json!("https://ada:hunter2@a.example.com/")),
            ),
            "server.url",
        ),
    ];
    for (document, field) in cases {
        let document = Document::new(document);
        let (_, findings, masked) = document.diagnostics(Overlay::decode_document);
        let found: Vec<_> = findings
            .iter()
            .map(|finding| (finding.rule, finding.field.as_deref()))
            .collect();
        // A second finding may follow: the host is not the one that the overlay allows.
        assert_eq!(found.first(), Some(&("literal-secret", Some(field))));
        assert!(!format!("{findings:?}").contains("hunter2"), "{findings:?}");
        assert!(
            masked.iter().any(|text| text.contains("hunter2")),
            "{masked:?}"
        );
    }
}

#[test]
fn two_tools_of_one_name_are_both_shown() {
    let tool = json!({"effect": "write", "input_schema": {"type": "object"}});
    let document = Document::new(changed("/tools/create-issue", Some(tool)));
    let (_, findings, _) = document.diagnostics(Overlay::decode_document);
    let found: Vec<_> = findings
        .iter()
        .map(|finding| {
            let labels: Vec<&str> = finding
                .labels
                .iter()
                .map(|label| label.text.as_str())
                .collect();
            (finding.message.as_str(), labels)
        })
        .collect();
    let expected = [(
        "`Create_Issue` and `create-issue` both become the tool `create_issue`",
        vec!["this one", "and this one"],
    )];
    assert_eq!(found, expected);
}

#[test]
fn names_of_the_server_become_names_of_tools() {
    let cases = [
        ("create_issue", Some("create_issue")),
        ("Create-Issue", Some("create_issue")),
        ("a1", Some("a1")),
        ("issues.create", None),
        ("_a", None),
        ("2fa", None),
        ("größe", None),
        ("\u{212a}elvin", None),
        ("a b", None),
        ("", None),
    ];
    for (remote, expected) in cases {
        assert_eq!(action(remote).as_deref(), expected, "{remote}");
    }
}

#[test]
fn locked_tools_stand_in_the_overlay() {
    let (overlay, _) = Document::new(complete()).decode(Overlay::decode_document);
    let overlay = overlay.expect("the document is a mapping");
    let lock = Document::new(json!({"algen": 1, "tools": {"delete": {}, "list_issues": {}}}));
    let (_, findings, _) = lock.diagnostics(|root, decoder| {
        let lock = OverlayLock::decode_document(root, decoder).expect("it is a mapping");
        lock.check_against(&overlay, decoder);
    });
    let found: Vec<_> = findings
        .iter()
        .map(|finding| {
            (
                finding.rule,
                finding.message.as_str(),
                finding.field.as_deref(),
            )
        })
        .collect();
    let expected = [(
        "stale-lock-entry",
        "the overlay has no tool `list_issues`; did you mean `list-issues`?",
        Some("tools.list_issues"),
    )];
    assert_eq!(found, expected);
}

/// Keys, which of them are required, and limits, as the Python program's format has them.
#[test]
fn the_format_is_that_of_the_python_program() {
    let describe = |field: &FieldDefinition| (field.key, field.required, field.default.clone());
    let overlay: Vec<_> = Overlay::fields().iter().map(describe).collect();
    let expected = [
        ("name", true, None),
        ("server", true, None),
        ("tools", true, None),
        ("on_drift", false, Some(json!("refuse"))),
        ("allowed_hosts", false, Some(json!(null))),
    ];
    assert_eq!(overlay, expected);
    let tool: Vec<_> = OverlayTool::fields().iter().map(describe).collect();
    let expected = [
        ("effect", true, None),
        ("input_schema", true, None),
        ("description", false, Some(json!(null))),
        ("approval", false, Some(json!(null))),
        ("timeout_seconds", false, Some(json!(null))),
        ("permissions", false, Some(json!(null))),
        ("max_result_bytes", false, Some(json!(262_144))),
    ];
    assert_eq!(tool, expected);
    let mut generator = SchemaGenerator::default();
    let overlay = Overlay::json_schema(&mut generator).to_value();
    assert_eq!(overlay["properties"]["tools"]["minProperties"], json!(1));
    let tool = OverlayTool::json_schema(&mut generator).to_value();
    let effects = &tool["properties"]["effect"]["enum"];
    assert_eq!(
        *effects,
        json!(["read", "write", "external", "destructive"])
    );
    let bytes = &tool["properties"]["max_result_bytes"];
    assert_eq!(
        (&bytes["minimum"], &bytes["maximum"]),
        (&json!(1), &json!(16_777_216))
    );
    let timeout = &tool["properties"]["timeout_seconds"];
    assert_eq!(
        (&timeout["exclusiveMinimum"], &timeout["maximum"]),
        (&json!(0), &json!(3_600))
    );
}
