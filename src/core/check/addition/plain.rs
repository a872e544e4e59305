//! What a text says, without how it is written: for comparing two texts.

use serde_json::{Map, Value, json};

use crate::source::{Node, Value as Written};

/// Returns a value that equals another one exactly where the two nodes say the same. The order of
/// keys does not count.
pub(super) fn plain(node: &Node<'_>) -> Value {
    let list = |items: &[Node<'_>]| Value::Array(items.iter().map(plain).collect());
    match &node.value {
        Written::Null => Value::Null,
        Written::Bool(value) => Value::Bool(*value),
        Written::Integer(number) => Value::from(*number),
        Written::BigInteger(digits) => json!({"integer": &**digits}),
        // Bits, since not-a-number does not equal itself.
        Written::Float(number) => json!({"float": number.to_bits()}),
        Written::Timestamp(text) => json!({"timestamp": text}),
        Written::String(text) => Value::from(key(text)),
        Written::OwnedString(text) => Value::from(key(text)),
        Written::Binary(bytes) => json!({"binary": &**bytes}),
        Written::Sequence(items) => list(items),
        Written::Set(items) => json!({"set": list(items)}),
        Written::Mapping(entries) => {
            let entries = entries.iter().map(|entry| {
                let key = match plain(&entry.key) {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                (key, plain(&entry.value))
            });
            Value::Object(entries.collect::<Map<_, _>>())
        }
    }
}

/// Returns a text as it stands for itself, apart from what the words of other kinds look like.
pub(super) fn key(text: &str) -> String {
    format!("'{text}")
}
