//! Words that everyone shares: side effects, idempotency and their spellings.

use serde::Serialize;

/// What a tool changes when it runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SideEffect {
    /// Nothing, and nothing outside is read.
    None,
    /// Nothing; something outside is read.
    Read,
    /// The deployment's own data.
    Write,
    /// Something that others see: a mail, a message, a payment.
    External,
    /// Something that cannot be taken back.
    Destructive,
}

impl SideEffect {
    /// Returns the word of configuration files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Read => "read",
            Self::Write => "write",
            Self::External => "external",
            Self::Destructive => "destructive",
        }
    }
}

/// What happens when a call is repeated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Idempotency {
    /// The same as once.
    Idempotent,
    /// The same as once when the key is the same.
    Keyed,
    /// It happens again.
    NonIdempotent,
}

impl Idempotency {
    /// Returns the word of configuration files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Idempotent => "idempotent",
            Self::Keyed => "keyed",
            Self::NonIdempotent => "non_idempotent",
        }
    }
}
