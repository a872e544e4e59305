//! Cuts an expression into tokens, with Python's rules for blanks, comments and line breaks.
//!
//! Only indentation, which Python refuses behind a comment or a continued line, means nothing here.

use super::literal;
use super::{CalculatorError, Number, Place, Problem, Unexpected};

/// The most characters of a name that a message repeats.
const NAME_MAX: usize = 32;

/// A token and its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) place: Place,
}

/// What an expression consists of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Number(Number),
    Operator(Operator),
    Open,
    Close,
}

/// The operators; the first two are signs too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Divide,
    FloorDivide,
    Modulo,
    Power,
}

/// The tokens of an expression, and the empty place behind the last character.
#[derive(Debug)]
pub(super) struct Tokens {
    pub(super) tokens: Vec<Token>,
    pub(super) end: Place,
}

/// Reads an expression character by character.
pub(super) struct Scanner {
    characters: Vec<char>,
    position: usize,
    before: usize,
}

impl Scanner {
    /// Returns the character so many behind the next one, which is 0.
    pub(super) fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.position + ahead).copied()
    }

    /// Tells whether the character so many behind the next one is a decimal digit.
    pub(super) fn digit(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|next| next.is_ascii_digit())
    }

    /// Goes on by so many characters.
    pub(super) fn skip(&mut self, characters: usize) {
        self.position += characters;
    }

    /// Returns where the next character stands.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Returns the error that lies from a position to the next character, or on the next one if
    /// that is where it starts.
    pub(super) fn error(&self, problem: Problem, start: usize) -> CalculatorError {
        let length = match self.position - start {
            0 => usize::from(self.position < self.characters.len()),
            length => length,
        };
        let place = Place {
            column: self.before + start + 1,
            length,
        };
        CalculatorError { problem, place }
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek(0).is_some_and(&wanted) {
            self.position += 1;
        }
    }
}

/// Returns the tokens of an expression that stands behind so many characters.
pub(super) fn tokenize(expression: &str, before: usize) -> Result<Tokens, CalculatorError> {
    let mut scanner = Scanner {
        characters: expression.chars().collect(),
        position: 0,
        before,
    };
    let mut tokens = Vec::new();
    let mut depth: usize = 0;
    let mut ended = None;
    while let Some(next) = scanner.peek(0) {
        let start = scanner.position;
        match next {
            ' ' | '\t' | '\x0c' => scanner.skip(1),
            '#' => scanner.skip_while(|next| !is_line_break(next)),
            '\\' => continuation(&mut scanner)?,
            next if is_line_break(next) => {
                if depth == 0 && !tokens.is_empty() {
                    ended = ended.or_else(|| Some(scanner.error(Problem::LineBreak, start)));
                }
                scanner.skip(1);
            }
            next => {
                if let Some(problem) = ended {
                    return Err(problem);
                }
                let kind = token(&mut scanner, next)?;
                match kind {
                    TokenKind::Open => depth += 1,
                    TokenKind::Close => depth = depth.saturating_sub(1),
                    TokenKind::Number(_) | TokenKind::Operator(_) => {}
                }
                let place = Place {
                    column: before + start + 1,
                    length: scanner.position - start,
                };
                tokens.push(Token { kind, place });
            }
        }
    }
    let end = Place {
        column: before + scanner.position + 1,
        length: 0,
    };
    Ok(Tokens { tokens, end })
}

fn is_line_break(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

/// Skips a backslash and the line break behind it.
fn continuation(scanner: &mut Scanner) -> Result<(), CalculatorError> {
    match (scanner.peek(1), scanner.peek(2)) {
        (Some('\r'), Some('\n')) => scanner.skip(3),
        (Some('\r' | '\n'), _) => scanner.skip(2),
        _ => return Err(scanner.error(Problem::Backslash, scanner.position)),
    }
    Ok(())
}

/// Reads the token that starts with a character.
fn token(scanner: &mut Scanner, first: char) -> Result<TokenKind, CalculatorError> {
    let second = scanner.peek(1);
    let (length, kind) = match first {
        '0'..='9' => return literal::read(scanner).map(TokenKind::Number),
        '.' if scanner.digit(1) => return literal::read(scanner).map(TokenKind::Number),
        '(' => (1, TokenKind::Open),
        ')' => (1, TokenKind::Close),
        '+' => (1, TokenKind::Operator(Operator::Plus)),
        '-' => (1, TokenKind::Operator(Operator::Minus)),
        '*' if second == Some('*') => (2, TokenKind::Operator(Operator::Power)),
        '*' => (1, TokenKind::Operator(Operator::Times)),
        '/' if second == Some('/') => (2, TokenKind::Operator(Operator::FloorDivide)),
        '/' => (1, TokenKind::Operator(Operator::Divide)),
        '%' => (1, TokenKind::Operator(Operator::Modulo)),
        first => return Err(unexpected(scanner, first)),
    };
    scanner.skip(length);
    Ok(kind)
}

/// Returns the error for something that starts no token.
fn unexpected(scanner: &mut Scanner, first: char) -> CalculatorError {
    let start = scanner.position;
    let problem = match first {
        '"' | '\'' => Problem::Literal("text"),
        '.' | ',' | ':' | '[' | ']' | '{' | '}' | '=' | '<' | '>' | '!' | '&' | '|' | '^' | '~'
        | '@' => Problem::UnsupportedCharacter(Unexpected(first)),
        first if first.is_alphabetic() || first == '_' => {
            scanner.skip_while(|next| next.is_alphanumeric() || next == '_');
            let name = scanner.characters.iter().skip(start);
            let name: String = name.take(scanner.position - start).collect();
            match &*name {
                "True" | "False" => Problem::Literal("a truth value"),
                "None" => Problem::Literal("`None`"),
                name => Problem::Name(name.chars().take(NAME_MAX).collect()),
            }
        }
        first => Problem::StrayCharacter(Unexpected(first)),
    };
    scanner.error(problem, start)
}
