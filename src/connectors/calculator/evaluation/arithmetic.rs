//! Works out a tree with Python's arithmetic: operands first, the left one before the right one.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;

use super::grammar::{Expression, Node};
use super::quotient::quotient;
use super::tokens::Operator;
use super::{BITS_MAX, CalculatorError, EXPONENT_MAX, Number, Problem};

/// Returns the value of an expression, of which every number and every result is in bounds.
pub(super) fn value(expression: Expression) -> Result<Number, CalculatorError> {
    let result = match expression.node {
        Node::Number(number) => Ok(number),
        Node::Signed { negative, operand } => Ok(match value(*operand)? {
            operand if !negative => operand,
            Number::Integer(operand) => Number::Integer(-operand),
            Number::Float(operand) => Number::Float(-operand),
        }),
        Node::Combined {
            operator,
            left,
            right,
        } => {
            let left = value(*left)?;
            let right = value(*right)?;
            combine(operator, left, right)
        }
    };
    result
        .and_then(Number::bounded)
        .map_err(|problem| CalculatorError {
            problem,
            place: expression.place,
        })
}

fn combine(operator: Operator, left: Number, right: Number) -> Result<Number, Problem> {
    if operator == Operator::Power && !is_exponent(&right) {
        return Err(Problem::Exponent);
    }
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => integers(operator, &left, &right),
        (left, right) => floats(operator, float(left)?, float(right)?).map(Number::Float),
    }
}

fn is_exponent(number: &Number) -> bool {
    match number {
        Number::Integer(value) => *value.magnitude() <= BigUint::from(EXPONENT_MAX),
        Number::Float(value) => value.abs() <= f64::from(EXPONENT_MAX),
    }
}

/// Returns the nearest number with a point.
fn float(number: Number) -> Result<f64, Problem> {
    match number {
        Number::Float(value) => Ok(value),
        Number::Integer(value) => {
            quotient(&value, &BigInt::from(1)).ok_or(Problem::FloatConversion)
        }
    }
}

fn integers(operator: Operator, left: &BigInt, right: &BigInt) -> Result<Number, Problem> {
    let divides = matches!(
        operator,
        Operator::Divide | Operator::FloorDivide | Operator::Modulo
    );
    if divides && right.sign() == Sign::NoSign {
        return Err(Problem::ZeroDivision);
    }
    let whole = match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Times => left * right,
        Operator::FloorDivide => left.div_floor(right),
        Operator::Modulo => left.mod_floor(right),
        Operator::Divide => {
            let value = quotient(left, right).ok_or(Problem::FloatConversion)?;
            return Ok(Number::Float(value));
        }
        Operator::Power if right.sign() == Sign::Minus => {
            let left = float(Number::Integer(left.clone()))?;
            let right = float(Number::Integer(right.clone()))?;
            return power(left, right).map(Number::Float);
        }
        Operator::Power => {
            let exponent = u32::try_from(right).map_err(|_| Problem::Exponent)?;
            // An upper bound, so that no work is done for a power that is refused.
            let bits = left.bits().saturating_mul(exponent.into());
            if bits > BITS_MAX {
                return Err(Problem::PowerBits(bits));
            }
            left.pow(exponent)
        }
    };
    Ok(Number::Integer(whole))
}

fn floats(operator: Operator, left: f64, right: f64) -> Result<f64, Problem> {
    let divides = matches!(
        operator,
        Operator::Divide | Operator::FloorDivide | Operator::Modulo
    );
    if divides && right == 0.0 {
        return Err(Problem::ZeroDivision);
    }
    Ok(match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Times => left * right,
        Operator::Divide => left / right,
        Operator::FloorDivide => floor_quotient(left, right),
        Operator::Modulo => floor_rest(left, right),
        Operator::Power => return power(left, right),
    })
}

/// Returns the rest that has the sign of the divisor, also where it is zero.
fn floor_rest(dividend: f64, divisor: f64) -> f64 {
    let rest = dividend % divisor;
    if rest == 0.0 {
        rest.copysign(divisor)
    } else if rest.is_sign_negative() == divisor.is_sign_negative() {
        rest
    } else {
        rest + divisor
    }
}

/// Returns the greatest whole number below a quotient, from the exact rest: the quotient itself may
/// be rounded up to a whole number that it does not reach.
fn floor_quotient(dividend: f64, divisor: f64) -> f64 {
    let rest = dividend % divisor;
    let mut quotient = (dividend - rest) / divisor;
    if rest != 0.0 && rest.is_sign_negative() != divisor.is_sign_negative() {
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return quotient.copysign(dividend / divisor);
    }
    let floor = quotient.floor();
    // Rounding can leave the quotient just below the whole number that it is.
    if quotient - floor > 0.5 {
        floor + 1.0
    } else {
        floor
    }
}

/// Returns a power as the mathematical library of the platform rounds it, which is Python's way.
fn power(base: f64, exponent: f64) -> Result<f64, Problem> {
    if base == 0.0 && exponent < 0.0 {
        return Err(Problem::ZeroPower);
    }
    if base < 0.0 && exponent.fract() != 0.0 {
        return Err(Problem::NegativeRoot);
    }
    let value = base.powf(exponent);
    if value.is_infinite() {
        return Err(Problem::PowerOverflow);
    }
    Ok(value)
}
