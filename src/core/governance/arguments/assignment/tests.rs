use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::{ArgumentProblemKind, InputSchema};
use super::{AssignmentProblem, assign};

fn schema(fields: &Value) -> InputSchema {
    let schema = json!({"type": "object", "properties": fields, "additionalProperties": false});
    InputSchema::compile(&schema).expect("the schema is valid")
}

fn no_files(path: &str) -> Result<String, String> {
    Err(format!("there is no file `{path}`"))
}

/// Reads `field=text` for a field with this schema; the error as its message.
fn read_as(field: &Value, text: &str) -> Result<Value, String> {
    let schema = schema(&json!({ "field": field }));
    let word = format!("field={text}");
    match assign(&schema, [&*word], no_files) {
        Ok(mut arguments) => Ok(arguments.remove("field").expect("it was given")),
        Err(problems) => Err(problems.iter().map(ToString::to_string).collect()),
    }
}

#[test]
fn the_schema_decides_what_a_text_becomes() {
    let string = json!({"type": "string"});
    let whole = json!({"type": "integer"});
    let number = json!({"type": "number"});
    let boolean = json!({"type": "boolean"});
    let optional = json!({"anyOf": [{"type": "integer"}, {"type": "null"}]});
    let optional_text = json!({"type": ["string", "null"]});
    let mixed = json!({"oneOf": [{"type": "integer"}, {"type": "string"}]});
    let any_scalar = json!({"type": ["string", "number", "boolean", "null"]});
    let auto = json!({"anyOf": [{"enum": ["auto", 10, null]}, {"type": "integer"}]});
    let list = json!({"type": "array"});
    let all = json!({"allOf": [{"type": ["string", "integer"]}, {"type": "integer"}]});
    let cases = [
        (&string, "007", json!("007")),
        (&string, "1.10", json!("1.10")),
        (&string, "", json!("")),
        (&string, " null ", json!(" null ")),
        (&string, "a=b", json!("a=b")),
        (&whole, "9007199254740993", json!(9007199254740993_i64)),
        (&whole, "18446744073709551615", json!(u64::MAX)),
        (&whole, "-9223372036854775808", json!(i64::MIN)),
        (&whole, "007", json!(7)),
        (&whole, "-0", json!(0)),
        (&number, "9007199254740993", json!(9007199254740993_i64)),
        (&number, "1.10", json!(1.1)),
        (&number, "-.5", json!(-0.5)),
        (&number, "+5.", json!(5.0)),
        (&number, "1E3", json!(1000.0)),
        (&boolean, "Off", json!(false)),
        (&boolean, "1", json!(true)),
        (&optional, "5", json!(5)),
        (&optional, "null", json!(null)),
        (&optional_text, "null", json!("null")),
        (&mixed, "7", json!(7)),
        (&mixed, "007", json!("007")),
        (&mixed, " 7", json!(" 7")),
        (&mixed, "+7", json!("+7")),
        (
            &mixed,
            "18446744073709551616",
            json!("18446744073709551616"),
        ),
        (&any_scalar, "1.1", json!(1.1)),
        (&any_scalar, "1.10", json!("1.10")),
        (&any_scalar, "1e3", json!("1e3")),
        (&any_scalar, "true", json!(true)),
        (&any_scalar, "yes", json!("yes")),
        (&any_scalar, "null", json!("null")),
        (&auto, "auto", json!("auto")),
        (&auto, "null", json!(null)),
        (&auto, "007", json!(7)),
        (&list, " [1, \"a\"]", json!([1, "a"])),
        (&json!({"const": 5}), "5", json!(5)),
        (&json!({"const": "5"}), "5", json!("5")),
        (&json!({"enum": [true, false]}), "true", json!(true)),
        (&json!({}), "5", json!("5")),
        (&json!({"minimum": 5}), "true", json!("true")),
        (&all, "007", json!(7)),
    ];
    for (field, text, expected) in cases {
        assert_eq!(read_as(field, text), Ok(expected), "{text} as {field}");
    }
    let refused = [
        (&whole, "5.0", "`field`: expected a whole number"),
        (&whole, "0x10", "`field`: expected a whole number"),
        (&whole, "1_000", "`field`: expected a whole number"),
        (
            &whole,
            "18446744073709551616",
            "`field`: the whole number does not fit 64 bits; write a longer one as a string",
        ),
        (
            &json!({"type": "integer", "minimum": 1, "maximum": 100}),
            "18446744073709551616",
            "`field`: expected a whole number from 1 to 100",
        ),
        (
            &json!({"anyOf": [{"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX},
                {"type": "null"}]}),
            "18446744073709551616",
            "`field`: expected a whole number from -9223372036854775808 to 9223372036854775807",
        ),
        (&number, "inf", "`field`: expected a number"),
        (&number, ".", "`field`: expected a number"),
        (&number, "1e", "`field`: expected a number"),
        (
            &number,
            "0.1000000000000000055",
            "`field`: the number has more digits or a larger exponent than a 64-bit float keeps; \
             write it as a string or with fewer digits",
        ),
        (&boolean, "maybe", "`field`: expected `true` or `false`"),
        (&optional, "", "`field`: expected a whole number or `null`"),
        (
            &auto,
            "fast",
            "`field`: expected `auto`, a whole number or `null`",
        ),
        (&list, "a", "`field`: expected a list as JSON"),
        (
            &list,
            "[1,\n 1e400]",
            "`field`: line 2, column 2: the number has more digits or a larger exponent than a \
             64-bit float keeps; write it as a string or with fewer digits",
        ),
    ];
    for (field, text, expected) in refused {
        assert_eq!(
            read_as(field, text),
            Err(expected.to_owned()),
            "{text} as {field}"
        );
    }
}

#[test]
fn words_are_read_in_their_order_and_every_problem_is_found() {
    let schema = schema(&json!({
        "path": {"type": "string"},
        "limit": {"type": "integer"},
        "a.b": {"type": "string"},
        "options": {"type": "object"},
    }));
    let read = |path: &str| match path {
        "note.txt" => Ok("line\n@x\n".to_owned()),
        "limit.txt" => Ok("12\n".to_owned()),
        "options.json" => Ok("{\"depth\": 1}\n".to_owned()),
        other => no_files(other),
    };
    let words = [
        "path=@note.txt",
        "limit=@limit.txt",
        "options=@options.json",
        "a.b=1",
    ];
    let arguments = assign(&schema, words, read).map(Value::Object);
    let expected = json!({
        "path": "line\n@x\n", "limit": 12, "options": {"depth": 1}, "a.b": "1",
    });
    assert_eq!(arguments, Ok(expected));

    let explicit = assign(&schema, ["path:=\"@x\"", "limit:=null"], read).map(Value::Object);
    assert_eq!(explicit, Ok(json!({"path": "@x", "limit": null})));

    let words = [
        "SECRET",
        "path",
        "=SECRET",
        ":=SECRET",
        "limt=SECRET",
        "options.depth=SECRET",
        "options[0]=SECRET",
        "header=SECRET",
        "U0VDUkVU==",
        "https://SECRET@example.com/?q=1",
        "limit=SECRET",
        "limit=SECRET",
        "path=@",
        "a.b=@missing.txt",
        "options:={\"a\": 1, \"a\": 1e400}",
    ];
    let problems = assign(&schema, words, read).expect_err("nothing is right");
    let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let expected = [
        "argument 1 has no `=`; expected `key=value`, `key:=json` or `key=@file`",
        "`path` has no value; expected `path=…`",
        "argument 3 has no key before its `=`",
        "argument 4 has no key before its `=`",
        "unknown argument `limt`; did you mean `limit`?",
        "a key reaches into `options`; give it whole, as `options:=` and JSON",
        "a key reaches into `options`; give it whole, as `options:=` and JSON",
        "unknown argument `header`; expected `path`, `limit`, `a.b` or `options`",
        "the key of argument 9 is no argument of the tool; expected `path`, `limit`, `a.b` or \
         `options`",
        "the key of argument 10 is no argument of the tool; expected `path`, `limit`, `a.b` or \
         `options`",
        "`limit`: expected a whole number",
        "`limit` is given twice",
        "`path` names no file after `@`; a text that begins so is `path:=\"@…\"`",
        "`a.b`: there is no file `missing.txt`",
        "`options`: line 1, column 10: the key `a` is given twice in this object",
        "`options`: line 1, column 15: the number has more digits or a larger exponent than a \
         64-bit float keeps; write it as a string or with fewer digits",
    ];
    assert_eq!(messages, expected);

    let many = format!("options:={{\"a\": [{}0]}}", "1e400,".repeat(25));
    let problems = assign(&schema, [&*many], read).expect_err("no number is exact");
    let last = problems.last().map(ToString::to_string);
    assert_eq!(problems.len(), 21);
    assert_eq!(
        last.as_deref(),
        Some("`options`: 5 more problems in its JSON")
    );
}

#[test]
fn a_schema_that_says_it_is_open_takes_other_fields() {
    let schema = json!({"properties": {}, "additionalProperties": {"type": "integer"}});
    let schema = InputSchema::compile(&schema).expect("the schema is valid");
    let arguments = assign(&schema, ["any=007"], no_files).map(Value::Object);
    assert_eq!(arguments, Ok(json!({"any": 7})));
}

#[test]
fn a_schema_that_never_ends_is_given_up() {
    let fields = json!({"a": {"anyOf": [{"$ref": "#/properties/a"}, {"type": "null"}]}});
    let schema = schema(&fields);
    let field = "a".to_owned();
    let expected = AssignmentProblem::TooComplex { field };
    assert_eq!(assign(&schema, ["a=1"], no_files), Err(vec![expected]));
}

const FACTS: &str = include_str!("../../../../../fixtures/arguments/coercion.json");
const DIFFERENCES: &str =
    include_str!("../../../../../fixtures/arguments/coercion-differences.json");

/// Returns what a text is refused for, in the words of the facts.
fn refusal(field: &str, schema: &InputSchema, text: &str) -> Result<Value, &'static str> {
    let word = format!("{field}={text}");
    let arguments = match assign(schema, [&*word], no_files) {
        Ok(arguments) => Value::Object(arguments),
        Err(problems) => match problems.as_slice() {
            [AssignmentProblem::Unreadable { .. }] => return Err("type"),
            other => panic!("{other:?}"),
        },
    };
    let Err(found) = schema.validate(&arguments) else {
        return Ok(arguments[field].clone());
    };
    let kinds: Vec<_> = found.problems.iter().map(|problem| problem.kind).collect();
    match kinds.as_slice() {
        [ArgumentProblemKind::OutOfRange] => Err("range"),
        [ArgumentProblemKind::NotAllowed] => Err("listed"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn texts_become_what_the_reference_makes_of_them() {
    let facts: Value = serde_json::from_str(FACTS).expect("facts are JSON");
    let differences: Value = serde_json::from_str(DIFFERENCES).expect("differences are JSON");
    let differences = differences.as_object().expect("a mapping");
    let schema = schema(&facts["fields"]);
    let mut seen = Vec::new();
    let mut compared = 0;
    for (field, cases) in facts["cases"].as_object().expect("a mapping") {
        for (text, fact) in cases.as_object().expect("a mapping") {
            let label = format!("{field}: {text}");
            let found = refusal(field, &schema, text);
            let is_equal = match &found {
                // Whole and other numbers of one value are one value.
                Ok(value) => match (value.as_f64(), fact["value"].as_f64()) {
                    (Some(ours), Some(theirs)) => ours == theirs,
                    _ => *value == fact["value"],
                },
                Err(kind) => fact["refused"] == *kind,
            };
            match differences.get(&label) {
                None => assert!(is_equal, "{label}: {found:?}, {fact}"),
                Some(difference) => {
                    assert!(!is_equal, "{label}: the difference is gone");
                    assert_eq!(
                        found,
                        Err(difference[0].as_str().unwrap_or_default()),
                        "{label}"
                    );
                    let reason = difference[1].as_str().unwrap_or_default();
                    assert!(!reason.is_empty(), "{label}");
                    seen.push(label);
                }
            }
            compared += 1;
        }
    }
    assert_eq!(seen.len(), differences.len(), "{seen:?}");
    assert_eq!(compared, 31);
}

/// Fields of every kind, for texts that nobody foresaw.
fn any_field() -> impl Strategy<Value = Value> {
    let kinds = [
        "null", "boolean", "integer", "number", "string", "array", "object",
    ];
    let one = proptest::sample::select(kinds.to_vec());
    prop_oneof![
        one.prop_map(|kind| json!({"type": kind})),
        proptest::sample::subsequence(kinds.to_vec(), 1..=7)
            .prop_map(|kinds| json!({"type": kinds})),
        proptest::sample::subsequence(kinds.to_vec(), 1..=7).prop_map(|kinds| {
            let branches = kinds.iter().map(|kind| json!({"type": kind}));
            json!({"anyOf": branches.collect::<Vec<_>>()})
        }),
        Just(json!({})),
        Just(json!({"enum": ["a", 1, null, [1]]})),
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,12}",
        " ?[+-]?[0-9]{0,22}(\\.[0-9]{0,20})?([eE][+-]?[0-9]{0,4})?",
        "[\\[\\]{}\",:0-9a]{0,12}",
    ]
}

/// Values of one kind, with the name of the kind.
fn typed_value() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        Just(("null", Value::Null)),
        any::<bool>().prop_map(|value| ("boolean", json!(value))),
        any::<i64>().prop_map(|value| ("integer", json!(value))),
        any::<u64>().prop_map(|value| ("integer", json!(value))),
        proptest::num::f64::NORMAL.prop_map(|value| ("number", json!(value))),
        "[^@].{0,12}".prop_map(|value| ("string", json!(value))),
        proptest::collection::vec(".{0,4}", 0..3).prop_map(|value| ("array", json!(value))),
        proptest::collection::hash_map(".{0,4}", any::<i64>(), 0..3)
            .prop_map(|value| ("object", json!(value))),
    ]
}

