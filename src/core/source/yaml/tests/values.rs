//! The values and places of valid texts.

use serde_json::{Value as Json, json};

use super::super::{Problem, ProblemKind};
use super::{problems, with};
use crate::source::json::from_node;
use crate::source::{Node, Value};

/// The kind and value of a node in the words of the fixture.
fn shape(node: &Node<'_>) -> (&'static str, Json) {
    match &node.value {
        Value::Float(number) => ("float", json!(format!("{number:?}"))),
        Value::BigInteger(digits) => ("integer", json!(&**digits)),
        Value::Integer(number) => ("integer", json!(number.to_string())),
        Value::Null => ("null", Json::Null),
        Value::Bool(value) => ("boolean", json!(value)),
        Value::Timestamp(text) => ("date", json!(text)),
        Value::String(_) | Value::OwnedString(_) => ("string", from_node(node)),
        Value::Binary(_) => ("binary", from_node(node)),
        Value::Sequence(_) | Value::Mapping(_) => ("tree", from_node(node)),
        Value::Set(_) => ("set", from_node(node)),
    }
}

#[test]
fn scalars_have_the_values_of_pyyaml() {
    let fixture: Json =
        serde_json::from_str(include_str!("../../../../../fixtures/yaml/scalars.json"))
            .expect("the fixture is JSON");
    let cases = fixture.as_array().expect("a list of cases");
    assert_eq!(cases.len(), 118);
    for case in cases {
        let text = case["yaml"].as_str().expect("a text");
        let found = with(text, |_, composed| match composed.root {
            _ if !composed.problems.is_empty() => json!({"yaml": text, "refused": true}),
            None => json!({"yaml": text, "empty": true}),
            Some(root) => {
                let (kind, value) = shape(&root);
                json!({"yaml": text, kind: value})
            }
        });
        assert_eq!(&found, case);
    }
}

/// What a text gives, as JSON; problems other than duplicate keys fail the test.
fn value(text: &str) -> Json {
    with(text, |_, composed| {
        let others = |problem: &&Problem| !matches!(problem.kind, ProblemKind::DuplicateKey { .. });
        assert_eq!(composed.problems.iter().find(others), None, "{text}");
        from_node(&composed.root.expect("a tree"))
    })
}

