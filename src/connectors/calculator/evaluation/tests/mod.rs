//! Tests of the calculator: what the reference answers, every limit, every error, and properties.

mod errors;
mod limits;
mod properties;
mod reference;
mod values;

use super::{CalculatorError, ErrorKind, evaluate};

/// Returns the text of the value of an expression.
fn value(expression: &str) -> Result<String, CalculatorError> {
    evaluate(expression).map(|evaluation| evaluation.result.to_string())
}

/// Returns the text of the value of an expression, or the kind of its problem.
fn outcome(expression: &str) -> Result<String, ErrorKind> {
    value(expression).map_err(|error| error.kind())
}
