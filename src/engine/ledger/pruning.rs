//! Forgetting what is long over.
//!
//! Events are chained, so where some are deleted a note stays: the first and last of the stretch,
//! the hash before it and the hash of its last. Notes that touch become one. What the notes say is
//! itself told by an event.

use std::collections::BTreeMap;
use std::time::Duration;

use algen_core::governance::canonical;
use algen_core::governance::ledger::LedgerError;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::SqliteLedger;
use super::change::{Change, EventKind};
use super::entry_row::EntryRow;
use super::failure::meaning;
use super::machine::{Moment, milliseconds};
use super::row::Columns;
use super::statements::{approval, entry, event, grant};

/// Rows that are deleted in one transaction, of each kind.
const BATCH: i64 = 1_000;

/// The least age of what is pruned: limits on calls, the longest of them for a day, count the rest.
pub const PRUNED_AGE_MIN: Duration = Duration::from_secs(86_400);

/// How much was forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pruned {
    /// Entries.
    pub entries: u64,
    /// Approvals.
    pub approvals: u64,
    /// Grants.
    pub grants: u64,
    /// Events.
    pub events: u64,
}

/// A stretch of a chain that was pruned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stretch {
    pub(super) first: i64,
    pub(super) last: i64,
    /// The hash before the first.
    pub(super) previous: String,
    /// The hash of the last.
    pub(super) hash: String,
}

impl SqliteLedger {
    /// Counts what [`prune`](Self::prune) would forget now, without the events that tell of earlier
    /// prunings.
    ///
    /// # Errors
    /// Says why the ledger cannot be read.
    pub async fn prunable(
        &self,
        namespace: Option<&str>,
        older_than: Duration,
    ) -> Result<Pruned, LedgerError> {
        let mut prunable = Pruned::default();
        let Some(mut opened) = self.reading().await? else {
            return Ok(prunable);
        };
        let cutoff = cutoff(&self.machine.now(), older_than);
        let kinds = [
            (entry::COUNT_SETTLED_BEFORE, &mut prunable.entries),
            (approval::COUNT_OVER_BEFORE, &mut prunable.approvals),
            (grant::COUNT_OVER_BEFORE, &mut prunable.grants),
        ];
        let mut events = 0;
        for (statement, count) in kinds {
            let (rows, told): (i64, i64) = sqlx::query_as(statement)
                .bind(cutoff)
                .bind(namespace.unwrap_or_default())
                .fetch_one(&mut opened.connection)
                .await
                .map_err(|error| meaning(&error))?;
            *count = rows.unsigned_abs();
            events += told.unsigned_abs();
        }
        prunable.events = events;
        Ok(prunable)
    }

    /// Forgets entries that were settled before so long, approvals and grants that ended before,
    /// and their events, of one namespace or of all. What is under way or unknown stays, and
    /// whatever is younger than [`PRUNED_AGE_MIN`], because limits on calls count it.
    ///
    /// The keys of forgotten entries are free: a repeated call runs again.
    ///
    /// # Errors
    /// Says why the ledger cannot be written; what was forgotten before that stays so.
    pub async fn prune(
        &self,
        namespace: Option<&str>,
        older_than: Duration,
    ) -> Result<Pruned, LedgerError> {
        let mut pruned = Pruned::default();
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        change.take_over_all_lost().await?;
        change.commit().await?;
        loop {
            let mut change = self.begin(&mut opened).await?;
            let cutoff = cutoff(&change.now, older_than);
            let before = pruned;
            change.prune_batch(namespace, cutoff, &mut pruned).await?;
            change.commit().await?;
            if pruned == before {
                opened.empty_log().await;
                return Ok(pruned);
            }
        }
    }
}

/// Returns the time before which everything is old.
fn cutoff(now: &Moment, older_than: Duration) -> i64 {
    now.wall
        .saturating_sub(milliseconds(older_than.max(PRUNED_AGE_MIN)))
}