#[test]
fn more_scalars_follow_pyyaml() {
    let cases = [
        ("[!!str 12, !!str, ! '12']", json!(["12", "", 12])),
        (
            "[!!int '0x1F', !!float '1e3', !!float 1, !!float .inf]",
            json!([31, 1000.0, 1.0, "inf"]),
        ),
        (
            "[!!bool 'ON', !!null '', !!timestamp 2026-1-1]",
            json!([true, null, "2026-1-1"]),
        ),
        (
            "[!!seq [a], !!map {a: 1}, !!set {a}]",
            json!([["a"], {"a": 1}, ["a"]]),
        ),
        ("!!pairs [a: 1, a: 2]", json!([["a", 1], ["a", 2]])),
        ("!<tag:yaml.org,2002:str> 1", json!("1")),
        ("%TAG !y! tag:yaml.org,2002:\n---\n!y!str 1", json!("1")),
        (
            "a: |\n  x\n  y\nb: >-\n  x\n  y\n",
            json!({"a": "x\ny\n", "b": "x y"}),
        ),
        ("a: |+\n  x\n\n", json!({"a": "x\n\n"})),
        ("{\"a\":1,'b':[2]}", json!({"a": 1, "b": [2]})),
        ("\"\\u00e9\\U0001F389\\x41\\\n  z\"", json!("é🎉Az")),
        ("a:\r\n- b\r\n", json!({"a": ["b"]})),
        ("=: 1", json!({"=": 1})),
        (
            "on: 1\n2026-01-01: 2",
            json!({"true": 1, "\"2026-01-01\"": 2}),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn merges_follow_the_order_of_python() {
    let cases = [
        (
            "own keys win",
            "{<<: {a: 1, b: 2}, b: 3}",
            r#"{"a":1,"b":3}"#,
        ),
        (
            "wherever they stand",
            "{b: 3, <<: {a: 1, b: 2}}",
            r#"{"a":1,"b":3}"#,
        ),
        (
            "the first of a list wins",
            "{<<: [{a: 1}, {a: 2, b: 3}]}",
            r#"{"a":1,"b":3}"#,
        ),
        (
            "the last of two merges wins",
            "{<<: {a: 1}, <<: {a: 2}}",
            r#"{"a":2}"#,
        ),
        (
            "merged into merged",
            "{<<: {<<: {a: 1}, b: 2}, c: 3}",
            r#"{"a":1,"b":2,"c":3}"#,
        ),
        ("nothing", "{<<: {}, <<: [], a: 1}", r#"{"a":1}"#),
        (
            "by alias",
            "{b: &b {x: 1}, c: {<<: *b, y: 2}}",
            r#"{"b":{"x":1},"c":{"x":1,"y":2}}"#,
        ),
        ("with its tag", "{!!merge <<: {a: 1}}", r#"{"a":1}"#),
        (
            "in quotes it is text",
            "{'<<': {a: 1}}",
            r#"{"<<":{"a":1}}"#,
        ),
        ("into a set", "!!set {<<: {a: 1}, b}", r#"["a","b"]"#),
    ];
    for (name, text, expected) in cases {
        assert_eq!(value(text).to_string(), expected, "{name}");
    }
}

#[test]
fn the_last_of_equal_keys_counts_at_the_place_of_the_first() {
    let cases = [
        ("two", "{a: 1, b: 2, a: 3}", r#"{"a":3,"b":2}"#),
        ("three", "{a: 1, a: 2, b: 0, a: 3}", r#"{"a":3,"b":0}"#),
        (
            "over a merged one",
            "{<<: {a: 0, b: 0}, a: 1, a: 2}",
            r#"{"a":2,"b":0}"#,
        ),
        ("in a set", "!!set {a, b, a}", r#"["a","b"]"#),
    ];
    for (name, text, expected) in cases {
        assert_eq!(value(text).to_string(), expected, "{name}");
    }
    let many: String = (0..100)
        .map(|key| format!("k{}: {key}\n", key % 50))
        .collect();
    let expected: String = (50..100)
        .map(|value| format!("\"k{}\":{value},", value - 50))
        .collect();
    let expected = format!("{{{}}}", expected.trim_end_matches(','));
    assert_eq!(value(&many).to_string(), expected, "a large mapping");
    assert_eq!(problems(&many).len(), 50);
}

#[test]
fn texts_without_content_have_no_root_and_no_problem() {
    for text in [
        "",
        " \n",
        "# only\n# comments",
        "---\n",
        "---\n# c\n...\n",
        "\r\n",
    ] {
        let (empty, found) = with(text, |_, composed| {
            (composed.root.is_none(), composed.problems)
        });
        assert_eq!((empty, found), (true, Vec::new()), "{text:?}");
    }
    for text in ["~", "null", "--- ~", "!!null", "&a"] {
        assert_eq!(value(text), Json::Null, "{text:?}");
    }
}

#[test]
fn spans_are_exact() {
    let text = "\
# 日本
名: &a !!str \"🎉\"
list:
  - x   # comment
  - *a
text: |
    two
    lines

flow: [ {k: v}, ]
empty:
<<: {m: 1}
";
    let expected = [
        ("名", "\"🎉\""),
        ("list", "x   # comment\n  - *a"),
        ("text", "two\n    lines"),
        ("flow", "[ {k: v}, ]"),
        ("empty", ""),
        ("m", "1"),
    ];
    with(text, |_, composed| {
        assert_eq!(composed.problems, Vec::new());
        let root = composed.root.expect("a mapping");
        assert_eq!(
            &text[root.span.range()],
            text["# 日本\n".len()..].trim_end()
        );
        for (key, written) in expected {
            let entry = root.entry(key).expect("a key of the text");
            assert_eq!(&text[entry.key.span.range()], key);
            assert_eq!(&text[entry.value.span.range()], written, "{key}");
        }
        let empty = root.get("empty").expect("a key of the text");
        assert_eq!(
            empty.span.start as usize,
            text.find("empty").expect("it is there") + 5
        );
        let list = root.get("list").and_then(Node::items).expect("a list");
        assert_eq!(&text[list[1].span.range()], "*a");
        assert_eq!(list[1].as_str(), Some("🎉"));
    });
}
