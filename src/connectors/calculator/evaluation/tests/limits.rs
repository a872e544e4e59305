//! Every limit: the accepted value at the limit, and the refused one above it.

use super::outcome;
use crate::calculator::evaluation::ErrorKind;

#[test]
fn every_limit_accepts_its_value_and_refuses_the_next() {
    let power = |bits: u32| num_bigint::BigInt::from(2).pow(bits);
    let sum = |terms: usize| vec!["1"; terms].join("+");
    let signs = |count: usize| format!("{}1", "-".repeat(count));
    let parentheses = |count: usize| format!("{}1{}", "(".repeat(count), ")".repeat(count));
    let blanks = |count: usize| format!("{}1", " ".repeat(count));
    let wide = |count: usize| format!("1{}", "\u{3000}".repeat(count));
    let nines = "9".repeat(256);
    let largest = power(4095).to_string();
    let cases: Vec<(&str, String, Result<&str, ErrorKind>)> = vec![
        ("256 characters", blanks(255), Ok("1")),
        ("257 characters", blanks(256), Err(ErrorKind::TooLong)),
        ("256 characters of three bytes", wide(255), Ok("1")),
        (
            "257 characters of three bytes",
            wide(256),
            Err(ErrorKind::TooLong),
        ),
        ("256 digits", nines.clone(), Ok(&nines)),
        ("257 digits", format!("{nines}9"), Err(ErrorKind::TooLong)),
        ("127 parentheses", parentheses(127), Ok("1")),
        ("128 parentheses", parentheses(128), Err(ErrorKind::TooLong)),
        ("64 nodes of signs", signs(31), Ok("-1")),
        ("66 nodes of signs", signs(32), Err(ErrorKind::TooManyNodes)),
        ("64 nodes of a sum", format!("-{}", sum(21)), Ok("19")),
        ("65 nodes of a sum", sum(22), Err(ErrorKind::TooManyNodes)),
        (
            "exponent 100",
            "2**100".into(),
            Ok("1267650600228229401496703205376"),
        ),
        ("exponent 101", "2**101".into(), Err(ErrorKind::Exponent)),
        (
            "exponent 101 of one",
            "1**101".into(),
            Err(ErrorKind::Exponent),
        ),
        ("exponent -100", "10**-100".into(), Ok("1e-100")),
        ("exponent -101", "10**-101".into(), Err(ErrorKind::Exponent)),
        (
            "exponent 100.0",
            "1.5**100.0".into(),
            Ok("4.065611775352152e+17"),
        ),
        (
            "exponent just above 100.0",
            "1.5**100.00000000000002".into(),
            Err(ErrorKind::Exponent),
        ),
        (
            "exponent -100.0",
            "2**-100.0".into(),
            Ok("7.888609052210118e-31"),
        ),
        (
            "exponent just below -100.0",
            "2**-100.00000000000002".into(),
            Err(ErrorKind::Exponent),
        ),
        ("4096 bits", "(2**100)**40*2**95".into(), Ok(&largest)),
        (
            "4097 bits",
            "(2**100)**40*2**95*2".into(),
            Err(ErrorKind::TooManyBits),
        ),
        (
            "4097 bits of a sum",
            "(2**100)**40*2**95+(2**100)**40*2**95".into(),
            Err(ErrorKind::TooManyBits),
        ),
        (
            "minus 4097 bits",
            "-(2**100)**40*2**95*2".into(),
            Err(ErrorKind::TooManyBits),
        ),
        (
            "4097 bits in between",
            "(2**100)**40*2**96//2**50".into(),
            Err(ErrorKind::TooManyBits),
        ),
        (
            "a power of up to 4096 bits",
            "(2**63)**64//(2**63)**64".into(),
            Ok("1"),
        ),
        (
            "a power of up to 4097 bits",
            "(2**100*2**100*2**40)**17".into(),
            Err(ErrorKind::TooManyBits),
        ),
        ("1e308", "1e308".into(), Ok("1e+308")),
        (
            "just above 1e308",
            "1.0000000000000002e308".into(),
            Err(ErrorKind::Magnitude),
        ),
        ("-1e308", "-1e308".into(), Ok("-1e+308")),
        (
            "just below -1e308",
            "-1.0000000000000002e308".into(),
            Err(ErrorKind::Magnitude),
        ),
        ("a product of 1e308", "1e154*1e154".into(), Ok("1e+308")),
        (
            "a product above it",
            "1e154*1.0000000000000002e154".into(),
            Err(ErrorKind::Magnitude),
        ),
        (
            "above it in between",
            "1e308*10/10".into(),
            Err(ErrorKind::Magnitude),
        ),
        (
            "a quotient of 1e308",
            "10**100*10**100*10**100*10**8/1".into(),
            Ok("1e+308"),
        ),
        (
            "a quotient above it",
            "10**100*10**100*10**100*10**8/1+2e292".into(),
            Err(ErrorKind::Magnitude),
        ),
        (
            "a whole number beyond every number with a point",
            "10**100*10**100*10**100*10**9/1".into(),
            Err(ErrorKind::Overflow),
        ),
    ];
    for (name, expression, expected) in cases {
        let expected = expected.map(str::to_owned);
        assert_eq!(outcome(&expression), expected, "{name}: {expression}");
    }
}
