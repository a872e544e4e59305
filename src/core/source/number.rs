//! The grammar and the values of YAML 1.1 numbers, as PyYAML reads them.
//!
//! The grammar is narrower than it looks: an exponent needs a point before it and a sign in it,
//! `-.5` is text while `.5` is a number, and `08` is text because a leading zero means octal.

use std::iter;
use std::rc::Rc;

use super::Value;

/// The most digits that a whole number may be written with.
pub(super) const DIGITS_MAX: usize = 100;

/// Why a text with the shape of a whole number has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WholeProblem {
    /// A prefix such as `0x` with nothing but underscores after it.
    NoDigits,
    /// More than [`DIGITS_MAX`] characters.
    TooLong,
}

/// Tells whether a plain scalar has the shape of a whole number.
pub(super) fn is_whole(text: &str) -> bool {
    let (_, digits) = split_sign(text);
    match digits.as_bytes() {
        b"0" => true,
        [b'0', b'b', rest @ ..] => all_of(rest, |byte| matches!(byte, b'0' | b'1')),
        [b'0', b'x', rest @ ..] => all_of(rest, |byte| byte.is_ascii_hexdigit()),
        [b'0', rest @ ..] => all_of(rest, |byte| matches!(byte, b'0'..=b'7')),
        [b'1'..=b'9', ..] => match digits.split_once(':') {
            None => starts_with_digit(digits),
            Some((head, tail)) => starts_with_digit(head) && tail.split(':').all(is_sixtieth),
        },
        _ => false,
    }
}

/// Tells whether a plain scalar has the shape of a number with a point.
pub(super) fn is_float(text: &str) -> bool {
    let (sign, number) = split_sign(text);
    match number {
        ".inf" | ".Inf" | ".INF" => return true,
        ".nan" | ".NaN" | ".NAN" => return sign.is_none(),
        _ => {}
    }
    let Some((before, after)) = number.split_once('.') else {
        return false;
    };
    if let Some((head, tail)) = before.split_once(':') {
        let fraction = after
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_');
        return fraction && starts_with_digit(head) && tail.split(':').all(is_sixtieth);
    }
    let digits = after
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || *byte == b'_')
        .count();
    let (fraction, exponent) = after.split_at(digits);
    let exponent_fits = exponent.is_empty() || is_exponent(exponent);
    if before.is_empty() {
        sign.is_none()
            && fraction.starts_with(|first: char| first.is_ascii_digit())
            && exponent_fits
    } else {
        starts_with_digit(before) && exponent_fits
    }
}

/// Returns the value of a text that [`is_whole`] accepts.
pub(super) fn whole<'a>(text: &str) -> Result<Value<'a>, WholeProblem> {
    if text.len() > DIGITS_MAX {
        return Err(WholeProblem::TooLong);
    }
    let (sign, digits) = split_sign(text);
    let negative = sign == Some('-');
    let digits = digits.replace('_', "");
    if let Some((head, tail)) = digits.split_once(':') {
        let sixtieths = tail.split(':').map(|part| (60, part.parse().unwrap_or(0)));
        return Ok(assemble(negative, places(10, head).chain(sixtieths)));
    }
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'b', ..] => (2, digits.get(2..)),
        [b'0', b'x', ..] => (16, digits.get(2..)),
        [b'0', _, ..] => (8, digits.get(1..)),
        _ => (10, Some(&*digits)),
    };
    match digits {
        None | Some("") => Err(WholeProblem::NoDigits),
        Some(digits) => Ok(assemble(negative, places(radix, digits))),
    }
}

/// Returns the value of a text that [`is_float`] accepts; `None` for any other text that Rust does
/// not read as a number either.
pub(super) fn float(text: &str) -> Option<f64> {
    let (sign, number) = split_sign(text.trim());
    let number = number.replace('_', "").to_ascii_lowercase();
    let magnitude = match &*number {
        ".inf" => f64::INFINITY,
        ".nan" => f64::NAN,
        // A second sign would be accepted by the conversion below.
        number if number.starts_with(['+', '-']) => return None,
        number if number.contains(':') => {
            let mut unit = 1.0;
            let mut sum = 0.0;
            for part in number.rsplit(':') {
                sum += part.parse::<f64>().ok()? * unit;
                unit *= 60.0;
            }
            sum
        }
        number => number.parse().ok()?,
    };
    Some(if sign == Some('-') {
        -magnitude
    } else {
        magnitude
    })
}

fn split_sign(text: &str) -> (Option<char>, &str) {
    match text.strip_prefix(['+', '-']) {
        Some(rest) => (text.chars().next(), rest),
        None => (None, text),
    }
}

