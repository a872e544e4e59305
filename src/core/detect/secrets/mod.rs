//! Secrets in text that is sent or shown: values given to a name that says so, tokens behind their
//! scheme, and the shapes of vendors' keys.
//!
//! Stricter than [`secret_shapes`](super::secret_shapes), whose answer only hides: a finding here
//! refuses a call, so words of prose, references and placeholders stay.

use std::ops::Range;

use super::finding::{Finding, Kind};
use super::pattern::{Pattern, has_word};
use super::secret_shapes::{
    add_url_user_information, add_vendor_keys, is_key_byte, merged, reference_length, run_end,
};

/// Bytes from which a bare value counts: shorter ones are words of prose.
const BARE_VALUE_BYTES: usize = 8;

/// Bytes from which a quoted value counts, and one in a field of its own.
const QUOTED_VALUE_BYTES: usize = 4;

/// Bytes from which letters without a digit count as a token behind `Bearer`.
const LETTERS_ONLY_BYTES: usize = 20;

/// A name that says its value is secret, perhaps the tail of a longer one and perhaps quoted, up
/// to where the value starts.
static ASSIGNMENT: Pattern = Pattern::new(
    r#"(?i-u)(?:(?:api|access|private|secret|signing|encryption)[ _-]?key|pass(?:word|wd|phrase|code)|pwd|secret|token)(?:\\?["'`])?[ \t]{0,16}(?::=|={1,3}>?|:)[ \t]{0,16}"#,
    |text| text.contains([':', '=']),
);

/// The name of a field that holds nothing but a secret. A bare `token` is left out: lists go on
/// from a `page_token`.
static FIELD: Pattern = Pattern::new(
    r"(?i-u)(?:(?:api|access|private|secret|signing|encryption)[ _-]?key|pass(?:word|wd|phrase|code)|pwd|secret|(?:access|api|auth|bearer|id|refresh|session)[ _-]?token)$",
    |name| {
        let lower = name.to_ascii_lowercase();
        let ends = ["key", "wd", "word", "phrase", "code", "secret", "token"];
        ends.iter().any(|end| lower.ends_with(end))
    },
);

static BEARER: Pattern = Pattern::new(r"(?i-u)\bbearer[ \t]{1,16}", |text| {
    has_word(text, "bearer")
});

static BASIC: Pattern = Pattern::new(r"(?i-u)\bbasic[ \t]{1,16}", |text| has_word(text, "basic"));

/// Returns the secrets in a text, in order and not overlapping; of `password: …` only the value.
pub(super) fn find(text: &str) -> Vec<Finding> {
    let mut ranges = Vec::new();
    add_vendor_keys(text, &mut ranges);
    ranges.retain(|range| !is_words(text.get(range.clone()).unwrap_or_default()));
    let mut information = Vec::new();
    add_url_user_information(text, &mut information);
    // `ssh://git@host` names a user and no password.
    information.retain(|range| {
        text.get(range.clone())
            .is_some_and(|part| part.contains(':'))
    });
    ranges.append(&mut information);
    add_assigned(text, &mut ranges);
    add_schemed(text, &BEARER, is_bearer, &mut ranges);
    add_schemed(text, &BASIC, is_basic, &mut ranges);
    merged(ranges)
        .into_iter()
        .map(|range| Finding {
            range,
            kind: Kind::Secret,
        })
        .collect()
}

/// Returns the secrets in the text of a field: all of it where the name says so.
pub(super) fn find_under(name: &str, text: &str) -> Vec<Finding> {
    let is_value = text.len() >= QUOTED_VALUE_BYTES && !is_stand_in(text);
    if is_value && FIELD.is_in(name) {
        return vec![Finding {
            range: 0..text.len(),
            kind: Kind::Secret,
        }];
    }
    find(text)
}

fn add_assigned(text: &str, ranges: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(name) = ASSIGNMENT.find_at(text, from) {
        let start = name.end;
        from = start;
        let (range, least) = match quote_at(text, start) {
            Some(quote) => {
                let start = start + quote.len();
                (start..quoted_end(text, start, quote), QUOTED_VALUE_BYTES)
            }
            None => (start..run_end(text, start, is_bare), BARE_VALUE_BYTES),
        };
        let value = text.get(range.clone()).unwrap_or_default();
        // `create_token(user)` and `tokens[0]` are code.
        let is_code = matches!(text.as_bytes().get(range.end), Some(b'(' | b'['))
            && value.bytes().all(is_code_name);
        if value.len() >= least && !is_code && !is_stand_in(value) {
            from = range.end;
            ranges.push(range);
        }
    }
}

/// Returns the quote that opens at an offset, with the backslash it has inside a JSON string.
fn quote_at(text: &str, start: usize) -> Option<&'static str> {
    let rest = text.get(start..)?;
    ["\\\"", "\\'", "\"", "'", "`"]
        .into_iter()
        .find(|quote| rest.starts_with(quote))
}

/// Returns where a quoted value ends: at the quote that closes it, else with its line.
fn quoted_end(text: &str, start: usize, quote: &str) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    let closes = |at: usize| {
        let before = line.get(..at).unwrap_or_default().bytes().rev();
        before.take_while(|&byte| byte == b'\\').count() % 2 == 0
    };
    let end = line
        .match_indices(quote)
        .map(|(at, _)| at)
        .find(|&at| closes(at));
    start + end.unwrap_or(line.len())
}

fn is_bare(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !b"\"'`\\,;&<>()[]{}|".contains(&byte)
}

fn is_code_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':')
}

/// Tells whether a value only stands where a secret will be: a reference, a variable, an address,
/// stars, what a redaction left.
fn is_stand_in(value: &str) -> bool {
    let is_reference = reference_length(value) == Some(value.len());
    let is_variable = ["${", "$(", "{{", "%(", "<"]
        .iter()
        .any(|beginning| value.starts_with(beginning));
    let is_covered = value.bytes().all(|byte| matches!(byte, b'*' | b'x' | b'.'));
    let is_address = value.split_once("://").is_some_and(|(scheme, _)| {
        let mut letters = scheme.bytes();
        letters.all(|byte| byte.is_ascii_lowercase() || byte == b'+')
    });
    is_reference || is_variable || is_covered || is_address || value == Kind::Secret.token()
}

/// Tells whether a text is made of lower-case words, as `sk-learn-pipelines`: no vendor's key is.
fn is_words(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'+'))
}

fn add_schemed(
    text: &str,
    scheme: &Pattern,
    is_token: fn(&str) -> bool,
    ranges: &mut Vec<Range<usize>>,
) {
    let mut from = 0;
    while let Some(found) = scheme.find_at(text, from) {
        let range = found.end..run_end(text, found.end, is_key_byte);
        from = found.end;
        if is_token(text.get(range.clone()).unwrap_or_default()) {
            from = range.end;
            ranges.push(range);
        }
    }
}

fn is_bearer(value: &str) -> bool {
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    value.len() >= BARE_VALUE_BYTES
        && (has_digit || (value.len() >= LETTERS_ONLY_BYTES && !is_words(value)))
}

/// Tells whether a value can be `user:password` in base64.
fn is_basic(value: &str) -> bool {
    let has_both_cases = value.bytes().any(|byte| byte.is_ascii_lowercase())
        && value.bytes().any(|byte| byte.is_ascii_uppercase());
    value.len() >= BARE_VALUE_BYTES && value.len().is_multiple_of(4) && has_both_cases
}

#[cfg(test)]
mod tests;
