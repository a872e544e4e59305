//! An entry as a row: what the pipeline sees of it, and what only the ledger needs.

use std::borrow::Cow;

use algen_core::governance::identity::{CallId, Key, Scope};
use algen_core::governance::ledger::{
    CallDigests, Entry, Intent, Lease, LedgerError, Owner, StoredResult,
};
use algen_core::governance::outcome::{Failure, Outcome, State};
use algen_core::model::SideEffect;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::failure::{damaged_column, meaning};
use super::machine::{self, Deadline, Loss, Machine, Moment};
use super::row::{Columns, to_json};
use super::statements::entry;

/// One row of the entries.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct EntryRow {
    pub(super) entry: Entry,
    /// The number of the owner in the entry's life.
    pub(super) fence: i64,
    /// How often the row was changed.
    pub(super) version: i64,
    /// Until when the owner holds it.
    pub(super) lease: Deadline,
}

impl EntryRow {
    /// Reads a row.
    pub(super) fn read(row: &SqliteRow) -> Result<Self, LedgerError> {
        let columns = Columns(row);
        let entry = Entry {
            call: CallId(columns.text("call")?),
            scope: Scope {
                namespace: columns.text("namespace")?,
                tenant: columns.text("tenant")?,
            },
            key: Key {
                text: columns.text("key")?,
                given: columns.number::<i64>("key_given")? != 0,
            },
            tool: columns.text("tool")?,
            agent: columns.text("agent")?,
            identity: columns.json("identity")?,
            side_effect: columns.word("side_effect", SideEffect::from_word)?,
            digests: CallDigests {
                contract: columns.text("contract_digest")?,
                arguments: columns.text("arguments_digest")?,
                request: columns.text("request_digest")?,
                fingerprint: columns.text("fingerprint")?,
            },
            argument_names: columns.json("argument_names")?,
            approved_by: columns.json("approved_by")?,
            state: columns.word("state", State::from_word)?,
            owner: Owner {
                host: columns.text("owner_host")?,
                boot: columns.text("owner_boot")?,
                space: columns.text("owner_space")?,
                process: columns.number("owner_process")?,
                started: columns.number("owner_started")?,
            },
            attempts: columns.number("attempts")?,
            failure: failure(&columns)?,
            result: result(&columns)?,
            resolution: columns.optional_json("resolution")?,
            reserved_at: columns.number("reserved_at")?,
            sending_at: columns.optional_number("sending_at")?,
            settled_at: columns.optional_number("settled_at")?,
        };
        Ok(Self {
            entry,
            fence: columns.number("fence")?,
            version: columns.number("version")?,
            lease: Deadline {
                wall: columns.number("lease_ends_at")?,
                boot: columns.text("lease_boot")?,
                boot_clock: columns.number("lease_boot_clock")?,
            },
        })
    }

    /// Makes the row of a call that is reserved now, after an earlier one under the same key.
    pub(super) fn reserved(
        intent: &Intent,
        earlier: Option<&Self>,
        change: (&Moment, Owner),
    ) -> Self {
        let (now, owner) = change;
        let entry = Entry {
            call: earlier.map_or_else(|| intent.call.clone(), |row| row.entry.call.clone()),
            scope: intent.scope.clone(),
            key: intent.key.clone(),
            tool: intent.tool.clone(),
            agent: intent.agent.clone(),
            identity: intent.identity.clone(),
            side_effect: intent.side_effect,
            digests: intent.digests.clone(),
            argument_names: intent.argument_names.clone(),
            approved_by: intent.approved_by.clone(),
            state: State::Reserved,
            owner,
            attempts: earlier.map_or(1, |row| row.entry.attempts.saturating_add(1)),
            failure: None,
            result: None,
            resolution: None,
            reserved_at: now.wall,
            sending_at: None,
            settled_at: None,
        };
        Self {
            entry,
            fence: earlier.map_or(1, |row| row.fence.saturating_add(1)),
            version: earlier.map_or(1, |row| row.version.saturating_add(1)),
            lease: now.after(intent.lease),
        }
    }

    /// Makes the row of a call that was not reserved and has ended. Of its result the digest and
    /// size are kept.
    pub(super) fn ended(mut self, outcome: &Outcome, result: Option<&StoredResult>) -> Self {
        self.entry.state = outcome.state();
        self.entry.failure = outcome.failure().cloned();
        self.entry.settled_at = Some(self.entry.reserved_at);
        self.entry.result = result.map(|result| StoredResult {
            text: None,
            ..result.clone()
        });
        self
    }

