//! What a parser says of a statement that it cannot read, in words of ours.

use sqlparser::parser::ParserError;
use sqlparser::tokenizer::{Location, TokenizerError};

/// Longest reason that is told, in characters.
const REASON_CHARS_MAX: usize = 200;

/// Where and why reading a statement ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// What was expected; it may hold a word of the statement.
    pub(super) reason: String,
    /// The place in the text that was read; `None` for its end.
    pub(super) at: Option<Location>,
}

impl Fault {
    /// Takes the words of the tokenizer.
    pub(super) fn of_tokens(error: &TokenizerError) -> Self {
        Self {
            reason: worded(&error.message),
            at: Some(error.location).filter(|at| at.line > 0),
        }
    }

    /// Takes the words of the parser, at whose end the place stands.
    pub(super) fn of_parser(error: &ParserError) -> Self {
        let text = match error {
            ParserError::TokenizerError(text) | ParserError::ParserError(text) => text,
            ParserError::RecursionLimitExceeded => "it is nested too deeply",
        };
        let placed = text.rsplit_once(" at Line: ").and_then(|(reason, place)| {
            let (line, column) = place.split_once(", Column: ")?;
            let at = Location::new(line.parse().ok()?, column.parse().ok()?);
            Some((reason, at))
        });
        let (reason, at) = match placed {
            Some((reason, at)) => (reason, Some(at)),
            None => (text, None),
        };
        Self {
            reason: worded(reason),
            at,
        }
    }

    /// Returns the byte of the text that was read.
    pub(super) fn offset(&self, sql: &str) -> usize {
        match self.at {
            Some(at) => offset(sql, &line_starts(sql), at),
            None => sql.trim_end().len(),
        }
    }
}

/// Returns where the lines of a statement begin.
pub(super) fn line_starts(sql: &str) -> Vec<usize> {
    let breaks = sql.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(breaks).collect()
}

/// Returns the byte of a place, whose line and column count from 1.
pub(super) fn offset(sql: &str, lines: &[usize], place: Location) -> usize {
    let number = |number: u64| {
        usize::try_from(number)
            .unwrap_or(usize::MAX)
            .saturating_sub(1)
    };
    let start = lines.get(number(place.line)).copied().unwrap_or(sql.len());
    let line = sql.get(start..).unwrap_or_default();
    let inside = line.char_indices().nth(number(place.column));
    start + inside.map_or(line.len(), |(at, _)| at)
}

/// Writes a reason as messages do.
fn worded(text: &str) -> String {
    let expected = text.strip_prefix("Expected: ");
    let expected = expected.and_then(|rest| rest.rsplit_once(", found: "));
    let reason = match expected {
        Some((expected, "EOF")) => format!("expected {expected}, found the end"),
        Some((expected, found)) => format!("expected {expected}, found `{found}`"),
        None => {
            let mut characters = text.chars();
            let first = characters.next().map(|first| first.to_ascii_lowercase());
            first.into_iter().chain(characters).collect()
        }
    };
    if reason.chars().count() <= REASON_CHARS_MAX {
        return reason;
    }
    let start: String = reason.chars().take(REASON_CHARS_MAX).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_words_of_ours_and_bounded() {
        let place = Some(Location::new(3, 14));
        let cases = [
            (
                "Expected: end of statement, found: LIMITT at Line: 3, Column: 14",
                "expected end of statement, found `LIMITT`",
                place,
            ),
            (
                "Expected: an expression, found: EOF",
                "expected an expression, found the end",
                None,
            ),
            (
                "Unterminated string literal at Line: 3, Column: 14",
                "unterminated string literal",
                place,
            ),
        ];
        for (text, reason, at) in cases {
            let fault = Fault::of_parser(&ParserError::ParserError(text.to_owned()));
            let expected = Fault {
                reason: reason.to_owned(),
                at,
            };
            assert_eq!(fault, expected);
        }
        let long = ParserError::ParserError(format!("Expected: x, found: {}", "é".repeat(900)));
        assert_eq!(Fault::of_parser(&long).reason.chars().count(), 201);
    }
}
