//! Decoders of the plain types, lax in the same places as the Python runtime.
//!
//! Numbers accept booleans and numeric strings, booleans accept 0, 1 and the usual words, strings
//! accept only strings: a number is never turned into text.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;

use super::constraint::View;
use super::decode::{Decoder, Setting};
use crate::source::{Node, Span, Spanned, Value};

impl Setting for String {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match &node.value {
            Value::String(text) => Some((*text).to_owned()),
            Value::OwnedString(text) => Some(text.to_string()),
            Value::Binary(bytes) => match String::from_utf8(bytes.to_vec()) {
                Ok(text) => Some(text),
                Err(_) => {
                    decoder.wrong_type(node, "a string");
                    None
                }
            },
            _ => {
                decoder.wrong_type(node, "a string");
                None
            }
        }
    }

    fn view(&self) -> View<'_> {
        View::Text(self)
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(json!(self))
    }
}

impl Setting for bool {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let word = node.as_str().map(str::to_ascii_lowercase);
        let value = match (&node.value, word.as_deref()) {
            (Value::Bool(value), _) => Some(*value),
            (Value::Integer(0), _) | (_, Some("0" | "f" | "n" | "no" | "off" | "false")) => {
                Some(false)
            }
            (Value::Integer(1), _) | (_, Some("1" | "t" | "y" | "yes" | "on" | "true")) => {
                Some(true)
            }
            (Value::Float(number), _) if *number == 0.0 => Some(false),
            (Value::Float(number), _) if *number == 1.0 => Some(true),
            _ => None,
        };
        if value.is_none() {
            decoder.wrong_type(node, "true or false");
        }
        value
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(json!(self))
    }
}

impl Setting for i64 {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = match &node.value {
            Value::Integer(number) => Some(*number),
            Value::BigInteger(digits) => Some(saturated(digits)),
            Value::Bool(value) => Some(i64::from(*value)),
            Value::Float(number) => whole(*number),
            _ => node.as_str().and_then(integer_from_text),
        };
        match value {
            Some(number) => decoder.surprising_number(node, &number.to_string()),
            None => decoder.wrong_type(node, "a whole number"),
        }
        value
    }

    fn view(&self) -> View<'_> {
        View::Number(*self as f64)
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(json!(self))
    }
}

impl Setting for f64 {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = match &node.value {
            Value::Integer(number) => Some(*number as f64),
            Value::BigInteger(digits) => digits.parse().ok(),
            Value::Bool(value) => Some(f64::from(u8::from(*value))),
            Value::Float(number) => Some(*number),
            _ => node.as_str().and_then(number_from_text),
        };
        match value {
            Some(number) => decoder.surprising_number(node, &number.to_string()),
            None => decoder.wrong_type(node, "a number"),
        }
        value
    }

    fn view(&self) -> View<'_> {
        View::Number(*self)
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(json!(self))
    }
}

/// Returns the nearest 64-bit number to a whole number of any length.
fn saturated(digits: &str) -> i64 {
    digits.parse().unwrap_or(if digits.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    })
}

/// Returns a float without a fraction as a whole number.
fn whole(number: f64) -> Option<i64> {
    (number.is_finite() && number.fract() == 0.0).then_some(number as i64)
}

/// Removes the underscores that may stand between two digits; `None` where one stands elsewhere.
fn without_underscores(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('_') {
        return Some(Cow::Borrowed(text));
    }
    let bytes = text.as_bytes();
    let digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    let placed = bytes
        .iter()
        .enumerate()
        .filter(|&(_, &byte)| byte == b'_')
        .all(|(index, _)| index > 0 && digit(index - 1) && digit(index + 1));
    placed.then(|| Cow::Owned(text.replace('_', "")))
}

/// Reads `1`, ` +1 `, `1.0` and `1_000`, but not `1e3`.
fn integer_from_text(text: &str) -> Option<i64> {
    let text = without_underscores(text.trim())?;
    let digits = match text.split_once('.') {
        Some((digits, zeros)) if zeros.bytes().all(|byte| byte == b'0') => digits,
        Some(_) => return None,
        None => &text,
    };
    let unsigned = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let plain = !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| saturated(digits))
}

/// Reads whatever Rust and Python both read as a decimal number.
fn number_from_text(text: &str) -> Option<f64> {
    without_underscores(text.trim())?.parse().ok()
}

impl<T: Setting> Setting for Option<T> {
    const FROM_VARIABLE: bool = T::FROM_VARIABLE;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match node.value {
            Value::Null => Some(None),
            _ => T::decode(node, decoder).map(Some),
        }
    }

    fn view(&self) -> View<'_> {
        self.as_ref().map_or(View::Other, T::view)
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        match self {
            Some(value) => value.default_value(),
            None => Some(serde_json::Value::Null),
        }
    }
}

impl<T: Setting> Setting for Spanned<T> {
    const FROM_VARIABLE: bool = T::FROM_VARIABLE;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode(node, decoder).map(|value| Spanned::written(value, node.span))
    }

    fn view(&self) -> View<'_> {
        self.value.view()
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        self.value.default_value()
    }
}

