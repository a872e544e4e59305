//! Byte ranges of a source, and values that remember theirs.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::SourceId;

/// A half-open range of bytes in one source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text that the range is in.
    pub source: SourceId,
    /// First byte, counted from the start of the text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a range from byte offsets; texts are at most 8 MiB, so 32 bits hold every offset.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            source,
            start: clamp(start),
            end: clamp(end.max(start)),
        }
    }

    /// Returns the empty range at the start of this one.
    pub fn at_start(self) -> Self {
        Self {
            end: self.start,
            ..self
        }
    }

    /// Returns the empty range at the end of this one.
    pub fn at_end(self) -> Self {
        Self {
            start: self.end,
            ..self
        }
    }

    /// Returns the smallest range that covers both; ranges of two sources give this one.
    pub fn to(self, other: Self) -> Self {
        if self.source != other.source {
            return self;
        }
        Self {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Returns the range as offsets for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Tells whether `other` lies inside this range.
    pub fn covers(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}:{}..{}",
            self.source.index(),
            self.start,
            self.end
        )
    }
}

/// A value and the place it was written in.
///
/// Compares, prints and serializes as the value alone; the place is for diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where; `None` for a default that nobody wrote.
    pub span: Option<Span>,
}

impl<T> Spanned<T> {
    /// Creates a value that was written at `span`.
    pub fn written(value: T, span: Span) -> Self {
        Self {
            value,
            span: Some(span),
        }
    }

    /// Creates a value that nobody wrote.
    pub fn implied(value: T) -> Self {
        Self { value, span: None }
    }
}

impl<T: Default> Default for Spanned<T> {
    fn default() -> Self {
        Self::implied(T::default())
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(formatter)
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
