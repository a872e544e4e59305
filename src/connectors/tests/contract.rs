//! What holds for every tool of every toolkit, built-in or declared.

use std::collections::BTreeSet;

use algen_core::governance::Preset;
use algen_core::governance::arguments::{ArgumentProblemKind, InputSchema};
use algen_core::governance::capability::CAPABILITIES;
use algen_core::model::{Idempotency, SideEffect};
use algen_core::registry::{ToolSpec, Toolkit};
use serde_json::{Map, Value, json};

use super::{built_in, declared, entries, plugin};
use crate::ALL;
use crate::shared::FOREIGN;

/// Every toolkit: the built-in ones, and one full entry for each connector.
fn toolkits() -> Vec<(&'static str, Toolkit)> {
    let mut toolkits: Vec<_> = ALL
        .iter()
        .map(|plugin| (plugin.connector.name, built_in(plugin)))
        .collect();
    for (connector, name, entry) in entries::full() {
        let (toolkit, diagnostics) = declared(connector, name, &entry);
        assert_eq!(diagnostics, [], "the full entry of {connector}");
        toolkits.push((name, toolkit));
    }
    toolkits
}

fn tools() -> Vec<(&'static str, ToolSpec)> {
    toolkits()
        .into_iter()
        .flat_map(|(name, toolkit)| toolkit.tools.into_iter().map(move |tool| (name, tool)))
        .collect()
}

#[test]
fn every_connector_has_a_full_entry() {
    let listed: Vec<&str> = ALL.iter().map(|plugin| plugin.connector.name).collect();
    let entries: Vec<&str> = entries::full().iter().map(|(name, _, _)| *name).collect();
    assert_eq!(entries, listed);
}

#[test]
fn plugins_are_named_after_their_connector() {
    let mut references = BTreeSet::new();
    for plugin in ALL {
        let name = plugin.connector.name;
        let (package, last) = plugin.reference.rsplit_once('.').expect("a dotted name");
        assert_eq!(last, name);
        let class = match package {
            "algen_agent_tools" => {
                let capital = name[..1].to_uppercase() + &name[1..];
                Some(format!("algen_agent_tools.{name}.plugin:{capital}Plugin"))
            }
            "algen" => None,
            other => panic!("{other} is not a package of ours"),
        };
        assert_eq!(plugin.class_reference.map(str::to_owned), class);
        assert_eq!(plugin.version, env!("CARGO_PKG_VERSION"));
        assert!(
            references.insert(plugin.reference),
            "{name} is listed twice"
        );
    }
}

#[test]
fn capabilities_are_those_that_policies_know() {
    let mut given = BTreeSet::new();
    for (_, tool) in tools() {
        given.extend(tool.policy_capabilities);
        let variants = tool.variants.into_iter();
        given.extend(variants.flat_map(|variant| variant.policy_capabilities));
    }
    let known: BTreeSet<String> = CAPABILITIES.map(str::to_owned).into();
    let unknown: Vec<&String> = given.difference(&known).collect();
    assert_eq!(unknown, Vec::<&String>::new());
    assert!(CAPABILITIES.is_sorted());
}

#[test]
fn names_are_unique_and_belong_to_their_toolkit() {
    let mut names = BTreeSet::new();
    for plugin in ALL {
        for tool in built_in(plugin).tools {
            let (toolkit, action) = tool.name.split_once('.').expect("a dotted name");
            assert_eq!(toolkit, plugin.connector.name);
            assert!(is_action(action), "{}", tool.name);
            assert!(
                names.insert(tool.name.clone()),
                "{} exists twice",
                tool.name
            );
        }
    }
    for plugin in ALL {
        for tool in plugin.connector.default_tools {
            assert!(names.contains(*tool), "{tool} is a default and not a tool");
        }
    }
}

