//! The plain types against what the Python runtime accepts, value by value.

use serde_json::{Map as JsonMap, Value as Json, json};

use super::agent::AlwaysTrue;
use super::{Decoder, Map, Names, Setting};
use crate::model::SideEffect;
use crate::source::{Entry, Node, Origin, Sources, Span, Value};

const FACTS: &str = include_str!("../../../fixtures/config/coercion.json");

/// What differs on purpose: type, input, our value, reason.
const DIFFERENCES: &[(&str, &str, i64, &str)] = &[(
    "integer",
    "1000000000000000000000000000000",
    i64::MAX,
    "whole numbers have 64 bits; no setting has a use for more",
)];

mod letter {
    #![expect(unreachable_pub, reason = "the block makes public items for libraries")]

    crate::choice! {
        /// Two words.
        pub enum Letter {
            /// The first.
            A = "a",
            /// The second.
            B = "b",
        }
    }
}

fn node(fact: &Json, span: Span) -> Node<'static> {
    let nodes = |items: &[Json]| items.iter().map(|item| node(item, span)).collect();
    let value = match fact {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::Integer(number.as_i64().expect("facts write floats apart")),
        Json::String(text) => Value::OwnedString(text.as_str().into()),
        Json::Array(items) => Value::Sequence(nodes(items)),
        Json::Object(object) => {
            let (kind, content) = object.iter().next().expect("facts name a kind");
            let text = content.as_str().unwrap_or_default();
            match kind.as_str() {
                "float" => Value::Float(text.parse().expect("facts write floats")),
                "big" => Value::BigInteger(text.into()),
                "binary" => Value::Binary(text.as_bytes().into()),
                "date" => Value::Timestamp("2026-01-01"),
                "set" => Value::Set(nodes(content.as_array().expect("members"))),
                "mapping" => {
                    let pairs = content.as_array().expect("pairs").iter();
                    let entries = pairs.map(|pair| Entry {
                        key: node(&pair[0], span),
                        value: node(&pair[1], span),
                    });
                    Value::Mapping(entries.collect())
                }
                other => panic!("unknown kind of fact: {other}"),
            }
        }
    };
    Node::new(span, value)
}

/// Decodes a value; `None` where it is refused.
fn decoded<T: Setting>(node: &Node<'_>, json: impl Fn(&T) -> Json) -> Option<Json> {
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources);
    let value = T::decode(node, &mut decoder);
    let refused = decoder.errors() > 0;
    assert_eq!(decoder.errors(), decoder.diagnostics.len());
    assert!(value.is_some() || refused, "refused without a finding");
    value.as_ref().map(json).filter(|_| !refused)
}

fn number(value: &f64) -> Json {
    if value.is_finite() {
        json!(value)
    } else {
        json!({"float": value.to_string().to_ascii_lowercase()})
    }
}

fn plain<T: Setting>(value: &T) -> Json {
    value.default_value().expect("plain values can be written")
}

fn mapping<T: Setting>(map: &Map<T>) -> Json {
    let entries = map
        .iter()
        .map(|(key, value)| (key.value.clone(), plain(value)));
    Json::Object(entries.collect::<JsonMap<_, _>>())
}

fn ours(kind: &str, node: &Node<'_>) -> Option<Json> {
    match kind {
        "integer" => decoded::<i64>(node, plain),
        "number" => decoded::<f64>(node, number),
        "boolean" => decoded::<bool>(node, plain),
        "string" => decoded::<String>(node, plain),
        "string or null" => decoded::<Option<String>>(node, plain),
        "list of strings" => decoded::<Vec<String>>(node, plain),
        "set of strings" => decoded::<Names>(node, plain),
        "mapping of strings" => decoded::<Map<String>>(node, mapping),
        "mapping of booleans" => decoded::<Map<bool>>(node, mapping),
        "a or b" => decoded::<letter::Letter>(node, plain),
        "true alone" => decoded::<AlwaysTrue>(node, plain),
        "side effect" => decoded::<SideEffect>(node, plain),
        other => panic!("unknown type of fact: {other}"),
    }
}

#[test]
fn plain_types_accept_what_the_python_runtime_accepts() {
    let sources = Sources::default();
    let span = sources.add("facts", Origin::Project, String::new()).whole();
    let facts: Json = serde_json::from_str(FACTS).expect("facts are JSON");
    let inputs = facts["inputs"].as_object().expect("inputs");
    let types = facts["accepted"].as_object().expect("types");
    let mut compared = 0;
    for (kind, accepted) in types {
        for (label, fact) in inputs {
            let difference = DIFFERENCES
                .iter()
                .find(|(other, input, _, _)| other == kind && input == label);
            let expected = match difference {
                Some((_, _, value, _)) => Some(json!(value)),
                None => accepted.get(label).cloned(),
            };
            let found = ours(kind, &node(fact, span));
            assert_eq!(found, expected, "{kind} from {label}");
            compared += 1;
        }
    }
    assert_eq!(compared, 12 * 47);
}