impl Change<'_> {
    /// Settles what owners lost and nobody looked at since, so that it grows old.
    async fn take_over_all_lost(&mut self) -> Result<(), LedgerError> {
        let rows = sqlx::query(entry::UNDER_WAY).fetch_all(self.connection());
        let rows = rows.await.map_err(|error| meaning(&error))?;
        let rows: Result<Vec<EntryRow>, LedgerError> = rows.iter().map(EntryRow::read).collect();
        self.take_over_lost(rows?).await?;
        Ok(())
    }

    async fn prune_batch(
        &mut self,
        namespace: Option<&str>,
        cutoff: i64,
        pruned: &mut Pruned,
    ) -> Result<(), LedgerError> {
        let kinds = [
            (entry::SETTLED_BEFORE, entry::DELETE, &mut pruned.entries),
            (
                approval::OVER_BEFORE,
                approval::DELETE,
                &mut pruned.approvals,
            ),
            (grant::OVER_BEFORE, grant::DELETE, &mut pruned.grants),
        ];
        let mut gone = Vec::new();
        for (select, delete, count) in kinds {
            let names: Vec<String> = sqlx::query_scalar(select)
                .bind(cutoff)
                .bind(BATCH)
                .bind(namespace.unwrap_or_default())
                .fetch_all(self.connection())
                .await
                .map_err(|error| meaning(&error))?;
            for name in names {
                let deleted = sqlx::query(delete).bind(&name).execute(self.connection());
                deleted.await.map_err(|error| meaning(&error))?;
                let events = sqlx::query(event::DELETE_OF_SUBJECT).bind(&name);
                let events = events.fetch_all(self.connection()).await;
                gone.extend(events.map_err(|error| meaning(&error))?);
                *count += 1;
            }
        }
        if gone.is_empty() {
            return Ok(());
        }
        let prunings = sqlx::query(event::DELETE_OF_PRUNINGS).bind(cutoff);
        let prunings = prunings.fetch_all(self.connection()).await;
        gone.extend(prunings.map_err(|error| meaning(&error))?);
        pruned.events += gone.len() as u64;
        self.note(&gone).await
    }

    /// Notes what is gone, and tells of the notes of every chain: what told of them may be gone.
    async fn note(&mut self, gone: &[SqliteRow]) -> Result<(), LedgerError> {
        let mut chains: BTreeMap<(String, String), Vec<Stretch>> = BTreeMap::new();
        for row in gone {
            let row = Columns(row);
            let sequence = row.number("sequence")?;
            let name = (row.text("namespace")?, row.text("writer")?);
            chains.entry(name).or_default().push(Stretch {
                first: sequence,
                last: sequence,
                previous: row.text("previous")?,
                hash: row.text("hash")?,
            });
        }
        for ((namespace, writer), fresh) in chains {
            let noted = stretches(self.connection(), &namespace, &writer).await?;
            let merged = merge(noted.into_iter().chain(fresh).collect());
            self.write_notes(&namespace, &writer, &merged).await?;
        }
        for (namespace, writer) in all_chains(self.connection()).await? {
            let noted = stretches(self.connection(), &namespace, &writer).await?;
            if noted.is_empty() {
                continue;
            }
            let events: i64 = noted.iter().map(|each| each.last - each.first + 1).sum();
            let details = json!({"events": events, "stretches": digest(&noted)});
            let kind = EventKind::Pruned;
            self.tell(&namespace, kind, &writer, details).await?;
        }
        Ok(())
    }

    async fn write_notes(
        &mut self,
        namespace: &str,
        writer: &str,
        stretches: &[Stretch],
    ) -> Result<(), LedgerError> {
        let forget = sqlx::query(event::DELETE_PRUNED)
            .bind(namespace)
            .bind(writer);
        let forgotten = forget.execute(self.connection()).await;
        forgotten.map_err(|error| meaning(&error))?;
        for stretch in stretches {
            sqlx::query(event::INSERT_PRUNED)
                .bind(namespace)
                .bind(writer)
                .bind(stretch.first)
                .bind(stretch.last)
                .bind(&stretch.previous)
                .bind(&stretch.hash)
                .execute(self.connection())
                .await
                .map_err(|error| meaning(&error))?;
        }
        Ok(())
    }
}

/// Makes one of stretches that touch.
fn merge(mut stretches: Vec<Stretch>) -> Vec<Stretch> {
    stretches.sort_by_key(|stretch| stretch.first);
    let mut merged: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        match merged.last_mut() {
            Some(last) if last.last + 1 == stretch.first => {
                last.last = stretch.last;
                last.hash = stretch.hash;
            }
            _ => merged.push(stretch),
        }
    }
    merged
}

/// Returns the digest of the notes about a chain.
pub(super) fn digest(stretches: &[Stretch]) -> String {
    let stretches = stretches.iter();
    let all: Value = stretches
        .map(|stretch| json!([stretch.first, stretch.last, stretch.previous, stretch.hash]))
        .collect();
    canonical::digest(&all)
}

/// Returns every chain: namespace and machine.
pub(super) async fn all_chains(
    connection: &mut SqliteConnection,
) -> Result<Vec<(String, String)>, LedgerError> {
    let chains = sqlx::query_as(event::CHAINS).fetch_all(connection).await;
    chains.map_err(|error| meaning(&error))
}

/// Returns the notes about a chain, in their order.
pub(super) async fn stretches(
    connection: &mut SqliteConnection,
    namespace: &str,
    writer: &str,
) -> Result<Vec<Stretch>, LedgerError> {
    let rows = sqlx::query(event::PRUNED)
        .bind(namespace)
        .bind(writer)
        .fetch_all(connection)
        .await
        .map_err(|error| meaning(&error))?;
    let read = |row: &SqliteRow| {
        let row = Columns(row);
        Ok(Stretch {
            first: row.number("first_sequence")?,
            last: row.number("last_sequence")?,
            previous: row.text("previous")?,
            hash: row.text("hash")?,
        })
    };
    rows.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(first: i64, last: i64) -> Stretch {
        Stretch {
            first,
            last,
            previous: format!("h{}", first - 1),
            hash: format!("h{last}"),
        }
    }

    #[test]
    fn stretches_that_touch_become_one() {
        let cases = [
            (vec![], vec![]),
            (vec![(3, 3)], vec![(3, 3)]),
            (vec![(3, 3), (1, 1), (2, 2)], vec![(1, 3)]),
            (vec![(1, 4), (6, 6), (9, 9), (5, 5)], vec![(1, 6), (9, 9)]),
        ];
        for (given, expected) in cases {
            let stretches = |pairs: &[(i64, i64)]| -> Vec<Stretch> {
                pairs
                    .iter()
                    .map(|(first, last)| stretch(*first, *last))
                    .collect()
            };
            assert_eq!(merge(stretches(&given)), stretches(&expected), "{given:?}");
        }
    }
}
