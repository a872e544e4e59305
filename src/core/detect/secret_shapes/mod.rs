//! What a secret looks like: names of keys that hold one, and shapes of values that are one.
//!
//! [`names_secret`] judges a key, [`known_shapes`] finds values that can hardly be anything else
//! (vendors' key formats, user information in URLs, `password=…`), [`likely_shapes`] adds long
//! words that look random. All of them would rather say yes once too often: their answer decides
//! what is hidden, never what is refused.
//!
//! A new vendor is one line in `vocabulary.rs`.

mod vocabulary;

use std::ops::Range;

use vocabulary::{COUNTING_WORDS, REFERENCE_SCHEMES, SECRET_WORDS, VENDOR_PREFIXES};

/// Length from which a random-looking word counts as a secret.
const RANDOM_WORD_BYTES: usize = 20;

/// How far from `@` or `://` user information is looked for, so that a long line stays cheap.
const USER_INFORMATION_BYTES: usize = 2_048;

/// How much of such a word must stand in parts that mix letters and digits.
const MIXED_BYTES: usize = 16;

/// Tells whether a key holds a secret, by its words: `api_key`, `X-Auth-Token`, `dbPassword`.
///
/// Words end at everything but letters and digits and where case says so; `monkey` holds none.
pub fn names_secret(key: &str) -> bool {
    words(key).any(|word| is_one_of(SECRET_WORDS, word))
}

/// Tells whether a key holds a secret or is one slip away from a key that does: `pasword`.
///
/// A finding about a misspelt key quotes its line, and the value there is no less secret.
pub fn resembles_secret(key: &str) -> bool {
    words(key).any(|word| {
        SECRET_WORDS.iter().any(|secret| {
            let near = word.len() >= 4
                && secret.len() >= 5
                && secret.len().abs_diff(word.len()) <= 1
                && initial(secret) == initial(word);
            secret.eq_ignore_ascii_case(word)
                || (near && strsim::osa_distance(secret, &word.to_ascii_lowercase()) <= 1)
        })
    })
}

fn initial(word: &str) -> Option<u8> {
    word.bytes().next().map(|byte| byte.to_ascii_lowercase())
}

/// Tells whether a key that [`names_secret`] counts something when its value is a small number:
/// `max_tokens: 4096`.
pub fn names_count(key: &str) -> bool {
    words(key).any(|word| is_one_of(COUNTING_WORDS, word))
}

/// Returns the length of the reference at the start of `text`, as `env://NAME`; `None` where none
/// stands there. It ends at blanks, quotes, commas and closing brackets.
pub fn reference_length(text: &str) -> Option<usize> {
    let scheme = REFERENCE_SCHEMES
        .iter()
        .find(|scheme| text.starts_with(**scheme))?;
    let rest = text.get(scheme.len()..)?;
    let end = rest
        .find(|character: char| {
            character.is_whitespace() || matches!(character, '"' | '\'' | ',' | ']' | '}')
        })
        .unwrap_or(rest.len());
    (end > 0).then_some(scheme.len() + end)
}

/// Returns the ranges that can hardly be anything but secrets, in order, not overlapping.
pub fn known_shapes(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    add_known(text, &mut ranges);
    merged(ranges)
}

/// Returns the ranges of [`known_shapes`] and of long words that look random.
///
/// References stay out: `env://GMAIL_2_CLIENT_ID_2026` names a secret and is none.
pub fn likely_shapes(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    add_known(text, &mut ranges);
    add_random_words(text, &mut ranges);
    merged(ranges)
}

fn add_known(text: &str, ranges: &mut Vec<Range<usize>>) {
    add_vendor_keys(text, ranges);
    add_url_user_information(text, ranges);
    add_bare_user_information(text, ranges);
    add_assignments(text, ranges);
    add_schemed_credentials(text, ranges);
}

/// Sorts ranges and joins those that touch.
pub(super) fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// Returns the words of a key, split at separators and changes of case, as written.
fn words(key: &str) -> impl Iterator<Item = &str> {
    key.split(|character: char| !character.is_alphanumeric())
        .flat_map(split_case)
        .filter(|word| !word.is_empty())
}

/// Splits `apiKey` and `APIKey` before `Key`; a word of one case stays whole.
fn split_case(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut characters = rest.char_indices().peekable();
        let mut previous: Option<char> = None;
        let mut end = rest.len();
        while let Some((offset, character)) = characters.next() {
            let next_is_lower = characters
                .peek()
                .is_some_and(|(_, next)| next.is_lowercase());
            let starts_word = character.is_uppercase()
                && previous.is_some_and(|before| {
                    before.is_lowercase()
                        || before.is_numeric()
                        || (before.is_uppercase() && next_is_lower)
                });
            if starts_word {
                end = offset;
                break;
            }
            previous = Some(character);
        }
        let (first, remainder) = rest.split_at(end);
        rest = remainder;
        Some(first)
    })
}

