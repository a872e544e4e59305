//! The door to the ledger: where calls, questions and grants are recorded durably.
//!
//! [`Ledger`] is what a call needs; whoever implements it brings the clock, the identity of this
//! process and the storage. Rows hold names and digests of arguments, never values. Every function
//! that changes something returns only once it would survive the loss of power.

use std::pin::Pin;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::approval::{Approval, ApprovalId, NewApproval};
use super::grant::{Grant, GrantId, NewGrant};
use super::identity::{CallId, CallIdentity, Key, Person, Scope};
use super::outcome::{Failure, Outcome, State};
use crate::config::Rate;
use crate::model::SideEffect;

/// A future without a name, for traits that are used as objects.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Digests that a call is bound to, each 64 small hexadecimal digits of a SHA-256.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CallDigests {
    /// Of the tool's contract.
    pub contract: String,
    /// Of the arguments.
    pub arguments: String,
    /// Of tool, contract, arguments, context and target: what a key is bound to.
    pub request: String,
    /// Of the whole plan: what an approval is bound to.
    pub fingerprint: String,
}

/// What let a call pass the question of approval.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum ApprovedBy {
    /// Nothing asked.
    Nobody,
    /// The caller answered the agent's own policy with `--yes` or `--approve`: a lock on the plan,
    /// not a person's word.
    Caller,
    /// A person, at the terminal of this call.
    Person {
        /// Who.
        person: Person,
    },
    /// A person, by an approval in the ledger that this call uses up.
    Approval {
        /// Which.
        id: ApprovalId,
    },
    /// A grant that a person made before; this call takes one of its uses.
    Grant {
        /// Which.
        id: GrantId,
    },
}

/// What is about to be done.
#[derive(Clone, PartialEq, Debug)]
pub struct Intent {
    /// The call.
    pub call: CallId,
    /// Where its key is unique.
    pub scope: Scope,
    /// Its key.
    pub key: Key,
    /// Whether an unresolved entry of the same request under another key does not count.
    pub again: bool,
    /// The tool.
    pub tool: String,
    /// The agent that it is called for.
    pub agent: String,
    /// Whom it is called for.
    pub identity: CallIdentity,
    /// What it changes.
    pub side_effect: SideEffect,
    /// What it is bound to.
    pub digests: CallDigests,
    /// Names of the arguments, sorted.
    pub argument_names: Vec<String>,
    /// What let it pass the question of approval.
    pub approved_by: ApprovedBy,
    /// How long its owner may take from now; after that others may take the entry over.
    pub lease: Duration,
    /// Calls at most, of the deployment and of the machine.
    pub limits: Vec<Rate>,
}

/// The right to do what was reserved. An entry that others took over has a larger fence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The call.
    pub call: CallId,
    /// Where its key is unique.
    pub scope: Scope,
    /// The number of the owner in the entry's life, from 1.
    pub fence: u64,
}

/// What a reservation came to.
#[derive(Clone, PartialEq, Debug)]
pub enum Reservation {
    /// The entry is ours.
    Held(Lease),
    /// The key has an entry that may not run again: of another request, or reserved, being sent,
    /// done or unknown.
    Taken(Box<Entry>),
    /// Another entry of the same request is unknown.
    Unresolved(Box<Entry>),
    /// A limit on calls is reached.
    Limited {
        /// Which.
        rate: Rate,
        /// When the next call fits.
        retry_after: Duration,
    },
    /// The approval or grant was used up, has expired or was revoked meanwhile.
    ApprovalGone,
}

/// The process that holds an entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Owner {
    /// The machine.
    pub host: String,
    /// What the machine calls this start of it; empty where it does not say.
    pub boot: String,
    /// Where its process number counts, as containers have their own; empty where the machine does
    /// not say.
    pub space: String,
    /// The process.
    pub process: u32,
    /// When the process started, as the machine counts; tells a process from a later one with the
    /// same number.
    pub started: u64,
}

/// What is kept of the result of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StoredResult {
    /// SHA-256 of the compact text.
    pub digest: String,
    /// Bytes of the compact text.
    pub bytes: u64,
    /// The compact text, where it is kept.
    pub text: Option<String>,
    /// Why the result was withheld, as the kind of a failure.
    pub withheld: Option<String>,
    /// Whether guardrails changed it.
    pub redacted: bool,
}

/// A person's word about an entry whose outcome was unknown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resolution {
    /// Who.
    pub person: Person,
    /// Why, in the person's words; at most 1,024 characters.
    pub reason: String,
}

/// One recorded call.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The call; a later attempt under the same key keeps it.
    pub call: CallId,
    /// Where its key is unique.
    pub scope: Scope,
    /// Its key.
    pub key: Key,
    /// The tool.
    pub tool: String,
    /// The agent.
    pub agent: String,
    /// Whom it was called for.
    pub identity: CallIdentity,
    /// What it changes.
    pub side_effect: SideEffect,
    /// What it is bound to.
    pub digests: CallDigests,
    /// Names of the arguments, sorted.
    pub argument_names: Vec<String>,
    /// What let it pass the question of approval.
    pub approved_by: ApprovedBy,
    /// Where it stands; an entry of a dead owner is shown as what that means.
    pub state: State,
    /// Who holds or held it.
    pub owner: Owner,
    /// How often it was reserved.
    pub attempts: u32,
    /// Why it did not happen, or is not known to have: kind and field; the message is empty.
    pub failure: Option<Failure>,
    /// What is kept of the result.
    pub result: Option<StoredResult>,
    /// How an unknown outcome was resolved.
    pub resolution: Option<Resolution>,
    /// When it was reserved, in milliseconds of Unix time.
    pub reserved_at: i64,
    /// When the mark of sending was set.
    pub sending_at: Option<i64>,
    /// When it was settled.
    pub settled_at: Option<i64>,
}

