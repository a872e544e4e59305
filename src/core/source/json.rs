//! Nodes from JSON values and back.

use serde_json::{Map, Number, Value as Json, json};

use super::{Node, Value};

/// Returns a node as JSON: dates as written, infinities and not-a-number as strings, sets as
/// lists, binary data as a list of bytes, other keys than strings as their JSON text.
pub fn from_node(node: &Node<'_>) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => json!(value),
        Value::Integer(number) => json!(number),
        Value::BigInteger(digits) => digits.parse().map_or(json!(&**digits), number_or_text),
        Value::Float(number) => number_or_text(*number),
        Value::Timestamp(text) | Value::String(text) => json!(text),
        Value::OwnedString(text) => json!(&**text),
        Value::Binary(bytes) => json!(&**bytes),
        Value::Sequence(items) | Value::Set(items) => {
            Json::Array(items.iter().map(from_node).collect())
        }
        Value::Mapping(entries) => {
            let mut object = Map::with_capacity(entries.len());
            for entry in entries.iter() {
                let key = match entry.key.as_str() {
                    Some(key) => key.to_owned(),
                    None => from_node(&entry.key).to_string(),
                };
                object.insert(key, from_node(&entry.value));
            }
            Json::Object(object)
        }
    }
}

/// JSON has no infinities: they become text.
fn number_or_text(number: f64) -> Json {
    Number::from_f64(number).map_or_else(|| json!(number.to_string()), Json::Number)
}
