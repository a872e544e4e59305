//! From arguments to the values that fill placeholders.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::shared::field_type::{FieldType, Kind};

/// A value for a placeholder.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Bound {
    /// No value.
    Null,
    /// A whole number.
    Integer(i64),
    /// A finite number.
    Number(f64),
    /// True or false.
    Boolean(bool),
    /// A text, and the word of its type: `text`, `decimal`, `date`, `timestamp`, `uuid` or `json`.
    Text {
        /// The word, for databases that are told the type of a value.
        word: &'static str,
        /// The text, which holds what the word says.
        text: String,
    },
}

impl Bound {
    /// A text without further meaning.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text {
            word: "text",
            text: text.to_owned(),
        }
    }
}

/// Returns the value of an argument that passed the schema of its tool; an absent one has the
/// default of its schema, or is null.
///
/// # Errors
/// What it should hold and does not, as `a date like 2026-02-28`.
pub(crate) fn bound(field: &FieldType, value: Option<&Value>) -> Result<Bound, &'static str> {
    match field.kind() {
        Kind::Word(word) => match value {
            None | Some(Value::Null) => match field.optional {
                true => Ok(Bound::Null),
                false => Err("a value"),
            },
            Some(value) => of_word(word, value),
        },
        Kind::Schema(schema) => match value.or_else(|| schema.get("default")) {
            Some(value) => natural(value),
            None => Ok(Bound::Null),
        },
    }
}

fn of_word(word: &'static str, value: &Value) -> Result<Bound, &'static str> {
    match (word, value) {
        ("integer", value) => value.as_i64().map(Bound::Integer).ok_or("a whole number"),
        ("number", value) => finite(value),
        ("boolean", Value::Bool(value)) => Ok(Bound::Boolean(*value)),
        ("boolean", _) => Err("true or false"),
        (word, Value::String(text)) => {
            let (holds, expected) = match word {
                "decimal" => (is_decimal(text), "a decimal number like -12.50"),
                "date" => (is_date(text), "a date like 2026-02-28"),
                "timestamp" => (
                    text.parse::<Timestamp>().is_ok(),
                    "a time with its offset, like 2026-02-28T12:00:00Z",
                ),
                "uuid" => (is_uuid(text), "a UUID"),
                "json" => (
                    serde_json::from_str::<IgnoredAny>(text).is_ok(),
                    "a JSON text",
                ),
                _ => (true, "a text"),
            };
            let text = text.clone();
            holds.then_some(Bound::Text { word, text }).ok_or(expected)
        }
        _ => Err("a text"),
    }
}

/// Binds a value of a written schema as what it is; lists and mappings as their JSON text.
fn natural(value: &Value) -> Result<Bound, &'static str> {
    match value {
        Value::Null => Ok(Bound::Null),
        Value::Bool(value) => Ok(Bound::Boolean(*value)),
        Value::String(text) => Ok(Bound::text(text)),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Ok(Bound::Integer(number)),
            None if number.is_u64() => Err("a whole number below 2^63"),
            None => finite(value),
        },
        Value::Array(_) | Value::Object(_) => Ok(Bound::Text {
            word: "json",
            text: value.to_string(),
        }),
    }
}

fn finite(value: &Value) -> Result<Bound, &'static str> {
    let number = value.as_f64().filter(|number| number.is_finite());
    number.map(Bound::Number).ok_or("a finite number")
}

/// Tells whether a text is digits with at most one point inside, behind a sign or not.
pub(super) fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    are_digits(whole) && are_digits(part)
}

/// Tells whether a text is a day that exists, as `2026-02-28`.
pub(super) fn is_date(text: &str) -> bool {
    text.len() == 10
        && text
            .parse::<Date>()
            .is_ok_and(|date| date.to_string() == text)
}

/// Tells whether a text is a UUID with its hyphens.
pub(super) fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let mut bytes = groups.iter().flat_map(|group| group.bytes());
    lengths == [8, 4, 4, 4, 12] && bytes.all(|byte| byte.is_ascii_hexdigit())
}
