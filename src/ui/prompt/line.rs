//! A line that is typed, with a limit.

use super::keys::Key;
use crate::render::approval::{columns, shown};

/// The text typed so far.
pub(super) struct Line {
    text: String,
    characters_max: usize,
}

/// What a key did to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// The text may have changed.
    Text,
    /// There is no room for the character.
    Full,
    /// The line is whole.
    Whole,
    /// The person does not want to type it.
    Cancelled,
    /// The input ends.
    End,
}

impl Line {
    /// Starts an empty line of at most so many characters.
    pub(super) fn new(characters_max: usize) -> Self {
        Self {
            text: String::new(),
            characters_max,
        }
    }

    /// Returns what was typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Takes the text and leaves an empty line.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Takes a key.
    pub(super) fn key(&mut self, key: Key) -> Typed {
        match key {
            Key::Character(character) => {
                if self.text.chars().count() >= self.characters_max {
                    return Typed::Full;
                }
                self.text.push(character);
            }
            Key::Backspace => drop(self.text.pop()),
            Key::Erase => self.text.clear(),
            Key::Enter => return Typed::Whole,
            Key::Escape => return Typed::Cancelled,
            Key::End => return Typed::End,
            Key::Tab | Key::Suspend | Key::Other => {}
        }
        Typed::Text
    }

    /// Returns the end of the text that fits so many columns, after a mark where it is not all.
    pub(super) fn tail(&self, columns_max: usize) -> String {
        let text = shown(&self.text);
        if columns(&text) <= columns_max {
            return text;
        }
        let mut start = text.len();
        for (offset, _) in text.char_indices().rev() {
            let tail = text.get(offset..).unwrap_or_default();
            if columns(tail) >= columns_max {
                break;
            }
            start = offset;
        }
        format!("<{}", text.get(start..).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_change_the_line() {
        let mut line = Line::new(3);
        let typed: Vec<Typed> = "abcd"
            .chars()
            .map(|it| line.key(Key::Character(it)))
            .collect();
        assert_eq!(typed, [Typed::Text, Typed::Text, Typed::Text, Typed::Full]);
        assert_eq!(line.text(), "abc");
        for (key, typed, text) in [
            (Key::Backspace, Typed::Text, "ab"),
            (Key::Other, Typed::Text, "ab"),
            (Key::Character('é'), Typed::Text, "abé"),
            (Key::Enter, Typed::Whole, "abé"),
            (Key::Escape, Typed::Cancelled, "abé"),
            (Key::End, Typed::End, "abé"),
            (Key::Erase, Typed::Text, ""),
            (Key::Backspace, Typed::Text, ""),
        ] {
            assert_eq!((line.key(key), line.text()), (typed, text), "{key:?}");
        }
    }

    #[test]
    fn a_long_line_shows_its_end() {
        let mut line = Line::new(20);
        for character in "abc名defg".chars() {
            line.key(Key::Character(character));
        }
        for (columns_max, tail) in [
            (9, "abc名defg"),
            (8, "<c名defg"),
            (7, "<名defg"),
            (6, "<defg"),
        ] {
            assert_eq!(line.tail(columns_max), tail, "{columns_max}");
        }
    }
}
