//! Bytes of a terminal in raw mode as keys.

/// The most bytes of a control sequence that are waited for; a longer one is none.
const SEQUENCE_BYTES_MAX: usize = 32;

/// A key as it was pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// A character that is written.
    Character(char),
    /// Enter.
    Enter,
    /// Escape, pressed alone.
    Escape,
    /// The key that removes what was typed last.
    Backspace,
    /// The tabulator.
    Tab,
    /// Ctrl-D.
    End,
    /// Ctrl-U.
    Erase,
    /// Ctrl-Z.
    Suspend,
    /// Any other: arrows, function keys, Alt and Ctrl with letters.
    Other,
}

/// Where the reader stands in its input.
#[derive(Default)]
enum State {
    /// Between keys.
    #[default]
    Ground,
    /// In a control sequence, after so many bytes.
    Sequence(usize),
    /// In a character of several bytes.
    Character { bytes: [u8; 4], read: usize },
}

/// Reads keys from pieces of input; what a piece leaves unfinished goes on in the next.
#[derive(Default)]
pub(super) struct KeyReader {
    state: State,
}

impl KeyReader {
    /// Returns the keys of a piece of input. An escape byte at its end is the Escape key: terminals
    /// send a sequence in one piece.
    pub(super) fn read(&mut self, input: &[u8]) -> Vec<Key> {
        let mut keys = Vec::new();
        let mut input = input.iter().copied().peekable();
        while let Some(byte) = input.next() {
            match std::mem::take(&mut self.state) {
                State::Ground if byte == 0x1b => match input.next_if(|_| true) {
                    None => keys.push(Key::Escape),
                    Some(b'[') => self.state = State::Sequence(0),
                    // SS3: one more byte names the key.
                    Some(b'O') => {
                        input.next();
                        keys.push(Key::Other);
                    }
                    Some(_) => keys.push(Key::Other),
                },
                State::Ground => self.first(byte, &mut keys),
                State::Sequence(read) => match byte {
                    0x40..=0x7e => keys.push(Key::Other),
                    _ if read < SEQUENCE_BYTES_MAX => self.state = State::Sequence(read + 1),
                    _ => keys.push(Key::Other),
                },
                State::Character { bytes, read } => self.further(bytes, read, byte, &mut keys),
            }
        }
        keys
    }

    /// Takes the first byte of a key.
    fn first(&mut self, byte: u8, keys: &mut Vec<Key>) {
        keys.push(match byte {
            b'\r' | b'\n' => Key::Enter,
            b'\t' => Key::Tab,
            0x04 => Key::End,
            0x08 | 0x7f => Key::Backspace,
            0x15 => Key::Erase,
            0x1a => Key::Suspend,
            0x20..=0x7e => Key::Character(char::from(byte)),
            0xc2..=0xf4 => {
                self.state = State::Character {
                    bytes: [byte, 0, 0, 0],
                    read: 1,
                };
                return;
            }
            _ => Key::Other,
        });
    }

    /// Takes a further byte of a character.
    fn further(&mut self, mut bytes: [u8; 4], read: usize, byte: u8, keys: &mut Vec<Key>) {
        let Some(slot) = bytes.get_mut(read) else {
            return keys.push(Key::Other);
        };
        *slot = byte;
        let read = read + 1;
        match std::str::from_utf8(bytes.get(..read).unwrap_or_default()) {
            Ok(text) => keys.extend(text.chars().map(Key::Character)),
            Err(error) if error.error_len().is_none() => {
                self.state = State::Character { bytes, read };
            }
            Err(_) => {
                keys.push(Key::Other);
                // A byte that does not go on may begin the next key; an escape stands alone.
                if byte == 0x1b {
                    keys.push(Key::Escape);
                } else if byte < 0x80 {
                    self.first(byte, keys);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name, pieces of input and the keys that they are.
    type Case<'a> = (&'a str, &'a [&'a [u8]], Vec<Key>);

    fn read(pieces: &[&[u8]]) -> Vec<Key> {
        let mut reader = KeyReader::default();
        pieces.iter().flat_map(|piece| reader.read(piece)).collect()
    }

    #[test]
    fn bytes_are_keys() {
        let character = Key::Character;
        let cases: [Case<'_>; 14] = [
            ("letters", &[b"yn"], vec![character('y'), character('n')]),
            (
                "both ends of a line",
                &[b"\r\n"],
                vec![Key::Enter, Key::Enter],
            ),
            ("escape", &[b"\x1b"], vec![Key::Escape]),
            (
                "escape, then y",
                &[b"\x1b", b"y"],
                vec![Key::Escape, character('y')],
            ),
            ("alt-y is not y", &[b"\x1by"], vec![Key::Other]),
            ("arrow", &[b"\x1b[A"], vec![Key::Other]),
            ("arrow of the other mode", &[b"\x1bOA"], vec![Key::Other]),
            (
                "arrow in two pieces",
                &[b"\x1b[1;5", b"Ay"],
                vec![Key::Other, character('y')],
            ),
            (
                "end, erase, suspend",
                &[b"\x04\x15\x1a"],
                vec![Key::End, Key::Erase, Key::Suspend],
            ),
            (
                "both backspaces",
                &[b"\x7f\x08"],
                vec![Key::Backspace, Key::Backspace],
            ),
            (
                "tab and another control",
                &[b"\t\x01"],
                vec![Key::Tab, Key::Other],
            ),
            (
                "letters of several bytes",
                &["é名🦀".as_bytes()],
                "é名🦀".chars().map(character).collect(),
            ),
            (
                "a letter in two pieces",
                &[b"\xc3", b"\xa9"],
                vec![character('é')],
            ),
            (
                "no letter",
                &[b"\xc3y\xff"],
                vec![Key::Other, character('y'), Key::Other],
            ),
        ];
        for (name, pieces, keys) in cases {
            assert_eq!(read(pieces), keys, "{name}");
        }
    }

    #[test]
    fn a_sequence_without_end_ends() {
        let mut bytes = b"\x1b[".to_vec();
        bytes.extend([b'1'; SEQUENCE_BYTES_MAX + 1]);
        bytes.push(b'y');
        assert_eq!(read(&[&bytes]), [Key::Other, Key::Character('y')]);
    }

    proptest::proptest! {
        #[test]
        fn any_input_is_read_and_text_is_kept(text in "[a-zé名🦀]{0,20}", split in 0_usize..40) {
            let bytes = text.as_bytes();
            let (first, second) = bytes.split_at(split.min(bytes.len()));
            let keys: Vec<Key> = text.chars().map(Key::Character).collect();
            proptest::prop_assert_eq!(read(&[first, second]), keys);
        }
    }
}
