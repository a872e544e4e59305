//! A place in a result: `--select`.
//!
//! It is a JSON Pointer (RFC 6901) where it begins with `/`, else names between dots with positions
//! in brackets: `/rows/0/id` and `rows[0].id` are the same place.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Unshown;
use super::exact::Exact;

/// The most characters of a selector.
const CHARS_MAX: usize = 1_024;

/// The way to a place in a result. Without steps it is the whole result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selector {
    steps: Vec<Step>,
    pointer: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// A field, or a position in a list where it is a number.
    Name(String),
    /// A position in a list.
    Position(usize),
}

/// What is wrong with a selector.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SelectorError {
    /// More than 1,024 characters.
    #[error("a path has at most 1,024 characters")]
    TooLong,
    /// A tilde that neither `0` nor `1` follows.
    #[error("in a JSON Pointer `~` stands as `~0` and `/` in a name as `~1`")]
    Tilde,
    /// Nothing between two dots, or before a bracket.
    #[error("a name is missing; a path looks like `rows[0].id` or `/rows/0/id`")]
    NameMissing,
    /// Brackets around something else than a position.
    #[error("between brackets stands a position, counted from 0; a path looks like `rows[0].id`")]
    Position,
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        if text.chars().count() > CHARS_MAX {
            return Err(SelectorError::TooLong);
        }
        if let Some(tokens) = text.strip_prefix('/') {
            let steps = tokens.split('/').map(token);
            return Ok(Self {
                steps: steps.collect::<Result<_, _>>()?,
                pointer: true,
            });
        }
        // A dot in front is what users of jq type.
        let names = text.strip_prefix('.').unwrap_or(text);
        let mut steps = Vec::new();
        if !names.is_empty() {
            for (index, part) in names.split('.').enumerate() {
                push_part(part, index == 0, &mut steps)?;
            }
        }
        Ok(Self {
            steps,
            pointer: false,
        })
    }
}

/// Reads one token of a JSON Pointer.
fn token(token: &str) -> Result<Step, SelectorError> {
    let mut name = String::with_capacity(token.len());
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        match character {
            '~' => match characters.next() {
                Some('0') => name.push('~'),
                Some('1') => name.push('/'),
                _ => return Err(SelectorError::Tilde),
            },
            _ => name.push(character),
        }
    }
    Ok(Step::Name(name))
}

/// Reads what stands between two dots: a name and positions; the first part needs no name.
fn push_part(part: &str, first: bool, steps: &mut Vec<Step>) -> Result<(), SelectorError> {
    let (name, mut rest) = match part.find('[') {
        Some(at) => part.split_at(at),
        None => (part, ""),
    };
    if name.contains(']') {
        return Err(SelectorError::Position);
    }
    match name.is_empty() {
        true if first && !rest.is_empty() => {}
        true => return Err(SelectorError::NameMissing),
        false => steps.push(Step::Name(name.to_owned())),
    }
    while !rest.is_empty() {
        let inner = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let (digits, after) = inner.ok_or(SelectorError::Position)?;
        let position = position(digits).ok_or(SelectorError::Position)?;
        steps.push(Step::Position(position));
        rest = after;
    }
    Ok(())
}

/// Reads a position without leading zeros.
fn position(digits: &str) -> Option<usize> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let fits = plain && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| fits)
}

impl Selector {
    /// Finds the place in a result.
    ///
    /// # Errors
    /// It is not there; says how far the way goes and what ends it.
    pub fn select<'r, 't>(&self, result: &'r Exact<'t>) -> Result<&'r Exact<'t>, Unshown> {
        let mut value = result;
        for (index, step) in self.steps.iter().enumerate() {
            let next = match (value, step) {
                (Exact::Object(_), Step::Name(name)) => value.field(name),
                (Exact::List(items), Step::Name(name)) => {
                    position(name).and_then(|position| items.get(position))
                }
                (Exact::List(items), Step::Position(position)) => items.get(*position),
                _ => None,
            };
            value = next.ok_or_else(|| self.missing(index, value))?;
        }
        Ok(value)
    }

