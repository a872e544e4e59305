//! Variants agree with the schema: their argument lists the values that they are about.

use std::collections::HashSet;

use serde_json::Value;

use super::Subject;
use super::problem::{ContractRule, Problems};

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let properties = subject.tool.input_schema.get("properties");
    let mut taken: HashSet<(&str, &str)> = HashSet::new();
    for (index, variant) in subject.tool.variants.iter().enumerate() {
        let argument = variant.argument.as_str();
        let schema = properties.and_then(|properties| properties.get(argument));
        let Some(listed) = schema.and_then(listed_values) else {
            let pointer = format!("/variants/{index}/argument");
            let message = "no argument with this name lists its values";
            problems.add(ContractRule::VariantArgument, pointer, message);
            continue;
        };
        if variant.values.is_empty() {
            let pointer = format!("/variants/{index}/values");
            let message = "a variant is about at least one value";
            problems.add(ContractRule::VariantValue, pointer, message);
        }
        for (place, value) in variant.values.iter().enumerate() {
            let is_listed = listed.iter().any(|listed| listed == value);
            let message = if !is_listed {
                "the argument does not take this value"
            } else if !taken.insert((argument, value)) {
                "the value stands in a variant already"
            } else {
                continue;
            };
            let pointer = format!("/variants/{index}/values/{place}");
            problems.add(ContractRule::VariantValue, pointer, message);
        }
    }
}

/// Returns the values that a schema lists.
fn listed_values(schema: &Value) -> Option<&[Value]> {
    match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) => Some(values),
        (_, Some(value)) => Some(std::slice::from_ref(value)),
        _ => None,
    }
}
