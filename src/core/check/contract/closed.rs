//! Arguments are closed and typed at every depth.

use serde_json::Value;

use super::Subject;
use super::places::{Place, Places, referred};
use super::problem::{ContractRule, Problems};

/// The types that are checked elsewhere or have nothing inside.
const PLAIN: [&str; 5] = ["string", "integer", "number", "boolean", "null"];

/// Keywords that say what a value may be instead of a type.
const ALTERNATIVES: [&str; 3] = ["anyOf", "oneOf", "allOf"];

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let root = &subject.tool.input_schema;
    let places = Places::of(root, &subject.tool.free_form);
    for place in places.iter() {
        check_place(root, place, |rule, message| {
            problems.add(rule, places.pointer(place), message);
        });
    }
}

fn check_place(root: &Value, place: &Place<'_>, mut add: impl FnMut(ContractRule, &str)) {
    let types = place.types();
    for kind in &types {
        match *kind {
            "object" if is_open(place) => {
                let message = "an object takes the fields that it names and no others: \
                               `additionalProperties: false`, or a schema of a typed map";
                add(ContractRule::OpenObject, message);
            }
            "array" if !has_typed_members(place) => {
                add(
                    ContractRule::UntypedValue,
                    "a list says what its `items` are",
                );
            }
            "object" | "array" => {}
            plain if PLAIN.contains(&plain) => {}
            _ => add(ContractRule::UntypedValue, "JSON Schema has no such type"),
        }
    }
    if place.has("$ref") && referred(root, place.schema).is_none() {
        let message = "the reference leads out of the schema or nowhere";
        add(ContractRule::UntypedValue, message);
    } else if types.is_empty() && !says_otherwise(place) {
        let message = "a value of any type; say what it is, or list the argument in `free_form`";
        add(ContractRule::UntypedValue, message);
    }
}

fn is_open(place: &Place<'_>) -> bool {
    match place.schema.get("additionalProperties") {
        Some(Value::Bool(more)) => *more,
        Some(typed) => !typed.is_object(),
        None => true,
    }
}

fn has_typed_members(place: &Place<'_>) -> bool {
    match place.schema.get("items") {
        Some(Value::Bool(false)) => place.has("prefixItems"),
        Some(items) => items.is_object(),
        None => false,
    }
}

/// Tells whether a schema without a type says what its values are.
fn says_otherwise(place: &Place<'_>) -> bool {
    place.is_listed()
        || place.has("$ref")
        || *place.schema == Value::Bool(false)
        || ALTERNATIVES.iter().any(|keyword| place.has(keyword))
}
