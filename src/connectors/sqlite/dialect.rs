//! SQLite's SQL: plain `?` placeholders alone, and identifiers in brackets.

use sqlparser::dialect::{Dialect as Grammar, SQLiteDialect};
use sqlparser::tokenizer::Token;

use crate::shared::sql::dialect::{Dialect, Placeholder};

/// The dialect.
pub(crate) static SQLITE: Sqlite = Sqlite;

/// SQLite.
pub(crate) struct Sqlite;

impl Dialect for Sqlite {
    fn database(&self) -> &'static str {
        "SQLite"
    }

    fn grammar(&self) -> &dyn Grammar {
        &SQLiteDialect {}
    }

    fn placeholders(&self) -> &'static str {
        "plain `?`"
    }

    /// `?1`, `:name`, `@name` and `$name` are refused; nothing else in SQLite has these characters.
    fn placeholder(&self, token: &Token) -> Placeholder {
        match token {
            Token::Placeholder(text) if text == "?" => Placeholder::Next,
            Token::Placeholder(_) | Token::Colon | Token::AtSign => Placeholder::Refused,
            _ => Placeholder::No,
        }
    }

    /// In brackets, because SQLite takes a name in double quotes that it does not know for a text.
    fn quoted(&self, part: &str) -> String {
        format!("[{part}]")
    }
}
