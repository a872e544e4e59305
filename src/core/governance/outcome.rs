//! How a call ends, and what that means for a repetition.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

/// Where a recorded call stands.
///
/// ```text
/// reserved -> not_attempted
///          -> sending -> done | rejected | unknown
///                                          unknown -> done | not_done, by a person
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Somebody is about to do it.
    Reserved,
    /// The first byte that can have an effect may have left.
    Sending,
    /// It happened.
    Done,
    /// The service has definitely refused it.
    Rejected,
    /// Nothing was sent.
    NotAttempted,
    /// Whether it happened is not known.
    Unknown,
    /// A person found that it did not happen.
    NotDone,
}

impl State {
    /// Every state, in the order of a call's life.
    pub const ALL: [Self; 7] = [
        Self::Reserved,
        Self::Sending,
        Self::Done,
        Self::Rejected,
        Self::NotAttempted,
        Self::Unknown,
        Self::NotDone,
    ];

    /// Returns the word of the ledger.
    pub fn word(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Sending => "sending",
            Self::Done => "done",
            Self::Rejected => "rejected",
            Self::NotAttempted => "not_attempted",
            Self::Unknown => "unknown",
            Self::NotDone => "not_done",
        }
    }

    /// Returns the state with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Tells whether nothing was done and the same key may run again at once.
    pub fn may_run_again(self) -> bool {
        match self {
            Self::Rejected | Self::NotAttempted | Self::NotDone => true,
            Self::Reserved | Self::Sending | Self::Done | Self::Unknown => false,
        }
    }

    /// Tells whether it is over, as far as the ledger knows.
    pub fn is_settled(self) -> bool {
        !matches!(self, Self::Reserved | Self::Sending)
    }
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

/// Why a call did not do what was asked.
///
/// The message is ours: it names kind and field, never a payload, a server's words or a secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// What kind, in small letters with hyphens, as `connection-lost`.
    pub kind: Cow<'static, str>,
    /// The argument or setting that it is about.
    pub field: Option<String>,
    /// One sentence without a final period.
    pub message: String,
}

impl Failure {
    /// Describes a failure.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            kind: Cow::Borrowed(kind),
            field: None,
            message: message.into(),
        }
    }

    /// Names the argument or setting that it is about.
    #[must_use]
    pub fn about(self, field: impl Into<String>) -> Self {
        Self {
            field: Some(field.into()),
            ..self
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(formatter, "{} (`{field}`)", self.message),
            None => formatter.write_str(&self.message),
        }
    }
}

/// How one call ended, before anything looked at the result.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It happened.
    Done,
    /// The service has definitely refused it.
    Rejected(Failure),
    /// Nothing was sent.
    NotAttempted(Failure),
    /// Whether it happened is not known.
    Unknown(Failure),
}

impl Outcome {
    /// Returns the state that the ledger keeps.
    pub fn state(&self) -> State {
        match self {
            Self::Done => State::Done,
            Self::Rejected(_) => State::Rejected,
            Self::NotAttempted(_) => State::NotAttempted,
            Self::Unknown(_) => State::Unknown,
        }
    }

    /// Returns why it did not happen, or is not known to have.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Done => None,
            Self::Rejected(failure) | Self::NotAttempted(failure) | Self::Unknown(failure) => {
                Some(failure)
            }
        }
    }
}

/// Whether the first byte that can have an effect has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sent {
    /// It has not.
    No,
    /// It has, and an answer came.
    Yes,
    /// It may have.
    Unknown,
}
