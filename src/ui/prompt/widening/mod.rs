//! Which arguments an "always" covers beyond those of the call: typed lines made into patterns.
//!
//! A line is `name=pattern`, or `name[2]=pattern` for an element of a list. In a pattern `*` stands
//! for any letters and `?` for one; with a single `*` at its end it is a prefix. A pattern has to
//! cover the call that is asked about, so that a grant never misses what it was made for.

use algen_core::governance::approval::Question;
use algen_core::governance::grant::{
    ArgumentPattern, ArgumentPatterns, PATTERN_CHARS_MAX, TextPattern,
};
use serde_json::Value;
use thiserror::Error;

use crate::render::approval::shown;

/// Characters of an argument that the list of arguments shows.
const VALUE_CHARACTERS: usize = 200;

/// Why a typed line widens nothing. Names are shown as they stand in the question.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum WideningError {
    /// No argument stands before an equals sign.
    #[error("type name=pattern with one of the names above")]
    NoArgument,
    /// The argument is run as a command.
    #[error("{0} is run as a command: it is granted only as it is")]
    ExactOnly(String),
    /// The argument or element is a number, an object or the like.
    #[error("{0} is no text: it is granted only as it is")]
    NotText(String),
    /// The argument is a list.
    #[error("{0} is a list: name one element, as {0}[0]=pattern")]
    List(String),
    /// The list has no such element.
    #[error("{name} has {length} elements, counted from 0")]
    NoElement {
        /// The list.
        name: String,
        /// How many it has.
        length: usize,
    },
    /// The pattern is too long.
    #[error("a pattern has at most {PATTERN_CHARS_MAX} characters")]
    TooLong,
    /// The pattern is another text than the call's.
    #[error("the pattern does not cover the text of this call")]
    NotCovered,
}

/// The patterns chosen so far.
pub(super) struct Widening<'a> {
    question: &'a Question,
    patterns: ArgumentPatterns,
}

impl<'a> Widening<'a> {
    /// Starts with every argument as it is.
    pub(super) fn new(question: &'a Question) -> Self {
        Self {
            question,
            patterns: ArgumentPatterns::default(),
        }
    }

    /// Returns the patterns.
    pub(super) fn into_patterns(self) -> ArgumentPatterns {
        self.patterns
    }

    /// Takes a typed line; returns what it says about its argument.
    ///
    /// # Errors
    /// Says why nothing was changed.
    pub(super) fn type_line(&mut self, line: &str) -> Result<String, WideningError> {
        let (name, value, rest) = self.argument(line).ok_or(WideningError::NoArgument)?;
        if self.question.exact_only.iter().any(|exact| exact == name) {
            return Err(WideningError::ExactOnly(shown(name)));
        }
        let (place, text, typed) = match (value, element(rest)) {
            (Value::Array(items), Some((index, typed))) => {
                let text = items.get(index).ok_or_else(|| WideningError::NoElement {
                    name: shown(name),
                    length: items.len(),
                })?;
                (Some((index, items.len())), text, typed)
            }
            (Value::Array(_), None) => return Err(WideningError::List(shown(name))),
            (text, None) => (None, text, rest.strip_prefix('=').unwrap_or_default()),
            (_, Some(_)) => return Err(WideningError::NotText(shown(name))),
        };
        let label = label(name, place.map(|(index, _)| index));
        let Some(text) = text.as_str() else {
            return Err(WideningError::NotText(label));
        };
        let pattern = pattern(typed, text)?;
        let covers = |pattern: &TextPattern| {
            ArgumentPattern::Text(pattern.clone()).covers(&Value::from(text))
        };
        if !pattern.as_ref().is_none_or(covers) {
            return Err(WideningError::NotCovered);
        }
        let said = said(&label, pattern.as_ref());
        self.set(name, place, pattern);
        Ok(said)
    }

