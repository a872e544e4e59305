//! Works out one arithmetic expression, with the grammar and the numbers of Python and with a
//! limit on everything that grows.
//!
//! Flow: [`evaluate`] checks the length and trims, `tokens` cuts the text into tokens (numbers in
//! `literal`), `grammar` builds the tree of at most [`NODES_MAX`] nodes, `arithmetic` works it out
//! from the left and holds every literal and every result in bounds. `number` is a number and its
//! text, `quotient` the one division that rounds. Each step fails with a [`CalculatorError`], which
//! knows its [`Place`] and a remedy.
//!
//! Recursion is as deep as the expression, which 256 characters bound while it is read and 64 nodes
//! while it is worked out.
//!
//! To add an operator: a token in `tokens`, its rank in `grammar`, its rule in `arithmetic`, and
//! cases in the tables of `tests`.

mod arithmetic;
mod error;
mod grammar;
mod literal;
mod number;
mod quotient;
#[cfg(test)]
mod tests;
mod tokens;

use serde::Serialize;

pub use error::{CalculatorError, ErrorKind, Place, Problem, Unexpected};
pub use number::Number;

/// The most characters of an expression, blanks around it included.
pub const CHARACTERS_MAX: usize = 256;
/// The most nodes of an expression: one for itself, one for a number, two for a sign or an operator.
pub const NODES_MAX: usize = 64;
/// The greatest exponent, and with a minus the smallest.
pub const EXPONENT_MAX: u32 = 100;
/// The most bits of a whole number.
pub const BITS_MAX: u64 = 4096;
/// The greatest number with a point, and with a minus the smallest.
pub const FLOAT_MAX: f64 = 1e308;

/// What an expression comes to, in the shape of the tool's output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// The expression without the blanks around it.
    pub expression: String,
    /// The value.
    pub result: Number,
}

/// Returns the value of an arithmetic expression of at most [`CHARACTERS_MAX`] characters.
///
/// It takes numbers as Python writes them (`1_000`, `0xff`, `1.5e3`), parentheses, signs and the
/// operators `+`, `-`, `*`, `/`, `//`, `%` and `**`, with Python's precedence and results: whole
/// numbers are exact, `/` always gives a number with a point, `//` and `%` round down.
///
/// # Errors
///
/// The first problem in this order: length, grammar, number of nodes, then the values from left to
/// right, each within [`EXPONENT_MAX`], [`BITS_MAX`] and [`FLOAT_MAX`].
pub fn evaluate(expression: &str) -> Result<Evaluation, CalculatorError> {
    let characters = expression.chars().count();
    if characters > CHARACTERS_MAX {
        return Err(CalculatorError {
            problem: Problem::TooLong(characters),
            place: Place {
                column: CHARACTERS_MAX + 1,
                length: characters - CHARACTERS_MAX,
            },
        });
    }
    let indented = expression.trim_end_matches(is_blank);
    let trimmed = indented.trim_start_matches(is_blank);
    if trimmed.is_empty() {
        return Err(CalculatorError {
            problem: Problem::Blank,
            place: Place {
                column: 1,
                length: characters,
            },
        });
    }
    let before = indented.chars().count() - trimmed.chars().count();
    let result = tokens::tokenize(trimmed, before)
        .and_then(grammar::parse)
        .and_then(arithmetic::value)?;
    Ok(Evaluation {
        expression: trimmed.to_owned(),
        result,
    })
}

/// Tells whether Python counts a character as blank at the ends of a text.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}
