//! Every problem, with its kind, its message, its place and its remedy.

use std::collections::BTreeSet;

use crate::calculator::evaluation::ErrorKind::{
    Blank, Exponent, Magnitude, NotReal, Overflow, Syntax, TooLong, TooManyBits, TooManyNodes,
    Unsupported, ZeroDivision,
};
use crate::calculator::evaluation::{CalculatorError, evaluate};

fn refused(expression: &str) -> CalculatorError {
    evaluate(expression).expect_err(expression)
}

#[test]
fn every_problem_is_told_with_its_place() {
    let long = "1".repeat(260);
    let long_name = "ab".repeat(40);
    let signs = format!("{}1", "-".repeat(33));
    // Expression, kind, column, length, message without the place.
    let cases = [
        ("", Blank, 1, 0, "the expression is empty"),
        (" \n\t", Blank, 1, 3, "the expression is empty"),
        (
            &long,
            TooLong,
            257,
            4,
            "the expression has 260 characters, and 256 are accepted",
        ),
        (
            "1 +",
            Syntax,
            4,
            0,
            "a number, a sign or `(` is expected here",
        ),
        (
            "1 + * 2",
            Syntax,
            5,
            1,
            "a number, a sign or `(` is expected here",
        ),
        (
            "  // 2",
            Syntax,
            3,
            2,
            "a number, a sign or `(` is expected here",
        ),
        (
            "(1 + )",
            Syntax,
            6,
            1,
            "a number, a sign or `(` is expected here",
        ),
        (
            "# nothing",
            Syntax,
            10,
            0,
            "a number, a sign or `(` is expected here",
        ),
        ("12 345", Syntax, 4, 3, "an operator is expected here"),
        ("(2)(3)", Syntax, 4, 1, "an operator is expected here"),
        ("(2 3)", Syntax, 4, 1, "an operator is expected here"),
        ("1..2", Syntax, 3, 2, "an operator is expected here"),
        ("2 * (3 + (4)", Syntax, 5, 1, "this `(` is never closed"),
        ("2 * 3)", Syntax, 6, 1, "this `)` closes nothing"),
        ("2 + ( )", Syntax, 5, 3, "these parentheses hold nothing"),
        (
            "1 +\n2",
            Syntax,
            4,
            1,
            "the expression goes on behind a line break outside parentheses",
        ),
        (
            "(1\n)\r# two\n+ 1",
            Syntax,
            5,
            1,
            "the expression goes on behind a line break outside parentheses",
        ),
        (
            "6 \\ 2",
            Syntax,
            3,
            1,
            "a backslash stands at the end of a line only",
        ),
        ("1 + 007", Syntax, 5, 3, "a whole number starts with `0`"),
        ("0x + 1", Syntax, 3, 1, "digits are expected here"),
        ("1e", Syntax, 3, 0, "digits are expected here"),
        ("1e+ 2", Syntax, 4, 1, "digits are expected here"),
        (
            "1__0",
            Syntax,
            2,
            1,
            "an underscore stands between two digits only",
        ),
        (
            "1._5",
            Syntax,
            3,
            1,
            "an underscore stands between two digits only",
        ),
        (
            "0b102",
            Syntax,
            5,
            1,
            "the character `2` does not belong to the number before it",
        ),
        (
            "2x",
            Syntax,
            2,
            1,
            "the character `x` does not belong to the number before it",
        ),
        (
            "2\u{3c0}",
            Syntax,
            2,
            1,
            "the character U+03C0 does not belong to the number before it",
        ),
        ("$5", Syntax, 1, 1, "the character `$` has no meaning here"),
        (
            "2 \u{d7} 3",
            Syntax,
            3,
            1,
            "the character U+00D7 has no meaning here",
        ),
        (
            "1\u{202e}+2",
            Syntax,
            2,
            1,
            "the character U+202E has no meaning here",
        ),
        (
            "1\0",
            Syntax,
            2,
            1,
            "the character U+0000 has no meaning here",
        ),
        (
            "1,000",
            Unsupported,
            2,
            1,
            "the character `,` is not part of arithmetic here",
        ),
        (
            "1 == 1",
            Unsupported,
            3,
            1,
            "the character `=` is not part of arithmetic here",
        ),
        (
            "\n sqrt(4)",
            Unsupported,
            3,
            4,
            "the name `sqrt` is not part of arithmetic here",
        ),
        (
            &long_name,
            Unsupported,
            1,
            80,
            "the name `abababababababababababababababab` is not part of arithmetic here",
        ),
        (
            "1 + True",
            NotReal,
            5,
            4,
            "a truth value is not a real number",
        ),
        ("None", NotReal, 1, 4, "`None` is not a real number"),
        ("2 * 'a'", NotReal, 5, 1, "text is not a real number"),
        (
            "1 + 2.5j",
            NotReal,
            5,
            4,
            "an imaginary number is not a real number",
        ),
        (
            "(-8) ** 0.5",
            NotReal,
            6,
            2,
            "a negative number to a power that is not whole is not a real number",
        ),
        (
            &signs,
            TooManyNodes,
            32,
            1,
            "the expression has 68 nodes, and 64 are accepted",
        ),
        (
            "(2**100)**40 * 2**96",
            TooManyBits,
            14,
            1,
            "a whole number has 4097 bits here, and 4096 are accepted",
        ),
        (
            "(2**100)**41",
            TooManyBits,
            9,
            2,
            "this power can have up to 4141 bits, and 4096 are accepted",
        ),
        (
            "2 ** 101",
            Exponent,
            3,
            2,
            "the exponent is beyond -100 to 100",
        ),
        (
            "1 + 1e309",
            Magnitude,
            5,
            5,
            "a number is beyond -1e308 to 1e308 here",
        ),
        (
            "1e308 * 10",
            Magnitude,
            7,
            1,
            "a number is beyond -1e308 to 1e308 here",
        ),
        ("1 // (2 - 2)", ZeroDivision, 3, 2, "this divides by zero"),
        ("1 % 0.0", ZeroDivision, 3, 1, "this divides by zero"),
        (
            "0 ** -1",
            ZeroDivision,
            3,
            2,
            "zero to a negative power divides by zero",
        ),
        (
            "(10**100)**10 + 0.5",
            Overflow,
            15,
            1,
            "a whole number is too great for a number with a point here",
        ),
        (
            "1e300 ** 2",
            Overflow,
            7,
            2,
            "this power is too great for a number with a point",
        ),
    ];
    for (expression, kind, column, length, message) in cases {
        let error = refused(expression);
        let found = (error.kind(), error.place.column, error.place.length);
        assert_eq!(found, (kind, column, length), "{expression:?}");
        assert_eq!(error.to_string(), format!("{message}, at column {column}"));
        let help = error.help();
        let sentence = help.starts_with(char::is_uppercase) && help.ends_with('.');
        assert!(sentence, "{expression:?}: {help}");
    }
    let kinds: BTreeSet<_> = cases.iter().map(|(_, kind, ..)| kind.word()).collect();
    assert_eq!(kinds.len(), 11, "every kind has a case");
}

#[test]
fn the_first_problem_from_the_left_is_told() {
    let cases = [
        ("1/0 + 1e309", ZeroDivision),
        ("1e309 + 1/0", Magnitude),
        ("1/0 + x", Unsupported),
        ("2**101 / 0", Exponent),
        ("0**-101", Exponent),
        ("1/(1/0", Syntax),
    ];
    for (expression, kind) in cases {
        assert_eq!(refused(expression).kind(), kind, "{expression}");
    }
}

#[test]
fn remedies_fit_what_was_written() {
    let cases = [
        ("2\u{d7}3", "Write `*` for times."),
        ("6\u{f7}2", "Write `/` for divided by."),
        ("6\u{2212}2", "Write `-` for minus."),
        ("2^3", "Write `**` for a power."),
        (
            "1,000",
            "Group digits with an underscore, as `1_000`, and write a decimal point as `.`.",
        ),
        (
            "\u{ff11}",
            "Write numbers with the digits 0 to 9, and powers as `3**2`.",
        ),
        (
            "$5",
            "Use numbers, parentheses, signs and the operators `+ - * / // % **`.",
        ),
    ];
    for (expression, help) in cases {
        assert_eq!(refused(expression).help(), help, "{expression}");
    }
}