    fn missing(&self, index: usize, value: &Exact<'_>) -> Unshown {
        let part = |length: usize| Self {
            steps: self.steps.iter().take(length).cloned().collect(),
            pointer: self.pointer,
        };
        let before = match index {
            0 => "the result".to_owned(),
            length => format!("`{}`", part(length)),
        };
        let reason = match value {
            Exact::Null => format!("{before} is null"),
            Exact::Bool(_) => format!("{before} is a boolean"),
            Exact::Number(_) => format!("{before} is a number"),
            Exact::Text(_) => format!("{before} is a text"),
            Exact::List(items) => format!("{before} is a list of {}", items.len()),
            Exact::Object(_) => format!("{before} is an object without that field"),
        };
        Unshown::NoSuchPlace {
            place: part(index + 1).to_string(),
            reason,
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            match step {
                Step::Name(name) if self.pointer => {
                    let token = name.replace('~', "~0").replace('/', "~1");
                    write!(formatter, "/{token}")?;
                }
                Step::Name(name) if index == 0 => formatter.write_str(name)?,
                Step::Name(name) => write!(formatter, ".{name}")?,
                Step::Position(position) => write!(formatter, "[{position}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = r#"{"rows":[{"id":1,"a.b":{"c/d":"~"}},[[7]]],"":{"":null},"0":"zero","n":340282366920938463463374607431768211456}"#;

    fn selected(path: &str) -> Result<String, String> {
        let selector: Selector = path.parse().map_err(|error| format!("{error:?}"))?;
        let result = Exact::read(RESULT).expect("the result is read");
        let value = selector
            .select(&result)
            .map_err(|error| error.to_string())?;
        Ok(value.compact())
    }

    #[test]
    fn pointers_and_dotted_paths_find_the_same_places() {
        for (path, expected) in [
            ("", RESULT),
            (".", RESULT),
            ("rows[0].id", "1"),
            (".rows[0].id", "1"),
            ("rows.0.id", "1"),
            ("/rows/0/id", "1"),
            ("rows[1][0][0]", "7"),
            ("/rows/0/a.b/c~1d", "\"~\""),
            ("//", "null"),
            ("/0", "\"zero\""),
            ("0", "\"zero\""),
            ("n", "340282366920938463463374607431768211456"),
        ] {
            assert_eq!(selected(path).as_deref(), Ok(expected), "{path}");
        }
        let list = Exact::read("[[5]]").expect("a list is read");
        let selector: Selector = "[0][0]".parse().expect("positions alone are a path");
        assert_eq!(selector.select(&list), Ok(&Exact::Number("5")));
    }

    #[test]
    fn a_place_that_is_not_there_is_told_without_its_surroundings() {
        for (path, expected) in [
            (
                "row",
                "it has no `row`: the result is an object without that field",
            ),
            ("rows[2].id", "it has no `rows[2]`: `rows` is a list of 2"),
            ("/rows/2/id", "it has no `/rows/2`: `/rows` is a list of 2"),
            ("/rows/-", "it has no `/rows/-`: `/rows` is a list of 2"),
            ("rows.01", "it has no `rows.01`: `rows` is a list of 2"),
            (
                "rows[0].id.x",
                "it has no `rows[0].id.x`: `rows[0].id` is a number",
            ),
            (
                "[0]",
                "it has no `[0]`: the result is an object without that field",
            ),
            ("/0/x", "it has no `/0/x`: `/0` is a text"),
        ] {
            assert_eq!(selected(path), Err(expected.to_owned()), "{path}");
        }
    }

    #[test]
    fn a_path_that_is_none_is_refused() {
        let long = "a".repeat(1_025);
        for (path, expected) in [
            ("a..b", SelectorError::NameMissing),
            ("a.", SelectorError::NameMissing),
            ("a.[0]", SelectorError::NameMissing),
            ("a[x]", SelectorError::Position),
            ("a[]", SelectorError::Position),
            ("a[-1]", SelectorError::Position),
            ("a[+1]", SelectorError::Position),
            ("a[01]", SelectorError::Position),
            ("a[0", SelectorError::Position),
            ("a[0]b", SelectorError::Position),
            ("a]", SelectorError::Position),
            ("a[99999999999999999999999]", SelectorError::Position),
            ("/a~2", SelectorError::Tilde),
            ("/a~", SelectorError::Tilde),
            (&long, SelectorError::TooLong),
        ] {
            assert_eq!(path.parse::<Selector>(), Err(expected), "{path}");
        }
    }
}
