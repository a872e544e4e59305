//! Any text, and random expressions against other arithmetic.

use num_bigint::BigInt;
use num_integer::Integer as _;
use proptest::prelude::*;

use super::value;
use crate::calculator::evaluation::{BITS_MAX, ErrorKind, FLOAT_MAX, Number, evaluate};

/// An expression of whole numbers.
#[derive(Clone, Debug)]
enum Tree {
    Number(u32),
    Minus(Box<Tree>),
    Combined(&'static str, Box<(Tree, Tree)>),
}

impl Tree {
    /// How tightly the outermost part binds.
    fn rank(&self) -> u8 {
        match self {
            Self::Combined("+" | "-", _) => 0,
            Self::Combined(..) => 1,
            Self::Minus(_) => 2,
            Self::Number(_) => 3,
        }
    }

    /// Returns the text with no more parentheses than needed.
    fn text(&self, least: u8) -> String {
        let text = match self {
            Self::Number(number) => number.to_string(),
            Self::Minus(operand) => format!("-{}", operand.text(2)),
            Self::Combined(operator, operands) => {
                let (left, right) = &**operands;
                let rank = self.rank();
                format!("{}{operator} {}", left.text(rank), right.text(rank + 1))
            }
        };
        if self.rank() < least {
            format!("({text})")
        } else {
            text
        }
    }

    /// Returns the value, or `None` where zero divides.
    fn value(&self) -> Option<BigInt> {
        match self {
            Self::Number(number) => Some(BigInt::from(*number)),
            Self::Minus(operand) => Some(-operand.value()?),
            Self::Combined(operator, operands) => {
                let (left, right) = (operands.0.value()?, operands.1.value()?);
                match *operator {
                    "+" => Some(left + right),
                    "-" => Some(left - right),
                    "*" => Some(left * right),
                    _ if right == BigInt::ZERO => None,
                    "//" => Some(left.div_floor(&right)),
                    "%" => Some(left.mod_floor(&right)),
                    other => unreachable!("{other} is not generated"),
                }
            }
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let number = prop_oneof![0_u32..20, any::<u32>()].prop_map(Tree::Number);
    number.prop_recursive(4, 12, 2, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*", "//", "%"]);
        prop_oneof![
            1 => inner.clone().prop_map(|operand| Tree::Minus(Box::new(operand))),
            4 => (operator, inner.clone(), inner).prop_map(|(operator, left, right)| {
                Tree::Combined(operator, Box::new((left, right)))
            }),
        ]
    })
}

/// What an evaluation of any text holds to.
fn holds(text: &str) -> Result<(), TestCaseError> {
    match evaluate(text) {
        Ok(evaluation) => {
            match &evaluation.result {
                Number::Integer(value) => prop_assert!(value.bits() <= BITS_MAX),
                Number::Float(value) => prop_assert!(value.abs() <= FLOAT_MAX),
            }
            let again = evaluate(&evaluation.expression);
            prop_assert_eq!(again, Ok(evaluation));
        }
        Err(error) => {
            let characters = text.chars().count();
            prop_assert!(error.place.column >= 1);
            prop_assert!(error.place.column + error.place.length <= characters + 1);
            let message = error.to_string();
            prop_assert!(message.is_ascii() || error.kind() == ErrorKind::Unsupported);
            prop_assert!(!message.contains(char::is_control));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_has_a_value_or_a_problem_in_its_place(text in "\\PC{0,300}") {
        holds(&text)?;
    }

    #[test]
    fn any_character_is_taken(text in any::<String>()) {
        holds(&text)?;
    }

    #[test]
    fn any_mixture_of_tokens_is_taken(
        tokens in prop::collection::vec(
            prop::sample::select(vec![
                "+", "-", "*", "/", "//", "%", "**", "(", ")", "0", "1", "7", "12", "0.5", "1e3",
                "1e308", "2**100", "(3)", " ", "\n", "\\\n", "#", "_", "0x", "e", ".", "j",
            ]),
            0..60,
        ),
    ) {
        holds(&tokens.concat())?;
    }

    #[test]
    fn whole_numbers_are_worked_out_exactly(tree in trees()) {
        let text = tree.text(0);
        prop_assume!(text.len() <= 256);
        match (evaluate(&text), tree.value()) {
            (Ok(evaluation), Some(value)) => {
                prop_assert_eq!(evaluation.result, Number::Integer(value), "{}", text);
            }
            (Err(error), None) => prop_assert_eq!(error.kind(), ErrorKind::ZeroDivision),
            (Err(error), Some(_)) => prop_assert_eq!(error.kind(), ErrorKind::TooManyNodes),
            (Ok(evaluation), None) => prop_assert!(false, "{} is {}", text, evaluation.result),
        }
    }

    #[test]
    fn whole_powers_are_exact(base in -1000_i64..1000, exponent in 0_u32..=100) {
        let expected = BigInt::from(base).pow(exponent).to_string();
        prop_assert_eq!(value(&format!("({base})**{exponent}")), Ok(expected));
    }

    #[test]
    fn numbers_with_a_point_are_worked_out_as_the_machine_does(
        left in prop::num::f64::NORMAL | prop::num::f64::ZERO | prop::num::f64::SUBNORMAL,
        right in prop::num::f64::NORMAL | prop::num::f64::ZERO,
        operator in 0_usize..4,
    ) {
        prop_assume!(left.abs() <= FLOAT_MAX && right.abs() <= FLOAT_MAX);
        let (operator, expected) = match operator {
            0 => ("+", left + right),
            1 => ("-", left - right),
            2 => ("*", left * right),
            _ => ("/", left / right),
        };
        let text = format!("{left:e}{operator} {right:e}");
        match evaluate(&text) {
            Ok(evaluation) => {
                let Number::Float(value) = evaluation.result else {
                    return Err(TestCaseError::fail("a whole number"));
                };
                prop_assert_eq!(value.to_bits(), expected.to_bits(), "{}", text);
            }
            Err(error) if operator == "/" && right == 0.0 => {
                prop_assert_eq!(error.kind(), ErrorKind::ZeroDivision);
            }
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::Magnitude);
                prop_assert!(expected.abs() > FLOAT_MAX);
            }
        }
    }

    #[test]
    fn eighths_are_divided_down_exactly(dividend in -4000_i32..4000, divisor in -400_i32..400) {
        prop_assume!(divisor != 0);
        let eighths = |count: i32| f64::from(count) / 8.0;
        let (left, right) = (eighths(dividend), eighths(divisor));
        let (quotient, rest) = dividend.div_mod_floor(&divisor);
        for (operator, expected) in [("//", f64::from(quotient)), ("%", eighths(rest))] {
            let text = format!("({left:?}) {operator} ({right:?})");
            let Ok(Number::Float(value)) = evaluate(&text).map(|found| found.result) else {
                return Err(TestCaseError::fail(text));
            };
            prop_assert_eq!(value, expected, "{}", text);
        }
    }

    #[test]
    fn the_text_of_a_number_is_the_number(float in prop::num::f64::NORMAL, whole in any::<i128>()) {
        prop_assume!(float.abs() <= FLOAT_MAX);
        for number in [Number::Float(float), Number::Integer(whole.into())] {
            let found = evaluate(&number.to_string()).map(|found| found.result);
            prop_assert_eq!(found, Ok(number));
        }
    }
}
