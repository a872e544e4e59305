//! Reserving, sending and settling calls.
//!
//! Whoever looks at an entry first settles it where its owner has lost it. That adds one to the
//! fence, so an owner that was only stopped finds its right gone.

use algen_core::config::Rate;
use algen_core::config::deployment::StoredResults;
use algen_core::governance::identity::{CallId, Scope};
use algen_core::governance::ledger::{
    ApprovedBy, Entry, Intent, Lease, LedgerError, Reservation, StoredResult,
};
use algen_core::governance::outcome::{Failure, Outcome, State};
use algen_core::model::SideEffect;
use serde_json::json;
use sqlx::sqlite::SqliteConnection;
use std::time::Duration;

use super::change::{Change, EventKind};
use super::entry_row::{EntryRow, number};
use super::failure::meaning;
use super::statements::entry;
use super::{RESULT_BYTES_MAX, SqliteLedger};

impl SqliteLedger {
    /// See [`Ledger::find`](algen_core::governance::ledger::Ledger::find).
    pub(super) async fn find_entry(
        &self,
        scope: &Scope,
        key: &str,
    ) -> Result<Option<Entry>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(None);
        };
        let Some(row) = by_key(&mut opened.connection, scope, key).await? else {
            return Ok(None);
        };
        let now = self.machine.now();
        if row.loss(self.machine.as_ref(), &now).is_none() || opened.read_only.is_some() {
            return Ok(Some(row.shown(self.machine.as_ref(), &now)));
        }
        let mut change = self.begin(&mut opened).await?;
        let row = by_key(change.connection(), scope, key).await?;
        let row = change.take_over_lost(row.into_iter().collect()).await?;
        change.commit().await?;
        Ok(row.into_iter().next().map(|row| row.entry))
    }

    /// See [`Ledger::unresolved`](algen_core::governance::ledger::Ledger::unresolved).
    pub(super) async fn unresolved_entry(
        &self,
        scope: &Scope,
        request: &str,
    ) -> Result<Option<Entry>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(None);
        };
        let rows = open_of_request(&mut opened.connection, scope, request).await?;
        let now = self.machine.now();
        let machine = self.machine.as_ref();
        let lost = rows.iter().any(|row| row.loss(machine, &now).is_some());
        if !lost || opened.read_only.is_some() {
            let mut shown = rows.into_iter().map(|row| row.shown(machine, &now));
            return Ok(shown.find(|entry| entry.state == State::Unknown));
        }
        let mut change = self.begin(&mut opened).await?;
        let rows = open_of_request(change.connection(), scope, request).await?;
        let rows = change.take_over_lost(rows).await?;
        change.commit().await?;
        let mut entries = rows.into_iter().map(|row| row.entry);
        Ok(entries.find(|entry| entry.state == State::Unknown))
    }

    /// See [`Ledger::reserve`](algen_core::governance::ledger::Ledger::reserve).
    pub(super) async fn reserve_entry(&self, intent: &Intent) -> Result<Reservation, LedgerError> {
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        let reservation = change.reserve(intent).await?;
        // What was taken over or has expired stays so, whatever the answer.
        let forgotten = change.commit().await?;
        if forgotten {
            opened.empty_log().await;
        }
        Ok(reservation)
    }

    /// See [`Ledger::sending`](algen_core::governance::ledger::Ledger::sending).
    pub(super) async fn mark_sending(&self, lease: &Lease) -> Result<(), LedgerError> {
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        let row = change.held(lease).await?;
        if row.entry.state != State::Reserved || row.lease.is_over(&change.now) {
            return Err(LedgerError::Fenced);
        }
        let now = change.now.wall;
        let statement = sqlx::query(entry::SEND).bind(&lease.call.0).bind(now);
        let done = statement.execute(change.connection()).await;
        done.map_err(|error| meaning(&error))?;
        let details = json!({"fence": lease.fence, "state": State::Sending});
        change.tell_of(&row, EventKind::Sending, details).await?;
        change.commit().await?;
        Ok(())
    }

    /// See [`Ledger::settle`](algen_core::governance::ledger::Ledger::settle).
    pub(super) async fn settle_entry(
        &self,
        lease: &Lease,
        outcome: &Outcome,
    ) -> Result<(), LedgerError> {
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        let row = change.held(lease).await?;
        let outcome = truthful(&row.entry, outcome);
        if row.entry.state == outcome.state() {
            return Ok(());
        }
        if row.entry.state.is_settled() {
            return Err(LedgerError::Fenced);
        }
        change.settle(&row, &outcome, row.fence).await?;
        let details = json!({"fence": row.fence, "state": outcome.state()});
        change.tell_of(&row, EventKind::Settled, details).await?;
        change.commit().await?;
        Ok(())
    }

    /// See [`Ledger::keep_result`](algen_core::governance::ledger::Ledger::keep_result).
    pub(super) async fn keep_result_of(
        &self,
        lease: &Lease,
        result: &StoredResult,
    ) -> Result<(), LedgerError> {
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        let row = change.held(lease).await?;
        if row.entry.state != State::Done {
            return Err(LedgerError::Fenced);
        }
        let keeps = self.settings.store != StoredResults::Digest && !is_read(&row.entry);
        let text = result.text.as_deref();
        let text = text.filter(|text| keeps && text.len() <= RESULT_BYTES_MAX);
        let done = sqlx::query(entry::KEEP_RESULT)
            .bind(&lease.call.0)
            .bind(&result.digest)
            .bind(number(result.bytes)?)
            .bind(text)
            .bind(&result.withheld)
            .bind(i64::from(result.redacted))
            .execute(change.connection())
            .await;
        done.map_err(|error| meaning(&error))?;
        let details = json!({
            "digest": result.digest,
            "bytes": result.bytes,
            "kept": text.is_some(),
            "withheld": result.withheld,
        });
        change.tell_of(&row, EventKind::ResultKept, details).await?;
        change.commit().await?;
        Ok(())
    }

    /// See [`Ledger::record`](algen_core::governance::ledger::Ledger::record).
    pub(super) async fn record_entry(
        &self,
        intent: &Intent,
        outcome: &Outcome,
        result: Option<&StoredResult>,
    ) -> Result<Reservation, LedgerError> {
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        let earlier = by_key(change.connection(), &intent.scope, &intent.key.text).await?;
        if let Some(row) = &earlier
            && !may_be_replaced(&row.entry, intent)
        {
            return Ok(Reservation::Taken(Box::new(row.entry.clone())));
        }
        let owner = change.machine.owner();
        let row = EntryRow::reserved(intent, earlier.as_ref(), (&change.now, owner));
        let row = row.ended(outcome, result);
        row.put(change.connection()).await?;
        let details = json!({
            "fence": row.fence,
            "state": row.entry.state,
            "tool": row.entry.tool,
            "attempt": row.entry.attempts,
        });
        change.tell_of(&row, EventKind::Recorded, details).await?;
        change.commit().await?;
        Ok(Reservation::Held(row.right()))
    }
}

