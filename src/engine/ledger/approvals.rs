//! Questions that wait for a person, and the use of their answers.
//!
//! The whole question, which holds values, is kept in a table of its own and deleted when it is
//! decided or has expired; then the log beside the file is emptied, so that no byte of it is left.

use algen_core::governance::approval::{Approval, ApprovalId, ApprovalState, NewApproval};
use algen_core::governance::identity::CallId;
use algen_core::governance::ledger::{Intent, LedgerError, Opened as OpenedQuestion};
use serde_json::json;
use sqlx::sqlite::SqliteConnection;

use super::approval_row::ApprovalRow;
use super::change::{Change, EventKind};
use super::failure::{damaged_column, meaning};
use super::machine::milliseconds;
use super::opening::Opened;
use super::row::to_json;
use super::statements::approval;
use super::{PENDING_MAX, QUESTION_BYTES_MAX, SqliteLedger, identifier};

/// How often a name that somebody has already is made anew.
const NAMES_MAX: usize = 8;

impl SqliteLedger {
    /// See [`Ledger::open_approval`](algen_core::governance::ledger::Ledger::open_approval).
    pub(super) async fn open_question(
        &self,
        new: &NewApproval,
    ) -> Result<OpenedQuestion, LedgerError> {
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        change.expire_due().await?;
        let answer = change.open_question(new, &self.settings.account).await?;
        if change.commit().await? {
            opened.empty_log().await;
        }
        Ok(answer)
    }

    /// See [`Ledger::approval`](algen_core::governance::ledger::Ledger::approval).
    pub(super) async fn approval_by_id(
        &self,
        id: &ApprovalId,
    ) -> Result<Option<Approval>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(None);
        };
        self.expire_in(&mut opened).await?;
        let connection = &mut opened.connection;
        let Some(mut row) = by_id(connection, &id.0).await? else {
            return Ok(None);
        };
        row.approval.question = question(connection, &id.0).await?;
        Ok(Some(row.shown(&self.machine.now())))
    }

    /// See [`Ledger::approved`](algen_core::governance::ledger::Ledger::approved).
    pub(super) async fn approval_of_plan(
        &self,
        namespace: &str,
        fingerprint: &str,
    ) -> Result<Option<Approval>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(None);
        };
        let rows = sqlx::query(approval::APPROVED)
            .bind(namespace)
            .bind(fingerprint)
            .fetch_all(&mut opened.connection)
            .await
            .map_err(|error| meaning(&error))?;
        let now = self.machine.now();
        for row in rows {
            let row = ApprovalRow::read(&row)?;
            if !row.is_due(&now) {
                return Ok(Some(row.approval));
            }
        }
        Ok(None)
    }

    /// Writes down what time has ended, where that can be written.
    pub(super) async fn expire_in(&self, opened: &mut Opened) -> Result<(), LedgerError> {
        let now = self.machine.now();
        let open = open(&mut opened.connection).await?;
        if opened.read_only.is_some() || !open.iter().any(|row| row.is_due(&now)) {
            return Ok(());
        }
        let mut change = self.begin(opened).await?;
        change.expire_due().await?;
        if change.commit().await? {
            opened.empty_log().await;
        }
        Ok(())
    }
}

