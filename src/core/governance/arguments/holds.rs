//! What a field's schema says that the field holds, for guardrails.

use serde_json::{Map, Value};

use super::fields::Walk;
use crate::detect::Kind;

/// What a field says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// One of this kind and nothing else, by `format`.
    Exactly(Kind),
    /// Text in which this kind may stand, by `x-algen-holds`.
    Any(Kind),
}

/// Returns what the schema says of the field at a JSON pointer (RFC 6901); nothing where the
/// pointer leads through fields that it does not describe.
pub fn said_at(schema: &Value, pointer: &str) -> Vec<Said> {
    let mut walk = Walk::new(schema);
    let mut schemas = vec![schema];
    for segment in pointer.split('/').skip(1) {
        let name = segment.replace("~1", "/").replace("~0", "~");
        let fields = walk.fields(&schemas);
        let mut below = fields.named(&name);
        if below.is_empty() {
            below = match name.parse::<usize>() {
                Ok(index) => fields.item(index),
                Err(_) => Vec::new(),
            };
        }
        if below.is_empty() {
            below = fields.others();
        }
        if below.is_empty() {
            return Vec::new();
        }
        schemas = below;
    }
    let mut parts = Vec::new();
    for schema in schemas {
        collect(&mut walk, schema, &mut parts, 0);
    }
    let mut said = Vec::new();
    for part in parts {
        match part.get("format").and_then(Value::as_str) {
            Some("email") => said.push(Said::Exactly(Kind::Email)),
            Some("phone") => said.push(Said::Exactly(Kind::Phone)),
            _ => {}
        }
        let words: Vec<&str> = match part.get("x-algen-holds") {
            Some(Value::String(word)) => vec![word],
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let kinds = words
            .into_iter()
            .filter_map(|word| Kind::ALL.into_iter().find(|kind| kind.word() == word));
        said.extend(kinds.map(Said::Any));
    }
    said
}

/// Adds a schema and every part of it that may hold for a single value.
fn collect<'s>(
    walk: &mut Walk<'s>,
    schema: &'s Value,
    parts: &mut Vec<&'s Map<String, Value>>,
    chain: usize,
) {
    let Value::Object(schema) = schema else {
        return;
    };
    if !walk.step(chain) {
        return;
    }
    parts.push(schema);
    let reference = schema.get("$ref").and_then(Value::as_str);
    if let Some(target) = reference.and_then(|text| walk.resolve(text)) {
        collect(walk, target, parts, chain + 1);
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let members = schema.get(keyword).and_then(Value::as_array);
        for member in members.into_iter().flatten() {
            collect(walk, member, parts, chain + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_schema_of_a_place_says_what_it_holds() {
        let schema = json!({
            "type": "object",
            "properties": {
                "to": {"type": "array", "items": {"$ref": "#/$defs/address"}},
                "phone": {"anyOf": [{"type": "string", "format": "phone"}, {"type": "null"}]},
                "notes": {
                    "type": "object",
                    "additionalProperties": {"type": "string", "x-algen-holds": ["phone", "iban"]},
                },
                "body": {"type": "string", "x-algen-holds": "secret"},
                "a/b": {"type": "string", "format": "email"},
                "free": {"type": "string"},
            },
            "$defs": {"address": {"type": "string", "format": "email"}},
        });
        let cases = [
            ("/to/0", vec![Said::Exactly(Kind::Email)]),
            ("/to/17", vec![Said::Exactly(Kind::Email)]),
            ("/to", vec![]),
            ("/phone", vec![Said::Exactly(Kind::Phone)]),
            (
                "/notes/x",
                vec![Said::Any(Kind::Phone), Said::Any(Kind::Iban)],
            ),
            ("/body", vec![Said::Any(Kind::Secret)]),
            ("/a~1b", vec![Said::Exactly(Kind::Email)]),
            ("/free", vec![]),
            ("/missing", vec![]),
            ("/free/deeper", vec![]),
            ("", vec![]),
        ];
        for (pointer, expected) in cases {
            assert_eq!(said_at(&schema, pointer), expected, "{pointer}");
        }
    }
}