impl Change<'_> {
    async fn reserve(&mut self, intent: &Intent) -> Result<Reservation, LedgerError> {
        let taken = by_key(self.connection(), &intent.scope, &intent.key.text).await?;
        let taken = self.take_over_lost(taken.into_iter().collect()).await?;
        let earlier = taken.into_iter().next();
        if let Some(row) = &earlier
            && !may_run_again(&row.entry, intent)
        {
            return Ok(Reservation::Taken(Box::new(row.entry.clone())));
        }
        if let Some(entry) = self.unresolved(intent).await? {
            return Ok(Reservation::Unresolved(Box::new(entry)));
        }
        if let Some(limited) = self.limited(intent).await? {
            return Ok(limited);
        }
        let call = earlier.as_ref().map_or(&intent.call, |row| &row.entry.call);
        if !self.use_approval(intent, call).await? {
            return Ok(Reservation::ApprovalGone);
        }
        self.close_question(intent, call).await?;
        let owner = self.machine.owner();
        let row = EntryRow::reserved(intent, earlier.as_ref(), (&self.now, owner));
        row.put(self.connection()).await?;
        let details = json!({
            "fence": row.fence,
            "state": row.entry.state,
            "tool": row.entry.tool,
            "attempt": row.entry.attempts,
            "approved_by": row.entry.approved_by,
        });
        self.tell_of(&row, EventKind::Reserved, details).await?;
        Ok(Reservation::Held(row.right()))
    }

    /// Returns another entry of the same request whose outcome is unknown.
    async fn unresolved(&mut self, intent: &Intent) -> Result<Option<Entry>, LedgerError> {
        if intent.again {
            return Ok(None);
        }
        let request = &intent.digests.request;
        let rows = open_of_request(self.connection(), &intent.scope, request).await?;
        let rows = self.take_over_lost(rows).await?;
        let mut entries = rows.into_iter().map(|row| row.entry);
        Ok(entries.find(|entry| entry.state == State::Unknown))
    }

    /// Tells which limit is reached. The time of the n-th latest call says it: where that call is
    /// within the period, n calls are, and the next one fits when it no longer is.
    async fn limited(&mut self, intent: &Intent) -> Result<Option<Reservation>, LedgerError> {
        let now = self.now.wall;
        for rate in &intent.limits {
            let period = i64::from(rate.period.seconds()) * 1_000;
            let latest: Option<i64> = sqlx::query_scalar(entry::LATEST_OF_TOOL)
                .bind(&intent.scope.namespace)
                .bind(&intent.tool)
                .bind(now.saturating_sub(period))
                .bind(i64::from(rate.count.saturating_sub(1)))
                .fetch_optional(self.connection())
                .await
                .map_err(|error| meaning(&error))?;
            if let Some(latest) = latest {
                return Ok(Some(wait(
                    *rate,
                    latest.saturating_add(period) - now,
                    period,
                )));
            }
        }
        Ok(None)
    }

    /// Uses up what let the call pass; tells whether it was still there.
    async fn use_approval(&mut self, intent: &Intent, call: &CallId) -> Result<bool, LedgerError> {
        match &intent.approved_by {
            ApprovedBy::Nobody | ApprovedBy::Caller | ApprovedBy::Person { .. } => Ok(true),
            ApprovedBy::Approval { id } => self.use_answer(id, intent, call).await,
            ApprovedBy::Grant { id } => self.use_grant(id, intent, call).await,
        }
    }

    /// Settles those rows whose owners have lost them, and returns all as they are then.
    pub(super) async fn take_over_lost(
        &mut self,
        rows: Vec<EntryRow>,
    ) -> Result<Vec<EntryRow>, LedgerError> {
        let mut after = Vec::new();
        for row in rows {
            let Some(loss) = row.loss(self.machine, &self.now) else {
                after.push(row);
                continue;
            };
            let outcome = row.lost(loss);
            let fence = row.fence.saturating_add(1);
            self.settle(&row, &outcome, fence).await?;
            let details = json!({
                "fence": fence,
                "state": outcome.state(),
                "why": loss.kind(),
                "host": row.entry.owner.host,
                "process": row.entry.owner.process,
            });
            self.tell_of(&row, EventKind::TakenOver, details).await?;
            after.push(self.entry(&row.entry.call.0).await?);
        }
        Ok(after)
    }

    async fn settle(
        &mut self,
        row: &EntryRow,
        outcome: &Outcome,
        fence: i64,
    ) -> Result<(), LedgerError> {
        let failure = outcome.failure();
        let now = self.now.wall;
        sqlx::query(entry::SETTLE)
            .bind(&row.entry.call.0)
            .bind(outcome.state().word())
            .bind(fence)
            .bind(failure.map(|failure| failure.kind.as_ref()))
            .bind(failure.and_then(|failure| failure.field.as_deref()))
            .bind(now)
            .execute(self.connection())
            .await
            .map_err(|error| meaning(&error))?;
        Ok(())
    }

    /// Returns the row that a right is to.
    async fn held(&mut self, lease: &Lease) -> Result<EntryRow, LedgerError> {
        let row = by_call(self.connection(), &lease.call.0).await?;
        row.filter(|row| row.is_held_by(lease))
            .ok_or(LedgerError::Fenced)
    }

    /// Returns the row of a call that there is.
    pub(super) async fn entry(&mut self, call: &str) -> Result<EntryRow, LedgerError> {
        let row = by_call(self.connection(), call).await?;
        row.ok_or(LedgerError::NotFound)
    }

    /// Tells of a change of an entry.
    pub(super) async fn tell_of(
        &mut self,
        row: &EntryRow,
        kind: EventKind,
        details: serde_json::Value,
    ) -> Result<(), LedgerError> {
        let namespace = &row.entry.scope.namespace;
        self.tell(namespace, kind, &row.entry.call.0, details).await
    }
}

