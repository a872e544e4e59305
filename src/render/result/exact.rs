//! A result whose numbers keep their digits.
//!
//! A [`serde_json::Value`] rounds numbers beyond 64 bits; here a number is its text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::Unshown;

/// The most levels of lists and objects, as many as results are read with.
const LEVELS_MAX: usize = 128;

/// A JSON value that borrows its numbers from the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exact<'t> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(&'t str),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Exact<'t>>),
    /// An object in the order of its text; a key stands once.
    Object(Vec<(String, Exact<'t>)>),
}

impl<'t> Exact<'t> {
    /// Reads the text of a result. Of a key that is given twice the last value counts.
    ///
    /// # Errors
    /// It has more than 128 levels.
    pub fn read(text: &'t str) -> Result<Self, Unshown> {
        // The text is JSON: what else could be wrong with it is its depth.
        read(text.trim_ascii(), LEVELS_MAX).ok_or(Unshown::TooDeep(LEVELS_MAX))
    }

    /// Tells whether it is neither a list nor an object.
    pub(super) fn is_scalar(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Object(_))
    }

    /// Returns the value of a field; `None` where this is no object.
    pub(super) fn field(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else {
            return None;
        };
        let found = fields.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value)
    }

    /// Returns it as compact JSON.
    pub(super) fn compact(&self) -> String {
        // Values of this type always serialize.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Reads a value; `None` where it has more levels than are left.
fn read(text: &str, levels: usize) -> Option<Exact<'_>> {
    Some(match text.as_bytes().first()? {
        b'{' => {
            let below = levels.checked_sub(1)?;
            let Fields(fields) = serde_json::from_str(text).ok()?;
            let fields = fields.into_iter().map(|(key, value)| {
                let value = read(value.get(), below)?;
                Some((key, value))
            });
            Exact::Object(fields.collect::<Option<_>>()?)
        }
        b'[' => {
            let below = levels.checked_sub(1)?;
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            let items = items.into_iter().map(|item| read(item.get(), below));
            Exact::List(items.collect::<Option<_>>()?)
        }
        b'"' => Exact::Text(serde_json::from_str(text).ok()?),
        b'n' => Exact::Null,
        b't' => Exact::Bool(true),
        b'f' => Exact::Bool(false),
        _ => Exact::Number(text),
    })
}

/// The fields of an object, not yet read.
struct Fields<'t>(Vec<(String, &'t RawValue)>);

impl<'t> Deserialize<'t> for Fields<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'t> Visitor<'t> for FieldsVisitor {
    type Value = Fields<'t>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Fields<'t>, A::Error> {
        let mut fields: Vec<(String, &RawValue)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
            match places.entry(key) {
                Entry::Occupied(place) => {
                    if let Some(field) = fields.get_mut(*place.get()) {
                        field.1 = value;
                    }
                }
                Entry::Vacant(place) => {
                    fields.push((place.key().clone(), value));
                    place.insert(fields.len() - 1);
                }
            }
        }
        Ok(Fields(fields))
    }
}

impl Serialize for Exact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(digits) => RawValue::from_string((*digits).to_owned())
                .map_err(S::Error::custom)?
                .serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (key, value) in fields {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_text_is_read_and_written_as_it_is() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        for text in [
            "null",
            "true",
            "-0.0",
            "1267650600228229401496703205376",
            "1.000000000000000000000000000001",
            "1e400",
            r#""größe \u0000 \" \n""#,
            "[]",
            "{}",
            r#"{"b":[1,{"a":null}],"a":"x"}"#,
            &deep(128),
        ] {
            let read = Exact::read(text).map(|exact| exact.compact());
            assert_eq!(read.as_deref(), Ok(text));
        }
        assert_eq!(Exact::read(&deep(129)), Err(Unshown::TooDeep(128)));
    }

    #[test]
    fn the_last_of_equal_keys_counts_in_the_place_of_the_first() {
        let read = Exact::read(r#" {"a": 1, "b": 2, "a": 3} "#).map(|exact| exact.compact());
        assert_eq!(read.as_deref(), Ok(r#"{"a":3,"b":2}"#));
    }
}
