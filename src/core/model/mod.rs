//! Words that everyone shares: side effects, idempotency and their spellings.

use serde::{Deserialize, Serialize};

/// What a tool changes when it runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
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

    /// Every side effect, from the weakest to the strongest.
    pub const ALL: [Self; 5] = [
        Self::None,
        Self::Read,
        Self::Write,
        Self::External,
        Self::Destructive,
    ];

    /// Returns the side effect with this word, exactly as written.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|effect| effect.word() == word)
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

    /// Every kind, in the order of their definition.
    pub const ALL: [Self; 3] = [Self::Idempotent, Self::Keyed, Self::NonIdempotent];

    /// Returns the kind with this word, exactly as written.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
