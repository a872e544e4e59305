//! The tree that YAML and JSON texts are composed into.

use std::rc::Rc;

use super::Span;

/// A value with the place it was written in.
///
/// Cloning shares collections and text, so an alias costs no more than a pointer.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// The value's own range: without its tag, anchor or alias; for a block collection from the
    /// first to the last child. For an alias it is the range of `*name`.
    pub span: Span,
    /// What was written.
    pub value: Value<'a>,
}

/// What a node holds, after PyYAML's resolution of plain scalars.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `~`, `null` or nothing.
    Null,
    /// `true`, `yes`, `on` and their opposites.
    Bool(bool),
    /// A whole number that fits 64 bits with sign.
    Integer(i64),
    /// A larger whole number, as decimal digits with an optional sign.
    BigInteger(Rc<str>),
    /// A number with a point, an infinity or not-a-number.
    Float(f64),
    /// A date or a date with time, as written.
    Timestamp(&'a str),
    /// Text that stands in the source as it is.
    String(&'a str),
    /// Text that had escapes or folded lines.
    OwnedString(Rc<str>),
    /// The bytes of a `!!binary` scalar.
    Binary(Rc<[u8]>),
    /// A list.
    Sequence(Rc<[Node<'a>]>),
    /// A mapping in the order of writing, `<<` already merged in, keys unique.
    Mapping(Rc<[Entry<'a>]>),
    /// The members of a `!!set`.
    Set(Rc<[Node<'a>]>),
}

/// A key and its value.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The key, most often a string.
    pub key: Node<'a>,
    /// The value.
    pub value: Node<'a>,
}

impl<'a> Node<'a> {
    /// Creates a node.
    pub fn new(span: Span, value: Value<'a>) -> Self {
        Self { span, value }
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            Value::OwnedString(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the entries of a mapping.
    pub fn entries(&self) -> Option<&[Entry<'a>]> {
        match &self.value {
            Value::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns the members of a list or set.
    pub fn items(&self) -> Option<&[Node<'a>]> {
        match &self.value {
            Value::Sequence(items) | Value::Set(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the entry with the string key `key`.
    pub fn entry(&self, key: &str) -> Option<&Entry<'a>> {
        self.entries()?
            .iter()
            .find(|entry| entry.key.as_str() == Some(key))
    }

    /// Returns the value at the string key `key`.
    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Tells whether Python takes the value for false: null, false, zero, and what is empty.
    pub fn is_falsy(&self) -> bool {
        match &self.value {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Integer(number) => *number == 0,
            Value::BigInteger(_) | Value::Timestamp(_) => false,
            Value::Float(number) => *number == 0.0,
            Value::String(text) => text.is_empty(),
            Value::OwnedString(text) => text.is_empty(),
            Value::Binary(bytes) => bytes.is_empty(),
            Value::Sequence(items) | Value::Set(items) => items.is_empty(),
            Value::Mapping(entries) => entries.is_empty(),
        }
    }

    /// Names the kind for messages: `a string`, `a list`, `the number 1.0` is left to the caller.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Integer(_) | Value::BigInteger(_) => "a whole number",
            Value::Float(_) => "a number",
            Value::Timestamp(_) => "a date",
            Value::String(_) | Value::OwnedString(_) => "a string",
            Value::Binary(_) => "binary data",
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
            Value::Set(_) => "a set",
        }
    }
}
