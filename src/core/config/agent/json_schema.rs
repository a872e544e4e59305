//! Whether a mapping can be a JSON Schema at all.
//!
//! Looks at the keywords that hold the structure (JSON Schema 2020-12, core and validation), in
//! every schema inside the schema. What it refuses no validator takes; the full meaning of a
//! schema is not judged here.

use crate::config::Decoder;
use crate::diagnostics::closest::closest;
use crate::source::{Node, Span, Value};

const TYPES: &[&str] = &[
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// Keywords whose value is one schema.
const ONE_SCHEMA: &[&str] = &[
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is a list of schemas.
const LISTED_SCHEMAS: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value is a mapping of schemas.
const MAPPED_SCHEMAS: &[&str] = &[
    "$defs",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// Reports what keeps the mapping at `key` from being a JSON Schema.
pub(super) fn check_schema(key: &str, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    if let Some(schema) = node.get(key).filter(|schema| schema.entries().is_some()) {
        walk(&mut key.to_owned(), schema, decoder);
    }
}

/// Visits a schema; `field` is its path and the same again afterwards.
fn walk(field: &mut String, schema: &Node<'_>, decoder: &mut Decoder<'_>) {
    let entries = match &schema.value {
        Value::Mapping(entries) => entries,
        Value::Bool(_) => return,
        _ => {
            let message = format!(
                "a JSON Schema is a mapping or a boolean, found {}",
                schema.kind()
            );
            report(field, schema.span, message, decoder);
            return;
        }
    };
    for entry in entries.iter() {
        let Some(keyword) = entry.key.as_str() else {
            continue;
        };
        let length = field.len();
        field.push('.');
        field.push_str(keyword);
        keyword_value(field, keyword, &entry.value, decoder);
        field.truncate(length);
    }
}

fn keyword_value(field: &mut String, keyword: &str, value: &Node<'_>, decoder: &mut Decoder<'_>) {
    let length = field.len();
    if ONE_SCHEMA.contains(&keyword) {
        walk(field, value, decoder);
    } else if LISTED_SCHEMAS.contains(&keyword) {
        match value.items() {
            Some(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    field.push('.');
                    field.push_str(&index.to_string());
                    walk(field, item, decoder);
                    field.truncate(length);
                }
            }
            _ => wrong(
                field,
                keyword,
                "a list of schemas that is not empty",
                value,
                decoder,
            ),
        }
    } else if MAPPED_SCHEMAS.contains(&keyword) {
        match value.entries() {
            Some(entries) => {
                for entry in entries {
                    field.push('.');
                    field.push_str(entry.key.as_str().unwrap_or("?"));
                    walk(field, &entry.value, decoder);
                    field.truncate(length);
                }
            }
            None => wrong(field, keyword, "a mapping of schemas", value, decoder),
        }
    } else if keyword == "type" {
        type_value(field, value, decoder);
    } else if keyword == "required" {
        let strings = |items: &[Node<'_>]| items.iter().all(|item| item.as_str().is_some());
        if !value.items().is_some_and(strings) {
            wrong(field, keyword, "a list of strings", value, decoder);
        }
    } else if keyword == "enum" && value.items().is_none() {
        wrong(field, keyword, "a list", value, decoder);
    }
}

fn type_value(field: &str, value: &Node<'_>, decoder: &mut Decoder<'_>) {
    let words: &[Node<'_>] = match value.items() {
        Some(items) if !items.is_empty() => items,
        _ => std::slice::from_ref(value),
    };
    for word in words {
        let known = word.as_str().is_some_and(|word| TYPES.contains(&word));
        if known {
            continue;
        }
        let near = word
            .as_str()
            .and_then(|word| closest(word, TYPES.iter().copied()));
        let mut message = format!("`type` of a JSON Schema takes one of {}", TYPES.join(", "));
        if let Some(near) = near {
            message.push_str(&format!("; did you mean `{near}`?"));
        }
        report(field, word.span, message, decoder);
    }
}

fn wrong(field: &str, keyword: &str, expected: &str, value: &Node<'_>, decoder: &mut Decoder<'_>) {
    let found = value.kind();
    let message = format!("`{keyword}` of a JSON Schema takes {expected}, found {found}");
    report(field, value.span, message, decoder);
}

fn report(field: &str, span: Span, message: String, decoder: &mut Decoder<'_>) {
    decoder.report_below(field, "invalid-schema", span, message, "");
}
