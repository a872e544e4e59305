//! What persons do with questions: look at them, approve and deny.

use algen_core::governance::approval::{Approval, ApprovalId, ApprovalState, NewApproval};
use algen_core::governance::identity::Person;
use algen_core::governance::ledger::LedgerError;
use serde_json::json;

use super::approval_row::ApprovalRow;
use super::approvals::{pending, question};
use super::change::{Change, EventKind};
use super::failure::meaning;
use super::row::to_json;
use super::statements::approval;
use super::{REASON_CHARS_MAX, SqliteLedger};

/// What came of an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// It is recorded.
    Recorded(Approval),
    /// The question is not open: it was answered, used, or has expired.
    NotPending(Approval),
    /// The reason has more characters than [`REASON_CHARS_MAX`].
    ReasonTooLong,
}

impl SqliteLedger {
    /// Records a person's yes. It holds as long as the question could wait, from now.
    ///
    /// # Errors
    /// [`LedgerError::NotFound`] where there is no question of that name.
    pub async fn approve(&self, id: &ApprovalId, person: &Person) -> Result<Decision, LedgerError> {
        self.decide(id, ApprovalState::Approved, person, None).await
    }

    /// Records a person's no, and why if it was said.
    ///
    /// # Errors
    /// [`LedgerError::NotFound`] where there is no question of that name.
    pub async fn deny(
        &self,
        id: &ApprovalId,
        person: &Person,
        reason: Option<&str>,
    ) -> Result<Decision, LedgerError> {
        self.decide(id, ApprovalState::Denied, person, reason).await
    }

    async fn decide(
        &self,
        id: &ApprovalId,
        state: ApprovalState,
        person: &Person,
        reason: Option<&str>,
    ) -> Result<Decision, LedgerError> {
        if reason.is_some_and(|reason| reason.chars().count() > REASON_CHARS_MAX) {
            return Ok(Decision::ReasonTooLong);
        }
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        change.expire_due().await?;
        let row = change.approval(&id.0).await?;
        let pending = row.approval.state == ApprovalState::Pending;
        if pending {
            change.decide(&row, state, person, reason).await?;
        }
        let approval = change.approval(&id.0).await?.approval;
        if change.commit().await? {
            opened.empty_log().await;
        }
        Ok(match pending {
            true => Decision::Recorded(approval),
            false => Decision::NotPending(approval),
        })
    }

    /// See [`Ledger::deny_open`](algen_core::governance::ledger::Ledger::deny_open).
    pub(super) async fn deny_same(
        &self,
        new: &NewApproval,
        person: &Person,
        reason: Option<&str>,
    ) -> Result<(), LedgerError> {
        // Most plans were never asked about before, and to look does not write.
        let open = match self.reading().await? {
            Some(mut opened) => {
                let connection = &mut opened.connection;
                pending(connection, &new.namespace, &new.request_digest).await?
            }
            None => None,
        };
        let same = open.filter(|row| row.approval.fingerprint == new.question.fingerprint);
        if let Some(row) = same {
            let reason = reason.filter(|reason| reason.chars().count() <= REASON_CHARS_MAX);
            self.deny(&row.approval.id, person, reason).await?;
        }
        Ok(())
    }

    /// Returns questions, the latest first: of one namespace or of all, in one state or in any. The
    /// whole question is with those that are open.
    ///
    /// # Errors
    /// Says why the ledger cannot be read.
    pub async fn list_approvals(
        &self,
        namespace: Option<&str>,
        state: Option<ApprovalState>,
        limit: u32,
    ) -> Result<Vec<Approval>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(Vec::new());
        };
        self.expire_in(&mut opened).await?;
        let rows = sqlx::query(approval::LIST)
            .bind(namespace.unwrap_or_default())
            .bind(state.map_or("", ApprovalState::word))
            .bind(i64::from(limit))
            .fetch_all(&mut opened.connection)
            .await
            .map_err(|error| meaning(&error))?;
        let now = self.machine.now();
        let mut approvals = Vec::new();
        for row in rows {
            let mut row = ApprovalRow::read(&row)?;
            row.approval.question = question(&mut opened.connection, &row.approval.id.0).await?;
            let shown = row.shown(&now);
            // A file that cannot be written may say of an expired one that it is open.
            if state.is_none_or(|state| state == shown.state) {
                approvals.push(shown);
            }
        }
        Ok(approvals)
    }

    /// Ends every question and answer whose time is over, and forgets what was asked. Functions
    /// about approvals do so by themselves.
    ///
    /// # Errors
    /// Says why the ledger cannot be written.
    pub async fn expire(&self) -> Result<(), LedgerError> {
        match self.reading().await? {
            None => Ok(()),
            Some(mut opened) => self.expire_in(&mut opened).await,
        }
    }
}

impl Change<'_> {
    async fn decide(
        &mut self,
        row: &ApprovalRow,
        state: ApprovalState,
        person: &Person,
        reason: Option<&str>,
    ) -> Result<(), LedgerError> {
        let id = &row.approval.id.0;
        self.forget_question(id).await?;
        let expires = self.now.after(row.wait);
        let now = self.now.wall;
        sqlx::query(approval::DECIDE)
            .bind(id)
            .bind(state.word())
            .bind(to_json(person)?)
            .bind(now)
            .bind(reason)
            .bind(expires.wall)
            .bind(&expires.boot)
            .bind(expires.boot_clock)
            .execute(self.connection())
            .await
            .map_err(|error| meaning(&error))?;
        let kind = match state {
            ApprovalState::Approved => EventKind::ApprovalApproved,
            _ => EventKind::ApprovalDenied,
        };
        let details = json!({"person": person});
        self.tell(&row.approval.namespace, kind, id, details).await
    }
}