/// Tells whether a word is in a sorted list, whatever its case.
fn is_one_of(list: &[&str], word: &str) -> bool {
    list.binary_search_by(|entry| {
        entry
            .bytes()
            .cmp(word.bytes().map(|byte| byte.to_ascii_lowercase()))
    })
    .is_ok()
}

/// Tells whether a byte may stand in a vendor's key or a token.
pub(super) fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'/' | b'=' | b'~')
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns where the run of bytes that satisfy `belongs` ends, from `start` on.
pub(super) fn run_end(text: &str, start: usize, belongs: impl Fn(u8) -> bool) -> usize {
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let length = rest.iter().position(|&byte| !belongs(byte));
    start + length.unwrap_or(rest.len())
}

/// Returns where a value that starts at `start` ends: at a blank, a quote, or what separates it
/// from the next one.
fn value_end(text: &str, start: usize) -> usize {
    run_end(text, start, |byte| {
        !byte.is_ascii_whitespace()
            && !matches!(
                byte,
                b'"' | b'\'' | b'&' | b';' | b',' | b']' | b'}' | b'`' | b'<' | b'>'
            )
    })
}

/// Returns the last character boundary at or before `offset`.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut boundary = offset.min(text.len());
    while !text.is_char_boundary(boundary) {
        boundary -= 1;
    }
    boundary
}

/// Hides the keys that begin as a vendor's do, and PEM blocks of private keys.
pub(super) fn add_vendor_keys(text: &str, ranges: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let mut previous = b' ';
    let mut found_end = 0;
    for (start, &byte) in bytes.iter().enumerate() {
        let starts_word = !previous.is_ascii_alphanumeric() && start >= found_end;
        previous = byte;
        if !starts_word || !(byte.is_ascii_alphanumeric() || byte == b'-') {
            continue;
        }
        let rest = bytes.get(start..).unwrap_or_default();
        let first =
            VENDOR_PREFIXES.partition_point(|(prefix, _)| prefix.bytes().next() < Some(byte));
        let Some((prefix, least)) = VENDOR_PREFIXES
            .iter()
            .skip(first)
            .take_while(|(prefix, _)| prefix.bytes().next() == Some(byte))
            .find(|(prefix, _)| rest.starts_with(prefix.as_bytes()))
        else {
            continue;
        };
        if prefix.starts_with("-----") {
            found_end = add_private_key(text, start, ranges);
            continue;
        }
        let end = run_end(text, start, is_key_byte);
        if end - start >= prefix.len() + least {
            ranges.push(start..end);
            found_end = end;
        }
    }
}

/// Hides a PEM block that stands in one text and returns its end; one over several lines is the
/// caller's to follow.
fn add_private_key(text: &str, start: usize, ranges: &mut Vec<Range<usize>>) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let header = rest.get(..rest.len().min(64)).unwrap_or(rest);
    if !header.contains("PRIVATE KEY") {
        return start;
    }
    let length = rest
        .find("-----END")
        .and_then(|offset| {
            rest.get(offset..)?
                .find("KEY-----")
                .map(|at| offset + at + 8)
        })
        .unwrap_or(rest.len());
    ranges.push(start..start + length);
    start + length
}

/// Hides what stands before `@` in `scheme://user:password@host`.
pub(super) fn add_url_user_information(text: &str, ranges: &mut Vec<Range<usize>>) {
    let mut value = 0..0;
    for (at, _) in text.match_indices("://") {
        let start = at + 3;
        if start > value.end {
            value = start..value_end(text, start);
        }
        let end = floor_boundary(text, value.end.min(start + USER_INFORMATION_BYTES));
        let rest = text.get(start..end).unwrap_or_default();
        let authority_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let authority = rest.get(..authority_end).unwrap_or_default();
        let information = match authority.rfind('@') {
            Some(length) => Some(length),
            // A password with an unescaped `/`: what looks like a port is none.
            None => authority
                .rsplit_once(':')
                .filter(|(_, port)| !port.bytes().all(|byte| byte.is_ascii_digit()))
                .and_then(|_| rest.rfind('@')),
        };
        if let Some(length) = information.filter(|&length| length > 0) {
            ranges.push(start..start + length);
        }
    }
}

