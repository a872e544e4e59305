//! A number of the calculator, its bounds and its text.

use std::fmt::{self, Display, Formatter};

use num_bigint::BigInt;
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{BITS_MAX, FLOAT_MAX, Problem};

/// A whole number of any size, or a number with a point.
///
/// Its text is Python's: the shortest digits that give the same number, with an exponent of at
/// least two digits from `1e+16` up and from `1e-05` down. In JSON it is a number with the same
/// text, so that no digit of a large whole number is lost; `serde_json::to_value` would round it.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// A whole number.
    Integer(BigInt),
    /// A number with a point.
    Float(f64),
}

impl Number {
    /// Returns the number if it is within [`BITS_MAX`] or [`FLOAT_MAX`].
    pub(super) fn bounded(self) -> Result<Self, Problem> {
        match &self {
            Self::Integer(value) if value.bits() > BITS_MAX => {
                Err(Problem::TooManyBits(value.bits()))
            }
            // Not a number is not within either.
            Self::Float(value) if !(-FLOAT_MAX..=FLOAT_MAX).contains(value) => {
                Err(Problem::Magnitude)
            }
            Self::Integer(_) | Self::Float(_) => Ok(self),
        }
    }
}

impl Display for Number {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Integer(value) => return write!(formatter, "{value}"),
            Self::Float(value) => shortest(*value),
        };
        match text.split_once('e') {
            None => formatter.write_str(&text),
            Some((digits, exponent)) => {
                let (sign, exponent) = match exponent.strip_prefix('-') {
                    Some(exponent) => ('-', exponent),
                    None => ('+', exponent),
                };
                write!(formatter, "{digits}e{sign}{exponent:0>2}")
            }
        }
    }
}

/// Returns the shortest digits that give a number, the nearest to it of several, the even one of
/// two.
fn shortest(value: f64) -> String {
    let shortest = format!("{value:?}");
    let decimals = shortest.split_once('.').map_or(0, |(_, rest)| {
        rest.chars().take_while(char::is_ascii_digit).count()
    });
    // The standard library takes the greater of two; with a number of digits it takes the even one,
    // which can be another number where the numbers below lie closer than those above.
    let even = if shortest.contains('e') {
        format!("{value:.decimals$e}")
    } else {
        format!("{value:.decimals$}")
    };
    if even.parse() == Ok(value) {
        even
    } else {
        shortest
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string())
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }
}