impl<T: Setting> Setting for Vec<T> {
    const FROM_VARIABLE: bool = T::FROM_VARIABLE;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(items) = node.items() else {
            decoder.wrong_type(node, "a list");
            return None;
        };
        // A member that cannot be decoded is reported and left out; the others still count.
        let mut members = Self::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            members.extend(decoder.member(index, item));
        }
        Some(members)
    }

    fn view(&self) -> View<'_> {
        View::Members(self.len())
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        let members: Option<Vec<_>> = self.iter().map(Setting::default_value).collect();
        members.map(serde_json::Value::Array)
    }
}

/// A set of names in the order of writing; a name written twice stands once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The names, each with the place of its first writing.
    pub members: Vec<Spanned<String>>,
    /// Names that were written before, each time they are written again.
    pub repeated: Vec<Spanned<String>>,
    /// Where the list is written; `None` where it is not.
    pub span: Option<Span>,
}

impl Names {
    /// Creates a set that nobody wrote, for defaults.
    pub fn of(names: &[&str]) -> Self {
        Self {
            members: names
                .iter()
                .map(|name| Spanned::implied((*name).to_owned()))
                .collect(),
            ..Self::default()
        }
    }

    /// Returns the list as it is written, with what is written again.
    pub fn written(&self) -> Cow<'_, [Spanned<String>]> {
        if self.repeated.is_empty() {
            return Cow::Borrowed(&self.members);
        }
        let mut written = [self.members.as_slice(), &self.repeated].concat();
        written.sort_by_key(|name| name.span);
        Cow::Owned(written)
    }

    /// Tells whether the set has this name.
    pub fn contains(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.value == name)
    }

    /// Visits the names.
    pub fn iter(&self) -> std::slice::Iter<'_, Spanned<String>> {
        self.members.iter()
    }
}

impl<'a> IntoIterator for &'a Names {
    type Item = &'a Spanned<String>;
    type IntoIter = std::slice::Iter<'a, Spanned<String>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Setting for Names {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let mut members: Vec<Spanned<String>> = Vec::decode(node, decoder)?;
        let mut repeated = Vec::new();
        if members.len() > 1 {
            let mut seen = std::collections::HashSet::with_capacity(members.len());
            members.retain(|member| {
                let is_new = seen.insert(member.value.clone());
                if !is_new {
                    repeated.push(member.clone());
                }
                is_new
            });
        }
        Some(Self {
            members,
            repeated,
            span: Some(node.span),
        })
    }

    fn view(&self) -> View<'_> {
        View::Members(self.members.len())
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        self.members.default_value()
    }
}

impl JsonSchema for Names {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Names".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "array", "items": {"type": "string"}, "uniqueItems": true})
    }
}

/// A mapping with free keys, in the order of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map<T> {
    /// Keys and values.
    pub entries: Vec<(Spanned<String>, T)>,
    /// Where the mapping is written; `None` where it is not.
    pub span: Option<Span>,
    /// Whether every entry is here; one that could not be decoded is reported and left out.
    pub complete: bool,
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            span: None,
            complete: true,
        }
    }
}

impl<T> Map<T> {
    /// Returns the value at a key.
    pub fn get(&self, key: &str) -> Option<&T> {
        let entry = self.entries.iter().find(|(name, _)| name.value == key);
        entry.map(|(_, value)| value)
    }

    /// Visits keys and values.
    pub fn iter(&self) -> impl Iterator<Item = (&Spanned<String>, &T)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// Visits the keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(key, _)| key.value.as_str())
    }

    /// Tells whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<T: Setting> Setting for Map<T> {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(entries) = node.entries() else {
            decoder.wrong_type(node, "a mapping");
            return None;
        };
        let mut map = Self {
            entries: Vec::with_capacity(entries.len()),
            span: Some(node.span),
            complete: true,
        };
        for entry in entries {
            let Some(key) = entry.key.as_str() else {
                decoder.wrong_type(&entry.key, "a string");
                map.complete = false;
                continue;
            };
            match decoder.keyed(key, &entry.value) {
                Some(value) => map
                    .entries
                    .push((Spanned::written(key.to_owned(), entry.key.span), value)),
                None => map.complete = false,
            }
        }
        Some(map)
    }

    fn view(&self) -> View<'_> {
        View::Members(self.entries.len())
    }
}

impl<T: JsonSchema> JsonSchema for Map<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Map_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let values = generator.subschema_for::<T>();
        schemars::json_schema!({"type": "object", "additionalProperties": values})
    }
}

/// Any value, kept as JSON. Dates stay text, infinities become strings, binary data is base64.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anything(pub serde_json::Value);

impl Setting for Anything {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, _: &mut Decoder<'_>) -> Option<Self> {
        Some(Self(crate::source::json::from_node(node)))
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(self.0.clone())
    }
}

impl JsonSchema for Anything {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Anything".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Schema::default()
    }
}

/// A mapping with free content, kept as JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object(pub serde_json::Map<String, serde_json::Value>);

impl Setting for Object {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match crate::source::json::from_node(node) {
            serde_json::Value::Object(object) if node.entries().is_some() => Some(Self(object)),
            _ => {
                decoder.wrong_type(node, "a mapping");
                None
            }
        }
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(serde_json::Value::Object(self.0.clone()))
    }
}

impl JsonSchema for Object {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Object".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "object"})
    }
}
