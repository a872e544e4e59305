//! Scalars to values, as PyYAML's safe loader reads them.
//!
//! A plain scalar is resolved by its shape: `yes` is a boolean, `017` is 15, `1:30` is 90 and
//! `2026-01-01` a date, while `1e3`, `-.5` and `08` stay text. A tag chooses the type instead.

use std::borrow::Cow;
use std::rc::Rc;

use super::number::{self, DIGITS_MAX, WholeProblem};
use super::problem::ProblemKind;
use super::tag::Tag;
use super::timestamp::{self, Date};
use super::{Value, binary};

/// What a scalar stands for.
#[derive(Debug)]
pub(super) enum Scalar<'a> {
    /// A value.
    Value(Value<'a>),
    /// `<<`: as a key it merges a mapping, elsewhere it has no meaning.
    Merge,
    /// `=`: as a key it is text, elsewhere it has no meaning.
    Equals,
}

/// Returns the value of text that nothing reinterprets.
pub(super) fn string<'a>(text: &Cow<'a, str>) -> Value<'a> {
    match text {
        Cow::Borrowed(text) => Value::String(text),
        Cow::Owned(text) => Value::OwnedString(Rc::from(text.as_str())),
    }
}

/// Resolves a plain scalar without a tag.
pub(super) fn plain<'a>(text: &Cow<'a, str>) -> Result<Scalar<'a>, ProblemKind> {
    let shape: &str = text;
    let value = match shape.as_bytes().first() {
        None => Value::Null,
        Some(b'~' | b'n' | b'N') if is_null(shape) => Value::Null,
        Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O') => {
            boolean(shape).map_or_else(|| string(text), Value::Bool)
        }
        Some(b'-' | b'+' | b'.' | b'0'..=b'9') => return number_or_date(text),
        Some(b'<') if shape == "<<" => return Ok(Scalar::Merge),
        Some(b'=') if shape == "=" => return Ok(Scalar::Equals),
        Some(_) => string(text),
    };
    Ok(Scalar::Value(value))
}

/// Reads a scalar as its tag says, however it is written.
pub(super) fn tagged<'a>(tag: Tag, text: &Cow<'a, str>) -> Result<Scalar<'a>, ProblemKind> {
    let value = match tag {
        Tag::None => return plain(text),
        Tag::String => Some(string(text)),
        Tag::Integer if number::is_whole(text) => return whole(text).map(Scalar::Value),
        Tag::Float => number::float(text).map(Value::Float),
        Tag::Bool => boolean(&text.to_ascii_lowercase()).map(Value::Bool),
        Tag::Null if text.is_empty() || is_null(text) => Some(Value::Null),
        Tag::Binary => binary::decode(text).map(|bytes| Value::Binary(Rc::from(bytes))),
        Tag::Timestamp => match timestamp::tagged(text) {
            Date::Yes => Some(date(text)),
            Date::Impossible => return Err(ProblemKind::ImpossibleDate),
            Date::No => None,
        },
        Tag::Merge if **text == *"<<" => return Ok(Scalar::Merge),
        Tag::Integer
        | Tag::Null
        | Tag::Merge
        | Tag::Sequence
        | Tag::OrderedMapping
        | Tag::Pairs
        | Tag::Mapping
        | Tag::Set => None,
    };
    value.map(Scalar::Value).ok_or_else(|| tag.refusal())
}

fn is_null(text: &str) -> bool {
    matches!(text, "~" | "null" | "Null" | "NULL")
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(true),
        "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

fn number_or_date<'a>(text: &Cow<'a, str>) -> Result<Scalar<'a>, ProblemKind> {
    if number::is_whole(text) {
        return whole(text).map(Scalar::Value);
    }
    let number = number::is_float(text)
        .then(|| number::float(text))
        .flatten();
    if let Some(number) = number {
        return Ok(Scalar::Value(Value::Float(number)));
    }
    match timestamp::plain(text) {
        Date::Yes => Ok(Scalar::Value(date(text))),
        Date::Impossible => Err(ProblemKind::ImpossibleDate),
        Date::No => Ok(Scalar::Value(string(text))),
    }
}

fn whole<'a>(text: &str) -> Result<Value<'a>, ProblemKind> {
    number::whole(text).map_err(|problem| match problem {
        WholeProblem::NoDigits => ProblemKind::NumberWithoutDigits,
        WholeProblem::TooLong => ProblemKind::NumberTooLong(DIGITS_MAX),
    })
}

/// A date keeps the writer's text. One that is not in the source as it stands, because it was
/// folded from two lines or written with escapes, stays a string.
fn date<'a>(text: &Cow<'a, str>) -> Value<'a> {
    match text {
        Cow::Borrowed(text) => Value::Timestamp(text),
        Cow::Owned(_) => string(text),
    }
}
