//! A declared query as it is checked when its file is read, and filled when it is called.
//!
//! The check is the first of several layers: the database itself refuses what it overlooks.

use std::sync::Arc;

use algen_core::config::Map;
use algen_core::governance::identity::CallIdentity;
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::ToolError;
use serde_json::Value;
use sqlparser::ast::{Query, SetExpr, Statement as Parsed};
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Location, Token, Tokenizer};
use thiserror::Error;

use super::dialect::{Dialect, Placeholder};
use super::query::{ContextValue, QueryDeclaration};
use super::rows::Column;
use super::values::{Bound, bound};
use crate::shared::field_type::FieldType;

/// Why a statement cannot be the one of a declared query. The words follow "the statement".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum PlanError {
    /// It cannot be read.
    #[error("cannot be read as SQL of {database}")]
    Unreadable {
        /// The database.
        database: &'static str,
    },
    /// It is none, or several.
    #[error("is to be exactly one, and {found} stand here")]
    NotOne {
        /// How many there are.
        found: usize,
    },
    /// A read changes something or does what no query does.
    #[error("is not a query, and only queries read; a `preset: write` may change rows")]
    NotARead,
    /// A write does something else than changing rows.
    #[error("changes no rows: a write is an INSERT, UPDATE, DELETE, MERGE or a query")]
    NotAWrite,
    /// A placeholder has a form that is not taken.
    #[error("has a numbered or named placeholder; write {expected}, filled in order")]
    PlaceholderForm {
        /// How placeholders are written.
        expected: &'static str,
    },
    /// Placeholders and values do not match.
    #[error(
        "has {found} placeholders, and {expected} values fill them: params, then context_params, \
         then the idempotency key"
    )]
    PlaceholderCount {
        /// Those in the statement, outside strings and comments.
        found: usize,
        /// The values.
        expected: usize,
    },
    /// An identifier is not declared.
    #[error("has `{{{name}}}`, which `identifiers` does not list")]
    UnknownIdentifier {
        /// Its name.
        name: String,
    },
    /// An identifier stands nowhere but in strings and comments.
    #[error("has `{{{name}}}` in strings or comments alone")]
    HiddenIdentifier {
        /// Its name.
        name: String,
    },
}

/// A part of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    /// Text as it is written.
    Text(String),
    /// The place of the identifier at this index.
    Identifier(usize),
}

/// An identifier that the caller picks.
struct Identifier {
    name: String,
    choices: Vec<String>,
}

/// A statement with its values, ready for a client.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Statement {
    /// The text, one statement.
    pub(crate) sql: String,
    /// The values in the order of the placeholders.
    pub(crate) values: Vec<Bound>,
}

/// A declared query that passed its check.
pub(crate) struct QueryPlan {
    pieces: Vec<Piece>,
    identifiers: Vec<Identifier>,
    params: Vec<(String, FieldType)>,
    contexts: Vec<ContextValue>,
    takes_key: bool,
    dialect: &'static dyn Dialect,
    /// The columns; none for a write that gives no rows.
    pub(crate) row: Arc<[Column]>,
    /// Whether it changes rows.
    pub(crate) writes: bool,
    /// Most rows; `None` where the toolkit decides.
    pub(crate) max_rows: Option<u64>,
}

impl QueryPlan {
    /// Checks a declaration.
    ///
    /// # Errors
    /// The first problem of its statement.
    pub(crate) fn new(
        query: &QueryDeclaration,
        dialect: &'static dyn Dialect,
    ) -> Result<Self, PlanError> {
        let identifiers = query.identifiers.iter().map(|(name, choices)| Identifier {
            name: name.value.clone(),
            choices: choices.iter().map(|choice| choice.value.clone()).collect(),
        });
        let params = query.params.iter();
        let column = |name: &str, field: &FieldType| {
            Column::new(name, field.clone(), query.mask.contains(name))
        };
        let row = query.row.iter().flat_map(Map::iter);
        let mut plan = Self {
            pieces: Vec::new(),
            identifiers: identifiers.collect(),
            params: params
                .map(|(name, field)| (name.value.clone(), field.clone()))
                .collect(),
            contexts: query.context_params.clone(),
            takes_key: query.idempotency_key,
            dialect,
            row: row
                .map(|(name, field)| column(&name.value, field))
                .collect(),
            writes: query.preset.writes(),
            max_rows: query.max_rows.and_then(|most| u64::try_from(most).ok()),
        };
        plan.read(&query.sql)?;
        plan.check_kind()?;
        // An entry that could not be decoded is reported itself, and still fills a placeholder.
        if query.params.complete {
            plan.check_count(&query.sql)?;
        }
        Ok(plan)
    }

