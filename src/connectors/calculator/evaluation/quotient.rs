//! The quotient of two whole numbers as the nearest number with a point.

use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;

/// The bits of the digits of an `f64`.
const DIGITS: i64 = f64::MANTISSA_DIGITS as i64;
/// Below two to this power an `f64` loses digits.
const EXPONENT_MIN: i64 = f64::MIN_EXP as i64;
/// Two to this power is beyond every `f64`.
const EXPONENT_MAX: i64 = f64::MAX_EXP as i64;

/// Returns the `f64` nearest to a quotient, the even one of two, as Python divides whole numbers;
/// `None` if it is beyond every `f64` or if the divisor is zero.
pub(super) fn quotient(dividend: &BigInt, divisor: &BigInt) -> Option<f64> {
    if divisor.sign() == Sign::NoSign {
        return None;
    }
    let negative = (dividend.sign() == Sign::Minus) != (divisor.sign() == Sign::Minus);
    let magnitude = magnitude(dividend, divisor)?;
    Some(if negative { -magnitude } else { magnitude })
}

fn magnitude(dividend: &BigInt, divisor: &BigInt) -> Option<f64> {
    // The quotient lies between two to the power of `size - 1` and of `size + 1`.
    let size = i64::try_from(dividend.bits()).ok()? - i64::try_from(divisor.bits()).ok()?;
    if size > EXPONENT_MAX {
        return None;
    }
    if dividend.sign() == Sign::NoSign || size < EXPONENT_MIN - DIGITS - 1 {
        return Some(0.0);
    }
    // Two bits more than the result holds, in units of two to the power of `unit`: one decides the
    // rounding, and what is cut off behind it breaks ties.
    let unit = size.max(EXPONENT_MIN) - DIGITS - 2;
    let shift = unit.unsigned_abs();
    let (dividend, divisor) = (dividend.magnitude(), divisor.magnitude());
    let (whole, rest) = if unit < 0 {
        (dividend << shift).div_rem(divisor)
    } else {
        dividend.div_rem(&(divisor << shift))
    };
    // At most 56 bits.
    let whole = whole.iter_u64_digits().next().unwrap_or(0);
    let bits = i64::from(u64::BITS - whole.leading_zeros());
    let extra = bits.max(EXPONENT_MIN - unit) - DIGITS;
    let kept = whole >> extra;
    let cut = whole - (kept << extra);
    let half = 1 << (extra - 1);
    let exact = rest.iter_u64_digits().next().is_none();
    let up = cut > half || cut == half && (!exact || kept % 2 == 1);
    let value = scaled(kept + u64::from(up), unit + extra);
    value.is_finite().then_some(value)
}

/// Returns whole digits times a power of two, which is exact wherever an `f64` holds it: in two
/// steps, because the power alone can be too small.
fn scaled(digits: u64, exponent: i64) -> f64 {
    let first = exponent / 2;
    // 53 bits, or the next power of two after a carry: both fit.
    let digits = digits as f64;
    digits * power_of_two(first) * power_of_two(exponent - first)
}

/// Returns two to a power from -1022 to 1023.
fn power_of_two(exponent: i64) -> f64 {
    let biased = exponent.saturating_add(1023).clamp(0, 2046).unsigned_abs();
    f64::from_bits(biased << 52)
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::quotient;

    #[test]
    fn the_ends_of_the_range_are_rounded_once() {
        let two = |exponent: u32| BigInt::from(2).pow(exponent);
        let one = BigInt::from(1);
        let smallest = f64::from_bits(1);
        let cases = [
            ("zero", BigInt::ZERO, one.clone(), Some(0.0)),
            ("no divisor", one.clone(), BigInt::ZERO, None),
            ("smallest", one.clone(), two(1074), Some(smallest)),
            ("half of the smallest", one.clone(), two(1075), Some(0.0)),
            (
                "above half of the smallest",
                two(100) + 1,
                two(1175),
                Some(smallest),
            ),
            (
                "three halves of it",
                3.into(),
                two(1075),
                Some(2.0 * smallest),
            ),
            ("far below", one.clone(), two(4000), Some(0.0)),
            (
                "the smallest with all digits",
                one.clone(),
                two(1022),
                Some(f64::MIN_POSITIVE),
            ),
            (
                "54 bits that lose two, not one and then one",
                two(53) + 1,
                two(1076),
                Some(f64::MIN_POSITIVE / 2.0),
            ),
            (
                "greatest",
                two(1024) - two(971),
                one.clone(),
                Some(f64::MAX),
            ),
            (
                "just below the half above it",
                two(1024) - two(970) - 1,
                one.clone(),
                Some(f64::MAX),
            ),
            ("the half above it", two(1024) - two(970), one.clone(), None),
            ("twice the greatest", two(1024), one.clone(), None),
            ("far above", two(4000), one, None),
        ];
        for (name, dividend, divisor, expected) in cases {
            assert_eq!(quotient(&dividend, &divisor), expected, "{name}");
            assert_eq!(
                quotient(&-dividend, &divisor),
                expected.map(|value| -value),
                "minus {name}"
            );
        }
    }

    #[test]
    fn zero_keeps_the_sign_of_the_divisor() {
        let value = quotient(&BigInt::ZERO, &BigInt::from(-5)).expect("it is a number");
        assert!(value == 0.0 && value.is_sign_negative());
    }

    proptest! {
        #[test]
        fn whole_numbers_are_rounded_as_their_digits_are_read(
            digits in "[1-9][0-9]{0,320}",
        ) {
            let whole: BigInt = digits.parse().expect("they are digits");
            let read: f64 = digits.parse().expect("they are digits");
            let expected = read.is_finite().then_some(read);
            prop_assert_eq!(quotient(&whole, &BigInt::from(1)), expected);
        }

        #[test]
        fn fractions_of_ten_are_rounded_as_their_digits_are_read(
            digits in "[1-9][0-9]{0,40}",
            places in 0_u32..400,
        ) {
            let whole: BigInt = digits.parse().expect("they are digits");
            let read: f64 = format!("{digits}e-{places}").parse().expect("they are digits");
            prop_assert_eq!(quotient(&whole, &BigInt::from(10).pow(places)), Some(read));
        }

        #[test]
        fn exact_operands_divide_as_numbers_with_a_point(
            dividend in -(1_i64 << 53)..=1 << 53,
            divisor in 1_i64..=1 << 53,
        ) {
            let expected = dividend as f64 / divisor as f64;
            prop_assert_eq!(quotient(&dividend.into(), &divisor.into()), Some(expected));
        }
    }
}
