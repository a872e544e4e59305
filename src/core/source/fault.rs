//! Where the grammar is broken.
//!
//! The parser gives one position. For people it becomes a range, and where the fault lies inside
//! brackets or quotes, the place where they were opened.

use std::ops::Range;

use granit_parser::{ErrorKind, ScanError};

use super::problem::{Problem, ProblemKind};
use super::yaml::DEPTH_MAX;
use super::{Source, Span, Syntax};

/// Returns the first character that YAML does not allow at all (YAML 1.1, production 1).
pub(super) fn unprintable(text: &str) -> Option<(usize, char)> {
    // Most texts are settled by their bytes, many at a time: 0xC2 starts the controls after ASCII,
    // 0xEF the characters that Unicode reserves.
    const CHUNK: usize = 64;
    let suspicious = |byte: u8| {
        (byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r'))
            || matches!(byte, 0x7f | 0xc2 | 0xef)
    };
    let any = |chunk: &[u8]| {
        chunk
            .iter()
            .fold(false, |any, &byte| any | suspicious(byte))
    };
    let clean = CHUNK * text.as_bytes().chunks(CHUNK).position(any)?;
    let unclean = text.as_bytes().get(clean..)?;
    let start = clean + unclean.iter().position(|&byte| suspicious(byte))?;
    let (before, rest) = text.split_at_checked(start)?;
    rest.char_indices()
        .map(|(offset, character)| (before.len() + offset, character))
        .find(|&(_, character)| {
            !matches!(
                character,
                '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..
            )
        })
}

/// Returns the problem that stopped the parser. `bracket` is the innermost one that is still open.
pub(super) fn problem(source: &Source, error: &ScanError, bracket: Option<Span>) -> Problem {
    let text = source.text();
    let marker = error.marker();
    let start = marker.byte_offset().unwrap_or_else(|| {
        let mut offsets = text.char_indices().map(|(offset, _)| offset);
        offsets.nth(marker.index()).unwrap_or(text.len())
    });
    // The parser may already be past the tab that it refuses.
    let before = text.get(..start).unwrap_or_default();
    let start = match error.kind() {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
            if before.ends_with('\t') =>
        {
            start - 1
        }
        _ => start,
    };
    let place = |start: usize, width: usize| Span::new(source.id(), start, start + width);
    let rest = text.get(start..).unwrap_or_default();
    // Underlines one character, or nothing at the end of a line.
    let first = rest
        .chars()
        .next()
        .filter(|first| !matches!(first, '\n' | '\r'));
    let span = place(start, first.map_or(0, char::len_utf8));
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return Problem {
            kind: ProblemKind::TooDeep(DEPTH_MAX),
            span,
            related: None,
        };
    }
    // For an escape the parser gives the quote; the fault may be many lines below it.
    let escape = is_escape(error.kind()).then(|| bad_escape(rest)).flatten();
    let (span, related) = match escape {
        Some(escape) => (place(start + escape.start, escape.len()), Some(span)),
        None => (span, bracket.filter(|bracket| bracket.start < span.start)),
    };
    Problem {
        kind: ProblemKind::Syntax(Syntax::of(error.kind())),
        span,
        related,
    }
}

/// Tells whether the fault is in an escape of double quotes, for [`bad_escape`] to find.
fn is_escape(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidLowSurrogateHexEscape
            | ErrorKind::InvalidLowSurrogate
            | ErrorKind::MissingLowSurrogate
            | ErrorKind::UnpairedLowSurrogate
            | ErrorKind::InvalidUnicodeEscape
    )
}

/// Returns the first escape of a text in double quotes that stands for no character.
fn bad_escape(quoted: &str) -> Option<Range<usize>> {
    let mut from = 0;
    loop {
        let start = from + quoted.get(from..)?.find('\\')?;
        let letter = quoted.get(start + 1..)?.chars().next()?;
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ if "0abt\tnvfre \"/\\N_LP\r\n".contains(letter) => 0,
            _ => return Some(start..start + 1 + letter.len_utf8()),
        };
        let end = start + 2 + digits;
        if digits == 0 {
            from = end;
            continue;
        }
        let code = |start: usize, end: usize| {
            let digits = quoted.get(start..end)?;
            u32::from_str_radix(digits, 16).ok()
        };
        match code(start + 2, end) {
            None => return Some(start..start + 2),
            Some(0xD800..=0xDBFF) if quoted.get(end..end + 2) == Some("\\u") => {
                // The low half of a pair; anything else there makes the pair the fault.
                if !matches!(code(end + 2, end + 6), Some(0xDC00..=0xDFFF)) {
                    return Some(start..end);
                }
                from = end + 6;
            }
            Some(value) if char::from_u32(value).is_none() => return Some(start..end),
            Some(_) => from = end,
        }
    }
}
