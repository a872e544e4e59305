//! Text as a reader takes it: what is invisible left out, blanks and case made one.

use std::ops::Range;

/// A text in lower case, without invisible characters, with one blank for several and for a line
/// break, and one line break for an empty line; it knows where its characters came from.
///
/// Letters that only look like others stay what they are.
pub(super) struct PlainText {
    text: String,
    /// Where the distance to the original changes: offset here, offset there.
    shifts: Vec<(usize, usize)>,
    /// Where the last character ends in the original.
    original_end: usize,
}

impl PlainText {
    /// Makes it from a text, in one walk.
    pub(super) fn new(original: &str) -> Self {
        let mut plain = Self {
            text: String::with_capacity(original.len()),
            shifts: vec![(0, 0)],
            original_end: 0,
        };
        // A gap is written with the first character behind it, so that it stands for all of it.
        let mut gap: Option<(usize, usize)> = None;
        for (offset, character) in original.char_indices() {
            if is_invisible(character) {
                continue;
            }
            if is_gap(character) {
                let (_, lines) = gap.get_or_insert((offset, 0));
                *lines += usize::from(character == '\n');
                continue;
            }
            if let Some((start, lines)) = gap.take() {
                plain.push(if lines > 1 { '\n' } else { ' ' }, start);
            }
            plain.push(narrow(character).to_ascii_lowercase(), offset);
            plain.original_end = offset + character.len_utf8();
        }
        plain
    }

    /// Returns the text.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns where in the original a range of this text stands.
    pub(super) fn original(&self, range: &Range<usize>) -> Range<usize> {
        self.original_offset(range.start)..self.original_end_of(range.end)
    }

    fn push(&mut self, character: char, original: usize) {
        let here = self.text.len();
        if self.original_offset(here) != original {
            self.shifts.push((here, original));
        }
        self.text.push(character);
    }

    fn original_offset(&self, here: usize) -> usize {
        let after = self.shifts.partition_point(|&(shift, _)| shift <= here);
        let shift = after
            .checked_sub(1)
            .and_then(|index| self.shifts.get(index));
        let &(shift, original) = shift.unwrap_or(&(0, 0));
        original + (here - shift)
    }

    /// Returns the original's end of what ends here: where the next character starts, or behind the
    /// last one.
    fn original_end_of(&self, here: usize) -> usize {
        if here >= self.text.len() {
            self.original_end
        } else {
            self.original_offset(here)
        }
    }
}

/// Tells whether a character takes no room: joiners, directions, soft hyphens, variation selectors,
/// tags.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Tells whether a character only parts words: blanks, and the marks of emphasis and quotation.
fn is_gap(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '*' | '"' | '`' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}'
        )
}

/// Returns the ASCII character of a full-width one.
fn narrow(character: char) -> char {
    match u32::from(character) {
        code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(character),
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_made_plain_and_point_back() {
        for (name, original, plain, word, range) in [
            ("as it is", "ignore it", "ignore it", "it", 7..9),
            ("case and blanks", "IGNORE \t It", "ignore it", "it", 9..11),
            ("line break", "a\nb", "a b", "b", 2..3),
            ("empty line", "a\n\n b", "a\nb", "b", 4..5),
            (
                "joiner inside",
                "ig\u{200b}nore x",
                "ignore x",
                "ignore",
                0..9,
            ),
            ("joiner before", "\u{200b}it", "it", "it", 3..5),
            ("full width", "ｉｔ é", "it é", "it", 0..6),
            ("marks", "the **it** x", "the it x", "it", 6..8),
        ] {
            let text = PlainText::new(original);
            assert_eq!(text.as_str(), plain, "{name}");
            let start = plain.find(word).unwrap();
            assert_eq!(text.original(&(start..start + word.len())), range, "{name}");
        }
    }
}
