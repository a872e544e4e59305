//! Arguments as words of a command line: `key=value`, `key:=json` and `key=@file`.
//!
//! The schema of a field decides what its text becomes, and no digit is lost on the way:
//!
//! | the schema accepts | the text becomes |
//! |---|---|
//! | listed values | the one that is written like it |
//! | strings | that text, spaces included |
//! | whole numbers | decimal digits, with sign, spaces around and leading zeros as `psql` takes them |
//! | numbers | the same, also with a point or an exponent |
//! | booleans | `true`, `yes`, `y`, `on`, `1` and their opposites, in any case |
//! | lists, objects | the JSON in the text |
//! | null | `null` |
//! | nothing in particular | the text |
//!
//! Where strings and other kinds are accepted, the text becomes a number or a boolean only if it is
//! spelled exactly as that is printed: `7` and `true` do, `007`, `1.10` and `yes` stay text, and so
//! do `null` and JSON. `key:=json` says precisely what is meant.

use std::collections::HashSet;

use serde_json::{Map, Number, Value};
use thiserror::Error;

use super::InputSchema;
use super::accepted::{Accepted, Kinds};
use super::fields::{Fields, Walk};
use super::strict_json::{self, JsonProblem, JsonProblemKind, check_number, shortened};
use super::validation::wording::{CHOICES_MAX, choice, expected_fields, joined};
use crate::diagnostics::closest::closest;

/// The most bytes of an unknown key that a message repeats where no field is near.
const NAME_BYTES_MAX: usize = 32;

/// A word that is no argument of the tool; it never holds a value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AssignmentProblem {
    /// A word without `=`, by its position from 1: its text may be a value that lost its key.
    #[error("argument {position} has no `=`; expected `key=value`, `key:=json` or `key=@file`")]
    NoSign {
        /// Which word.
        position: usize,
    },
    /// The name of a field without a value.
    #[error("`{field}` has no value; expected `{field}=…`")]
    NoValue {
        /// The field.
        field: String,
    },
    /// Nothing before the sign.
    #[error("argument {position} has no key before its `=`")]
    NoKey {
        /// Which word.
        position: usize,
    },
    /// A field given twice.
    #[error("`{field}` is given twice")]
    Twice {
        /// The field.
        field: String,
    },
    /// A field that the schema does not have.
    #[error("unknown argument `{field}`; {}", instead(.suggestion.as_deref(), .expected))]
    UnknownField {
        /// The field.
        field: String,
        /// The fields that there are.
        expected: String,
        /// The one that was most likely meant.
        suggestion: Option<String>,
    },
    /// A key that may be the beginning of a value that lost its key, by its position from 1.
    #[error("the key of argument {position} is no argument of the tool; expected {expected}")]
    UnknownKey {
        /// Which word.
        position: usize,
        /// The fields that there are.
        expected: String,
    },
    /// A key that reaches into a field.
    #[error("a key reaches into `{field}`; give it whole, as `{field}:=` and JSON")]
    Nested {
        /// The field that exists.
        field: String,
    },
    /// A text that the field's schema has no reading for.
    #[error("`{field}`: expected {expected}")]
    Unreadable {
        /// The field.
        field: String,
        /// What its text may be.
        expected: String,
    },
    /// A number that would not keep its digits.
    #[error("`{field}`: {kind}")]
    Number {
        /// The field.
        field: String,
        /// What is lost.
        kind: JsonProblemKind,
    },
    /// One problem of JSON text.
    #[error("`{field}`: {problem}")]
    Json {
        /// The field.
        field: String,
        /// The problem, and its place in the text.
        problem: JsonProblem,
    },
    /// More problems of the same JSON text.
    #[error("`{field}`: {count} more problems in its JSON")]
    MoreJson {
        /// The field.
        field: String,
        /// How many are not listed.
        count: usize,
    },
    /// `@` without a path.
    #[error("`{field}` names no file after `@`; a text that begins so is `{field}:=\"@…\"`")]
    NoPath {
        /// The field.
        field: String,
    },
    /// A file that could not be read.
    #[error("`{field}`: {reason}")]
    File {
        /// The field.
        field: String,
        /// What the reader of files says, without the content.
        reason: String,
    },
    /// The schema branches too often to be followed.
    #[error("the schema of `{field}` branches too often to read a text by it; use `{field}:=`")]
    TooComplex {
        /// The field.
        field: String,
    },
}

/// Returns the end of a message: the name that is meant, or all that there are.
fn instead(suggestion: Option<&str>, expected: &str) -> String {
    match suggestion {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected {expected}"),
    }
}