fn is_action(action: &str) -> bool {
    action.starts_with(|first: char| first.is_ascii_lowercase())
        && action
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

#[test]
fn permissions_are_under_the_toolkit() {
    for (toolkit, tool) in tools() {
        let variants = tool.variants.iter().map(|variant| &variant.permissions);
        for permission in std::iter::once(&tool.permissions).chain(variants).flatten() {
            let word = permission
                .strip_prefix(toolkit)
                .and_then(|rest| rest.strip_prefix('.'));
            let word = word.unwrap_or_else(|| panic!("{} needs {permission}", tool.name));
            let connector_words = ["read", "write", "send", "restore", "interact"];
            assert!(connector_words.contains(&word), "{permission}");
        }
    }
}

#[test]
fn governance_comes_from_a_preset() {
    for (_, tool) in tools() {
        let name = &tool.name;
        let preset = Preset::from_word(tool.preset).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(tool.side_effect, preset.side_effect, "{name}");
        assert_eq!(tool.idempotency, preset.idempotency, "{name}");
        assert_eq!(tool.attempts, preset.attempts, "{name}");
        assert!(tool.timeout_seconds > 0.0, "{name}");
        assert!(tool.result_bytes > 0, "{name}");
        if writes(tool.side_effect) {
            assert_ne!(tool.idempotency, Idempotency::NonIdempotent, "{name}");
            assert_eq!(tool.attempts, 1, "{name}");
            assert!(!tool.permissions.is_empty(), "{name}");
            assert!(!tool.policy_capabilities.is_empty(), "{name}");
        }
        for variant in &tool.variants {
            let values = tool.input_schema["properties"][&variant.argument]["enum"]
                .as_array()
                .unwrap_or_else(|| panic!("{name} has no argument {}", variant.argument));
            for value in &variant.values {
                assert!(
                    values.contains(&Value::from(value.as_str())),
                    "{name}: {value}"
                );
            }
        }
    }
}

fn writes(effect: SideEffect) -> bool {
    !matches!(effect, SideEffect::None | SideEffect::Read)
}

#[test]
fn descriptions_say_something_and_no_secret() {
    for (_, tool) in tools() {
        let description = &tool.description;
        assert!(description.len() > 15, "{}: {description}", tool.name);
        assert!(
            description.ends_with(['.', '`']),
            "{}: {description}",
            tool.name
        );
        for secret in ["env://", "file://", "exec://", "ALGEN_TOOLS"] {
            assert!(
                !description.contains(secret),
                "{}: {description}",
                tool.name
            );
        }
    }
}

/// Tools that read and return only what this program, a clock or a catalog says.
const OWN_WORDS: &[&str] = &[
    "echo",
    "list_tables",
    "describe_table",
    "get_attachment",
    "list_keys",
    "list_changes",
    "database_schema",
    // Declared queries are described by whoever declares them.
    "my_open_invoices",
    "names",
];

#[test]
fn tools_that_return_foreign_text_say_so() {
    for (_, tool) in tools() {
        let (_, action) = tool.name.split_once('.').expect("a dotted name");
        if tool.side_effect != SideEffect::Read {
            continue;
        }
        let expected = !OWN_WORDS.contains(&action);
        assert_eq!(
            tool.description.contains(FOREIGN),
            expected,
            "{}",
            tool.name
        );
    }
}

#[test]
fn results_have_a_schema() {
    for (_, tool) in tools() {
        let schema = tool
            .output_schema
            .as_object()
            .expect("a schema is an object");
        assert!(!schema.is_empty(), "{}", tool.name);
    }
}

/// Names of arguments that would let a caller choose what runs or where a call goes.
const FORBIDDEN: &[&str] = &[
    "sql",
    "statement",
    "query_sql",
    "raw_sql",
    "url",
    "endpoint",
    "command",
    "shell",
    "host",
];

/// The only arguments whose content is free, by connector.
const FREE_FORM: &[(&str, &[&str])] = &[
    ("web_search", &["query"]),
    ("fetch_url", &["url"]),
    ("execute_command", &["argv", "cwd", "env"]),
    ("run_shell", &["command"]),
    ("query_database", &["sql", "parameters"]),
    ("http_request", &["path", "query", "body"]),
    ("application_api", &["path", "query", "body"]),
    ("set_value", &["value"]),
];

#[test]
fn arguments_are_closed_and_limited() {
    for (_, tool) in tools() {
        let (_, action) = tool.name.split_once('.').expect("a dotted name");
        let free = FREE_FORM.iter().find(|(name, _)| *name == action);
        let free = free.map_or(&[][..], |(_, fields)| fields);
        assert_eq!(tool.free_form, free, "{}", tool.name);
        let problems = problems(&tool.input_schema, free);
        assert_eq!(problems, [""; 0], "{}", tool.name);
        assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
    }
}

#[test]
fn arguments_can_be_checked_by_their_schema() {
    for (_, tool) in tools() {
        let schema = InputSchema::compile(&tool.input_schema);
        let refused = schema.map(|schema| schema.validate(&json!({"no_such_argument": 1})));
        let problems = refused.unwrap_or_else(|problem| panic!("{}: {problem}", tool.name));
        let problems = problems.expect_err(&tool.name).problems;
        let first = problems
            .first()
            .map(|problem| (&*problem.pointer, problem.kind));
        let unknown = ("/no_such_argument", ArgumentProblemKind::UnknownField);
        assert_eq!(first, Some(unknown), "{}", tool.name);
    }
}

/// Returns what is open or unlimited in a schema of arguments.
fn problems(schema: &Value, free: &[&str]) -> Vec<String> {
    let mut problems = Vec::new();
    let properties = schema["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let narrow: Map<String, Value> = properties
        .into_iter()
        .filter(|(name, _)| !free.contains(&name.as_str()))
        .collect();
    let mut schema = schema.clone();
    schema["properties"] = Value::Object(narrow);
    walk(&schema, "", &mut problems);
    problems
}

fn walk(schema: &Value, path: &str, problems: &mut Vec<String>) {
    let has = |keyword: &str| schema.get(keyword).is_some();
    let mut need = |holds: bool, what: &str| {
        if !holds {
            problems.push(format!("{path}: {what}"));
        }
    };
    let listed = has("enum") || has("const");
    match schema["type"].as_str() {
        Some("object") if schema["additionalProperties"].is_object() => {
            need(has("maxProperties"), "a map without a limit");
        }
        Some("object") => need(schema["additionalProperties"] == false, "an open object"),
        Some("string") => need(listed || has("maxLength"), "a text without a limit"),
        Some("array") => {
            need(has("maxItems"), "a list without a limit");
            need(has("items"), "a list of anything");
        }
        Some("integer" | "number") => {
            let least = has("minimum") || has("exclusiveMinimum");
            need(
                listed || (has("maximum") && least),
                "a number without limits",
            );
        }
        Some("boolean" | "null") => {}
        Some(other) => need(false, other),
        None => need(listed || has("anyOf"), "a value of any type"),
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}/{name}");
        if FORBIDDEN.contains(&name.as_str()) {
            problems.push(format!("{path}: a forbidden name"));
        }
        walk(inner, &path, problems);
    }
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get(keyword).filter(|inner| inner.is_object()) {
            walk(inner, &format!("{path}/{keyword}"), problems);
        }
    }
    for inner in schema["anyOf"].as_array().into_iter().flatten() {
        walk(inner, &format!("{path}/anyOf"), problems);
    }
}

