use proptest::prelude::*;
use serde_json::json;

use super::*;

fn problem(line: usize, column: usize, kind: JsonProblemKind) -> JsonProblem {
    JsonProblem { line, column, kind }
}

#[test]
fn problems_have_their_place() {
    use JsonProblemKind::{DuplicateKey, InexactNumber, IntegerOutOfRange, Syntax};
    let cases = [
        (
            "a key twice, once escaped",
            "{\"aé\": 1,\n \"a\\u00e9\": 2, \"b\": {\"aé\": 3, \"aé\": 4}}",
            vec![
                problem(2, 2, DuplicateKey("aé".to_owned())),
                problem(2, 31, DuplicateKey("aé".to_owned())),
            ],
        ),
        (
            "numbers that would change",
            "[1e400, 0.1000000000000000055, 18446744073709551616, -9223372036854775809,\n1e-400]",
            vec![
                problem(1, 2, InexactNumber),
                problem(1, 9, InexactNumber),
                problem(1, 32, IntegerOutOfRange),
                problem(1, 54, IntegerOutOfRange),
                problem(2, 1, InexactNumber),
            ],
        ),
        (
            "no value",
            "",
            vec![problem(
                1,
                1,
                Syntax("EOF while parsing a value".to_owned()),
            )],
        ),
        (
            "a missing comma, its column in characters",
            "{\"é\": \"é\"\n, \"é\": 1 2}",
            vec![problem(2, 10, Syntax("expected `,` or `}`".to_owned()))],
        ),
        (
            "half a surrogate pair",
            r#"{"a": "\ud800"}"#,
            vec![problem(
                1,
                14,
                Syntax("unexpected end of hex escape".to_owned()),
            )],
        ),
        (
            "a second value",
            "1 2",
            vec![problem(1, 3, Syntax("trailing characters".to_owned()))],
        ),
    ];
    for (name, text, problems) in cases {
        let expected = JsonProblems {
            problems,
            left_out: 0,
        };
        assert_eq!(read(text), Err(expected), "{name}");
    }
}

#[test]
fn what_keeps_its_value_is_read() {
    let cases = [
        ("0", json!(0)),
        ("-0", json!(-0.0)),
        ("0e999999999999", json!(0.0)),
        ("1.10", json!(1.1)),
        ("100e-2", json!(1.0)),
        ("5e-324", json!(5e-324)),
        ("1.7976931348623157E+308", json!(f64::MAX)),
        ("0.30000000000000004", json!(0.30000000000000004)),
        ("9007199254740993", json!(9007199254740993_u64)),
        ("18446744073709551615", json!(u64::MAX)),
        ("-9223372036854775808", json!(i64::MIN)),
        (r#""\u0000""#, json!("\0")),
        (
            r#"{"": {"a": 1}, "a": [{"a": 2}]}"#,
            json!({"": {"a": 1}, "a": [{"a": 2}]}),
        ),
        (
            r#"{"a": "a", "b": "\"a\\"}"#,
            json!({"a": "a", "b": "\"a\\"}),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), Ok(expected), "{text}");
    }
}

#[test]
fn limits_are_reported() {
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let refused = |text: &str| {
        let problems = read(text).expect_err("a limit is reached").problems;
        let [problem] = problems.as_slice() else {
            panic!("{} problems", problems.len());
        };
        problem.clone()
    };
    assert!(read(&deep(DEPTH_MAX)).is_ok());
    assert!(read_member(&deep(DEPTH_MAX)).is_err());
    assert_eq!(
        refused(&deep(DEPTH_MAX + 1)),
        problem(1, DEPTH_MAX + 1, JsonProblemKind::TooDeep(DEPTH_MAX))
    );
    let list = |members: usize| format!("[{}0]", "0,".repeat(members - 1));
    assert!(read(&list(VALUES_MAX - 1)).is_ok());
    assert_eq!(
        refused(&list(VALUES_MAX)),
        problem(1, VALUES_MAX * 2, JsonProblemKind::TooManyValues)
    );
    assert_eq!(
        refused(&" ".repeat(TEXT_BYTES_MAX + 1)),
        problem(1, 1, JsonProblemKind::TooLong)
    );
    let many = read(&format!("[{}0]", "1e400,".repeat(PROBLEMS_MAX + 5)));
    let many = many.expect_err("no number is exact");
    assert_eq!((many.problems.len(), many.left_out), (PROBLEMS_MAX, 5));
    let long = read(&format!("{{{0}:1,{0}:1}}", json!("k".repeat(65))));
    let kind = JsonProblemKind::DuplicateKey(format!("{}…", "k".repeat(64)));
    assert_eq!(
        long.map_err(|found| found.problems),
        Err(vec![problem(1, 72, kind)])
    );
}

/// Texts that are nearly JSON.
fn nearly_json() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        Just("{"),
        Just("}"),
        Just("["),
        Just("]"),
        Just(","),
        Just(":"),
        Just("\"a\""),
        Just("\"\\u0061\""),
        Just("\"b\""),
        Just("1"),
        Just("-0"),
        Just("1.10"),
        Just("1e400"),
        Just("null"),
        Just("true"),
        Just(" "),
        Just("\n"),
        Just("é"),
        Just("\\"),
        Just("\""),
    ];
    proptest::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

/// Texts of objects and lists, with keys that repeat now and then.
fn json_text() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        any::<f64>().prop_filter_map("JSON has no such number", |float| {
            serde_json::Number::from_f64(float).map(|number| number.to_string())
        }),
        any::<i64>().prop_map(|whole| whole.to_string()),
        any::<u64>().prop_map(|whole| whole.to_string()),
        "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?",
        ".{0,6}".prop_map(|text| json!(text).to_string()),
    ];
    scalar.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| format!("[{}]", items.join(" ,"))),
            proptest::collection::vec(("[a-z]{1,2}", inner), 0..4).prop_map(|members| {
                let members = members
                    .iter()
                    .map(|(key, value)| format!("\"{key}\" :{value}"));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn no_text_panics_and_what_is_read_is_what_serde_reads(
        text in prop_oneof![nearly_json(), json_text(), ".{0,40}"]
    ) {
        match read(&text) {
            Ok(value) => prop_assert_eq!(Some(value), serde_json::from_str(&text).ok()),
            Err(found) => prop_assert!(!found.problems.is_empty()),
        }
    }

    #[test]
    fn written_values_are_read_back(text in json_text()) {
        if let Ok(value) = read(&text) {
            prop_assert_eq!(read(&value.to_string()), Ok(value));
        }
    }

    #[test]
    fn every_float_is_exact_as_it_is_written(float in any::<f64>()) {
        prop_assert_eq!(is_exact(&float.to_string()), float.is_finite());
        prop_assert_eq!(is_exact(&format!("{float:e}")), float.is_finite());
    }
}
