//! A fixed expression, compiled when first used, and the search that judges each match.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

/// An expression of this program. Expressions are ASCII-only (`(?-u)`, `(?i-u)`), so that no
/// tables of Unicode are built in, and bounded in length, so that a search that goes on after a
/// rejected match stays linear.
pub(super) struct Pattern {
    expression: &'static str,
    compiled: OnceLock<Regex>,
}

impl Pattern {
    /// Returns the pattern, not yet compiled.
    pub(super) const fn new(expression: &'static str) -> Self {
        Self {
            expression,
            compiled: OnceLock::new(),
        }
    }

    /// Returns the first match at or after `from`, which is on a character boundary; what stands
    /// before it counts for `\b`.
    pub(super) fn find_at(&self, text: &str, from: usize) -> Option<Range<usize>> {
        let regex = self
            .compiled
            .get_or_init(|| Regex::new(self.expression).expect("fixed, and every one has a test"));
        Some(regex.find_at(text, from)?.range())
    }

    /// Tells whether the pattern is somewhere in a text.
    pub(super) fn is_in(&self, text: &str) -> bool {
        self.find_at(text, 0).is_some()
    }

    /// Returns every match that `judge` makes a range of, in order and not overlapping.
    ///
    /// Matches begin with an ASCII character. One that begins with a digit and is rejected takes
    /// the rest of its digits with it: no finding starts in the middle of a number.
    pub(super) fn find_all(
        &self,
        text: &str,
        judge: impl Fn(&str, Range<usize>) -> Option<Range<usize>>,
    ) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(candidate) = self.find_at(text, from) {
            let next = after_digits(text, candidate.start).max(candidate.start + 1);
            from = match judge(text, candidate) {
                Some(range) => {
                    let end = range.end;
                    found.push(range);
                    end
                }
                None => next,
            };
        }
        found
    }
}

/// Returns where the digits that start at `start` end.
fn after_digits(text: &str, start: usize) -> usize {
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let length = rest.iter().position(|byte| !byte.is_ascii_digit());
    start + length.unwrap_or(rest.len())
}

/// Tells whether neither a letter nor a digit touches a range.
pub(super) fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    !is_joined(before.chars().next_back()) && ends_alone(text, range.end)
}

/// Tells whether neither a letter nor a digit follows an offset.
pub(super) fn ends_alone(text: &str, end: usize) -> bool {
    let after = text.get(end..).unwrap_or_default();
    !is_joined(after.chars().next())
}

fn is_joined(neighbour: Option<char>) -> bool {
    neighbour.is_some_and(char::is_alphanumeric)
}
