//! A fixed expression, compiled when first used, and the search that judges each match.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

/// An expression of this program. Expressions are ASCII-only (`(?-u)`, `(?i-u)`), so that no
/// tables of Unicode are built in, and bounded in length, so that a search that goes on after a
/// rejected match stays linear.
///
/// To compile one takes as long as to read a thousand short texts, and most calls have a single
/// short text. So each says what a text must have for a finding to be possible at all.
pub(super) struct Pattern {
    expression: &'static str,
    needs: fn(&str) -> bool,
    compiled: OnceLock<Regex>,
}

#[cfg(test)]
thread_local! {
    /// Whether a test wants every text searched, to compare.
    pub(super) static EVERY_TEXT: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

impl Pattern {
    /// Returns the pattern, not yet compiled. Texts for which `needs` is false have no finding of
    /// it.
    pub(super) const fn new(expression: &'static str, needs: fn(&str) -> bool) -> Self {
        Self {
            expression,
            needs,
            compiled: OnceLock::new(),
        }
    }

    /// Tells whether a text is not worth compiling for; in tests every text is asked, whatever ran
    /// before.
    fn is_skipped(&self, text: &str) -> bool {
        #[cfg(test)]
        if EVERY_TEXT.get() {
            return false;
        }
        (cfg!(test) || self.compiled.get().is_none()) && !(self.needs)(text)
    }

    /// Returns the first match at or after `from`, which is on a character boundary; what stands
    /// before it counts for `\b`.
    pub(super) fn find_at(&self, text: &str, from: usize) -> Option<Range<usize>> {
        if self.is_skipped(text) {
            return None;
        }
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

/// Any text may have a finding: phrases differ in every word.
pub(super) fn any_text(_: &str) -> bool {
    true
}

/// Tells whether a text has so many digits.
pub(super) fn has_digits<const COUNT: usize>(text: &str) -> bool {
    let mut digits = text.bytes().filter(u8::is_ascii_digit);
    COUNT == 0 || digits.nth(COUNT - 1).is_some()
}

/// Tells whether a word stands anywhere in a text, in letters of either case.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let mut windows = text.as_bytes().windows(word.len());
    windows.any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
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