    /// Splits the text at its identifiers.
    fn read(&mut self, sql: &str) -> Result<(), PlanError> {
        let tokens = tokens(self.dialect, sql)?;
        let mut rest = 0;
        let mut used = vec![false; self.identifiers.len()];
        for group in tokens.windows(3) {
            let [
                (Token::LBrace, start, _),
                (Token::Word(word), ..),
                (Token::RBrace, _, end),
            ] = group
            else {
                continue;
            };
            let name = &word.value;
            let mut names = self.identifiers.iter();
            let Some(index) = names.position(|identifier| identifier.name == *name) else {
                let name = name.clone();
                return Err(PlanError::UnknownIdentifier { name });
            };
            if let Some(used) = used.get_mut(index) {
                *used = true;
            }
            let text = sql.get(rest..*start).unwrap_or_default();
            self.pieces.push(Piece::Text(text.to_owned()));
            self.pieces.push(Piece::Identifier(index));
            rest = *end;
        }
        let text = sql.get(rest..).unwrap_or_default();
        self.pieces.push(Piece::Text(text.to_owned()));
        let hidden = self.identifiers.iter().zip(used).find(|(_, used)| !used);
        match hidden {
            Some((identifier, _)) => Err(PlanError::HiddenIdentifier {
                name: identifier.name.clone(),
            }),
            None => Ok(()),
        }
    }

    /// Checks that the text is one statement, which does what its preset says.
    fn check_kind(&self) -> Result<(), PlanError> {
        let first = |index: usize| {
            let identifier = self.identifiers.get(index);
            identifier.and_then(|identifier| identifier.choices.first().map(String::as_str))
        };
        let sql = self.text(first).unwrap_or_default();
        let unreadable = PlanError::Unreadable {
            database: self.dialect.database(),
        };
        let parsed = Parser::parse_sql(self.dialect.grammar(), &sql).map_err(|_| unreadable)?;
        let [statement] = parsed.as_slice() else {
            return Err(PlanError::NotOne {
                found: parsed.len(),
            });
        };
        match (statement, self.writes) {
            (Parsed::Query(query), false) if reads(query) => Ok(()),
            (_, false) => Err(PlanError::NotARead),
            (
                Parsed::Query(_)
                | Parsed::Insert(_)
                | Parsed::Update(_)
                | Parsed::Delete(_)
                | Parsed::Merge(_),
                true,
            ) => Ok(()),
            (_, true) => Err(PlanError::NotAWrite),
        }
    }

    fn check_count(&self, sql: &str) -> Result<(), PlanError> {
        let mut found = 0;
        for (token, ..) in tokens(self.dialect, sql)? {
            match self.dialect.placeholder(&token) {
                Placeholder::No => {}
                Placeholder::Next => found += 1,
                Placeholder::Refused => {
                    return Err(PlanError::PlaceholderForm {
                        expected: self.dialect.placeholders(),
                    });
                }
            }
        }
        let expected = self.params.len() + self.contexts.len() + usize::from(self.takes_key);
        match found == expected {
            true => Ok(()),
            false => Err(PlanError::PlaceholderCount { found, expected }),
        }
    }

