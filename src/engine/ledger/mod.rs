//! The ledger on SQLite: calls, approvals and grants, and the chained events that tell of them.
//!
//! Nothing is opened before it is needed, and a function that only reads makes no file. Then one
//! connection does everything, each change in one transaction that is durable when the function
//! returns, together with the event that tells of it.
//!
//! - `opening`: the file, who may own it and where it may be (`file_system`).
//! - `statements`: every statement; other databases get the same ones.
//! - `machine`: time, this process, and whether another one lives.
//! - `change`: one transaction and its events.
//! - `entries`, `approvals`, `grants`: what a call needs, each with its row.
//! - `answers`, `resolution`, `listing`: what a person asks and answers.
//! - `verification` with its `report`, `export`, `pruning`: what is done with all of it.
//!
//! A new change is a statement, a kind of event and a function that begins a change, looks, writes,
//! tells and commits. It must look again inside the transaction at whatever it was decided by.

mod answers;
mod approval_row;
mod approvals;
mod change;
mod entries;
mod entry_row;
mod export;
mod failure;
mod file_system;
mod grant_row;
mod grants;
mod identifier;
mod listing;
mod machine;
mod opening;
mod pruning;
mod report;
mod resolution;
mod row;
mod statements;
#[cfg(test)]
mod tests;
mod verification;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use algen_core::config::deployment::StoredResults;
use algen_core::governance::approval::{Approval, ApprovalId, NewApproval};
use algen_core::governance::deliver::STORED_BYTES_MAX;
use algen_core::governance::grant::{Grant, GrantId, NewGrant};
use algen_core::governance::identity::{Person, Scope};
use algen_core::governance::ledger::{
    BoxFuture, Entry, Intent, Lease, Ledger, LedgerError, Opened as OpenedQuestion, Reservation,
    StoredResult,
};
use algen_core::governance::outcome::Outcome;
use sqlx::Connection;
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

pub use answers::Decision;
pub use export::ExportError;
pub use listing::{Event, Filter, Found, History};
pub use pruning::{PRUNED_AGE_MIN, Pruned};
pub use report::{
    Chain, Compared, Contradiction, Damage, DamageKind, Head, Mismatch, NotHead, Report,
};
pub use resolution::{Resolved, Verdict};

use change::Change;
use failure::meaning;
use machine::{Machine, ThisMachine};
use opening::Opened;
use statements::pragma;

/// The most bytes of a result's text that are kept.
pub const RESULT_BYTES_MAX: usize = STORED_BYTES_MAX;

/// The most bytes of a question, as JSON.
pub const QUESTION_BYTES_MAX: usize = 4 << 20;

/// The most characters of a person's reason.
pub const REASON_CHARS_MAX: usize = 1_024;

/// Questions that may be open at once for one agent of a namespace.
pub const PENDING_MAX: u32 = 20;

/// How long others may hold the file before [`LedgerError::Busy`].
pub const BUSY: Duration = Duration::from_secs(5);

/// Where a ledger is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In this file; a relative path starts at the working directory.
    File(PathBuf),
    /// In memory, as long as the ledger lives.
    Memory,
}

/// What a ledger is made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerSettings {
    /// Where it is.
    pub place: Place,
    /// What is kept of results of writes. The caller hands in what is to be kept; with
    /// [`StoredResults::Digest`] no text of it is.
    pub store: StoredResults,
    /// The account that asks questions, as people know it.
    pub account: String,
    /// How long others may hold the file; [`BUSY`] unless there is a reason.
    pub busy: Duration,
}

/// The ledger on SQLite.
pub struct SqliteLedger {
    settings: LedgerSettings,
    machine: Box<dyn Machine>,
    /// What events are chained by, besides their namespace: the name of the machine.
    writer: String,
    opened: Mutex<Option<Opened>>,
    changes: AtomicU64,
}

/// Something that differs after every change, whoever made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeStamp {
    ours: u64,
    others: i64,
}

type Held<'a> = MappedMutexGuard<'a, Opened>;

impl SqliteLedger {
    /// Describes a ledger. Nothing is opened.
    pub fn new(settings: LedgerSettings) -> Self {
        Self::on(Box::new(ThisMachine::new()), settings)
    }

    fn on(machine: Box<dyn Machine>, settings: LedgerSettings) -> Self {
        Self {
            settings,
            writer: machine.owner().host,
            machine,
            opened: Mutex::new(None),
            changes: AtomicU64::new(0),
        }
    }

    /// Returns the file and those that SQLite keeps beside it, whether they exist or not; none for a
    /// ledger in memory.
    pub fn files(&self) -> Vec<PathBuf> {
        match &self.settings.place {
            Place::File(path) => ["", "-wal", "-shm", "-journal"]
                .map(|ending| opening::beside(path, ending))
                .into(),
            Place::Memory => Vec::new(),
        }
    }

    /// Returns what differs after every change, to be asked often: it reads one number.
    ///
    /// # Errors
    /// Says why the ledger cannot be read.
    pub async fn change_stamp(&self) -> Result<ChangeStamp, LedgerError> {
        let others = match self.reading().await? {
            None => 0,
            Some(mut opened) => sqlx::query_scalar(pragma::DATA_VERSION)
                .fetch_one(&mut opened.connection)
                .await
                .map_err(|error| meaning(&error))?,
        };
        let ours = self.changes.load(Ordering::Relaxed);
        Ok(ChangeStamp { ours, others })
    }

    /// Closes the file; it is opened again when it is needed.
    pub async fn close(&self) {
        if let Some(opened) = self.opened.lock().await.take() {
            opened.close().await;
        }
    }

