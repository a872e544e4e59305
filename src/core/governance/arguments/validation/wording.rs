//! What a schema accepts, in words.

use std::collections::HashSet;

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::super::strict_json::shortened;
use super::ArgumentProblemKind;

/// The most allowed values that a message lists.
pub(in super::super) const CHOICES_MAX: usize = 12;

/// Returns the kind of a broken limit and what would keep it.
pub(super) fn limit(kind: &ValidationErrorKind) -> (ArgumentProblemKind, String) {
    use ArgumentProblemKind as Kind;
    use ValidationErrorKind as Error;
    let counted = |relation: &str, count: u64, one: &str, many: &str| {
        let unit = if count == 1 { one } else { many };
        (Kind::WrongLength, format!("{relation} {count} {unit}"))
    };
    match kind {
        Error::Minimum { limit } => (Kind::OutOfRange, format!("at least {limit}")),
        Error::Maximum { limit } => (Kind::OutOfRange, format!("at most {limit}")),
        Error::ExclusiveMinimum { limit } => (Kind::OutOfRange, format!("more than {limit}")),
        Error::ExclusiveMaximum { limit } => (Kind::OutOfRange, format!("less than {limit}")),
        Error::MultipleOf { multiple_of } => {
            (Kind::OutOfRange, format!("a multiple of {multiple_of}"))
        }
        Error::MinLength { limit } => counted("at least", *limit, "character", "characters"),
        Error::MaxLength { limit } => counted("at most", *limit, "character", "characters"),
        Error::MinItems { limit } => counted("at least", *limit, "item", "items"),
        Error::MaxItems { limit } => counted("at most", *limit, "item", "items"),
        Error::AdditionalItems { limit } => {
            let limit = u64::try_from(*limit).unwrap_or(u64::MAX);
            counted("at most", limit, "item", "items")
        }
        Error::UnevaluatedItems { .. } => {
            let expected = "only the items that the schema describes";
            (Kind::WrongLength, expected.to_owned())
        }
        Error::MinProperties { limit } => counted("at least", *limit, "field", "fields"),
        Error::MaxProperties { limit } => counted("at most", *limit, "field", "fields"),
        Error::UniqueItems => (Kind::EqualItems, "items that all differ".to_owned()),
        Error::Pattern { pattern } => {
            let pattern = shortened(pattern);
            (Kind::WrongForm, format!("a text that matches `{pattern}`"))
        }
        Error::Format { format } => (Kind::WrongForm, text_of(format)),
        Error::ContentEncoding { content_encoding } => {
            let encoding = shortened(content_encoding);
            (
                Kind::WrongForm,
                format!("a text in the encoding `{encoding}`"),
            )
        }
        Error::ContentMediaType { content_media_type } => {
            let media = shortened(content_media_type);
            (
                Kind::WrongForm,
                format!("a text of the media type `{media}`"),
            )
        }
        Error::Contains => (
            Kind::NoAlternative,
            "as many items of the described kind as the schema asks for".to_owned(),
        ),
        Error::Not { .. } => (
            Kind::NoAlternative,
            "a value outside of what the schema excludes".to_owned(),
        ),
        Error::FalseSchema => (Kind::NoAlternative, "no value".to_owned()),
        other => {
            let rule = other.keyword();
            (
                Kind::WrongForm,
                format!("a value that keeps the rule `{rule}`"),
            )
        }
    }
}

/// Returns what a format asks for, with an example of those that people write.
fn text_of(format: &str) -> String {
    let known = match format {
        "date" => "a date like 2026-02-28",
        "date-time" => "a date and time like 2026-02-28T12:30:00Z",
        "time" => "a time like 12:30:00Z",
        "uuid" => "a UUID like 123e4567-e89b-12d3-a456-426614174000",
        "email" => "an e-mail address like ada@example.com",
        "uri" => "a URI like https://example.com/page",
        _ => return format!("a text of the format `{}`", shortened(format)),
    };
    known.to_owned()
}

/// Returns the types of the forms that a value may have, where types are what they differ in.
pub(super) fn alternatives(context: &[Vec<ValidationError<'static>>]) -> String {
    let mut names: Vec<&'static str> = Vec::new();
    for branch in context {
        let [error] = branch.as_slice() else {
            return "a value that fits one of the schema's forms".to_owned();
        };
        match error.kind() {
            ValidationErrorKind::Type {
                kind: TypeKind::Single(name),
            } => names.push(type_words(*name)),
            _ => return "a value that fits one of the schema's forms".to_owned(),
        }
    }
    joined(&names)
}

/// Returns the types of a schema.
pub(super) fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(name) => type_words(*name).to_owned(),
        TypeKind::Multiple(names) => joined(&names.iter().map(type_words).collect::<Vec<_>>()),
    }
}

/// Returns allowed values as a list; they are the schema's, not the caller's.
pub(super) fn choices(options: &[Value]) -> String {
    let mut shown: Vec<String> = options.iter().take(CHOICES_MAX).map(choice).collect();
    match options.len().saturating_sub(CHOICES_MAX) {
        0 => {}
        more => shown.push(format!("{more} more")),
    }
    joined(&shown)
}

/// Returns an allowed value for a message.
pub(in super::super) fn choice(option: &Value) -> String {
    match option {
        Value::String(word) => format!("`{}`", shortened(word)),
        other => format!("`{}`", shortened(&other.to_string())),
    }
}

/// Joins alternatives for a sentence.
pub(in super::super) fn joined<T: AsRef<str>>(words: &[T]) -> String {
    match words {
        [] => "no value".to_owned(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", first.join(", "), last.as_ref())
        }
    }
}

/// Returns how messages call a type.
fn type_words(name: JsonType) -> &'static str {
    match name {
        JsonType::Null => "null",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "a whole number",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "a list",
        JsonType::Object => "an object",
    }
}

/// Returns how messages call the type of a value.
pub(super) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_f64() => "a number",
        Value::Number(_) => "a whole number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Returns the fields that an object may have.
pub(in super::super) fn expected_fields<'s>(names: impl Iterator<Item = &'s str>) -> String {
    let mut seen = HashSet::new();
    let names: Vec<String> = names
        .filter(|name| seen.insert(*name))
        .map(|name| format!("`{}`", shortened(name)))
        .collect();
    if names.is_empty() {
        return "no fields".to_owned();
    }
    match names.get(..CHOICES_MAX) {
        Some(first) if names.len() > CHOICES_MAX => {
            let more = names.len() - CHOICES_MAX;
            format!("{} or {more} more", first.join(", "))
        }
        _ => joined(&names),
    }
}
