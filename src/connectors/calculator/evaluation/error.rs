//! What can be wrong with an expression: the problem, its place, and what would be accepted.

use std::fmt::{self, Display, Formatter};

use thiserror::Error;

use super::{BITS_MAX, CHARACTERS_MAX, EXPONENT_MAX, FLOAT_MAX, NODES_MAX};

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}, at {place}")]
pub struct CalculatorError {
    /// What is wrong.
    pub problem: Problem,
    /// Where it is.
    pub place: Place,
}

impl CalculatorError {
    /// Returns the kind of the problem, for programs.
    pub fn kind(&self) -> ErrorKind {
        self.problem.kind()
    }

    /// Returns what to do about it, in a full sentence.
    pub fn help(&self) -> &'static str {
        self.problem.help()
    }
}

/// A stretch of an expression as it was given, counted in characters; a line break is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The first character, from 1.
    pub column: usize,
    /// The number of characters; 0 where something is missing.
    pub length: usize,
}

impl Display for Place {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "column {}", self.column)
    }
}

/// The kinds of problems, which a program can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorKind {
    /// Nothing but blanks.
    Blank,
    /// Too many characters.
    TooLong,
    /// Not an expression.
    Syntax,
    /// Something that other languages calculate with and this one does not: names, comparisons.
    Unsupported,
    /// A value that is not a real number.
    NotReal,
    /// Too many numbers, signs and operators.
    TooManyNodes,
    /// A whole number with too many bits.
    TooManyBits,
    /// An exponent that is too great or too small.
    Exponent,
    /// A number with a point that is too great or too small.
    Magnitude,
    /// A division by zero.
    ZeroDivision,
    /// A value that no number with a point can hold.
    Overflow,
}

impl ErrorKind {
    /// Returns the word that stands for the kind in output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::TooLong => "too-long",
            Self::Syntax => "syntax",
            Self::Unsupported => "unsupported",
            Self::NotReal => "not-real",
            Self::TooManyNodes => "too-many-nodes",
            Self::TooManyBits => "too-many-bits",
            Self::Exponent => "exponent",
            Self::Magnitude => "magnitude",
            Self::ZeroDivision => "zero-division",
            Self::Overflow => "overflow",
        }
    }
}

/// A character that the grammar has no use for.
///
/// Its text is safe for terminals: outside printable ASCII it is the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unexpected(pub char);

impl Display for Unexpected {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_ascii_graphic() {
            write!(formatter, "the character `{}`", self.0)
        } else {
            write!(formatter, "the character U+{:04X}", u32::from(self.0))
        }
    }
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Nothing but blanks.
    #[error("the expression is empty")]
    Blank,
    /// More characters than [`CHARACTERS_MAX`]; how many.
    #[error("the expression has {0} characters, and {CHARACTERS_MAX} are accepted")]
    TooLong(usize),
    /// Something else than a number, a sign or `(` at the start or after an operator.
    #[error("a number, a sign or `(` is expected here")]
    MissingOperand,
    /// A number or `(` right after a number or `)`.
    #[error("an operator is expected here")]
    MissingOperator,
    /// `(` without `)`.
    #[error("this `(` is never closed")]
    Unclosed,
    /// `)` without `(`.
    #[error("this `)` closes nothing")]
    Unopened,
    /// `()`.
    #[error("these parentheses hold nothing")]
    EmptyParentheses,
    /// A line break outside parentheses with more of the expression after it.
    #[error("the expression goes on behind a line break outside parentheses")]
    LineBreak,
    /// A backslash that does not end a line.
    #[error("a backslash stands at the end of a line only")]
    Backslash,
    /// A whole number such as `007`.
    #[error("a whole number starts with `0`")]
    LeadingZero,
    /// A prefix, a point or an exponent without digits.
    #[error("digits are expected here")]
    MissingDigits,
    /// An underscore that does not stand between two digits.
    #[error("an underscore stands between two digits only")]
    Underscore,
    /// A letter or digit right behind a number, or in a number of another base.
    #[error("{0} does not belong to the number before it")]
    NumberEnd(Unexpected),
    /// A character that means nothing in any expression.
    #[error("{0} has no meaning here")]
    StrayCharacter(Unexpected),
    /// A character that means something in expressions of other languages.
    #[error("{0} is not part of arithmetic here")]
    UnsupportedCharacter(Unexpected),
    /// A name; its beginning.
    #[error("the name `{0}` is not part of arithmetic here")]
    Name(String),
    /// A literal that is not a number.
    #[error("{0} is not a real number")]
    Literal(&'static str),
    /// A negative number to a power that is not whole.
    #[error("a negative number to a power that is not whole is not a real number")]
    NegativeRoot,
    /// More nodes than [`NODES_MAX`]; how many.
    #[error("the expression has {0} nodes, and {NODES_MAX} are accepted")]
    TooManyNodes(usize),
    /// A whole number above [`BITS_MAX`]; how many bits.
    #[error("a whole number has {0} bits here, and {BITS_MAX} are accepted")]
    TooManyBits(u64),
    /// A power of whole numbers that could exceed [`BITS_MAX`]; how many bits.
    #[error("this power can have up to {0} bits, and {BITS_MAX} are accepted")]
    PowerBits(u64),
    /// An exponent beyond [`EXPONENT_MAX`].
    #[error("the exponent is beyond -{EXPONENT_MAX} to {EXPONENT_MAX}")]
    Exponent,
    /// A number with a point beyond [`FLOAT_MAX`].
    #[error("a number is beyond -{FLOAT_MAX:e} to {FLOAT_MAX:e} here")]
    Magnitude,
    /// Zero as a divisor.
    #[error("this divides by zero")]
    ZeroDivision,
    /// Zero to a negative power.
    #[error("zero to a negative power divides by zero")]
    ZeroPower,
    /// A whole number, or a quotient of them, that is beyond every number with a point.
    #[error("a whole number is too great for a number with a point here")]
    FloatConversion,
    /// A power that is beyond every number with a point.
    #[error("this power is too great for a number with a point")]
    PowerOverflow,
}