#[test]
fn the_walk_finds_what_is_open() {
    let cases = [
        ("open object", r#"{"type":"object"}"#, "a/: an open object"),
        ("text", r#"{"type":"string"}"#, "a/: a text without a limit"),
        (
            "list",
            r#"{"type":"array","maxItems":1}"#,
            "a/: a list of anything",
        ),
        (
            "number",
            r#"{"type":"number","maximum":1}"#,
            "a/: a number without limits",
        ),
        ("anything", "{}", "a/: a value of any type"),
    ];
    for (name, schema, expected) in cases {
        let schema: Value = serde_json::from_str(schema).expect("a schema");
        let mut found = Vec::new();
        walk(&schema, "a/", &mut found);
        assert_eq!(found, [expected], "{name}");
    }
}

#[test]
fn built_in_tools_read_the_variables_of_their_settings() {
    for plugin in ALL {
        let expected = plugin.connector.environment();
        for tool in built_in(plugin).tools {
            if tool.name == "web.fetch_url" {
                assert_eq!(tool.environment, [""; 0]);
                continue;
            }
            assert_eq!(tool.environment, expected, "{}", tool.name);
        }
    }
    let variables = plugin("smtp").connector.environment();
    let names = [
        "HOST",
        "PASSWORD",
        "PORT",
        "SECURITY",
        "SENDER",
        "TOKEN",
        "TOKEN_COMMAND",
        "USERNAME",
        "ALLOWED_DOMAINS",
        "CA_FILE",
    ];
    let mut expected: Vec<String> = names
        .iter()
        .map(|name| format!("ALGEN_TOOLS_SMTP_{name}"))
        .collect();
    expected.sort();
    assert_eq!(variables, expected);
    assert_eq!(
        plugin("web").connector.environment(),
        ["BRAVE_SEARCH_API_KEY"]
    );
}

#[test]
fn gated_tools_name_their_variable() {
    let gated: Vec<(String, String)> = ALL
        .iter()
        .flat_map(|plugin| built_in(plugin).tools)
        .filter_map(|tool| tool.requires.map(|variable| (tool.name, variable)))
        .collect();
    let gated: Vec<(&str, &str)> = gated
        .iter()
        .map(|(tool, variable)| (tool.as_str(), variable.as_str()))
        .collect();
    let checkpoints = "ALGEN_TOOLS_FILESYSTEM_CHECKPOINTS";
    assert_eq!(
        gated,
        [
            ("gmail.send_email", "ALGEN_TOOLS_GMAIL_SENDER"),
            ("documents.read_document", "ALGEN_TOOLS_DOCUMENTS_ROOTS"),
            ("documents.search_document", "ALGEN_TOOLS_DOCUMENTS_ROOTS"),
            ("filesystem.create_file", checkpoints),
            ("filesystem.replace_file", checkpoints),
            ("filesystem.edit_file", checkpoints),
            ("filesystem.preview_change", checkpoints),
            ("filesystem.restore_change", checkpoints),
            ("filesystem.list_changes", checkpoints),
            ("storage.set_value", "ALGEN_TOOLS_STORAGE_ALLOW_WRITE"),
            ("storage.delete_value", "ALGEN_TOOLS_STORAGE_ALLOW_WRITE"),
            (
                "calendar.create_calendar_event",
                "ALGEN_TOOLS_CALENDAR_ALLOW_WRITE"
            ),
            ("email.create_email_draft", "ALGEN_TOOLS_EMAIL_ALLOW_WRITE"),
            ("email.send_email", "ALGEN_TOOLS_EMAIL_ALLOW_SEND"),
        ]
    );
    let variants: Vec<(String, Vec<String>, Option<String>)> = ALL
        .iter()
        .flat_map(|plugin| built_in(plugin).tools)
        .flat_map(|tool| {
            let name = tool.name;
            tool.variants
                .into_iter()
                .map(move |variant| (name.clone(), variant.values, variant.requires))
        })
        .collect();
    let owned = |values: &[&str]| {
        values
            .iter()
            .map(|value| (*value).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        variants,
        [
            (
                "git.git".to_owned(),
                owned(&["status", "diff", "log", "show"]),
                None
            ),
            (
                "git.git".to_owned(),
                owned(&["add", "commit"]),
                Some("ALGEN_TOOLS_GIT_ALLOW_WRITE".to_owned()),
            ),
            (
                "http.http_request".to_owned(),
                owned(&["GET", "HEAD"]),
                None
            ),
            (
                "http.http_request".to_owned(),
                owned(&["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
                Some("ALGEN_TOOLS_HTTP_ALLOWED_METHODS".to_owned()),
            ),
        ]
    );
}
