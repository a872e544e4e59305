//! Builds the tree of an expression by precedence climbing.
//!
//! `**` binds tighter than a sign on its left and looser than one on its right, and groups from the
//! right; everything else groups from the left.

use std::iter::Peekable;
use std::vec;

use super::tokens::{Operator, Token, TokenKind, Tokens};
use super::{CalculatorError, NODES_MAX, Number, Place, Problem};

/// An expression, and the place of its number, sign or operator.
#[derive(Debug)]
pub(super) struct Expression {
    pub(super) node: Node,
    pub(super) place: Place,
}

/// What an expression is.
#[derive(Debug)]
pub(super) enum Node {
    Number(Number),
    Signed {
        negative: bool,
        operand: Box<Expression>,
    },
    Combined {
        operator: Operator,
        left: Box<Expression>,
        right: Box<Expression>,
    },
}

/// How tightly an operator or a sign binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Sum,
    Product,
    Sign,
    Power,
}

impl Operator {
    /// Returns how tightly the operator binds, and the least rank of its right operand.
    fn ranks(self) -> (Rank, Rank) {
        match self {
            Self::Plus | Self::Minus => (Rank::Sum, Rank::Product),
            Self::Times | Self::Divide | Self::FloorDivide | Self::Modulo => {
                (Rank::Product, Rank::Sign)
            }
            Self::Power => (Rank::Power, Rank::Power),
        }
    }
}

/// Returns the tree of tokens.
///
/// # Errors
///
/// What breaks the grammar, or a tree of more than [`NODES_MAX`] nodes.
pub(super) fn parse(tokens: Tokens) -> Result<Expression, CalculatorError> {
    let mut parser = Parser {
        tokens: tokens.tokens.into_iter().peekable(),
        end: tokens.end,
        // The expression itself.
        nodes: 1,
        excess: None,
    };
    let expression = parser.expression(Rank::Sum)?;
    if let Some(token) = parser.tokens.next() {
        return Err(match token.kind {
            TokenKind::Close => token.error(Problem::Unopened),
            TokenKind::Number(_) | TokenKind::Operator(_) | TokenKind::Open => {
                token.error(Problem::MissingOperator)
            }
        });
    }
    match parser.excess {
        None => Ok(expression),
        Some(place) => Err(CalculatorError {
            problem: Problem::TooManyNodes(parser.nodes),
            place,
        }),
    }
}

impl Token {
    fn error(&self, problem: Problem) -> CalculatorError {
        CalculatorError {
            problem,
            place: self.place,
        }
    }
}

struct Parser {
    tokens: Peekable<vec::IntoIter<Token>>,
    end: Place,
    nodes: usize,
    excess: Option<Place>,
}

impl Parser {
    /// Counts nodes, and keeps the place of the first one too many.
    fn count(&mut self, nodes: usize, place: Place) {
        self.nodes += nodes;
        if self.nodes > NODES_MAX {
            self.excess = self.excess.or(Some(place));
        }
    }

    /// Reads an operand and every operator behind it that binds as tightly as a rank.
    fn expression(&mut self, least: Rank) -> Result<Expression, CalculatorError> {
        let mut left = self.operand()?;
        while let Some(&Token {
            kind: TokenKind::Operator(operator),
            place,
        }) = self.tokens.peek()
        {
            let (rank, right) = operator.ranks();
            if rank < least {
                break;
            }
            self.tokens.next();
            self.count(2, place);
            let right = self.expression(right)?;
            left = Expression {
                node: Node::Combined {
                    operator,
                    left: Box::new(left),
                    right: Box::new(right),
                },
                place,
            };
        }
        Ok(left)
    }

    /// Reads a number, a sign with what it applies to, or an expression in parentheses.
    fn operand(&mut self) -> Result<Expression, CalculatorError> {
        let Some(token) = self.tokens.next() else {
            return Err(CalculatorError {
                problem: Problem::MissingOperand,
                place: self.end,
            });
        };
        let place = token.place;
        match token.kind {
            TokenKind::Number(number) => {
                self.count(1, place);
                Ok(Expression {
                    node: Node::Number(number),
                    place,
                })
            }
            TokenKind::Operator(sign @ (Operator::Plus | Operator::Minus)) => {
                self.count(2, place);
                let operand = self.expression(Rank::Sign)?;
                Ok(Expression {
                    node: Node::Signed {
                        negative: sign == Operator::Minus,
                        operand: Box::new(operand),
                    },
                    place,
                })
            }
            TokenKind::Open => self.parenthesized(place),
            TokenKind::Operator(_) | TokenKind::Close => Err(token.error(Problem::MissingOperand)),
        }
    }

    /// Reads what follows a `(`, and its `)`.
    fn parenthesized(&mut self, open: Place) -> Result<Expression, CalculatorError> {
        if let Some(Token {
            kind: TokenKind::Close,
            place: close,
        }) = self.tokens.peek()
        {
            return Err(CalculatorError {
                problem: Problem::EmptyParentheses,
                place: Place {
                    column: open.column,
                    length: close.column + close.length - open.column,
                },
            });
        }
        let inner = self.expression(Rank::Sum)?;
        match self.tokens.next() {
            Some(Token {
                kind: TokenKind::Close,
                ..
            }) => Ok(inner),
            Some(token) => Err(token.error(Problem::MissingOperator)),
            None => Err(CalculatorError {
                problem: Problem::Unclosed,
                place: open,
            }),
        }
    }
}