    /// Splits a line into the argument that it names and what follows; of several names the
    /// longest, since a name may hold any character.
    fn argument<'line>(&self, line: &'line str) -> Option<(&'a str, &'a Value, &'line str)> {
        let arguments = self.question.arguments.as_object()?;
        let named = arguments.iter().filter_map(|(name, value)| {
            let rest = line.strip_prefix(name.as_str())?;
            rest.starts_with(['=', '['])
                .then_some((name.as_str(), value, rest))
        });
        named.max_by_key(|(name, _, _)| name.len())
    }

    fn set(&mut self, name: &str, place: Option<(usize, usize)>, pattern: Option<TextPattern>) {
        let kept = self.patterns.of(name).cloned();
        self.patterns.0.retain(|(known, _)| known != name);
        let pattern = match place {
            None => pattern.map(ArgumentPattern::Text),
            Some((index, length)) => {
                let mut elements = match kept {
                    Some(ArgumentPattern::Elements(elements)) => elements,
                    _ => vec![None; length],
                };
                if let Some(slot) = elements.get_mut(index) {
                    *slot = pattern;
                }
                let is_widened = elements.iter().any(Option::is_some);
                is_widened.then_some(ArgumentPattern::Elements(elements))
            }
        };
        if let Some(pattern) = pattern {
            self.patterns.0.push((name.to_owned(), pattern));
        }
    }

    /// Returns one line for each argument, and each element of a list: first those that have a
    /// pattern, then those that are held as they are.
    pub(super) fn lines(&self) -> (Vec<String>, Vec<String>) {
        let mut widened = Vec::new();
        let mut kept = Vec::new();
        let mut add = |label: String, value: &Value, pattern: Option<&TextPattern>| match pattern {
            Some(_) => widened.push(said(&label, pattern)),
            None => kept.push(format!("{label} = {}, only as it is", excerpt(value))),
        };
        for (name, value) in self.question.arguments.as_object().into_iter().flatten() {
            let pattern = self.patterns.of(name);
            match value {
                _ if self.question.exact_only.contains(name) => {
                    add(format!("{} (a command)", label(name, None)), value, None);
                }
                Value::Array(items) if !items.is_empty() => {
                    for (index, item) in items.iter().enumerate() {
                        let pattern = match pattern {
                            Some(ArgumentPattern::Elements(elements)) => {
                                elements.get(index).and_then(Option::as_ref)
                            }
                            Some(ArgumentPattern::Text(_)) | None => None,
                        };
                        add(label(name, Some(index)), item, pattern);
                    }
                }
                _ => {
                    let pattern = match pattern {
                        Some(ArgumentPattern::Text(pattern)) => Some(pattern),
                        Some(ArgumentPattern::Elements(_)) | None => None,
                    };
                    add(label(name, None), value, pattern);
                }
            }
        }
        (widened, kept)
    }
}

/// Reads `[2]=pattern`.
fn element(rest: &str) -> Option<(usize, &str)> {
    let (index, pattern) = rest.strip_prefix('[')?.split_once("]=")?;
    Some((index.parse().ok()?, pattern))
}

/// Reads a pattern; `None` where it is the text itself.
fn pattern(typed: &str, text: &str) -> Result<Option<TextPattern>, WideningError> {
    if typed == text {
        return Ok(None);
    }
    if typed.chars().count() > PATTERN_CHARS_MAX {
        return Err(WideningError::TooLong);
    }
    match typed.strip_suffix('*') {
        Some(prefix) if !prefix.contains(['*', '?']) => {
            Ok(Some(TextPattern::Prefix(prefix.to_owned())))
        }
        None if !typed.contains(['*', '?']) => Err(WideningError::NotCovered),
        _ => Ok(Some(TextPattern::Glob(typed.to_owned()))),
    }
}

fn label(name: &str, index: Option<usize>) -> String {
    match index {
        None => shown(name),
        Some(index) => format!("{}[{index}]", shown(name)),
    }
}

fn said(label: &str, pattern: Option<&TextPattern>) -> String {
    match pattern {
        None => format!("{label}: only as it is"),
        Some(TextPattern::Prefix(prefix)) if prefix.is_empty() => format!("{label}: any text"),
        Some(TextPattern::Prefix(prefix)) => {
            format!("{label}: any text that starts with \"{}\"", shown(prefix))
        }
        Some(TextPattern::Glob(glob)) => {
            format!("{label}: any text of the form \"{}\"", shown(glob))
        }
    }
}

/// Returns a value on one line; of a long one the beginning, and how long it is.
fn excerpt(value: &Value) -> String {
    let text = shown(&value.to_string());
    let length = text.chars().count();
    if length <= VALUE_CHARACTERS {
        return text;
    }
    let start: String = text.chars().take(VALUE_CHARACTERS).collect();
    format!("{start} and {} more characters", length - VALUE_CHARACTERS)
}

#[cfg(test)]
mod tests;