/// Whether a question is open, was joined, or cannot be asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Opened {
    /// A new question.
    New(Approval),
    /// The same request has an open question already.
    Joined(Approval),
    /// The agent has as many open questions as it may.
    TooMany(u32),
}

/// Why the ledger does not answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LedgerError {
    /// It cannot be written: a full disk, a read-only folder, missing rights.
    #[error("the ledger cannot be written: {0}")]
    NotWritable(String),
    /// It cannot be opened or read.
    #[error("the ledger cannot be read: {0}")]
    NotReadable(String),
    /// SQLite locks do not hold there.
    #[error("the ledger is on a network file system, where locks do not hold; set ledger.url")]
    NetworkFileSystem,
    /// It was written by a later version of the program.
    #[error("the ledger has format {0}, which this version does not know")]
    NewerFormat(i64),
    /// Others hold it for too long.
    #[error("the ledger is busy")]
    Busy,
    /// What is stored contradicts itself; the text says where.
    #[error("the ledger is damaged: {0}")]
    Damaged(String),
    /// The entry is no longer ours: the lease is over or others took it over.
    #[error("the right to send was lost: the call took longer than its lease")]
    Fenced,
    /// Nothing has that name.
    #[error("the ledger has no entry of that name")]
    NotFound,
}

/// What a call needs of the ledger.
pub trait Ledger: Send + Sync {
    /// Opens what recording takes, while something else is done. A failure shows itself again where
    /// something is recorded.
    fn open(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Returns the entry with a key. An entry whose owner is dead, or alive but past its lease, is
    /// settled first: `not_attempted` before the mark of sending, `unknown` after it.
    fn find<'a>(
        &'a self,
        scope: &'a Scope,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Entry>, LedgerError>>;

    /// Returns an entry of the same request whose outcome is unknown, whatever its key.
    fn unresolved<'a>(
        &'a self,
        scope: &'a Scope,
        request_digest: &'a str,
    ) -> BoxFuture<'a, Result<Option<Entry>, LedgerError>>;

    /// Reserves a call: the use of its approval, the intent and the owner, in one transaction.
    /// Checks the key, unresolved entries and limits once more in it.
    fn reserve<'a>(&'a self, intent: &'a Intent)
    -> BoxFuture<'a, Result<Reservation, LedgerError>>;

    /// Sets the mark of sending.
    ///
    /// # Errors
    /// [`LedgerError::Fenced`] where the lease is over or others took the entry over: then nothing
    /// may be sent.
    fn sending<'a>(&'a self, lease: &'a Lease) -> BoxFuture<'a, Result<(), LedgerError>>;

    /// Records how a reserved call ended.
    ///
    /// # Errors
    /// [`LedgerError::Fenced`] where others took the entry over; they have settled it.
    fn settle<'a>(
        &'a self,
        lease: &'a Lease,
        outcome: &'a Outcome,
    ) -> BoxFuture<'a, Result<(), LedgerError>>;

    /// Keeps what is kept of the result of a call that is done.
    fn keep_result<'a>(
        &'a self,
        lease: &'a Lease,
        result: &'a StoredResult,
    ) -> BoxFuture<'a, Result<(), LedgerError>>;

    /// Records a call that was not reserved, as reads are: intent and outcome at once. An earlier
    /// entry of the same request under the same key is replaced.
    fn record<'a>(
        &'a self,
        intent: &'a Intent,
        outcome: &'a Outcome,
        result: Option<&'a StoredResult>,
    ) -> BoxFuture<'a, Result<Reservation, LedgerError>>;

    /// Opens a question that a person may answer from another terminal.
    fn open_approval<'a>(
        &'a self,
        approval: &'a NewApproval,
    ) -> BoxFuture<'a, Result<Opened, LedgerError>>;

    /// Records a person's no to a question about the same plan, where one is open.
    fn deny_open<'a>(
        &'a self,
        approval: &'a NewApproval,
        person: &'a Person,
        reason: Option<&'a str>,
    ) -> BoxFuture<'a, Result<(), LedgerError>>;

    /// Returns a question and its answer; one that nobody answered in time is expired.
    fn approval<'a>(
        &'a self,
        id: &'a ApprovalId,
    ) -> BoxFuture<'a, Result<Option<Approval>, LedgerError>>;

    /// Returns the approval of exactly this plan that was given and not used yet.
    fn approved<'a>(
        &'a self,
        namespace: &'a str,
        fingerprint: &'a str,
    ) -> BoxFuture<'a, Result<Option<Approval>, LedgerError>>;

    /// Returns the grants that may cover a call: of this namespace, agent, tool and contract, with
    /// uses left, neither expired nor revoked.
    fn grants<'a>(
        &'a self,
        namespace: &'a str,
        agent: &'a str,
        tool: &'a str,
        contract_digest: &'a str,
    ) -> BoxFuture<'a, Result<Vec<Grant>, LedgerError>>;

    /// Remembers a grant.
    fn add_grant<'a>(&'a self, grant: &'a NewGrant) -> BoxFuture<'a, Result<GrantId, LedgerError>>;
}
