//! Who a call is made for, and what it is called by.

use std::fmt;

use serde::Serialize;

/// The identity that a call is made for, from the deployment's `context` or from the command line,
/// never from arguments. A part that is not set is absent: it is never an empty text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CallIdentity {
    /// The customer or organisation.
    pub tenant_id: Option<String>,
    /// The person.
    pub user_id: Option<String>,
    /// The run that budgets count for.
    pub run_id: Option<String>,
    /// The step of the run.
    pub step_id: Option<String>,
}

/// The parts of an identity, by the words of configuration files.
pub const IDENTITY_PARTS: [&str; 4] = ["tenant_id", "user_id", "run_id", "step_id"];

impl CallIdentity {
    /// Returns a part by its word; `None` where it is not set or there is no such part.
    pub fn part(&self, word: &str) -> Option<&str> {
        match word {
            "tenant_id" => self.tenant_id.as_deref(),
            "user_id" => self.user_id.as_deref(),
            "run_id" => self.run_id.as_deref(),
            "step_id" => self.step_id.as_deref(),
            _ => None,
        }
    }
}

/// The name of one call in the ledger, in events and on the command line.
///
/// The engine makes it; it is unique and sorts by time.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct CallId(pub String);

impl fmt::Display for CallId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Where keys are unique: one namespace, one tenant in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Scope {
    /// The namespace of the deployment.
    pub namespace: String,
    /// The tenant; empty where the call has none.
    pub tenant: String,
}

/// The idempotency key of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Key {
    /// Its text, at most 256 characters.
    pub text: String,
    /// Whether the caller gave it; otherwise it was made for this call.
    pub given: bool,
}

/// A person who answered a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Person {
    /// The account, as the operating system names it.
    pub user: String,
    /// The terminal, as `/dev/pts/3`.
    pub terminal: String,
    /// The machine.
    pub host: String,
}

impl fmt::Display for Person {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}@{} ({})", self.user, self.host, self.terminal)
    }
}
