//! Reads a number as Python writes it.

use num_bigint::BigInt;

use super::tokens::Scanner;
use super::{CalculatorError, Number, Problem, Unexpected};

/// Reads the number that starts at the next character, which is a digit or a point before a digit.
pub(super) fn read(scanner: &mut Scanner) -> Result<Number, CalculatorError> {
    let start = scanner.position();
    let base = match (scanner.peek(0), scanner.peek(1)) {
        (Some('0'), Some('x' | 'X')) => 16,
        (Some('0'), Some('o' | 'O')) => 8,
        (Some('0'), Some('b' | 'B')) => 2,
        _ => return decimal(scanner, start),
    };
    scanner.skip(2);
    let digits = digits(scanner, base)?;
    end(scanner)?;
    BigInt::parse_bytes(digits.as_bytes(), base)
        .map(Number::Integer)
        .ok_or_else(|| scanner.error(Problem::MissingDigits, scanner.position()))
}

/// Reads a number without a prefix.
fn decimal(scanner: &mut Scanner, start: usize) -> Result<Number, CalculatorError> {
    let mut text = digits(scanner, 10)?;
    let mut point = false;
    if scanner.peek(0) == Some('.') {
        point = true;
        scanner.skip(1);
        text.push('.');
        if scanner.peek(0) == Some('_') {
            return Err(scanner.error(Problem::Underscore, scanner.position()));
        }
        text += &digits(scanner, 10)?;
    }
    if let Some('e' | 'E') = scanner.peek(0) {
        point = true;
        scanner.skip(1);
        text.push('e');
        if let Some(sign @ ('+' | '-')) = scanner.peek(0) {
            scanner.skip(1);
            text.push(sign);
        }
        if !scanner.digit(0) {
            return Err(scanner.error(Problem::MissingDigits, scanner.position()));
        }
        text += &digits(scanner, 10)?;
    }
    if let Some('j' | 'J') = scanner.peek(0) {
        scanner.skip(1);
        return Err(scanner.error(Problem::Literal("an imaginary number"), start));
    }
    end(scanner)?;
    if !point && text.starts_with('0') && text.contains(|digit| digit != '0') {
        return Err(scanner.error(Problem::LeadingZero, start));
    }
    let number = if point {
        text.parse().ok().map(Number::Float)
    } else {
        text.parse().ok().map(Number::Integer)
    };
    number.ok_or_else(|| scanner.error(Problem::MissingDigits, start))
}

/// Reads digits with single underscores before any but the first, which a prefix may stand before.
fn digits(scanner: &mut Scanner, base: u32) -> Result<String, CalculatorError> {
    let mut digits = String::new();
    loop {
        match (scanner.peek(0), scanner.peek(1)) {
            (Some(digit), _) if digit.is_digit(base) => {
                scanner.skip(1);
                digits.push(digit);
            }
            (Some('_'), Some(digit)) if digit.is_digit(base) => {
                scanner.skip(2);
                digits.push(digit);
            }
            (Some('_'), _) => {
                return Err(scanner.error(Problem::Underscore, scanner.position()));
            }
            _ => return Ok(digits),
        }
    }
}

/// Refuses a letter or a digit right behind a number.
fn end(scanner: &Scanner) -> Result<(), CalculatorError> {
    match scanner.peek(0) {
        Some(next) if next.is_alphanumeric() => {
            Err(scanner.error(Problem::NumberEnd(Unexpected(next)), scanner.position()))
        }
        _ => Ok(()),
    }
}
