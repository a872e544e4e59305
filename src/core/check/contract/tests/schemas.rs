//! Schemas of arguments.

use serde_json::{Value, json};

use super::{Rule, found, good};
use crate::check::contract::places::Places;
use crate::check::contract::{PROBLEMS_MAX, contract_problems, is_forbidden_argument};

/// Name of the case, the schema of one argument named `title`, and the rule and the pointer below
/// it of every problem.
type SchemaCase = (&'static str, &'static str, &'static [(Rule, &'static str)]);

pub(super) const CASES: &[SchemaCase] = &[
    (
        "an open object",
        r#"{"type":"object"}"#,
        &[(Rule::OpenObject, "")],
    ),
    (
        "an object open by word",
        r#"{"type":"object","additionalProperties":true}"#,
        &[(Rule::OpenObject, "")],
    ),
    (
        "an open object inside",
        r#"{"type":"array","maxItems":1,"items":{"anyOf":[{"type":"null"},{"type":"object"}]}}"#,
        &[(Rule::OpenObject, "/items/anyOf/1")],
    ),
    (
        "an open object in a map",
        r#"{"type":"object","maxProperties":1,"additionalProperties":{"type":"object"}}"#,
        &[(Rule::OpenObject, "/additionalProperties")],
    ),
    (
        "a map without a limit",
        r#"{"type":"object","additionalProperties":{"type":"null"}}"#,
        &[(Rule::UnboundedMap, "")],
    ),
    (
        "fields by pattern without a limit",
        r#"{"type":"object","additionalProperties":false,"patternProperties":{"^a":{"type":"string"}}}"#,
        &[
            (Rule::UnboundedMap, ""),
            (Rule::UnboundedText, "/patternProperties/^a"),
        ],
    ),
    (
        "a text",
        r#"{"type":"string"}"#,
        &[(Rule::UnboundedText, "")],
    ),
    (
        "a text or null",
        r#"{"type":["string","null"]}"#,
        &[(Rule::UnboundedText, "")],
    ),
    ("a constant text", r#"{"type":"string","const":"a"}"#, &[]),
    (
        "a text of a short format",
        r#"{"type":"string","format":"uuid"}"#,
        &[],
    ),
    (
        "a text of a format of any length",
        r#"{"type":"string","format":"email"}"#,
        &[(Rule::UnboundedText, "")],
    ),
    (
        "a text of a short pattern",
        r#"{"type":"string","pattern":"^[a-z]{1,20}(-[0-9]{4})?$"}"#,
        &[],
    ),
    (
        "a text of a pattern of any length",
        r#"{"type":"string","pattern":"^[a-z]+$"}"#,
        &[(Rule::UnboundedText, "")],
    ),
    (
        "a pattern that takes what stands before",
        r#"{"type":"string","pattern":"[a-z]{4}$"}"#,
        &[(Rule::UnboundedText, "")],
    ),
    (
        "a pattern with an open alternative",
        r#"{"type":"string","pattern":"^a$|b$"}"#,
        &[(Rule::UnboundedText, "")],
    ),
    (
        "a list without a limit",
        r#"{"type":"array","items":{"type":"boolean"}}"#,
        &[(Rule::UnboundedList, "")],
    ),
    (
        "a list of anything",
        r#"{"type":"array","maxItems":1}"#,
        &[(Rule::UntypedValue, "")],
    ),
    (
        "a list of fixed members",
        r#"{"type":"array","prefixItems":[{"type":"boolean"},{"type":"string"}],"items":false}"#,
        &[(Rule::UnboundedText, "/prefixItems/1")],
    ),
    (
        "a number without a minimum",
        r#"{"type":"number","maximum":1}"#,
        &[(Rule::UnboundedNumber, "")],
    ),
    (
        "a whole number without a maximum",
        r#"{"type":"integer","exclusiveMinimum":1}"#,
        &[(Rule::UnboundedNumber, "")],
    ),
    (
        "a number between two that it is not",
        r#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}"#,
        &[],
    ),
    ("anything", "{}", &[(Rule::UntypedValue, "")]),
    ("anything by word", "true", &[(Rule::UntypedValue, "")]),
    ("nothing", "false", &[]),
    ("listed values", r#"{"enum":[1,"a"]}"#, &[]),
    (
        "anything in an alternative",
        r#"{"oneOf":[{"type":"null"},{}]}"#,
        &[(Rule::UntypedValue, "/oneOf/1")],
    ),
    (
        "fields of an object inside",
        r#"{"type":"object","additionalProperties":false,"properties":{"a/b":{"type":"string"}}}"#,
        &[(Rule::UnboundedText, "/properties/a~1b")],
    ),
    (
        "a destination inside",
        r#"{"type":"object","additionalProperties":false,"properties":{"base-URL":{"type":"null"}}}"#,
        &[(Rule::ForbiddenArgument, "/properties/base-URL")],
    ),
    (
        "a reference to another document",
        r#"{"$ref":"https://example.com/schema.json"}"#,
        &[
            (Rule::InputSchema, "!/input_schema"),
            (Rule::UntypedValue, ""),
        ],
    ),
];

#[test]
fn schemas_are_held_against_the_rules() {
    for (name, schema, expected) in CASES {
        let mut tool = good();
        tool.input_schema["properties"]["title"] = serde_json::from_str(schema).expect(name);
        let expected: Vec<(Rule, String)> = expected
            .iter()
            .map(|(rule, pointer)| match pointer.strip_prefix('!') {
                Some(whole) => (*rule, whole.to_owned()),
                None => (*rule, format!("/input_schema/properties/title{pointer}")),
            })
            .collect();
        // The order is that of groups: problems of one place lie apart.
        let mut found = found(tool);
        found.sort();
        let mut sorted = expected.clone();
        sorted.sort();
        assert_eq!(found, sorted, "{name}");
    }
}

/// Name of the case, the whole schema, and the rule and pointer of every problem.
type WholeCase = (&'static str, Value, Vec<(Rule, &'static str)>);

#[test]
fn arguments_are_one_object() {
    let (rule, schema) = (Rule::InputSchema, "/input_schema");
    let cases: [WholeCase; 4] = [
        (
            "no type",
            json!({"properties": {}, "additionalProperties": false}),
            vec![(rule, "/input_schema/type"), (Rule::UntypedValue, schema)],
        ),
        (
            "a broken keyword",
            json!({"type": "object", "additionalProperties": false, "required": 1}),
            vec![(rule, schema)],
        ),
        (
            "a typed map takes any field",
            json!({"type": "object", "maxProperties": 1, "additionalProperties": {"type": "null"}}),
            vec![(rule, schema)],
        ),
        (
            "an open object",
            json!({"type": "object", "properties": {"a": {"type": "null"}}}),
            vec![(Rule::OpenObject, schema)],
        ),
    ];
    for (name, schema, expected) in cases {
        let mut tool = good();
        tool.input_schema = schema;
        tool.variants.clear();
        tool.free_form.clear();
        let expected: Vec<(Rule, String)> = expected
            .into_iter()
            .map(|(rule, pointer)| (rule, pointer.to_owned()))
            .collect();
        assert_eq!(found(tool), expected, "{name}");
    }
}

#[test]
fn names_that_choose_a_destination_are_refused_in_any_spelling() {
    let named = [
        "host",
        "Base_URL",
        "baseUrl",
        "end-point",
        "dsn",
        "SERVER",
        "sql",
    ];
    let fine = ["hosts", "server_name", "urls", "query", "path", "user", ""];
    assert!(named.into_iter().all(is_forbidden_argument));
    assert!(!fine.into_iter().any(is_forbidden_argument));
    for (listed, expected) in [(true, 0), (false, 1)] {
        let mut tool = good();
        tool.input_schema["properties"]["url"] = json!({"type": "string", "maxLength": 9});
        if listed {
            tool.free_form.push("url".to_owned());
        }
        assert_eq!(found(tool).len(), expected, "listed: {listed}");
    }
}

#[test]
fn references_are_followed_once() {
    let mut tool = good();
    tool.input_schema["properties"]["title"] = json!({"$ref": "#/$defs/tree"});
    tool.input_schema["properties"]["votes"] = json!({"$ref": "#/$defs/tree"});
    tool.input_schema["$defs"] = json!({
        "unused": {"type": "string"},
        "tree": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "inner": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/tree"}},
                "again": {"$ref": "#"},
            },
            "additionalProperties": false,
        },
    });
    let expected = "/input_schema/$defs/tree/properties/name".to_owned();
    assert_eq!(found(tool), [(Rule::UnboundedText, expected)]);
}

