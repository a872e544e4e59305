//! The bytes of a `!!binary` scalar.

/// Decodes base64 with padding; white space may stand anywhere. `None` for anything else.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut group = 0_u32;
    let mut filled = 0;
    let mut padding = 0;
    for character in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let sextet = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                padding += 1;
                0
            }
            _ => return None,
        };
        // Nothing may follow the padding.
        if padding > 0 && character != b'=' {
            return None;
        }
        group = (group << 6) | u32::from(sextet);
        filled += 1;
        if filled == 4 {
            let [_, decoded @ ..] = group.to_be_bytes();
            bytes.extend(decoded.iter().take(3_usize.checked_sub(padding)?));
            group = 0;
            filled = 0;
            if padding > 2 {
                return None;
            }
        }
    }
    (filled == 0 && padding <= 2).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn base64_is_decoded_strictly() {
        let cases: [(&str, Option<&[u8]>); 14] = [
            ("", Some(b"")),
            ("aGk=", Some(b"hi")),
            ("aG\n k =\n", Some(b"hi")),
            ("aA==", Some(b"h")),
            ("aGlq", Some(b"hij")),
            ("+/+/", Some(b"\xfb\xff\xbf")),
            ("aGlqaw==", Some(b"hijk")),
            ("aGk", None),
            ("a===", None),
            ("====", None),
            ("aGk=aGk=", None),
            ("aA=a", None),
            ("aG-_", None),
            ("aGk=====", None),
        ];
        for (text, bytes) in cases {
            assert_eq!(decode(text).as_deref(), bytes, "{text:?}");
        }
    }
}
