//! `free_form` lists exactly the arguments whose content is free.
//!
//! No fewer: an argument that is open or unlimited, or that chooses a destination, is a problem of
//! other rules unless it stands here. No more: what stands here is an argument, once, and one
//! whose schema leaves its content open.

use serde_json::Value;

use super::Subject;
use super::problem::{ContractRule, Problems};

/// Types whose values say nothing freely.
const NARROW: [&str; 4] = ["integer", "number", "boolean", "null"];

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let fields = &subject.tool.free_form;
    let properties = subject.tool.input_schema.get("properties");
    for (index, field) in fields.iter().enumerate() {
        let schema = properties.and_then(|properties| properties.get(field));
        let is_repeated = fields.iter().take(index).any(|earlier| earlier == field);
        let message = match schema {
            None => "no argument has this name",
            Some(_) if is_repeated => "the argument is listed already",
            Some(schema) if is_narrow(schema) => {
                "the schema leaves nothing free: the argument needs no place in this list"
            }
            Some(_) => continue,
        };
        problems.add(
            ContractRule::FreeForm,
            format!("/free_form/{index}"),
            message,
        );
    }
}

/// Tells whether a schema takes nothing but listed values, numbers, booleans and null.
fn is_narrow(schema: &Value) -> bool {
    if schema.get("enum").is_some() || schema.get("const").is_some() {
        return true;
    }
    let is_narrow = |kind: &Value| kind.as_str().is_some_and(|kind| NARROW.contains(&kind));
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().all(is_narrow),
        Some(kind) => is_narrow(kind),
        None => false,
    }
}