/// At least one byte, each a digit of the kind or an underscore.
fn all_of(bytes: &[u8], digit: impl Fn(u8) -> bool) -> bool {
    !bytes.is_empty() && bytes.iter().all(|&byte| byte == b'_' || digit(byte))
}

/// A decimal digit, then digits and underscores.
fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// One or two digits below 60.
fn is_sixtieth(part: &str) -> bool {
    matches!(part.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9'])
}

/// `e`, a sign, digits.
fn is_exponent(text: &str) -> bool {
    match text.as_bytes() {
        [b'e' | b'E', b'+' | b'-', digits @ ..] => {
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// Returns each digit with the radix of its place.
fn places(radix: u32, digits: &str) -> impl Iterator<Item = (u32, u32)> + Clone {
    digits
        .chars()
        .map(move |digit| (radix, digit.to_digit(radix).unwrap_or(0)))
}

/// Puts digits together, each with the radix of its place.
fn assemble<'a>(negative: bool, digits: impl Iterator<Item = (u32, u32)> + Clone) -> Value<'a> {
    let signed = if negative { -1 } else { 1 };
    let small = digits.clone().try_fold(0_i64, |sum, (radix, digit)| {
        sum.checked_mul(i64::from(radix))?
            .checked_add(signed * i64::from(digit))
    });
    match small {
        Some(value) => Value::Integer(value),
        None => Value::BigInteger(decimal(negative, digits)),
    }
}

/// Writes a number of any size in decimal digits; the work is quadratic in the number of digits,
/// which [`DIGITS_MAX`] bounds.
fn decimal(negative: bool, digits: impl Iterator<Item = (u32, u32)>) -> Rc<str> {
    const LIMB: u64 = 1_000_000_000;
    let mut limbs: Vec<u64> = Vec::new();
    for (radix, digit) in digits {
        let mut carry = u64::from(digit);
        for limb in &mut limbs {
            carry += *limb * u64::from(radix);
            *limb = carry % LIMB;
            carry /= LIMB;
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    let mut highest_first = limbs.iter().rev();
    let head = highest_first
        .next()
        .map_or_else(|| "0".to_owned(), u64::to_string);
    let sign = if negative { "-" } else { "" };
    let tail = highest_first.map(|limb| format!("{limb:09}"));
    let text: String = iter::once(sign.to_owned())
        .chain(iter::once(head))
        .chain(tail)
        .collect();
    Rc::from(text)
}

#[cfg(test)]
mod tests {
    use super::super::json::from_node;
    use super::super::{Node, Origin, Sources};
    use super::{WholeProblem, is_whole, whole};

    #[test]
    fn whole_numbers_of_any_size_are_exact() {
        let cases = [
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("0x7fffffffffffffff", "9223372036854775807"),
            ("-0b1_01", "-5"),
            ("+017", "15"),
            ("00", "0"),
            ("-0", "0"),
            ("1_0:30", "630"),
            ("-1:00:01", "-3601"),
        ];
        let span = Sources::default()
            .add("x", Origin::Project, String::new())
            .whole();
        for (text, expected) in cases {
            assert!(is_whole(text), "{text}");
            let node = Node::new(span, whole(text).expect("it has digits"));
            assert_eq!(from_node(&node).to_string(), expected, "{text}");
        }
        let large = [
            ("9223372036854775808", "9223372036854775808"),
            ("-9223372036854775809", "-9223372036854775809"),
            ("1_000_000_000_000_000_000_000", "1000000000000000000000"),
            ("0xFFFF_FFFF_FFFF_FFFF_FFFF", "1208925819614629174706175"),
            (
                "1234567890123456789023456789:01",
                "74074073407407407341407407341",
            ),
            (
                "-1:00:00:00:00:00:00:00:00:00:00:00:00",
                "-2176782336000000000000",
            ),
        ];
        for (text, expected) in large {
            assert!(is_whole(text), "{text}");
            let value = whole(text).expect("it has digits");
            assert!(
                matches!(&value, super::Value::BigInteger(digits) if **digits == *expected),
                "{text} gives {value:?}"
            );
        }
    }

    #[test]
    fn numbers_without_digits_or_with_too_many_are_told_apart() {
        assert_eq!(whole("0x_").err(), Some(WholeProblem::NoDigits));
        assert_eq!(whole("-0b__").err(), Some(WholeProblem::NoDigits));
        assert_eq!(whole(&"9".repeat(100)).err(), None);
        assert_eq!(whole(&"9".repeat(101)).err(), Some(WholeProblem::TooLong));
    }
}
