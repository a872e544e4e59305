//! The tools that the Python package has too, against facts about it: `fixtures/connectors/
//! reference-tools.json` holds its governance and its schemas without prose.

use algen_core::registry::ToolSpec;
use serde_json::{Map, Value, json};

use super::{built_in, plugin};

const REFERENCE: &str = include_str!("../../../fixtures/connectors/reference-tools.json");

/// Removes prose: `description` as a keyword, never a field of that name.
fn facts(schema: &Value) -> Value {
    match schema {
        Value::Object(keywords) => {
            let kept = keywords
                .iter()
                .filter(|(keyword, _)| *keyword != "description");
            Value::Object(
                kept.map(|(keyword, value)| {
                    let value = match (keyword.as_str(), value) {
                        ("properties", Value::Object(fields)) => Value::Object(
                            fields
                                .iter()
                                .map(|(name, schema)| (name.clone(), facts(schema)))
                                .collect::<Map<_, _>>(),
                        ),
                        _ => facts(value),
                    };
                    (keyword.clone(), value)
                })
                .collect(),
            )
        }
        Value::Array(items) => Value::Array(items.iter().map(facts).collect()),
        other => other.clone(),
    }
}

fn governance(tool: &ToolSpec) -> Value {
    json!({
        "side_effect": tool.side_effect,
        "idempotency": tool.idempotency,
        "required_permissions": tool.permissions,
        "timeout_seconds": tool.timeout_seconds,
        "max_attempts": tool.attempts,
        "requires_approval": tool.approval,
    })
}

fn pairs() -> Vec<(Value, ToolSpec)> {
    let reference: Vec<Value> = serde_json::from_str(REFERENCE).expect("the fixture is JSON");
    assert_eq!(reference.len(), 6);
    let pair = |theirs: Value| {
        let name = theirs["name"].as_str().expect("a name").to_owned();
        let (connector, _) = name.split_once('.').expect("a dotted name");
        let ours = built_in(plugin(connector)).tools.into_iter();
        let ours = ours.into_iter().find(|tool| tool.name == name);
        (theirs, ours.unwrap_or_else(|| panic!("{name} is missing")))
    };
    reference.into_iter().map(pair).collect()
}

#[test]
fn governance_is_the_references() {
    for (theirs, ours) in pairs() {
        let ours_governance = governance(&ours);
        for (key, value) in ours_governance.as_object().into_iter().flatten() {
            assert_eq!(*value, theirs[key], "{}: {key}", ours.name);
        }
    }
}

#[test]
fn arguments_are_the_references_to_the_letter() {
    for (theirs, ours) in pairs() {
        let ours_facts = facts(&ours.input_schema).to_string();
        assert_eq!(
            ours_facts,
            theirs["input_schema"].to_string(),
            "{}",
            ours.name
        );
    }
}

/// Fields of messages that later versions of the package document.
const LATER_FIELDS: &[&str] = &[
    "sender_address",
    "sender_name",
    "recipient_addresses",
    "cc_addresses",
    "sender_auth",
];

#[test]
fn results_are_the_references() {
    for (theirs, ours) in pairs() {
        let mut facts = facts(&ours.output_schema);
        if ours.name == "gmail.list_messages" {
            let message = &mut facts["properties"]["messages"]["items"]["properties"];
            let message = message.as_object_mut().expect("a message has fields");
            for field in LATER_FIELDS {
                assert!(message.remove(*field).is_some(), "{field}");
            }
            let attachment = &mut message["attachments"]["items"]["properties"];
            let part = attachment
                .as_object_mut()
                .and_then(|fields| fields.remove("part_id"));
            assert!(part.is_some());
        }
        assert_eq!(facts, theirs["output_schema"], "{}", ours.name);
    }
}
