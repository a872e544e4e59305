//! Bytes to text.
//!
//! Configuration is UTF-8. What is not gives the text before the first fault, so that a message can
//! name line and column of it.

use thiserror::Error;

/// The byte-order mark of UTF-8.
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Why bytes are not the text of a configuration file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum DecodeProblem {
    /// The first byte that is not UTF-8.
    #[error("this byte is not UTF-8")]
    NotUtf8,
    /// A UTF-16 or UTF-32 text.
    #[error("the text is encoded in UTF-16 or UTF-32")]
    WideEncoding,
    /// A NUL character.
    #[error("the text holds a NUL character")]
    Nul,
}

impl DecodeProblem {
    /// Returns what to do about it, in full sentences.
    pub fn help(self) -> &'static str {
        match self {
            Self::NotUtf8 | Self::WideEncoding => "Save the file as UTF-8.",
            Self::Nul => "Remove the character; configuration is plain text.",
        }
    }
}

/// Text, or the text before the first byte that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text, without a byte-order mark at its start.
    pub text: String,
    /// What ends it early; the problem is at the end of `text`.
    pub problem: Option<DecodeProblem>,
}

/// Makes text of a file's bytes; nothing is copied.
pub fn decode(mut bytes: Vec<u8>) -> Decoded {
    if is_wide(&bytes) {
        return Decoded {
            text: String::new(),
            problem: Some(DecodeProblem::WideEncoding),
        };
    }
    if bytes.starts_with(&MARK) {
        bytes.drain(..MARK.len());
    }
    let (mut text, mut problem) = match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            bytes.truncate(valid);
            let text = String::from_utf8(bytes).unwrap_or_default();
            (text, Some(DecodeProblem::NotUtf8))
        }
    };
    if let Some(nul) = text.find('\0') {
        text.truncate(nul);
        problem = Some(DecodeProblem::Nul);
    }
    Decoded { text, problem }
}

/// Tells UTF-16 and UTF-32 by their byte-order mark, or by the NUL bytes that their first character
/// brings: a configuration file starts with ASCII.
fn is_wide(bytes: &[u8]) -> bool {
    let start = bytes.get(..4).unwrap_or(bytes);
    let nuls = start.iter().filter(|&&byte| byte == 0).count();
    matches!(start, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
        || start == [0, 0, 0xFE, 0xFF]
        || (nuls > 0 && nuls * 2 >= start.len() && nuls < start.len())
}

#[cfg(test)]
mod tests {
    use super::{DecodeProblem, Decoded, decode};

    #[test]
    fn bytes_become_text_up_to_the_first_fault() {
        use DecodeProblem::{NotUtf8, Nul, WideEncoding};
        let utf16_little = [b'a', 0, b':', 0, b' ', 0, b'1', 0];
        let utf16_big = [0, b'a', 0, b':'];
        let utf32_little = [b'a', 0, 0, 0];
        let utf32_big = [0, 0, 0, b'a'];
        let cases: [(&str, &[u8], &str, Option<DecodeProblem>); 16] = [
            ("nothing", b"", "", None),
            ("ASCII", b"a: 1\n", "a: 1\n", None),
            (
                "several bytes a character",
                "a: 日本 🎉".as_bytes(),
                "a: 日本 🎉",
                None,
            ),
            ("byte-order mark", b"\xEF\xBB\xBFa: 1", "a: 1", None),
            ("only the mark", b"\xEF\xBB\xBF", "", None),
            ("half a mark", b"\xEF\xBB", "", Some(NotUtf8)),
            ("Latin-1", b"name: Andr\xE9\n", "name: Andr", Some(NotUtf8)),
            ("cut character", b"a: \xE6\x97", "a: ", Some(NotUtf8)),
            ("surrogate", b"a\xED\xA0\x80", "a", Some(NotUtf8)),
            ("NUL", b"a: 1\0b", "a: 1", Some(Nul)),
            ("NUL before a broken byte", b"abcd\0\xFF", "abcd", Some(Nul)),
            ("UTF-16 with mark", b"\xFF\xFEa\0", "", Some(WideEncoding)),
            (
                "UTF-16, low byte first",
                &utf16_little,
                "",
                Some(WideEncoding),
            ),
            (
                "UTF-16, high byte first",
                &utf16_big,
                "",
                Some(WideEncoding),
            ),
            (
                "UTF-32, low byte first",
                &utf32_little,
                "",
                Some(WideEncoding),
            ),
            (
                "UTF-32, high byte first",
                &utf32_big,
                "",
                Some(WideEncoding),
            ),
        ];
        for (name, bytes, text, problem) in cases {
            let expected = Decoded {
                text: text.to_owned(),
                problem,
            };
            assert_eq!(decode(bytes.to_vec()), expected, "{name}");
        }
    }

    #[test]
    fn the_mark_is_skipped_once() {
        let decoded = decode(b"\xEF\xBB\xBF\xEF\xBB\xBFa".to_vec());
        assert_eq!(decoded.text, "\u{feff}a");
    }
}