impl Problem {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Blank => ErrorKind::Blank,
            Self::TooLong(_) => ErrorKind::TooLong,
            Self::MissingOperand
            | Self::MissingOperator
            | Self::Unclosed
            | Self::Unopened
            | Self::EmptyParentheses
            | Self::LineBreak
            | Self::Backslash
            | Self::LeadingZero
            | Self::MissingDigits
            | Self::Underscore
            | Self::NumberEnd(_)
            | Self::StrayCharacter(_) => ErrorKind::Syntax,
            Self::UnsupportedCharacter(_) | Self::Name(_) => ErrorKind::Unsupported,
            Self::Literal(_) | Self::NegativeRoot => ErrorKind::NotReal,
            Self::TooManyNodes(_) => ErrorKind::TooManyNodes,
            Self::TooManyBits(_) | Self::PowerBits(_) => ErrorKind::TooManyBits,
            Self::Exponent => ErrorKind::Exponent,
            Self::Magnitude => ErrorKind::Magnitude,
            Self::ZeroDivision | Self::ZeroPower => ErrorKind::ZeroDivision,
            Self::FloatConversion | Self::PowerOverflow => ErrorKind::Overflow,
        }
    }

    fn help(&self) -> &'static str {
        match self {
            Self::Blank => "Give an expression such as `(18 + 6) / 3`.",
            Self::TooLong(_) => "Shorten it, or split it into several calls.",
            Self::MissingOperand => "Write a number, a sign or `(`, as in `2 * (3 + 4)`.",
            Self::MissingOperator => {
                "Write one of `+ - * / // % **` between two numbers, as `(2) * (3)`; digits are \
                 grouped with an underscore, as `1_000`."
            }
            Self::Unclosed => "Add the `)`, or take this `(` away.",
            Self::Unopened => "Add the `(`, or take this `)` away.",
            Self::EmptyParentheses => "Put an expression into them, or take them away.",
            Self::LineBreak => "Write it on one line, or put parentheses around it.",
            Self::Backslash => "Take the backslash away; division is `/`.",
            Self::LeadingZero => "Take the zeros away; a number in base 8 is written `0o17`.",
            Self::MissingDigits => "Write numbers as `12`, `0x1f`, `0.5` or `1e-3`.",
            Self::Underscore => "Write one underscore between two digits, as `1_000`.",
            Self::NumberEnd(_) => {
                "Write numbers as `12`, `0x1f`, `0.5` or `1e-3`, and `*` between factors."
            }
            Self::StrayCharacter(Unexpected('×' | '·' | '⋅' | '∗')) => "Write `*` for times.",
            Self::StrayCharacter(Unexpected('÷' | '∕' | '⁄')) => "Write `/` for divided by.",
            Self::StrayCharacter(Unexpected('−' | '–' | '—')) => "Write `-` for minus.",
            Self::StrayCharacter(Unexpected(character)) if character.is_numeric() => {
                "Write numbers with the digits 0 to 9, and powers as `3**2`."
            }
            Self::UnsupportedCharacter(Unexpected(',')) => {
                "Group digits with an underscore, as `1_000`, and write a decimal point as `.`."
            }
            Self::UnsupportedCharacter(Unexpected('^')) => "Write `**` for a power.",
            Self::StrayCharacter(_)
            | Self::UnsupportedCharacter(_)
            | Self::Name(_)
            | Self::Literal(_) => {
                "Use numbers, parentheses, signs and the operators `+ - * / // % **`."
            }
            Self::NegativeRoot => "Take the root of a positive number, or use a whole exponent.",
            Self::TooManyNodes(_) => {
                "Split it into several calls: a number is one node, a sign or an operator two."
            }
            Self::TooManyBits(_) | Self::PowerBits(_) => {
                "Use smaller numbers, or numbers with a point, as `2.0**100`."
            }
            Self::Exponent => {
                "Use an exponent from -100 to 100, or take the power in steps, as `(2**100)**2`."
            }
            Self::Magnitude | Self::PowerOverflow => "Use smaller numbers, or whole numbers.",
            Self::ZeroDivision => "Divide by a number that is not zero.",
            Self::ZeroPower => "Use an exponent that is not negative.",
            Self::FloatConversion => "Use smaller numbers, or whole numbers with `//`.",
        }
    }
}