    /// Opens the ledger to read; `None` where there is none yet.
    async fn reading(&self) -> Result<Option<Held<'_>>, LedgerError> {
        let mut guard = self.opened.lock().await;
        self.leave(&mut guard, false).await;
        if guard.is_none() {
            *guard = self.open_file(false).await?;
        }
        Ok(MutexGuard::try_map(guard, Option::as_mut).ok())
    }

    /// Opens the ledger to write, and makes it where there is none.
    async fn writing(&self) -> Result<Held<'_>, LedgerError> {
        let mut guard = self.opened.lock().await;
        self.leave(&mut guard, true).await;
        if guard.is_none() {
            *guard = self.open_file(true).await?;
        }
        let gone = || LedgerError::NotReadable("there is no such file".to_owned());
        let held = MutexGuard::try_map(guard, Option::as_mut);
        let mut opened: Held<'_> = held.map_err(|_| gone())?;
        if let Some(reason) = &opened.read_only {
            return Err(LedgerError::NotWritable(reason.clone()));
        }
        if std::mem::take(&mut opened.is_fresh) {
            self.expire_in(&mut opened).await?;
        }
        if opened.has_remains {
            opened.empty_log().await;
        }
        Ok(opened)
    }

    /// Closes a file that is no longer at its place, or that could not be written before.
    async fn leave(&self, guard: &mut MutexGuard<'_, Option<Opened>>, to_write: bool) {
        let stale = guard.as_ref().is_some_and(|opened| {
            let replaced = match &self.settings.place {
                Place::File(path) => opened.is_replaced(path),
                Place::Memory => false,
            };
            replaced || (to_write && opened.read_only.is_some())
        });
        if stale && let Some(opened) = guard.take() {
            opened.close().await;
        }
    }

    async fn open_file(&self, make: bool) -> Result<Option<Opened>, LedgerError> {
        match &self.settings.place {
            Place::Memory => opening::memory().await.map(Some),
            Place::File(path) => {
                let path = std::path::absolute(path)
                    .map_err(|_| LedgerError::NotReadable("its path is empty".to_owned()))?;
                opening::file(&path, self.settings.busy, make).await
            }
        }
    }

    /// Begins a change, once all others have ended.
    async fn begin<'c>(&'c self, opened: &'c mut Opened) -> Result<Change<'c>, LedgerError> {
        let transaction = opened.connection.begin_with(pragma::BEGIN).await;
        let transaction = transaction.map_err(|error| meaning(&error))?;
        Ok(Change::new(
            transaction,
            self.machine.as_ref(),
            &self.writer,
            &self.changes,
        ))
    }
}

impl Ledger for SqliteLedger {
    fn open(&self) -> BoxFuture<'_, ()> {
        Box::pin(async { drop(self.writing().await) })
    }

    fn find<'a>(
        &'a self,
        scope: &'a Scope,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Entry>, LedgerError>> {
        Box::pin(self.find_entry(scope, key))
    }

    fn unresolved<'a>(
        &'a self,
        scope: &'a Scope,
        request_digest: &'a str,
    ) -> BoxFuture<'a, Result<Option<Entry>, LedgerError>> {
        Box::pin(self.unresolved_entry(scope, request_digest))
    }

    fn reserve<'a>(
        &'a self,
        intent: &'a Intent,
    ) -> BoxFuture<'a, Result<Reservation, LedgerError>> {
        Box::pin(self.reserve_entry(intent))
    }

    fn sending<'a>(&'a self, lease: &'a Lease) -> BoxFuture<'a, Result<(), LedgerError>> {
        Box::pin(self.mark_sending(lease))
    }

    fn settle<'a>(
        &'a self,
        lease: &'a Lease,
        outcome: &'a Outcome,
    ) -> BoxFuture<'a, Result<(), LedgerError>> {
        Box::pin(self.settle_entry(lease, outcome))
    }

    fn keep_result<'a>(
        &'a self,
        lease: &'a Lease,
        result: &'a StoredResult,
    ) -> BoxFuture<'a, Result<(), LedgerError>> {
        Box::pin(self.keep_result_of(lease, result))
    }

    fn record<'a>(
        &'a self,
        intent: &'a Intent,
        outcome: &'a Outcome,
        result: Option<&'a StoredResult>,
    ) -> BoxFuture<'a, Result<Reservation, LedgerError>> {
        Box::pin(self.record_entry(intent, outcome, result))
    }

    fn open_approval<'a>(
        &'a self,
        approval: &'a NewApproval,
    ) -> BoxFuture<'a, Result<OpenedQuestion, LedgerError>> {
        Box::pin(self.open_question(approval))
    }

    fn deny_open<'a>(
        &'a self,
        approval: &'a NewApproval,
        person: &'a Person,
        reason: Option<&'a str>,
    ) -> BoxFuture<'a, Result<(), LedgerError>> {
        Box::pin(self.deny_same(approval, person, reason))
    }

    fn approval<'a>(
        &'a self,
        id: &'a ApprovalId,
    ) -> BoxFuture<'a, Result<Option<Approval>, LedgerError>> {
        Box::pin(self.approval_by_id(id))
    }

    fn approved<'a>(
        &'a self,
        namespace: &'a str,
        fingerprint: &'a str,
    ) -> BoxFuture<'a, Result<Option<Approval>, LedgerError>> {
        Box::pin(self.approval_of_plan(namespace, fingerprint))
    }

    fn grants<'a>(
        &'a self,
        namespace: &'a str,
        agent: &'a str,
        tool: &'a str,
        contract_digest: &'a str,
    ) -> BoxFuture<'a, Result<Vec<Grant>, LedgerError>> {
        Box::pin(self.grants_covering([namespace, agent, tool, contract_digest]))
    }

    fn add_grant<'a>(&'a self, grant: &'a NewGrant) -> BoxFuture<'a, Result<GrantId, LedgerError>> {
        Box::pin(self.remember_grant(grant))
    }
}
