//! An approval as a row.

use std::time::Duration;

use algen_core::governance::approval::{Approval, ApprovalId, ApprovalState};
use algen_core::governance::ledger::LedgerError;
use algen_core::model::SideEffect;
use sqlx::sqlite::SqliteRow;

use super::machine::{Deadline, Moment};
use super::row::Columns;

/// One row of the approvals.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ApprovalRow {
    pub(super) approval: Approval,
    /// How long an answer may take, and how long it holds then.
    pub(super) wait: Duration,
    /// When it ends without an answer or without a use.
    pub(super) expires: Deadline,
}

impl ApprovalRow {
    /// Reads a row; the whole question is kept elsewhere.
    pub(super) fn read(row: &SqliteRow) -> Result<Self, LedgerError> {
        let columns = Columns(row);
        let expires_at = columns.number("expires_at")?;
        let approval = Approval {
            id: ApprovalId(columns.text("id")?),
            namespace: columns.text("namespace")?,
            tool: columns.text("tool")?,
            agent: columns.text("agent")?,
            side_effect: columns.word("side_effect", SideEffect::from_word)?,
            request_digest: columns.text("request_digest")?,
            fingerprint: columns.text("fingerprint")?,
            contract_digest: columns.text("contract_digest")?,
            target_digest: columns.text("target_digest")?,
            sources: columns.json("sources")?,
            state: columns.word("state", ApprovalState::from_word)?,
            opened_at: columns.number("opened_at")?,
            expires_at,
            asked_by: columns.text("asked_by")?,
            decided_by: columns.optional_json("decided_by")?,
            reason: columns.optional_text("reason")?,
            question: None,
        };
        Ok(Self {
            approval,
            wait: Duration::from_millis(columns.number("wait")?),
            expires: Deadline {
                wall: expires_at,
                boot: columns.text("expires_boot")?,
                boot_clock: columns.number("expires_boot_clock")?,
            },
        })
    }

    /// Tells whether time has ended it, and nobody wrote that down yet.
    pub(super) fn is_due(&self, now: &Moment) -> bool {
        let open = matches!(
            self.approval.state,
            ApprovalState::Pending | ApprovalState::Approved
        );
        open && self.expires.is_over(now)
    }

    /// Returns it as it is to be shown at a time.
    pub(super) fn shown(self, now: &Moment) -> Approval {
        if self.is_due(now) {
            Approval {
                state: ApprovalState::Expired,
                question: None,
                ..self.approval
            }
        } else {
            self.approval
        }
    }
}
