//! E-mail addresses.

use std::ops::Range;

/// Returns the addresses: letters of any script, digits and `_ . + -` before `@`, and at least
/// two labels behind it, the last of which is no number (`left-pad@1.3.0` is a version).
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
    let domain = text.get(start..)?;
    let mut end = 0;
    let mut labels = 0;
    let mut last = "";
    loop {
        let label_start = if labels == 0 { 0 } else { end + 1 };
        let rest = domain.get(label_start..).unwrap_or_default();
        let length = rest
            .find(|character| !is_label(character))
            .unwrap_or(rest.len());
        if length == 0 {
            break;
        }
        labels += 1;
        last = rest.get(..length).unwrap_or_default();
        end = label_start + length;
        if domain.as_bytes().get(end) != Some(&b'.') {
            break;
        }
    }
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
    (labels >= 2 && !is_number).then_some(start + end)
}
