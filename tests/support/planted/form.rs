//! The forms in which a secret may come out.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// How a secret was written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Form {
    /// As it is.
    Raw,
    /// Base64 (RFC 4648, 4), at any place of a longer text.
    Base64,
    /// Base64 with the alphabet for addresses and file names (RFC 4648, 5).
    Base64Url,
    /// Every byte percent-encoded.
    PercentAll,
    /// Every byte percent-encoded but unreserved ones (RFC 3986, 2.3).
    PercentReserved,
    /// As forms are sent: like the last, with `+` for a space and `*` as it is.
    PercentPlus,
    /// In a JSON string, with what has to be escaped.
    Json,
    /// In a JSON string of ASCII alone.
    JsonAscii,
    /// In a JSON string, every character as `\uXXXX`.
    JsonUnicode,
    /// Hexadecimal digits.
    Hex,
}

impl Form {
    /// Every form.
    pub(crate) const ALL: [Self; 10] = [
        Self::Raw,
        Self::Base64,
        Self::Base64Url,
        Self::PercentAll,
        Self::PercentReserved,
        Self::PercentPlus,
        Self::Json,
        Self::JsonAscii,
        Self::JsonUnicode,
        Self::Hex,
    ];

    /// Tells whether small and capital letters mean the same.
    pub(crate) fn ignores_case(self) -> bool {
        match self {
            Self::PercentAll
            | Self::PercentReserved
            | Self::PercentPlus
            | Self::JsonAscii
            | Self::JsonUnicode
            | Self::Hex => true,
            Self::Raw | Self::Base64 | Self::Base64Url | Self::Json => false,
        }
    }

    /// Writes a text. Of base64 these are the characters that depend on the text alone, for each
    /// of the three places where it can begin.
    pub(crate) fn write(self, text: &str) -> BTreeSet<String> {
        let one = |written: String| BTreeSet::from([written]);
        match self {
            Self::Raw => one(text.to_owned()),
            Self::Base64 => (0..3).map(|before| base64_within(before, text)).collect(),
            Self::Base64Url => Self::Base64
                .write(text)
                .iter()
                .map(|written| written.replace('+', "-").replace('/', "_"))
                .collect(),
            Self::PercentAll => one(percent(text, |_| false)),
            Self::PercentReserved => one(percent(text, |byte| b"-._~".contains(&byte))),
            Self::PercentPlus => {
                one(percent(text, |byte| b"-._* ".contains(&byte)).replace(' ', "+"))
            }
            Self::Json => one(unquoted(&serde_json::Value::from(text).to_string())),
            Self::JsonAscii => {
                let written = Self::Json.write(text);
                let ascii = |written: &String| {
                    written.chars().fold(String::new(), |mut ascii, character| {
                        match character.is_ascii() {
                            true => ascii.push(character),
                            false => ascii.push_str(&escaped(character)),
                        }
                        ascii
                    })
                };
                written.iter().map(ascii).collect()
            }
            Self::JsonUnicode => one(text.chars().map(escaped).collect()),
            Self::Hex => one(text.bytes().fold(String::new(), |mut hex, byte| {
                write!(hex, "{byte:02x}").expect("text can be written");
                hex
            })),
        }
    }
}

fn percent(text: &str, stays: impl Fn(u8) -> bool) -> String {
    let alone = stays(b'-');
    text.bytes().fold(String::new(), |mut written, byte| {
        match stays(byte) || alone && byte.is_ascii_alphanumeric() {
            true => written.push(char::from(byte)),
            false => write!(written, "%{byte:02X}").expect("text can be written"),
        }
        written
    })
}

fn unquoted(json: &str) -> String {
    json[1..json.len() - 1].to_owned()
}

fn escaped(character: char) -> String {
    let mut units = [0; 2];
    let units = character.encode_utf16(&mut units).iter();
    units.map(|unit| format!("\\u{unit:04x}")).collect()
}

/// Returns the characters of base64 that do not depend on what stands around a text, which begins
/// at a byte whose place leaves `before` when divided by 3.
fn base64_within(before: usize, text: &str) -> String {
    let bytes: Vec<u8> = std::iter::repeat_n(0, before).chain(text.bytes()).collect();
    let whole = bytes.len() * 8 / 6;
    let characters: String = base64(&bytes).chars().take(whole).collect();
    let begins = (before * 8).div_ceil(6);
    characters[begins..].to_owned()
}

/// Writes base64 without padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut written = String::new();
    for group in bytes.chunks(3) {
        let mut bits = 0_usize;
        for place in 0..3 {
            bits = bits << 8 | usize::from(group.get(place).copied().unwrap_or_default());
        }
        for place in 0..=group.len() {
            written.push(char::from(ALPHABET[bits >> (18 - 6 * place) & 63]));
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // RFC 4648, 10.
        let cases = [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ];
        for (text, expected) in cases {
            assert_eq!(base64(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn forms_are_written() {
        let cases: [(Form, &[&str]); 10] = [
            (Form::Raw, &["a\"\u{e9} *"]),
            (Form::Base64, &["Eiw6kgK", "YSLDqSAq", "hIsOpIC"]),
            (Form::Base64Url, &["Eiw6kgK", "YSLDqSAq", "hIsOpIC"]),
            (Form::PercentAll, &["%61%22%C3%A9%20%2A"]),
            (Form::PercentReserved, &["a%22%C3%A9%20%2A"]),
            (Form::PercentPlus, &["a%22%C3%A9+*"]),
            (Form::Json, &["a\\\"\u{e9} *"]),
            (Form::JsonAscii, &["a\\\"\\u00e9 *"]),
            (Form::JsonUnicode, &["\\u0061\\u0022\\u00e9\\u0020\\u002a"]),
            (Form::Hex, &["6122c3a9202a"]),
        ];
        for (form, expected) in cases {
            let written = form.write("a\"\u{e9} *");
            let expected = expected.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(written, expected, "{form:?}");
        }
    }
}
