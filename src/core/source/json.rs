//! Nodes from JSON values and back.

use std::rc::Rc;

use serde_json::{Map, Number, Value as Json, json};

use super::{Entry, Node, Span, Value};

/// Returns a JSON value as a node; it and everything in it has the place `span`.
///
/// Whole numbers past 64 bits with sign stay whole numbers. The depth is that of the value, which
/// `serde_json` limits to 128 for a text that it parses.
pub fn to_node(value: &Json, span: Span) -> Node<'static> {
    let text = |text: &str| Value::OwnedString(Rc::from(text));
    let value = match value {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Value::Integer(whole),
            (None, Some(float)) if number.is_f64() => Value::Float(float),
            _ => Value::BigInteger(Rc::from(number.to_string())),
        },
        Json::String(string) => text(string),
        Json::Array(items) => {
            let items = items.iter().map(|item| to_node(item, span));
            Value::Sequence(items.collect())
        }
        Json::Object(members) => {
            let entries = members.iter().map(|(key, value)| Entry {
                key: Node::new(span, text(key)),
                value: to_node(value, span),
            });
            Value::Mapping(entries.collect())
        }
    };
    Node::new(span, value)
}

/// Returns a node as JSON: dates as written, infinities and not-a-number as strings, sets as
/// lists, binary data as a list of bytes, other keys than strings as their JSON text. Whole numbers
/// past 64 bits become the nearest float.
pub fn from_node(node: &Node<'_>) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => json!(value),
        Value::Integer(number) => json!(number),
        Value::BigInteger(digits) => digits
            .parse()
            .map_or_else(|_| json!(&**digits), Json::Number),
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Origin, Sources, Span};
    use super::{from_node, to_node};

    #[test]
    fn json_comes_back_unchanged_and_every_node_has_the_place() {
        let sources = Sources::default();
        let source = sources.add("SETTING", Origin::Environment, "{…}".to_owned());
        let value = json!({
            "null": null, "true": true, "whole": -7, "largest": i64::MAX, "float": 1.5,
            "text": "a\nb", "list": [1, [], {"deep": {}}], "": "empty key",
        });
        let node = to_node(&value, source.whole());
        assert_eq!(from_node(&node), value);
        let mut places = vec![node.span];
        let mut open = vec![&node];
        while let Some(node) = open.pop() {
            for entry in node.entries().unwrap_or_default() {
                places.extend([entry.key.span, entry.value.span]);
                open.push(&entry.value);
            }
            for item in node.items().unwrap_or_default() {
                places.push(item.span);
                open.push(item);
            }
        }
        assert_eq!(places, vec![source.whole(); 22]);
    }

    #[test]
    fn unsigned_numbers_stay_whole() {
        let span = Span::new(
            Sources::default()
                .add("x", Origin::Project, String::new())
                .id(),
            0,
            0,
        );
        let node = to_node(&json!(u64::MAX), span);
        assert_eq!(
            (node.kind(), from_node(&node)),
            ("a whole number", json!(u64::MAX))
        );
    }
}
