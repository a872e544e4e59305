//! A declared query as it is checked when its file is read, and filled when it is called.
//!
//! The check is the first of several layers: the database itself refuses what it overlooks.

use std::sync::Arc;

use algen_core::config::Map;
use algen_core::diagnostics::counted;
use algen_core::governance::identity::CallIdentity;
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::ToolError;
use serde_json::Value;
use sqlparser::ast::{Query, SetExpr, Statement as Parsed};
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, Tokenizer};
use thiserror::Error;

use super::dialect::{Dialect, Placeholder};
use super::query::{ContextValue, QueryDeclaration};
use super::rows::Column;
use super::unreadable::{Fault, line_starts, offset};
use super::values::{Bound, bound};
use crate::shared::field_type::FieldType;

/// Words that begin what is no query and no change of rows. A grammar may not know all of it.
const OTHER_KINDS: &[&str] = &[
    "ALTER",
    "ANALYZE",
    "ATTACH",
    "BEGIN",
    "CALL",
    "COMMIT",
    "COPY",
    "CREATE",
    "DETACH",
    "DO",
    "DROP",
    "END",
    "EXPLAIN",
    "GRANT",
    "LOCK",
    "PRAGMA",
    "REINDEX",
    "RELEASE",
    "REVOKE",
    "ROLLBACK",
    "SAVEPOINT",
    "SET",
    "SHOW",
    "START",
    "TRUNCATE",
    "USE",
    "VACUUM",
];

/// Why a statement cannot be the one of a declared query. The words follow "the statement".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum PlanError {
    /// It cannot be read.
    #[error("cannot be read as SQL of {database}: {reason}")]
    Unreadable {
        /// The database.
        database: &'static str,
        /// What its parser says.
        reason: String,
        /// The byte where reading ended.
        offset: usize,
        /// Whether it has identifiers, which may stand where none can.
        has_identifiers: bool,
    },
    /// It is something else than a query or a change of rows.
    #[error("begins with `{word}`: a declared query is one SELECT, INSERT, UPDATE or DELETE")]
    OtherKind {
        /// Its first word.
        word: String,
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
    /// A placeholder has a form that is not taken.
    #[error("has a numbered or named placeholder; write {expected}, filled in order")]
    PlaceholderForm {
        /// How placeholders are written.
        expected: &'static str,
    },
    /// Placeholders and values do not match.
    #[error(
        "has {} for {}: params, then context_params, then the idempotency key",
        counted(*.found, "placeholder"), counted(*.expected, "value")
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

impl PlanError {
    /// Returns what to do, where the message alone does not say it.
    pub(super) fn help(&self) -> Option<&'static str> {
        match self {
            Self::Unreadable {
                has_identifiers: true,
                ..
            } => Some(
                "`{…}` stands for names of tables and columns only. For a direction declare two \
                 queries, or choose it by a parameter: `ORDER BY CASE WHEN ? = 'desc' THEN n END \
                 DESC, n`.",
            ),
            _ => None,
        }
    }
}

/// A part of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    /// Text as it is written.
    Text(String),
    /// The place of an identifier.
    Identifier {
        /// Which one.
        index: usize,
        /// How many bytes its name in braces takes.
        written: usize,
    },
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
            let written = end - start;
            self.pieces.push(Piece::Identifier { index, written });
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
        let parsed = match Parser::parse_sql(self.dialect.grammar(), &sql) {
            Ok(parsed) => parsed,
            Err(error) => {
                // What no declared query does is said as that, whether or not it can be read.
                let word = first_word(self.dialect, &sql)?;
                if OTHER_KINDS.contains(&word.to_ascii_uppercase().as_str()) {
                    return Err(PlanError::OtherKind { word });
                }
                let fault = Fault::of_parser(&error);
                let filled = fault.offset(&sql);
                return Err(PlanError::Unreadable {
                    database: self.dialect.database(),
                    reason: fault.reason,
                    offset: self.declared_offset(filled, first),
                    has_identifiers: !self.identifiers.is_empty(),
                });
            }
        };
        let [statement] = parsed.as_slice() else {
            return Err(PlanError::NotOne {
                found: parsed.len(),
            });
        };
        match statement {
            Parsed::Query(query) if self.writes || reads(query) => Ok(()),
            Parsed::Insert(_) | Parsed::Update(_) | Parsed::Delete(_) | Parsed::Merge(_)
                if self.writes =>
            {
                Ok(())
            }
            Parsed::Query(_)
            | Parsed::Insert(_)
            | Parsed::Update(_)
            | Parsed::Delete(_)
            | Parsed::Merge(_) => Err(PlanError::NotARead),
            _ => {
                let word = first_word(self.dialect, &sql)?;
                Err(PlanError::OtherKind { word })
            }
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
                Piece::Identifier { index, .. } => sql.push_str(&self.quoted(pick(*index)?)),
            }
        }
        Some(sql)
    }

    fn quoted(&self, name: &str) -> String {
        let parts = name.split('.');
        let parts: Vec<String> = parts.map(|part| self.dialect.quoted(part)).collect();
        parts.join(".")
    }

    /// Returns the byte of the declared statement that one of the filled statement comes from.
    fn declared_offset<'i>(&self, filled: usize, pick: impl Fn(usize) -> Option<&'i str>) -> usize {
        let (mut left, mut declared) = (filled, 0);
        for piece in &self.pieces {
            let (length, written) = match piece {
                Piece::Text(text) => (text.len(), text.len()),
                Piece::Identifier { index, written } => {
                    let name = pick(*index).unwrap_or_default();
                    (self.quoted(name).len(), *written)
                }
            };
            if left < length {
                return match piece {
                    Piece::Text(_) => declared + left,
                    Piece::Identifier { .. } => declared,
                };
            }
            left -= length;
            declared += written;
        }
        declared
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
    let tokens = tokens.map_err(|error| {
        let fault = Fault::of_tokens(&error);
        PlanError::Unreadable {
            database: dialect.database(),
            offset: fault.offset(sql),
            reason: fault.reason,
            has_identifiers: false,
        }
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

/// Returns the word that a statement begins with.
fn first_word(dialect: &dyn Dialect, sql: &str) -> Result<String, PlanError> {
    let first = tokens(dialect, sql)?.into_iter().next();
    let (_, start, end) = first.unwrap_or((Token::EOF, 0, 0));
    Ok(sql.get(start..end).unwrap_or_default().to_owned())
}