proptest! {
    #[test]
    fn no_text_panics(field in any_field(), text in any_text(), word in any_text()) {
        let schema = schema(&json!({ "field": field }));
        let assigned = format!("field={text}");
        let words = [&*assigned, &*word];
        let read = |_: &str| Ok(text.clone());
        match assign(&schema, words, read) {
            // Whether it keeps the limits of the field is another question; neither panics.
            Ok(arguments) => drop(schema.validate(&Value::Object(arguments))),
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }

    #[test]
    fn a_printed_value_is_read_back((kind, value) in typed_value()) {
        let text = match &value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        prop_assert_eq!(read_as(&json!({ "type": kind }), &text), Ok(value.clone()));
        let schema = schema(&json!({"field": {}}));
        let word = format!("field:={value}");
        let arguments = assign(&schema, [&*word], no_files).map(Value::Object);
        prop_assert_eq!(arguments, Ok(json!({ "field": value })));
    }

    #[test]
    fn what_becomes_a_number_beside_strings_is_printed_as_it_was_written(text in any_text()) {
        let mixed = json!({"type": ["string", "number", "boolean"]});
        if !text.starts_with('@') {
            let printed = match read_as(&mixed, &text) {
                Ok(Value::String(kept)) => kept,
                Ok(other) => other.to_string(),
                Err(problem) => problem,
            };
            prop_assert_eq!(printed, text);
        }
    }
}