/// Reads words as arguments, in their order. Whether each value keeps the limits of its field and
/// whether a field is missing is for [`InputSchema::validate`] to say.
///
/// `read` returns the text of the file after `@`, which is bounded by it, or a sentence about why
/// it could not be read. The text is taken as if it had been written in the word: unchanged where
/// the field takes text.
///
/// # Errors
///
/// Every problem of every word, in their order.
pub fn assign<'w>(
    schema: &InputSchema,
    words: impl IntoIterator<Item = &'w str>,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Map<String, Value>, Vec<AssignmentProblem>> {
    let mut walk = Walk::new(schema.schema());
    let mut reader = Reader {
        fields: walk.fields(&[schema.schema()]),
        walk,
        given: HashSet::new(),
        problems: Vec::new(),
    };
    let mut arguments = Map::new();
    for (index, word) in words.into_iter().enumerate() {
        match reader.word(index + 1, word, &mut read) {
            Ok((key, value)) => drop(arguments.insert(key.to_owned(), value)),
            Err(problem) => reader.problems.push(problem),
        }
    }
    match reader.problems.is_empty() {
        true => Ok(arguments),
        false => Err(reader.problems),
    }
}

struct Reader<'s, 'w> {
    walk: Walk<'s>,
    fields: Fields<'s>,
    given: HashSet<&'w str>,
    problems: Vec<AssignmentProblem>,
}

impl<'w> Reader<'_, 'w> {
    fn word(
        &mut self,
        position: usize,
        word: &'w str,
        read: &mut impl FnMut(&str) -> Result<String, String>,
    ) -> Result<(&'w str, Value), AssignmentProblem> {
        let Some((key, text)) = word.split_once('=') else {
            let known = self.fields.names().find(|name| *name == word);
            return Err(match known {
                Some(field) => AssignmentProblem::NoValue {
                    field: field.to_owned(),
                },
                None => AssignmentProblem::NoSign { position },
            });
        };
        let (key, is_json) = match key.strip_suffix(':') {
            Some(key) => (key, true),
            None => (key, false),
        };
        if key.is_empty() {
            return Err(AssignmentProblem::NoKey { position });
        }
        let mut schemas = self.fields.named(key);
        if schemas.is_empty() {
            if !self.fields.is_open() {
                return Err(self.unknown(position, key, text));
            }
            schemas = self.fields.others();
        }
        let field = shortened(key);
        if !self.given.insert(key) {
            return Err(AssignmentProblem::Twice { field });
        }
        let value = if is_json {
            self.json(&field, text)?
        } else {
            let accepted = Accepted::by(&mut self.walk, &schemas);
            if self.walk.is_exhausted() {
                return Err(AssignmentProblem::TooComplex { field });
            }
            match text.strip_prefix('@') {
                None => self.text(&field, text, &accepted)?,
                Some("") => return Err(AssignmentProblem::NoPath { field }),
                Some(path) => {
                    let content = read(path).map_err(|reason| AssignmentProblem::File {
                        field: field.clone(),
                        reason,
                    })?;
                    self.text(&field, &content, &accepted)?
                }
            }
        };
        Ok((key, value))
    }

    /// Returns the problem of a key that is no field. Only what can be a name is repeated: an
    /// address or an encoded secret may hold a `=` too.
    fn unknown(&self, position: usize, key: &str, text: &str) -> AssignmentProblem {
        let first = key.split(['.', '[']).next().unwrap_or_default();
        if first != key
            && let Some(field) = self.fields.names().find(|name| *name == first)
        {
            let field = field.to_owned();
            return AssignmentProblem::Nested { field };
        }
        let expected = expected_fields(self.fields.names());
        let suggestion = closest(key, self.fields.names()).map(str::to_owned);
        let is_name = key.len() <= NAME_BYTES_MAX
            && key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && key
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
        let is_padded = text.bytes().all(|byte| byte == b'=');
        if suggestion.is_some() || (is_name && !is_padded) {
            let field = shortened(key);
            return AssignmentProblem::UnknownField {
                field,
                expected,
                suggestion,
            };
        }
        AssignmentProblem::UnknownKey { position, expected }
    }

    /// Reads JSON; of several problems all but the last are added here.
    fn json(&mut self, field: &str, text: &str) -> Result<Value, AssignmentProblem> {
        strict_json::read_member(text).map_err(|found| {
            let listed = found.problems.into_iter().map(|problem| {
                let field = field.to_owned();
                AssignmentProblem::Json { field, problem }
            });
            self.problems.extend(listed);
            let more = (found.left_out > 0).then(|| AssignmentProblem::MoreJson {
                field: field.to_owned(),
                count: found.left_out,
            });
            more.or_else(|| self.problems.pop())
                .unwrap_or_else(|| AssignmentProblem::Unreadable {
                    field: field.to_owned(),
                    expected: "JSON".to_owned(),
                })
        })
    }

    /// Reads a plain text as the schema of its field says.
    fn text(
        &mut self,
        field: &str,
        text: &str,
        accepted: &Accepted<'_>,
    ) -> Result<Value, AssignmentProblem> {
        let kinds = accepted.kinds;
        let constant = accepted.constants.iter().find(|constant| match constant {
            Value::String(word) => word == text,
            other => other.to_string() == text,
        });
        if let Some(constant) = constant {
            return Ok((*constant).clone());
        }
        if !accepted.is_typed {
            return Ok(Value::String(text.to_owned()));
        }
        if kinds.has(Kinds::STRING) {
            let value = as_printed(text, kinds);
            return Ok(value.unwrap_or_else(|| Value::String(text.to_owned())));
        }
        let trimmed = text.trim_ascii();
        if kinds.has(Kinds::INTEGER) || kinds.has(Kinds::FRACTION) {
            match number(trimmed, kinds.has(Kinds::FRACTION)) {
                Some(Ok(number)) => return Ok(Value::Number(number)),
                Some(Err(JsonProblemKind::IntegerOutOfRange)) if accepted.range().is_some() => {
                    return Err(AssignmentProblem::Unreadable {
                        field: field.to_owned(),
                        expected: accepted.range().unwrap_or_default(),
                    });
                }
                Some(Err(kind)) => {
                    return Err(AssignmentProblem::Number {
                        field: field.to_owned(),
                        kind,
                    });
                }
                None => {}
            }
        }
        if kinds.has(Kinds::BOOLEAN)
            && let Some(boolean) = boolean(trimmed)
        {
            return Ok(Value::Bool(boolean));
        }
        if kinds.has(Kinds::NULL) && trimmed == "null" {
            return Ok(Value::Null);
        }
        let opens = |kind, bracket| kinds.has(kind) && trimmed.starts_with(bracket);
        if opens(Kinds::LIST, '[') || opens(Kinds::OBJECT, '{') {
            return self.json(field, text);
        }
        let words = accepted.constants.iter().filter(|value| value.is_string());
        let mut expected: Vec<String> =
            words.take(CHOICES_MAX).map(|value| choice(value)).collect();
        if kinds.is_empty() && !expected.is_empty() {
            // Only listed texts fit; the validator says which is the closest.
            return Ok(Value::String(text.to_owned()));
        }
        expected.extend(kinds.words().iter().map(ToString::to_string));
        Err(AssignmentProblem::Unreadable {
            field: field.to_owned(),
            expected: joined(&expected),
        })
    }
}