/// Hides what stands before `@` in `user:password@host`.
fn add_bare_user_information(text: &str, ranges: &mut Vec<Range<usize>>) {
    let mut found_end = None;
    for (at, _) in text.match_indices('@') {
        let from = floor_boundary(text, at.saturating_sub(USER_INFORMATION_BYTES));
        let before = text.get(from..at).unwrap_or_default();
        let word_start = before
            .rfind(|character: char| {
                character.is_ascii_whitespace()
                    || matches!(character, '"' | '\'' | '[' | '{' | ',' | '<' | '`' | '@')
            })
            .map_or(from, |offset| from + offset + 1);
        let word = text.get(word_start..at).unwrap_or_default();
        // A password may hold an `@` itself: what follows a hidden part belongs to it.
        let continues = word_start
            .checked_sub(1)
            .is_some_and(|end| found_end == Some(end));
        let is_credential = word.split_once(':').is_some_and(|(user, password)| {
            !user.is_empty()
                && !password.is_empty()
                && !password.starts_with("//")
                && user != "mailto"
        });
        if continues || is_credential {
            ranges.push(word_start..at);
            found_end = Some(at);
        }
    }
}

/// Hides the value in `password=…`, `?api_key=…`, `--token=…` and `--token …`.
fn add_assignments(text: &str, ranges: &mut Vec<Range<usize>>) {
    let mut found_end = 0;
    for (at, _) in text.match_indices('=') {
        if at < found_end {
            continue;
        }
        let before = text.as_bytes().get(..at).unwrap_or_default();
        let length = before.iter().rev().take_while(|&&byte| is_name_byte(byte));
        let name_start = at - length.count();
        if names_secret(text.get(name_start..at).unwrap_or_default()) {
            found_end = push_value(text, at + 1, ranges);
        }
    }
    let mut name_end = 0;
    for (at, _) in text.match_indices("--") {
        if at < name_end {
            continue;
        }
        let name_start = at + 2;
        name_end = run_end(text, name_start, is_name_byte);
        let name = text.get(name_start..name_end).unwrap_or_default();
        if name.starts_with('-') || !names_secret(name) {
            continue;
        }
        // `["--token", "abc"]` and `--token abc` alike; an option may follow instead.
        let start = run_end(text, name_end, |byte| {
            matches!(byte, b' ' | b'\t' | b'"' | b'\'' | b',')
        });
        if start > name_end && !text.get(start..).unwrap_or_default().starts_with('-') {
            push_value(text, start, ranges);
        }
    }
}

/// Adds the value at `start`, quoted or not, unless it is a reference; returns its end.
fn push_value(text: &str, start: usize, ranges: &mut Vec<Range<usize>>) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let (start, end) = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inner = rest.get(1..).unwrap_or_default();
            let length = inner.find(quote).unwrap_or(inner.len());
            (start + 1, start + 1 + length)
        }
        _ => (start, value_end(text, start)),
    };
    let value = text.get(start..end).unwrap_or_default();
    if !value.is_empty() && reference_length(value) != Some(value.len()) {
        ranges.push(start..end);
    }
    end
}

/// Hides what follows `Bearer` and `Basic`, where it is no word of a sentence.
fn add_schemed_credentials(text: &str, ranges: &mut Vec<Range<usize>>) {
    for scheme in ["bearer ", "basic "] {
        let mut from = 0;
        while let Some(found) = find_ignoring_case(text, scheme, from) {
            from = found + scheme.len();
            let start = run_end(text, from, |byte| byte == b' ');
            let end = run_end(text, start, is_key_byte);
            let value = text.get(start..end).unwrap_or_default();
            let no_word = value.len() >= 16 || value.bytes().any(|byte| byte.is_ascii_digit());
            if value.len() >= 6 && no_word {
                ranges.push(start..end);
            }
        }
    }
}

fn find_ignoring_case(text: &str, needle: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    rest.windows(needle.len())
        .position(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
        .map(|offset| from + offset)
}

/// Hides long words in whose parts letters and digits mix.
///
/// Names of models, files and plugins are long as well, but their parts are words, numbers and
/// dates: `claude-3-5-sonnet-20241022` stays.
fn add_random_words(text: &str, ranges: &mut Vec<Range<usize>>) {
    let mut start = 0;
    while start < text.len() {
        let end = run_end(text, start, is_key_byte);
        if end == start {
            start += 1;
            continue;
        }
        let word = text.get(start..end).unwrap_or_default();
        if word.len() >= RANDOM_WORD_BYTES && is_random(word) && !follows_scheme(text, start) {
            ranges.push(start..end);
        }
        start = end;
    }
}

fn follows_scheme(text: &str, start: usize) -> bool {
    REFERENCE_SCHEMES.iter().any(|scheme| {
        let name = scheme.trim_end_matches('/');
        text.get(..start)
            .is_some_and(|before| before.ends_with(name))
            && text.get(start..).is_some_and(|rest| rest.starts_with("//"))
    })
}

fn is_random(word: &str) -> bool {
    let mixed: usize = word
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|part| {
            let digits = part.bytes().filter(u8::is_ascii_digit).count();
            let least = if part.len() >= RANDOM_WORD_BYTES {
                1
            } else {
                2
            };
            digits >= least && digits < part.len()
        })
        .map(str::len)
        .sum();
    mixed >= MIXED_BYTES
}

#[cfg(test)]
mod tests;
