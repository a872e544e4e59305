//! What sets one database's SQL apart, as far as a declared query is concerned.

use sqlparser::tokenizer::Token;

/// How a token counts among the placeholders of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Placeholder {
    /// It is none.
    No,
    /// It takes the next value.
    Next,
    /// It is one of a form that is not taken, because its order could differ from that of the
    /// values.
    Refused,
}

/// The SQL of one database.
pub(crate) trait Dialect: Send + Sync {
    /// Returns the name of the database, for messages.
    fn database(&self) -> &'static str;

    /// Returns what reads its tokens and statements.
    fn grammar(&self) -> &dyn sqlparser::dialect::Dialect;

    /// Returns how placeholders are written, for messages.
    fn placeholders(&self) -> &'static str;

    /// Tells how a token counts among the placeholders.
    fn placeholder(&self, token: &Token) -> Placeholder;

    /// Quotes one part of an identifier. It is made of letters, digits and `_` alone.
    fn quoted(&self, part: &str) -> String;
}
