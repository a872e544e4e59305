//! A person's word about a call whose outcome is unknown.

use algen_core::governance::identity::{CallId, Person};
use algen_core::governance::ledger::{Entry, LedgerError, Resolution};
use algen_core::governance::outcome::State;
use serde_json::json;

use super::change::EventKind;
use super::failure::meaning;
use super::row::to_json;
use super::statements::entry;
use super::{REASON_CHARS_MAX, SqliteLedger};

/// What a person found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It happened.
    Done,
    /// It did not happen; the same key may run again.
    NotDone,
}

impl Verdict {
    /// Returns the state that the ledger keeps.
    pub fn state(self) -> State {
        match self {
            Self::Done => State::Done,
            Self::NotDone => State::NotDone,
        }
    }
}

/// What came of a person's word.
#[derive(Clone, PartialEq, Debug)]
pub enum Resolved {
    /// It is recorded.
    Recorded(Entry),
    /// The outcome of the call is not unknown.
    NotUnknown(Entry),
    /// No reason was given.
    ReasonMissing,
    /// The reason has more characters than [`REASON_CHARS_MAX`].
    ReasonTooLong,
}

impl SqliteLedger {
    /// Records what a person found out about a call whose outcome is unknown.
    ///
    /// # Errors
    /// [`LedgerError::NotFound`] where there is no such call; the name has to be whole.
    pub async fn resolve(
        &self,
        call: &CallId,
        verdict: Verdict,
        person: &Person,
        reason: &str,
    ) -> Result<Resolved, LedgerError> {
        if reason.trim().is_empty() {
            return Ok(Resolved::ReasonMissing);
        }
        if reason.chars().count() > REASON_CHARS_MAX {
            return Ok(Resolved::ReasonTooLong);
        }
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        let row = change.entry(&call.0).await?;
        let rows = change.take_over_lost(vec![row]).await?;
        let row = rows.into_iter().next().ok_or(LedgerError::NotFound)?;
        if row.entry.state != State::Unknown {
            change.commit().await?;
            return Ok(Resolved::NotUnknown(row.entry));
        }
        let resolution = Resolution {
            person: person.clone(),
            reason: reason.to_owned(),
        };
        let now = change.now.wall;
        sqlx::query(entry::RESOLVE)
            .bind(&call.0)
            .bind(verdict.state().word())
            .bind(to_json(&resolution)?)
            .bind(now)
            .execute(change.connection())
            .await
            .map_err(|error| meaning(&error))?;
        let details = json!({"state": verdict.state(), "person": person});
        change.tell_of(&row, EventKind::Resolved, details).await?;
        let entry = change.entry(&call.0).await?.entry;
        change.commit().await?;
        Ok(Resolved::Recorded(entry))
    }
}