/// Returns what an outcome means where the mark of sending was set: what may have been sent cannot
/// be taken back.
fn truthful(entry: &Entry, outcome: &Outcome) -> Outcome {
    match outcome {
        Outcome::NotAttempted(failure) if entry.sending_at.is_some() => {
            let kind = failure.kind.clone();
            let field = failure.field.clone();
            let message = String::new();
            Outcome::Unknown(Failure {
                kind,
                field,
                message,
            })
        }
        other => other.clone(),
    }
}

fn is_read(entry: &Entry) -> bool {
    matches!(entry.side_effect, SideEffect::None | SideEffect::Read)
}

fn may_run_again(entry: &Entry, intent: &Intent) -> bool {
    entry.digests.request == intent.digests.request && entry.state.may_run_again()
}

/// A read may be replaced by a later one, and anything by what may run again; what is under way, or
/// was done to the world, may not.
fn may_be_replaced(entry: &Entry, intent: &Intent) -> bool {
    let ended_read = is_read(entry) && entry.state.is_settled();
    entry.digests.request == intent.digests.request && (ended_read || entry.state.may_run_again())
}

fn wait(rate: Rate, milliseconds: i64, period: i64) -> Reservation {
    // A clock that was set back makes it no longer than the period.
    let wait = milliseconds.clamp(0, period);
    Reservation::Limited {
        rate,
        retry_after: Duration::from_millis(u64::try_from(wait).unwrap_or(0)),
    }
}