#[test]
fn a_hostile_schema_ends_in_a_bounded_answer() {
    let wide: serde_json::Map<String, Value> = (0..1_000)
        .map(|index| (format!("{}{index}", "a".repeat(1_000)), json!({})))
        .collect();
    let mut deep = json!({"type": "string"});
    for _ in 0..3_000 {
        // The macro would copy what is inside, recursing.
        let mut outer = serde_json::Map::new();
        outer.insert("items".to_owned(), deep);
        deep = Value::Object(outer);
    }
    let mut tool = good();
    tool.input_schema = json!({"type": "object", "additionalProperties": false,
        "properties": wide});
    tool.variants.clear();
    let places = Places::of(&deep, &[]);
    assert_eq!(places.iter().count(), 3_001);
    let problems = contract_problems("tracker", &[tool]);
    assert_eq!(problems.len(), PROBLEMS_MAX + 1);
    let last = problems.last().expect("the list is not empty");
    // One place of `free_form` and one for every argument, of which 500 are listed.
    let left_out = "501 more problems are not listed";
    assert_eq!(
        (last.rule, last.message.as_str()),
        (Rule::MoreProblems, left_out)
    );
    assert!(problems.iter().all(|problem| problem.pointer.len() < 300));
    // Dropping it recurses in the library, which readers' limit of nesting keeps harmless.
    std::mem::forget(deep);
}