impl Change<'_> {
    /// Ends every question and answer whose time is over.
    pub(super) async fn expire_due(&mut self) -> Result<(), LedgerError> {
        for row in open(self.connection()).await? {
            if row.is_due(&self.now) {
                self.end(&row, ApprovalState::Expired, json!({})).await?;
            }
        }
        Ok(())
    }

    async fn open_question(
        &mut self,
        new: &NewApproval,
        account: &str,
    ) -> Result<OpenedQuestion, LedgerError> {
        let joined = pending(self.connection(), &new.namespace, &new.request_digest).await?;
        if let Some(mut row) = joined {
            row.approval.question = question(self.connection(), &row.approval.id.0).await?;
            return Ok(OpenedQuestion::Joined(row.approval));
        }
        let pending: i64 = sqlx::query_scalar(approval::COUNT_PENDING)
            .bind(&new.namespace)
            .bind(&new.question.agent)
            .fetch_one(self.connection())
            .await
            .map_err(|error| meaning(&error))?;
        if pending >= i64::from(PENDING_MAX) {
            return Ok(OpenedQuestion::TooMany(PENDING_MAX));
        }
        let id = self.insert_question(new, account).await?;
        let details = json!({
            "tool": new.question.tool,
            "request": new.request_digest,
            "fingerprint": new.question.fingerprint,
        });
        let kind = EventKind::ApprovalOpened;
        self.tell(&new.namespace, kind, &id, details).await?;
        let mut approval = self.approval(&id).await?.approval;
        approval.question = Some(new.question.clone());
        Ok(OpenedQuestion::New(approval))
    }

    /// Closes the question about this plan that is open, where somebody let the call pass without
    /// an answer to it.
    pub(super) async fn close_question(
        &mut self,
        intent: &Intent,
        call: &CallId,
    ) -> Result<(), LedgerError> {
        let namespace = &intent.scope.namespace;
        let request = &intent.digests.request;
        let pending = pending(self.connection(), namespace, request).await?;
        let same = pending.filter(|row| row.approval.fingerprint == intent.digests.fingerprint);
        match same {
            Some(row) => {
                let details = json!({"call": call});
                self.end(&row, ApprovalState::Used, details).await
            }
            None => Ok(()),
        }
    }

    async fn insert_question(
        &mut self,
        new: &NewApproval,
        account: &str,
    ) -> Result<String, LedgerError> {
        let whole = to_json(&new.question)?;
        if whole.len() > QUESTION_BYTES_MAX {
            let reason = "the question has more than 4 MiB".to_owned();
            return Err(LedgerError::NotWritable(reason));
        }
        let id = self.new_name(approval::BY_ID).await?;
        let expires = self.now.after(new.question.wait);
        let now = self.now.wall;
        sqlx::query(approval::INSERT)
            .bind(&id)
            .bind(&new.namespace)
            .bind(&new.question.tool)
            .bind(&new.question.agent)
            .bind(new.question.side_effect.word())
            .bind(&new.request_digest)
            .bind(&new.question.fingerprint)
            .bind(&new.contract_digest)
            .bind(&new.target_digest)
            .bind(to_json(&new.question.sources)?)
            .bind(now)
            .bind(milliseconds(new.question.wait))
            .bind(expires.wall)
            .bind(&expires.boot)
            .bind(expires.boot_clock)
            .bind(account)
            .execute(self.connection())
            .await
            .map_err(|error| meaning(&error))?;
        sqlx::query(approval::INSERT_QUESTION)
            .bind(&id)
            .bind(whole)
            .execute(self.connection())
            .await
            .map_err(|error| meaning(&error))?;
        Ok(id)
    }

    /// Makes a name that nothing has in a table.
    pub(super) async fn new_name(&mut self, by_id: &'static str) -> Result<String, LedgerError> {
        for _ in 0..NAMES_MAX {
            let name = identifier::new()?;
            let taken = sqlx::query(by_id)
                .bind(&name)
                .fetch_optional(self.connection())
                .await
                .map_err(|error| meaning(&error))?;
            if taken.is_none() {
                return Ok(name);
            }
        }
        let reason = "every name that was tried is taken".to_owned();
        Err(LedgerError::NotWritable(reason))
    }

    /// Returns the row of a question that there is.
    pub(super) async fn approval(&mut self, id: &str) -> Result<ApprovalRow, LedgerError> {
        let row = by_id(self.connection(), id).await?;
        row.ok_or(LedgerError::NotFound)
    }

    /// Forgets what was asked; that it was, and the answer, stay.
    pub(super) async fn forget_question(&mut self, id: &str) -> Result<(), LedgerError> {
        let deleted = sqlx::query(approval::DELETE_QUESTION)
            .bind(id)
            .execute(self.connection())
            .await
            .map_err(|error| meaning(&error))?;
        self.has_forgotten |= deleted.rows_affected() > 0;
        Ok(())
    }

    /// Uses up an answer for exactly this plan; tells whether it was still there.
    pub(super) async fn use_answer(
        &mut self,
        id: &ApprovalId,
        intent: &Intent,
        call: &CallId,
    ) -> Result<bool, LedgerError> {
        let Some(row) = by_id(self.connection(), &id.0).await? else {
            return Ok(false);
        };
        if row.is_due(&self.now) {
            self.end(&row, ApprovalState::Expired, json!({})).await?;
            return Ok(false);
        }
        let fits = row.approval.state == ApprovalState::Approved
            && row.approval.namespace == intent.scope.namespace
            && row.approval.fingerprint == intent.digests.fingerprint;
        if fits {
            let details = json!({"call": call});
            self.end(&row, ApprovalState::Used, details).await?;
        }
        Ok(fits)
    }

    async fn end(
        &mut self,
        row: &ApprovalRow,
        state: ApprovalState,
        details: serde_json::Value,
    ) -> Result<(), LedgerError> {
        let id = &row.approval.id.0;
        self.forget_question(id).await?;
        sqlx::query(approval::END)
            .bind(id)
            .bind(state.word())
            .execute(self.connection())
            .await
            .map_err(|error| meaning(&error))?;
        let kind = match state {
            ApprovalState::Used => EventKind::ApprovalUsed,
            _ => EventKind::ApprovalExpired,
        };
        self.tell(&row.approval.namespace, kind, id, details).await
    }
}

pub(super) async fn open(
    connection: &mut SqliteConnection,
) -> Result<Vec<ApprovalRow>, LedgerError> {
    let rows = sqlx::query(approval::OPEN)
        .fetch_all(connection)
        .await
        .map_err(|error| meaning(&error))?;
    rows.iter().map(ApprovalRow::read).collect()
}

/// Returns the question about a request that is open.
pub(super) async fn pending(
    connection: &mut SqliteConnection,
    namespace: &str,
    request_digest: &str,
) -> Result<Option<ApprovalRow>, LedgerError> {
    let row = sqlx::query(approval::PENDING_OF_REQUEST)
        .bind(namespace)
        .bind(request_digest)
        .fetch_optional(connection)
        .await
        .map_err(|error| meaning(&error))?;
    row.as_ref().map(ApprovalRow::read).transpose()
}

/// Returns the row of a question.
pub(super) async fn by_id(
    connection: &mut SqliteConnection,
    id: &str,
) -> Result<Option<ApprovalRow>, LedgerError> {
    let row = sqlx::query(approval::BY_ID)
        .bind(id)
        .fetch_optional(connection)
        .await
        .map_err(|error| meaning(&error))?;
    row.map(|row| ApprovalRow::read(&row)).transpose()
}

/// Returns the whole question, while it is kept.
pub(super) async fn question(
    connection: &mut SqliteConnection,
    id: &str,
) -> Result<Option<algen_core::governance::approval::Question>, LedgerError> {
    let text: Option<String> = sqlx::query_scalar(approval::QUESTION)
        .bind(id)
        .fetch_optional(connection)
        .await
        .map_err(|error| meaning(&error))?;
    let read = |text: String| serde_json::from_str(&text).map_err(|_| damaged_column("question"));
    text.map(read).transpose()
}
