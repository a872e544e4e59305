//! Laying one tree over another, as several files and the environment make one configuration.

use std::collections::HashMap;

use super::{Entry, Node, Value};

/// Up to this many entries are compared one by one, which is faster than hashing them.
const COMPARED_MAX: usize = 16;

/// Lays `over` on `base`: mappings merge key by key, everything else is replaced.
///
/// A key keeps the place it has in `base`; its own node and its value come from `over`, so that a
/// diagnostic points at what counts. Keys that are not strings are added and never merged. Takes
/// time in proportion to the entries of mappings that are in both trees.
pub fn merge<'a>(base: &Node<'a>, over: &Node<'a>) -> Node<'a> {
    let (Value::Mapping(below), Value::Mapping(above)) = (&base.value, &over.value) else {
        return over.clone();
    };
    let mut entries: Vec<Entry<'a>> = Vec::with_capacity(below.len() + above.len());
    entries.extend(below.iter().cloned());
    let places = Places::of(below);
    for entry in above.iter() {
        let place = entry.key.as_str().and_then(|key| places.find(key));
        match place.and_then(|place| entries.get_mut(place)) {
            Some(kept) => {
                kept.value = merge(&kept.value, &entry.value);
                kept.key = entry.key.clone();
            }
            None => entries.push(entry.clone()),
        }
    }
    Node::new(base.span, Value::Mapping(entries.into()))
}

/// Where the string keys of a mapping stand.
enum Places<'m> {
    Few(&'m [Entry<'m>]),
    Many(HashMap<&'m str, usize>),
}

impl<'m> Places<'m> {
    fn of<'a: 'm>(entries: &'m [Entry<'a>]) -> Self {
        if entries.len() <= COMPARED_MAX {
            return Self::Few(entries);
        }
        let keys = entries.iter().enumerate();
        Self::Many(
            keys.filter_map(|(place, entry)| Some((entry.key.as_str()?, place)))
                .collect(),
        )
    }

    fn find(&self, key: &str) -> Option<usize> {
        match self {
            Self::Few(entries) => entries
                .iter()
                .position(|entry| entry.key.as_str() == Some(key)),
            Self::Many(places) => places.get(key).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::super::json::{from_node, to_node};
    use super::super::yaml::compose;
    use super::super::{Origin, Sources, Span};
    use super::merge;

    fn span(sources: &Sources) -> Span {
        sources.add("base", Origin::Project, String::new()).whole()
    }

    #[test]
    fn mappings_merge_and_everything_else_is_replaced() {
        let sources = Sources::default();
        let span = span(&sources);
        let cases: [(&str, Json, Json, Json); 9] = [
            (
                "new key",
                json!({"a": 1}),
                json!({"b": 2}),
                json!({"a": 1, "b": 2}),
            ),
            (
                "same key",
                json!({"a": 1, "b": 2}),
                json!({"a": 3}),
                json!({"a": 3, "b": 2}),
            ),
            (
                "deep",
                json!({"a": {"b": {"c": 1, "d": 2}}}),
                json!({"a": {"b": {"d": 3}}}),
                json!({"a": {"b": {"c": 1, "d": 3}}}),
            ),
            (
                "list",
                json!({"a": [1, 2]}),
                json!({"a": [3]}),
                json!({"a": [3]}),
            ),
            (
                "mapping by null",
                json!({"a": {"b": 1}}),
                json!({"a": null}),
                json!({"a": null}),
            ),
            (
                "null by mapping",
                json!({"a": null}),
                json!({"a": {"b": 1}}),
                json!({"a": {"b": 1}}),
            ),
            (
                "mapping by text",
                json!({"a": {"b": 1}}),
                json!({"a": "x"}),
                json!({"a": "x"}),
            ),
            ("root by list", json!({"a": 1}), json!([1]), json!([1])),
            ("nothing over", json!({"a": 1}), json!({}), json!({"a": 1})),
        ];
        for (name, base, over, expected) in cases {
            let merged = merge(&to_node(&base, span), &to_node(&over, span));
            let merged = from_node(&merged);
            assert_eq!(merged, expected, "{name}");
            assert_eq!(
                merged.to_string(),
                expected.to_string(),
                "order of keys: {name}"
            );
        }
    }

    #[test]
    fn keys_and_values_point_at_what_counts() {
        let sources = Sources::default();
        let base = sources.add("base.yaml", Origin::Project, "a: {b: 1}\nc: 2\n".to_owned());
        let over = sources.add("over.yaml", Origin::Project, "a:\n  b: 3\n".to_owned());
        let base = compose(base).root.expect("the base is valid");
        let over = compose(over).root.expect("the overlay is valid");
        let merged = merge(&base, &over);
        let place = |span: Span| format!("{span:?} {}", sources.slice(span));
        let inner = merged.entry("a").expect("a is in both");
        let leaf = inner.value.entry("b").expect("b is in both");
        let kept = merged.entry("c").expect("c is in the base");
        assert_eq!(place(inner.key.span), "1:0..1 a");
        assert_eq!(place(leaf.key.span), "1:5..6 b");
        assert_eq!(place(leaf.value.span), "1:8..9 3");
        assert_eq!(place(kept.value.span), "0:13..14 2");
    }

    #[test]
    fn keys_that_are_not_strings_are_added() {
        let sources = Sources::default();
        let base = sources.add("base.yaml", Origin::Project, "1: a\n".to_owned());
        let over = sources.add("over.yaml", Origin::Project, "1: b\n'1': c\n".to_owned());
        let base = compose(base).root.expect("the base is valid");
        let over = compose(over).root.expect("the overlay is valid");
        let entries = merge(&base, &over);
        let values: Vec<_> = entries
            .entries()
            .expect("a mapping")
            .iter()
            .map(|entry| entry.value.as_str())
            .collect();
        assert_eq!(values, [Some("a"), Some("b"), Some("c")]);
    }

    #[test]
    fn large_mappings_merge_like_small_ones() {
        let sources = Sources::default();
        let span = span(&sources);
        let object = |from: usize, to: usize, value: &str| -> Json {
            (from..to)
                .map(|key| (format!("key {key}"), json!(value)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let (base, over) = (object(0, 20_000, "base"), object(10_000, 30_000, "over"));
        let merged = from_node(&merge(&to_node(&base, span), &to_node(&over, span)));
        let mut expected = base;
        let entries = expected.as_object_mut().expect("an object");
        entries.extend(over.as_object().expect("an object").clone());
        assert_eq!(merged, expected);
        assert_eq!(
            merged.as_object().expect("an object").keys().nth(29_999),
            Some(&"key 29999".to_owned())
        );
    }
}