    /// Returns the text with its identifiers, quoted; `None` where one is missing.
    fn text<'i>(&self, pick: impl Fn(usize) -> Option<&'i str>) -> Option<String> {
        let mut sql = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => sql.push_str(text),
                Piece::Identifier(index) => {
                    let parts = pick(*index)?.split('.');
                    let parts: Vec<String> = parts.map(|part| self.dialect.quoted(part)).collect();
                    sql.push_str(&parts.join("."));
                }
            }
        }
        Some(sql)
    }

    /// Fills the statement for a call. Opens nothing.
    ///
    /// # Errors
    /// The call lacks a part of its identity, which is never bound as null or as an empty text, or
    /// an argument does not hold what its type says.
    pub(crate) fn bind(
        &self,
        arguments: &Value,
        identity: &CallIdentity,
        key: &str,
    ) -> Result<Statement, ToolError> {
        let pick = |index: usize| {
            let identifier = self.identifiers.get(index)?;
            let asked = arguments.get(&identifier.name)?.as_str()?;
            let mut choices = identifier.choices.iter();
            choices.find(|choice| *choice == asked).map(String::as_str)
        };
        let sql = self.text(pick).ok_or_else(|| {
            let message = "an identifier is none of those that the deployment lists";
            ToolError::refused(Failure::new("argument", message))
        })?;
        let mut values = Vec::new();
        for (name, field) in &self.params {
            let value = bound(field, arguments.get(name)).map_err(|expected| {
                let message = format!("`{name}` does not hold {expected}");
                ToolError::refused(Failure::new("argument", message).about(name))
            })?;
            values.push(value);
        }
        for context in &self.contexts {
            let part = identity.part(context.word());
            let Some(part) = part.filter(|part| !part.is_empty()) else {
                return Err(without(context.word()));
            };
            values.push(Bound::text(part));
        }
        if self.takes_key {
            values.push(Bound::text(key));
        }
        Ok(Statement { sql, values })
    }
}

fn without(part: &str) -> ToolError {
    let message = format!(
        "the query is bound to the caller's `{part}`, and the call has none: set it under \
         `context` in algen.yaml, or give `--{}`",
        part.replace('_', "-")
    );
    ToolError::Missing(Failure::new("identity", message).about(part))
}

/// Tells whether a query and everything in front of it only reads.
fn reads(query: &Query) -> bool {
    let with = query.with.iter().flat_map(|with| &with.cte_tables);
    with.into_iter().all(|table| reads(&table.query)) && body_reads(&query.body)
}

fn body_reads(body: &SetExpr) -> bool {
    match body {
        SetExpr::Select(select) => select.into.is_none(),
        SetExpr::Values(_) => true,
        SetExpr::Query(query) => reads(query),
        SetExpr::SetOperation { left, right, .. } => body_reads(left) && body_reads(right),
        _ => false,
    }
}

/// Returns the tokens that are neither blank nor comment, each with its first byte and the byte
/// behind it.
fn tokens(dialect: &dyn Dialect, sql: &str) -> Result<Vec<(Token, usize, usize)>, PlanError> {
    let mut tokenizer = Tokenizer::new(dialect.grammar(), sql).with_unescape(false);
    let tokens = tokenizer.tokenize_with_location();
    let tokens = tokens.map_err(|_| PlanError::Unreadable {
        database: dialect.database(),
    })?;
    let lines = line_starts(sql);
    let said = tokens
        .into_iter()
        .filter(|token| !matches!(token.token, Token::Whitespace(_) | Token::EOF));
    Ok(said
        .map(|token| {
            let start = offset(sql, &lines, token.span.start);
            let end = offset(sql, &lines, token.span.end);
            (token.token, start, end)
        })
        .collect())
}

fn line_starts(sql: &str) -> Vec<usize> {
    let breaks = sql.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(breaks).collect()
}

/// Returns the byte of a place, whose line and column count from 1.
fn offset(sql: &str, lines: &[usize], place: Location) -> usize {
    let number = |number: u64| {
        usize::try_from(number)
            .unwrap_or(usize::MAX)
            .saturating_sub(1)
    };
    let start = lines.get(number(place.line)).copied().unwrap_or(sql.len());
    let line = sql.get(start..).unwrap_or_default();
    let inside = line.char_indices().nth(number(place.column));
    start + inside.map_or(line.len(), |(at, _)| at)
}
