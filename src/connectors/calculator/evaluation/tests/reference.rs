//! Expressions of the Python tool that this one has the contract of, and what it answers:
//! `fixtures/connectors/calculator.json`. `calculator-differences.json` beside it holds where this
//! one answers otherwise, and why. Arguments that are not one text are no part of either: the schema
//! of the tool refuses them before.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::outcome;
use crate::calculator::evaluation::{Evaluation, evaluate};

const REFERENCE: &str = include_str!("../../../../../fixtures/connectors/calculator.json");
const DIFFERENCES: &str =
    include_str!("../../../../../fixtures/connectors/calculator-differences.json");

#[derive(Deserialize)]
struct Reference {
    /// The text of the value of an expression.
    values: BTreeMap<String, String>,
    /// The expressions that are refused, under the word of the kind.
    errors: BTreeMap<String, Vec<String>>,
}

/// Returns the text of the value, or the kind behind `!`.
fn ours(expression: &str) -> String {
    outcome(expression).unwrap_or_else(|kind| format!("!{}", kind.word()))
}

#[test]
fn every_expression_has_the_value_of_the_reference_or_a_listed_difference() {
    let reference: Reference = serde_json::from_str(REFERENCE).expect("the fixture is JSON");
    let listed: BTreeMap<String, (String, String)> =
        serde_json::from_str(DIFFERENCES).expect("the differences are JSON");
    let errors = reference.errors.into_iter();
    let errors = errors.flat_map(|(kind, expressions)| {
        let expressions = expressions.into_iter();
        expressions.map(move |expression| (expression, format!("!{kind}")))
    });
    let cases: BTreeMap<String, String> = reference.values.into_iter().chain(errors).collect();
    assert_eq!(cases.len(), 201);
    let found: BTreeMap<&String, String> = cases
        .iter()
        .map(|(expression, theirs)| (expression, theirs, ours(expression)))
        .filter(|(_, theirs, ours)| *theirs != ours)
        .map(|(expression, _, ours)| (expression, ours))
        .collect();
    let expected: BTreeMap<&String, String> = listed
        .iter()
        .map(|(expression, (ours, _))| (expression, ours.clone()))
        .collect();
    assert_eq!(found, expected);
    for (expression, (_, reason)) in &listed {
        assert!(!reason.is_empty(), "{expression:?} has no reason");
    }
}

#[test]
fn the_expression_is_repeated_without_the_blanks_around_it() {
    let cases = [
        ("\t3\n", "3"),
        ("  1 +  2 ", "1 +  2"),
        ("\u{a0}7\u{3000}", "7"),
        ("\u{1f}8\u{1c}", "8"),
        (" 1 # one ", "1 # one"),
    ];
    for (given, expected) in cases {
        let repeated = evaluate(given).map(|Evaluation { expression, .. }| expression);
        assert_eq!(repeated, Ok(expected.to_owned()), "{given:?}");
    }
}

#[test]
fn the_output_is_json_without_a_lost_digit() {
    let cases = [
        (
            "2**64",
            r#"{"expression":"2**64","result":18446744073709551616}"#,
        ),
        ("10/4", r#"{"expression":"10/4","result":2.5}"#),
        ("-0.0", r#"{"expression":"-0.0","result":-0.0}"#),
        ("1e16", r#"{"expression":"1e16","result":1e+16}"#),
        ("(1 +\n2)", r#"{"expression":"(1 +\n2)","result":3}"#),
    ];
    for (expression, expected) in cases {
        let evaluation = evaluate(expression).expect("it has a value");
        let output = serde_json::to_string(&evaluation).expect("it is JSON");
        assert_eq!(output, expected);
    }
}