/// Returns the number or boolean that is printed exactly so.
fn as_printed(text: &str, kinds: Kinds) -> Option<Value> {
    let value = match text {
        "true" | "false" if kinds.has(Kinds::BOOLEAN) => Value::Bool(text == "true"),
        _ if kinds.has(Kinds::INTEGER) || kinds.has(Kinds::FRACTION) => {
            Value::Number(number(text, kinds.has(Kinds::FRACTION))?.ok()?)
        }
        _ => return None,
    };
    let printed = value.to_string();
    (printed == text).then_some(value)
}

/// Returns the boolean that a word means.
fn boolean(word: &str) -> Option<bool> {
    const TRUE: [&str; 5] = ["true", "yes", "y", "on", "1"];
    const FALSE: [&str; 5] = ["false", "no", "n", "off", "0"];
    let is_in = |words: [&str; 5]| words.iter().any(|other| other.eq_ignore_ascii_case(word));
    match (is_in(TRUE), is_in(FALSE)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Returns the number that a text denotes in decimal digits; `None` where it is none, and an error
/// where it would lose digits.
fn number(text: &str, with_fraction: bool) -> Option<Result<Number, JsonProblemKind>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_exponent = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && all_digits(digits)
    });
    let is_number = has_exponent
        && all_digits(whole)
        && all_digits(fraction)
        && !(whole.is_empty() && fraction.is_empty());
    let is_whole = mantissa.len() == digits.len() && !mantissa.contains('.');
    if !is_number || !(is_whole || with_fraction) {
        return None;
    }
    // In the spelling of JSON: no plus, no leading zero, digits on both sides of the point.
    let significant = whole.trim_start_matches('0');
    let whole = if significant.is_empty() {
        "0"
    } else {
        significant
    };
    let is_zero = whole == "0" && fraction.bytes().all(|byte| byte == b'0');
    let sign = if negative && !(is_whole && is_zero) {
        "-"
    } else {
        ""
    };
    let point = if fraction.is_empty() { "" } else { "." };
    let exponent = exponent.map_or_else(String::new, |exponent| format!("e{exponent}"));
    let spelled = match is_whole {
        true => format!("{sign}{whole}"),
        false if fraction.is_empty() && exponent.is_empty() => format!("{sign}{whole}.0"),
        false => format!("{sign}{whole}{point}{fraction}{exponent}"),
    };
    let parsed = check_number(&spelled).and_then(|()| {
        let parsed = serde_json::from_str::<Number>(&spelled);
        parsed.map_err(|_| JsonProblemKind::InexactNumber)
    });
    Some(parsed)
}

#[cfg(test)]
mod tests;
