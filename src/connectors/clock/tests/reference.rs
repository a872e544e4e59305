//! The reference's answers: `fixtures/clock/current-datetime.json` has an instant, the arguments
//! and what protolink 0.8.3 said then, as the values of the seven fields or a kind of error.
//! `fixtures/clock/current-datetime-differences.json` lists by instant and arguments what is
//! answered here instead, and why.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{instant, tool};
use crate::clock::{ClockError, ZoneError, current_datetime};

const FACTS: &str = include_str!("../../../../fixtures/clock/current-datetime.json");
const DIFFERENCES: &str =
    include_str!("../../../../fixtures/clock/current-datetime-differences.json");

/// Returns the answer to a call in the words of the fixture. What the input schema refuses never
/// gets to the computation.
fn answer(now: &str, arguments: &Value, schema: &Value) -> Value {
    let arguments = arguments.as_object().expect("arguments are an object");
    for (name, value) in arguments {
        let Some(argument) = schema["properties"].get(name) else {
            assert_eq!(schema["additionalProperties"], json!(false));
            return json!("unknown-argument");
        };
        if !value.is_string() {
            assert_eq!(argument["type"], json!("string"));
            return json!("wrong-type");
        }
    }
    let zone = arguments.get("timezone").and_then(Value::as_str);
    match current_datetime(instant(now), zone) {
        Ok(answer) => {
            let answer = serde_json::to_value(answer).expect("an answer is JSON");
            let fields = answer.as_object().expect("an answer has fields");
            fields.values().cloned().collect()
        }
        Err(ClockError::Zone(ZoneError::Blank)) => json!("blank"),
        Err(ClockError::Zone(ZoneError::TooLong { .. })) => json!("too-long"),
        Err(ClockError::Zone(ZoneError::Offset | ZoneError::Unknown { .. })) => {
            json!("unknown-zone")
        }
        Err(error @ ClockError::YearBeforeZero { .. }) => panic!("{now}: {error}"),
    }
}

#[test]
fn answers_equal_the_reference_but_for_listed_differences() {
    let facts: Vec<(String, Value, Value)> =
        serde_json::from_str(FACTS).expect("the fixture is a list of cases");
    let differences: BTreeMap<String, (Value, String)> =
        serde_json::from_str(DIFFERENCES).expect("the differences are a table");
    let schema = tool().input_schema;
    let mut found = BTreeMap::new();
    for (now, arguments, theirs) in &facts {
        let ours = answer(now, arguments, &schema);
        if ours != *theirs {
            found.insert(format!("{now} {arguments}"), ours);
        }
    }
    let listed: BTreeMap<_, _> = differences
        .iter()
        .map(|(case, (ours, _))| (case.clone(), ours.clone()))
        .collect();
    assert_eq!(found, listed);
    assert_eq!(facts.len(), 46);
    assert!(differences.values().all(|(_, reason)| !reason.is_empty()));
}
