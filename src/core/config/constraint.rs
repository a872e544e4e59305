//! Limits on values, checked after decoding and written into the schema.

use std::sync::OnceLock;

use regex::Regex;
use serde_json::{Map, Value, json};

/// A limit on one setting.
#[derive(Clone, Copy, Debug)]
pub enum Constraint {
    /// At least this number.
    Minimum(f64),
    /// At most this number.
    Maximum(f64),
    /// More than this number.
    Above(f64),
    /// At least this many characters, or members of a list.
    MinLength(usize),
    /// At most this many characters, or members of a list.
    MaxLength(usize),
    /// The whole text matches.
    Matches(&'static Pattern),
}

/// A regular expression with the words that explain it.
#[derive(Debug)]
pub struct Pattern {
    expression: &'static str,
    explanation: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Creates a pattern; the explanation completes "takes …".
    pub const fn new(expression: &'static str, explanation: &'static str) -> Self {
        Self {
            expression,
            explanation,
            compiled: OnceLock::new(),
        }
    }

    /// Returns the expression, anchored at both ends.
    pub fn expression(&self) -> &'static str {
        self.expression
    }

    /// Returns the words that explain it.
    pub fn explanation(&self) -> &'static str {
        self.explanation
    }

    /// Tells whether the whole text matches; compiled at first use. A test compiles every
    /// pattern, so one that cannot be compiled matches nothing only in theory.
    pub fn matches(&self, text: &str) -> bool {
        self.compiled
            .get_or_init(|| Regex::new(self.expression).ok())
            .as_ref()
            .is_some_and(|regex| regex.is_match(text))
    }
}

/// What a limit sees of a value.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// A number.
    Number(f64),
    /// A text.
    Text(&'a str),
    /// A collection with this many members.
    Members(usize),
    /// Nothing that a limit applies to.
    Other,
}

/// What a schema describes, which decides how a length is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaKind {
    /// A text, number or boolean.
    Single,
    /// A list.
    List,
    /// A mapping.
    Mapping,
}

impl SchemaKind {
    /// Returns the kind of a schema; one that also takes null counts as the other.
    pub fn of(schema: &Map<String, Value>) -> Self {
        let says = |kind: &str| match schema.get("type") {
            Some(Value::String(word)) => word == kind,
            Some(Value::Array(words)) => words.iter().any(|word| word == kind),
            _ => false,
        };
        if says("array") {
            Self::List
        } else if says("object") {
            Self::Mapping
        } else {
            Self::Single
        }
    }
}

impl Constraint {
    /// Says what the value breaks, as words that complete "takes …"; `None` where it holds.
    pub fn broken_by(&self, view: View<'_>) -> Option<String> {
        let holds = match (self, view) {
            (Self::Minimum(limit), View::Number(number)) => number >= *limit,
            (Self::Maximum(limit), View::Number(number)) => number <= *limit,
            (Self::Above(limit), View::Number(number)) => number > *limit,
            (Self::MinLength(limit), View::Text(text)) => text.chars().count() >= *limit,
            (Self::MaxLength(limit), View::Text(text)) => {
                text.len() <= *limit || text.chars().count() <= *limit
            }
            (Self::MinLength(limit), View::Members(count)) => count >= *limit,
            (Self::MaxLength(limit), View::Members(count)) => count <= *limit,
            (Self::Matches(pattern), View::Text(text)) => pattern.matches(text),
            _ => true,
        };
        if holds {
            return None;
        }
        let (unit, one) = match view {
            View::Members(_) => ("entries", "entry"),
            _ => ("characters", "character"),
        };
        Some(match self {
            Self::Minimum(limit) => format!("a number of at least {limit}"),
            Self::Maximum(limit) => format!("a number of at most {limit}"),
            Self::Above(limit) => format!("a number above {limit}"),
            Self::MinLength(1) => format!("at least one {one}"),
            Self::MinLength(limit) => format!("at least {limit} {unit}"),
            Self::MaxLength(limit) => format!("at most {limit} {unit}"),
            Self::Matches(pattern) => pattern.explanation().to_owned(),
        })
    }

    /// Returns the JSON Schema keyword and its value for a schema of this kind.
    pub fn keyword(&self, kind: SchemaKind) -> (&'static str, Value) {
        match (self, kind) {
            (Self::Minimum(limit), _) => ("minimum", number(*limit)),
            (Self::Maximum(limit), _) => ("maximum", number(*limit)),
            (Self::Above(limit), _) => ("exclusiveMinimum", number(*limit)),
            (Self::MinLength(limit), SchemaKind::Single) => ("minLength", json!(limit)),
            (Self::MaxLength(limit), SchemaKind::Single) => ("maxLength", json!(limit)),
            (Self::MinLength(limit), SchemaKind::List) => ("minItems", json!(limit)),
            (Self::MaxLength(limit), SchemaKind::List) => ("maxItems", json!(limit)),
            (Self::MinLength(limit), SchemaKind::Mapping) => ("minProperties", json!(limit)),
            (Self::MaxLength(limit), SchemaKind::Mapping) => ("maxProperties", json!(limit)),
            (Self::Matches(pattern), _) => ("pattern", json!(pattern.expression())),
        }
    }
}

/// Writes a limit without a needless fraction.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        json!(value as i64)
    } else {
        json!(value)
    }
}
