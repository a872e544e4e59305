//! Numbers of phones: international, Indian, North American, European.

use std::ops::{Range, RangeInclusive};

use crate::detect::pattern::{Pattern, ends_alone, has_digits, stands_alone};

/// Digits of an international number, from the shortest in use to the limit of E.164.
const INTERNATIONAL_DIGITS: RangeInclusive<usize> = 9..=15;

/// Digits of a European number with its leading zero.
const EUROPEAN_DIGITS: RangeInclusive<usize> = 9..=12;

/// Words before a number that say it is none of a phone, sorted for the search.
const IDENTIFIER_WORDS: &[&str] = &[
    "batch",
    "bug",
    "build",
    "case",
    "commit",
    "epoch",
    "id",
    "identifier",
    "ids",
    "inv",
    "invoice",
    "isbn",
    "issue",
    "item",
    "job",
    "ord",
    "order",
    "parcel",
    "pid",
    "po",
    "port",
    "ref",
    "reference",
    "revision",
    "run",
    "serial",
    "shipment",
    "sku",
    "ticket",
    "time",
    "timestamp",
    "tracking",
    "transaction",
    "ts",
    "txn",
    "version",
];

static INTERNATIONAL: Pattern = Pattern::new(
    r"(?-u)\+[1-9]|\b00[1-9][0-9]{0,2}[ .(-]",
    has_digits::<{ *INTERNATIONAL_DIGITS.start() }>,
);

static INDIAN: Pattern = Pattern::new(
    r"(?-u)(?:91[ .-]?)?[6-9][0-9]{4}[ .-]?[0-9]{5}",
    has_digits::<10>,
);

static AMERICAN: Pattern = Pattern::new(
    r"(?-u)(?:1[ .-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[ .-])[2-9][0-9]{2}[ .-][0-9]{4}",
    has_digits::<10>,
);

/// An area of three to five digits apart from the rest, five pairs, or a mobile number without
/// groups.
static EUROPEAN: Pattern = Pattern::new(
    r"(?-u)\(0[1-9][0-9]{1,3}\)[ /-]?[0-9]{2}|0[1-9](?:[ .-][0-9]{2}){4}|0[1-9][0-9]{1,3}(?:[ -]| ?/ ?)[0-9]{2}|07[0-9]{9}|01[567][0-9]{8,9}|0[67][0-9]{8}",
    has_digits::<{ *EUROPEAN_DIGITS.start() }>,
);

/// Returns numbers that begin with `+`, or with `00` and a separated country.
pub(super) fn find_international(text: &str) -> Vec<Range<usize>> {
    INTERNATIONAL.find_all(text, |text, start| {
        let prefix = if text.as_bytes().get(start.start) == Some(&b'+') {
            1
        } else {
            2
        };
        let number = start.start + prefix;
        let country = text.get(number..).unwrap_or_default();
        let digits_max = match country {
            country if country.starts_with('1') => 11,
            country if country.starts_with("91") => 12,
            _ => *INTERNATIONAL_DIGITS.end(),
        };
        let end = grouped_end(text, number, *INTERNATIONAL_DIGITS.start()..=digits_max)?;
        Some(start.start..end)
    })
}

/// Returns Indian numbers: ten digits, the first from 6 to 9, with a country and a gap or without.
pub(super) fn find_indian(text: &str) -> Vec<Range<usize>> {
    INDIAN.find_all(text, |text, range| {
        let is_identifier = range.len() == 10 && follows_identifier(text, range.start);
        (stands_alone(text, &range) && !is_identifier).then_some(range)
    })
}

/// Returns North American numbers in three groups.
pub(super) fn find_american(text: &str) -> Vec<Range<usize>> {
    AMERICAN.find_all(text, |text, range| {
        stands_alone(text, &range).then_some(range)
    })
}

/// Returns European numbers as they are dialled inside a country.
pub(super) fn find_european(text: &str) -> Vec<Range<usize>> {
    EUROPEAN.find_all(text, |text, range| {
        let end = grouped_end(text, range.start, EUROPEAN_DIGITS)?;
        let range = range.start..end;
        let is_phone = stands_alone(text, &range) && !follows_identifier(text, range.start);
        is_phone.then_some(range)
    })
}

/// Returns where the longest number of so many digits ends that starts at `start`: groups of
/// digits with at most a separator and a parenthesis between, cut only between groups.
fn grouped_end(text: &str, start: usize, digits: RangeInclusive<usize>) -> Option<usize> {
    let bytes = text.as_bytes();
    let run = |from: usize, belongs: fn(u8) -> bool| {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().take_while(|&&byte| belongs(byte)).count()
    };
    let is_separator = |byte| matches!(byte, b' ' | b'.' | b'-' | b'/' | b'(' | b')');
    let mut position = start + run(start, |byte| byte == b'(');
    let mut count = 0;
    let mut end = None;
    while count <= *digits.end() {
        let group = run(position, |byte| byte.is_ascii_digit());
        if group == 0 {
            break;
        }
        position += group;
        count += group;
        if digits.contains(&count) && ends_alone(text, position) {
            end = Some(position);
        }
        let gap = run(position, is_separator);
        if !(1..=2).contains(&gap) {
            break;
        }
        position += gap;
    }
    end
}

/// Tells whether the word before a number says that it is an identifier: `order 7000000000`.
fn follows_identifier(text: &str, start: usize) -> bool {
    let word = word_before(text, start);
    IDENTIFIER_WORDS.binary_search(&word.as_str()).is_ok()
}

/// Returns the word before an offset, in lower case, with only blanks, quotes and what joins a name
/// to its value between them; empty where none stands there.
pub(super) fn word_before(text: &str, start: usize) -> String {
    /// More than any word that is asked for, so that a long one stays cheap.
    const LENGTH: usize = 16;
    let before = text.as_bytes().get(..start).unwrap_or_default();
    let letters = before
        .iter()
        .rev()
        .skip_while(|byte| b" \t:=#\"'-_".contains(byte))
        .take_while(|byte| byte.is_ascii_alphabetic())
        .take(LENGTH);
    let mut word: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
    word.reverse();
    String::from_utf8(word).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_for_the_search() {
        assert!(IDENTIFIER_WORDS.is_sorted());
    }
}
