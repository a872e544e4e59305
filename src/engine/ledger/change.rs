//! One transaction that changes something, and the events that it tells.
//!
//! Each event is chained to the one before it of the same namespace and machine: its hash is the
//! SHA-256 of the canonical JSON of everything it holds, the previous hash included. It also holds
//! the digest of the row that it is about, as the change left it.

use std::sync::atomic::{AtomicU64, Ordering};

use algen_core::governance::canonical;
use algen_core::governance::ledger::LedgerError;
use serde_json::{Map, Value, json};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Sqlite, Transaction};

use super::failure::meaning;
use super::machine::{Machine, Moment};
use super::row::Columns;
use super::statements::{approval, entry, event, grant};

/// The hash before the first event of a chain.
pub(super) const NO_HASH: &str = "";

/// What an event tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EventKind {
    Reserved,
    Sending,
    Settled,
    ResultKept,
    Recorded,
    TakenOver,
    Resolved,
    ApprovalOpened,
    ApprovalApproved,
    ApprovalDenied,
    ApprovalExpired,
    ApprovalUsed,
    GrantAdded,
    GrantUsed,
    GrantRevoked,
    Pruned,
}

impl EventKind {
    /// Returns the word of the ledger.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Sending => "sending",
            Self::Settled => "settled",
            Self::ResultKept => "result_kept",
            Self::Recorded => "recorded",
            Self::TakenOver => "taken_over",
            Self::Resolved => "resolved",
            Self::ApprovalOpened => "approval_opened",
            Self::ApprovalApproved => "approval_approved",
            Self::ApprovalDenied => "approval_denied",
            Self::ApprovalExpired => "approval_expired",
            Self::ApprovalUsed => "approval_used",
            Self::GrantAdded => "grant_added",
            Self::GrantUsed => "grant_used",
            Self::GrantRevoked => "grant_revoked",
            Self::Pruned => "pruned",
        }
    }

    /// Returns the statement that reads the row an event is about; `None` where there is none.
    fn row(self) -> Option<&'static str> {
        match self {
            Self::Reserved
            | Self::Sending
            | Self::Settled
            | Self::ResultKept
            | Self::Recorded
            | Self::TakenOver
            | Self::Resolved => Some(entry::BY_CALL),
            Self::ApprovalOpened
            | Self::ApprovalApproved
            | Self::ApprovalDenied
            | Self::ApprovalExpired
            | Self::ApprovalUsed => Some(approval::BY_ID),
            Self::GrantAdded | Self::GrantUsed | Self::GrantRevoked => Some(grant::BY_ID),
            Self::Pruned => None,
        }
    }
}

/// A transaction that changes something.
pub(super) struct Change<'c> {
    pub(super) transaction: Transaction<'c, Sqlite>,
    /// When it began, after all others had ended.
    pub(super) now: Moment,
    pub(super) machine: &'c dyn Machine,
    /// Whether a question was deleted, so that the log beside the file has to be emptied.
    pub(super) has_forgotten: bool,
    writer: &'c str,
    changes: &'c AtomicU64,
}

impl<'c> Change<'c> {
    /// Begins.
    pub(super) fn new(
        transaction: Transaction<'c, Sqlite>,
        machine: &'c dyn Machine,
        writer: &'c str,
        changes: &'c AtomicU64,
    ) -> Self {
        Self {
            transaction,
            now: machine.now(),
            machine,
            has_forgotten: false,
            writer,
            changes,
        }
    }

    /// The connection, inside the transaction.
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }

    /// Makes everything durable. Returns whether a question was deleted.
    pub(super) async fn commit(self) -> Result<bool, LedgerError> {
        let committed = self.transaction.commit().await;
        committed.map_err(|error| meaning(&error))?;
        self.changes.fetch_add(1, Ordering::Relaxed);
        Ok(self.has_forgotten)
    }

    /// Tells what was changed. `details` never hold values.
    pub(super) async fn tell(
        &mut self,
        namespace: &str,
        kind: EventKind,
        subject: &str,
        details: Value,
    ) -> Result<(), LedgerError> {
        let mut body = Map::new();
        if let Some(statement) = kind.row() {
            let row = sqlx::query(statement)
                .bind(subject)
                .fetch_one(&mut *self.transaction)
                .await
                .map_err(|error| meaning(&error))?;
            let row = Columns(&row);
            body.insert("version".to_owned(), row.number::<i64>("version")?.into());
            body.insert("row".to_owned(), row.digest()?.into());
        }
        if let Value::Object(details) = details {
            body.extend(details);
        }
        let last = last(&mut self.transaction, namespace, self.writer).await?;
        let (sequence, previous) = last.unwrap_or((0, NO_HASH.to_owned()));
        let event = Event {
            namespace: namespace.to_owned(),
            writer: self.writer.to_owned(),
            sequence: sequence + 1,
            at: self.now.wall,
            boot: self.now.boot.clone(),
            boot_clock: self.now.boot_clock,
            kind: kind.word().to_owned(),
            subject: subject.to_owned(),
            body: canonical::canonical(&Value::Object(body)),
            previous,
        };
        event.insert(&mut self.transaction).await
    }
}

/// Returns the sequence and hash of the last event of a chain.
pub(super) async fn last(
    connection: &mut SqliteConnection,
    namespace: &str,
    writer: &str,
) -> Result<Option<(i64, String)>, LedgerError> {
    sqlx::query_as(event::LAST)
        .bind(namespace)
        .bind(writer)
        .fetch_optional(connection)
        .await
        .map_err(|error| meaning(&error))
}

/// One event, without its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Event {
    pub(super) namespace: String,
    pub(super) writer: String,
    pub(super) sequence: i64,
    pub(super) at: i64,
    pub(super) boot: String,
    pub(super) boot_clock: i64,
    pub(super) kind: String,
    pub(super) subject: String,
    /// Canonical JSON.
    pub(super) body: String,
    pub(super) previous: String,
}

impl Event {
    /// Reads an event and the hash that is stored with it.
    pub(super) fn read(row: &SqliteRow) -> Result<(Self, String), LedgerError> {
        let row = Columns(row);
        let event = Self {
            namespace: row.text("namespace")?,
            writer: row.text("writer")?,
            sequence: row.number("sequence")?,
            at: row.number("at")?,
            boot: row.text("boot")?,
            boot_clock: row.number("boot_clock")?,
            kind: row.text("kind")?,
            subject: row.text("subject")?,
            body: row.text("body")?,
            previous: row.text("previous")?,
        };
        Ok((event, row.text("hash")?))
    }

    /// Returns the hash that it must have.
    pub(super) fn hash(&self) -> String {
        canonical::digest(&json!({
            "namespace": self.namespace,
            "writer": self.writer,
            "sequence": self.sequence,
            "at": self.at,
            "boot": self.boot,
            "boot_clock": self.boot_clock,
            "kind": self.kind,
            "subject": self.subject,
            "body": self.body,
            "previous": self.previous,
        }))
    }

    async fn insert(&self, connection: &mut SqliteConnection) -> Result<(), LedgerError> {
        sqlx::query(event::INSERT)
            .bind(&self.namespace)
            .bind(&self.writer)
            .bind(self.sequence)
            .bind(self.at)
            .bind(&self.boot)
            .bind(self.boot_clock)
            .bind(&self.kind)
            .bind(&self.subject)
            .bind(&self.body)
            .bind(&self.previous)
            .bind(self.hash())
            .execute(connection)
            .await
            .map_err(|error| meaning(&error))?;
        Ok(())
    }
}
