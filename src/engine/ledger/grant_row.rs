//! A grant as a row.

use algen_core::governance::grant::{Grant, GrantId};
use algen_core::governance::ledger::LedgerError;
use sqlx::sqlite::SqliteRow;

use super::machine::{Deadline, Moment};
use super::row::Columns;

/// One row of the grants.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct GrantRow {
    pub(super) grant: Grant,
    /// When it ends.
    pub(super) expires: Deadline,
}

impl GrantRow {
    /// Reads a row.
    pub(super) fn read(row: &SqliteRow) -> Result<Self, LedgerError> {
        let columns = Columns(row);
        let expires_at = columns.number("expires_at")?;
        let grant = Grant {
            id: GrantId(columns.text("id")?),
            namespace: columns.text("namespace")?,
            agent: columns.text("agent")?,
            tool: columns.text("tool")?,
            contract_digest: columns.text("contract_digest")?,
            target_digest: columns.text("target_digest")?,
            patterns: columns.json("patterns")?,
            fixed_digest: columns.text("fixed_digest")?,
            person: columns.json("person")?,
            made_at: columns.number("made_at")?,
            expires_at,
            uses_left: columns.number("uses_left")?,
            revoked_at: columns.optional_number("revoked_at")?,
        };
        Ok(Self {
            grant,
            expires: Deadline {
                wall: expires_at,
                boot: columns.text("expires_boot")?,
                boot_clock: columns.number("expires_boot_clock")?,
            },
        })
    }

    /// Tells whether it may still let a call pass.
    pub(super) fn holds(&self, now: &Moment) -> bool {
        self.grant.uses_left > 0 && self.grant.revoked_at.is_none() && !self.expires.is_over(now)
    }
}