/// Returns the row of a call.
pub(super) async fn by_call(
    connection: &mut SqliteConnection,
    call: &str,
) -> Result<Option<EntryRow>, LedgerError> {
    let row = sqlx::query(entry::BY_CALL)
        .bind(call)
        .fetch_optional(connection)
        .await
        .map_err(|error| meaning(&error))?;
    row.map(|row| EntryRow::read(&row)).transpose()
}

async fn by_key(
    connection: &mut SqliteConnection,
    scope: &Scope,
    key: &str,
) -> Result<Option<EntryRow>, LedgerError> {
    let row = sqlx::query(entry::BY_KEY)
        .bind(&scope.namespace)
        .bind(&scope.tenant)
        .bind(key)
        .fetch_optional(connection)
        .await
        .map_err(|error| meaning(&error))?;
    row.map(|row| EntryRow::read(&row)).transpose()
}

async fn open_of_request(
    connection: &mut SqliteConnection,
    scope: &Scope,
    request: &str,
) -> Result<Vec<EntryRow>, LedgerError> {
    let rows = sqlx::query(entry::OPEN_OF_REQUEST)
        .bind(&scope.namespace)
        .bind(&scope.tenant)
        .bind(request)
        .fetch_all(connection)
        .await
        .map_err(|error| meaning(&error))?;
    rows.iter().map(EntryRow::read).collect()
}
