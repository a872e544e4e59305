//! The question of approval: what is asked, who answers, and what an answer is bound to.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::grant::ArgumentPatterns;
use super::identity::{CallIdentity, Person};
use super::ledger::BoxFuture;
use crate::model::SideEffect;

/// Why a person is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionSource {
    /// The tool asks before every call.
    Tool,
    /// A capability of the deployment's policy says so.
    Capability,
    /// The policy of the machine says so.
    HostPolicy,
    /// The agent's `approval_policy` says so.
    ApprovalPolicy,
}

impl QuestionSource {
    /// Returns who asks, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Tool => "the tool asks before every call",
            Self::Capability => "the deployment's policy asks",
            Self::HostPolicy => "the policy of this machine asks",
            Self::ApprovalPolicy => "the agent's approval policy asks",
        }
    }
}

/// The name of a question in the ledger.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ApprovalId(pub String);

impl fmt::Display for ApprovalId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a person decides about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The tool.
    pub tool: String,
    /// The agent that it is called for.
    pub agent: String,
    /// Whom it is called for.
    pub identity: CallIdentity,
    /// What it changes.
    pub side_effect: SideEffect,
    /// Why it is asked; never empty.
    pub sources: Vec<QuestionSource>,
    /// The arguments, whole.
    pub arguments: Value,
    /// Where it goes, without secrets.
    pub target: Option<String>,
    /// What it will do, in lines of text, as the tool prepared it.
    pub preview: Option<String>,
    /// A word of at most 40 characters that has to be typed, where the plan gives one.
    pub confirm: Option<String>,
    /// What the answer is bound to.
    pub fingerprint: String,
    /// Whether a grant may be made: never for destructive effects or tools that ask themselves.
    pub may_grant: bool,
    /// Fields whose text is run as a command: a grant takes them only as they are.
    pub exact_only: Vec<String>,
    /// How long the answer may take.
    pub wait: Duration,
}

/// What the target of a call begins with that a stand-in answers. No service has such a target, so
/// no answer to such a question is one to a real call.
pub const FAKE_TARGET: &str = "fake:";

impl Question {
    /// Tells whether a stand-in answers the call.
    pub fn is_fake(&self) -> bool {
        let target = self.target.as_deref();
        target.is_some_and(|target| target.starts_with(FAKE_TARGET))
    }
}

/// What a person answered.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Yes.
    Approved {
        /// Who.
        person: Person,
        /// What is granted beyond this call, where it is.
        always: Option<ArgumentPatterns>,
    },
    /// No.
    Denied {
        /// Who; `None` where the input ended.
        person: Option<Person>,
        /// Why, in the person's words.
        reason: Option<String>,
    },
    /// Nobody answered in time.
    Expired,
    /// There is no terminal.
    NobodyToAsk,
}

/// Whoever puts questions to a person.
pub trait Approver: Send + Sync {
    /// Asks and waits, at most as long as the question says. A dropped future takes the question
    /// back and leaves the terminal as it was.
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Answer>;
}

/// Where a recorded question stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalState {
    /// It is open.
    Pending,
    /// A person said yes, and no call has used it.
    Approved,
    /// A person said no.
    Denied,
    /// Nobody answered in time, or nobody used the yes in time.
    Expired,
    /// A call has used it.
    Used,
}

impl ApprovalState {
    /// Every state, in the order of a question's life.
    pub const ALL: [Self; 5] = [
        Self::Pending,
        Self::Approved,
        Self::Denied,
        Self::Expired,
        Self::Used,
    ];

    /// Returns the word of the ledger.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::Expired => "expired",
            Self::Used => "used",
        }
    }

    /// Returns the state with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A question to be recorded.
#[derive(Clone, PartialEq, Debug)]
pub struct NewApproval {
    /// The namespace of the deployment.
    pub namespace: String,
    /// What the question is bound to besides its plan.
    pub request_digest: String,
    /// Digest of the tool's contract, for a grant.
    pub contract_digest: String,
    /// Digest of the target, for a grant.
    pub target_digest: String,
    /// The question. Its arguments and preview are kept apart and deleted once it is decided or
    /// has expired.
    pub question: Question,
}

/// A recorded question.
#[derive(Clone, PartialEq, Debug)]
pub struct Approval {
    /// Its name.
    pub id: ApprovalId,
    /// The namespace of the deployment.
    pub namespace: String,
    /// The tool.
    pub tool: String,
    /// The agent.
    pub agent: String,
    /// What it changes.
    pub side_effect: SideEffect,
    /// Digest of the request.
    pub request_digest: String,
    /// What the answer is bound to.
    pub fingerprint: String,
    /// Digest of the tool's contract.
    pub contract_digest: String,
    /// Digest of the target.
    pub target_digest: String,
    /// Why it was asked.
    pub sources: Vec<QuestionSource>,
    /// Where it stands.
    pub state: ApprovalState,
    /// When it was opened, in milliseconds of Unix time.
    pub opened_at: i64,
    /// When it expires.
    pub expires_at: i64,
    /// The account that asked.
    pub asked_by: String,
    /// Who decided.
    pub decided_by: Option<Person>,
    /// Why it was denied.
    pub reason: Option<String>,
    /// The whole question, while it is pending.
    pub question: Option<Question>,
}
