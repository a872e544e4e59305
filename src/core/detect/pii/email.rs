//! E-mail addresses.

use std::ops::Range;

/// Returns the addresses: letters of any script, digits and `_ . + -` before `@`, and at least
/// two labels behind it, up to the last that does not begin with a digit (`left-pad@1.3.0-rc.1` is
/// a version).
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut found_end = 0;
    for (at, _) in text.match_indices('@') {
        let before = text.get(found_end..at).unwrap_or_default();
        let start = before
            .char_indices()
            .rev()
            .take_while(|&(_, character)| is_local(character))
            .last()
            .map(|(offset, _)| found_end + offset);
        let (Some(start), Some(end)) = (start, domain_end(text, at + 1)) else {
            continue;
        };
        found.push(start..end);
        found_end = end;
    }
    found
}

fn is_label(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-')
}

fn is_local(character: char) -> bool {
    is_label(character) || matches!(character, '.' | '+')
}

/// Returns where the domain at `start` ends.
fn domain_end(text: &str, start: usize) -> Option<usize> {
    let mut end = None;
    let mut label_start = start;
    loop {
        let rest = text.get(label_start..)?;
        let length = rest
            .find(|character| !is_label(character))
            .unwrap_or(rest.len());
        if length == 0 {
            return end;
        }
        let can_be_last = !rest.starts_with(|first: char| first.is_ascii_digit());
        if label_start > start && can_be_last {
            end = Some(label_start + length);
        }
        if text.as_bytes().get(label_start + length) != Some(&b'.') {
            return end;
        }
        label_start += length + 1;
    }
}