    /// The right to do what was reserved.
    pub(super) fn right(&self) -> Lease {
        Lease {
            call: self.entry.call.clone(),
            scope: self.entry.scope.clone(),
            fence: u64::try_from(self.fence).unwrap_or(0),
        }
    }

    /// Tells whether a right is to what this row is now.
    pub(super) fn is_held_by(&self, lease: &Lease) -> bool {
        self.right() == *lease
    }

    /// Returns why its owner has lost it; `None` where it is over or the owner holds it.
    pub(super) fn loss(&self, machine: &dyn Machine, now: &Moment) -> Option<Loss> {
        if self.entry.state.is_settled() {
            return None;
        }
        machine::loss(machine, &self.entry.owner, &self.lease, now)
    }

    /// Returns how it ended when its owner lost it.
    pub(super) fn lost(&self, loss: Loss) -> Outcome {
        let failure = Failure::new(loss.kind(), "");
        match self.entry.state {
            State::Sending => Outcome::Unknown(failure),
            _ => Outcome::NotAttempted(failure),
        }
    }

    /// Returns it as it is to be shown: one that its owner lost is over, also where nobody wrote
    /// that down yet.
    pub(super) fn shown(self, machine: &dyn Machine, now: &Moment) -> Entry {
        let lost = self.loss(machine, now).map(|loss| self.lost(loss));
        match lost {
            None => self.entry,
            Some(outcome) => Entry {
                state: outcome.state(),
                failure: outcome.failure().cloned(),
                ..self.entry
            },
        }
    }

    /// Writes the row whole. A text of the result is not among it.
    pub(super) async fn put(&self, connection: &mut SqliteConnection) -> Result<(), LedgerError> {
        let Entry { owner, digests, .. } = &self.entry;
        let failure = self.entry.failure.as_ref();
        let result = self.entry.result.as_ref();
        sqlx::query(entry::PUT)
            .bind(&self.entry.call.0)
            .bind(&self.entry.scope.namespace)
            .bind(&self.entry.scope.tenant)
            .bind(&self.entry.key.text)
            .bind(i64::from(self.entry.key.given))
            .bind(&self.entry.tool)
            .bind(&self.entry.agent)
            .bind(to_json(&self.entry.identity)?)
            .bind(self.entry.side_effect.word())
            .bind(&digests.contract)
            .bind(&digests.arguments)
            .bind(&digests.request)
            .bind(&digests.fingerprint)
            .bind(to_json(&self.entry.argument_names)?)
            .bind(to_json(&self.entry.approved_by)?)
            .bind(self.entry.state.word())
            .bind(&owner.host)
            .bind(&owner.boot)
            .bind(&owner.space)
            .bind(i64::from(owner.process))
            .bind(number(owner.started)?)
            .bind(self.fence)
            .bind(i64::from(self.entry.attempts))
            .bind(self.lease.wall)
            .bind(&self.lease.boot)
            .bind(self.lease.boot_clock)
            .bind(failure.map(|failure| failure.kind.to_string()))
            .bind(failure.and_then(|failure| failure.field.clone()))
            .bind(result.map(|result| &result.digest))
            .bind(result.map(|result| number(result.bytes)).transpose()?)
            .bind(result.and_then(|result| result.withheld.as_ref()))
            .bind(result.map(|result| i64::from(result.redacted)))
            .bind(self.entry.reserved_at)
            .bind(self.entry.settled_at)
            .bind(self.version)
            .execute(connection)
            .await
            .map_err(|error| meaning(&error))?;
        Ok(())
    }
}

/// Returns a number as the ledger keeps it.
pub(super) fn number(number: u64) -> Result<i64, LedgerError> {
    i64::try_from(number).map_err(|_| LedgerError::NotWritable("a number is too large".to_owned()))
}

fn failure(columns: &Columns<'_>) -> Result<Option<Failure>, LedgerError> {
    let Some(kind) = columns.optional_text("failure_kind")? else {
        return Ok(None);
    };
    Ok(Some(Failure {
        kind: Cow::Owned(kind),
        field: columns.optional_text("failure_field")?,
        message: String::new(),
    }))
}

fn result(columns: &Columns<'_>) -> Result<Option<StoredResult>, LedgerError> {
    let Some(digest) = columns.optional_text("result_digest")? else {
        return Ok(None);
    };
    let absent = || damaged_column("result_bytes");
    Ok(Some(StoredResult {
        digest,
        bytes: columns
            .optional_number("result_bytes")?
            .ok_or_else(absent)?,
        text: columns.optional_text("result_text")?,
        withheld: columns.optional_text("result_withheld")?,
        redacted: columns.optional_number("result_redacted")? == Some(1_i64),
    }))
}
