//! Whether the ledger is as it was written.
//!
//! Damage is found without more: each event holds the hash of the one before it, and the digest of
//! the row that it is about. Who can write the file can write all of it anew, and who takes events
//! from its end leaves a whole chain; only a head that is kept elsewhere tells.

use std::collections::BTreeMap;

use algen_core::governance::ledger::LedgerError;
use serde_json::Value;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::SqliteLedger;
use super::change::{self, Event, NO_HASH};
use super::failure::meaning;
use super::pruning::{self, Stretch};
use super::report::{Chain, Compared, Contradiction, Damage, DamageKind, Head, Mismatch, Report};
use super::row::Columns;
use super::statements::{approval, entry, event, grant, pragma};

/// Events and rows that are read at once.
const PAGE: i64 = 256;

/// Contradictions that are told.
const CONTRADICTIONS_MAX: usize = 100;

impl SqliteLedger {
    /// Returns the end of each chain, to be kept elsewhere.
    ///
    /// # Errors
    /// Says why the ledger cannot be read.
    pub async fn heads(&self) -> Result<Vec<Head>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(Vec::new());
        };
        let mut heads = Vec::new();
        for (namespace, writer) in pruning::all_chains(&mut opened.connection).await? {
            let last = change::last(&mut opened.connection, &namespace, &writer).await?;
            if let Some((sequence, hash)) = last {
                heads.push(Head {
                    namespace,
                    writer,
                    sequence: place(sequence),
                    hash,
                });
            }
        }
        Ok(heads)
    }

    /// Looks at every event and row, and compares chains with heads that were kept elsewhere.
    ///
    /// # Errors
    /// Says why the ledger cannot be read; damage of events and rows is in the report.
    pub async fn verify(&self, heads: &[Head]) -> Result<Report, LedgerError> {
        let mut report = Report::default();
        let mut names: Vec<(String, String)> = Vec::new();
        let Some(mut opened) = self.reading().await? else {
            report.chains.extend(heads.iter().map(missing));
            return Ok(report);
        };
        check_pages(&mut opened.connection).await?;
        // All that is read belongs to one time.
        let transaction = opened.connection.begin().await;
        let mut transaction = transaction.map_err(|error| meaning(&error))?;
        names.extend(pruning::all_chains(&mut transaction).await?);
        let mut told = BTreeMap::new();
        let mut stretches = Vec::new();
        for name in &names {
            let of_chain = |head: &&Head| (&head.namespace, &head.writer) == (&name.0, &name.1);
            let heads: Vec<&Head> = heads.iter().filter(of_chain).collect();
            let walk = Walk::new(&mut transaction, name, &heads).await?;
            let (chain, pruned) = walk.whole(&mut transaction, &mut told).await?;
            report.chains.push(chain);
            stretches.push(pruned);
        }
        for (chain, stretches) in report.chains.iter_mut().zip(&stretches) {
            compare_pruned(chain, stretches, &told);
        }
        let known = |head: &&Head| {
            let name = (head.namespace.clone(), head.writer.clone());
            !names.contains(&name)
        };
        report
            .chains
            .extend(heads.iter().filter(known).map(missing));
        contradictions(&mut transaction, &mut report.contradictions).await?;
        Ok(report)
    }
}

/// Looks at the pages of the file, before anything that they hold is believed.
async fn check_pages(connection: &mut SqliteConnection) -> Result<(), LedgerError> {
    let found: String = sqlx::query_scalar(pragma::CHECK)
        .fetch_one(connection)
        .await
        .map_err(|error| meaning(&error))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(LedgerError::Damaged("the pages of the file".to_owned())),
    }
}

/// What the latest pruning told about a chain: how many events, and the digest of the stretches.
type Told = BTreeMap<(String, String), (u64, String)>;

fn place(sequence: i64) -> u64 {
    u64::try_from(sequence).unwrap_or(0)
}

/// Reports a chain of which only a head is known.
fn missing(head: &Head) -> Chain {
    Chain {
        head: Head {
            sequence: 0,
            hash: NO_HASH.to_owned(),
            ..head.clone()
        },
        events: 0,
        pruned: Vec::new(),
        compared: Compared::Different,
        damage: Some(Damage {
            sequence: 1,
            kind: DamageKind::Missing,
        }),
    }
}

/// One pass over a chain.
struct Walk<'h> {
    namespace: String,
    writer: String,
    heads: &'h [&'h Head],
    stretches: Vec<Stretch>,
    /// Stretches that were passed.
    passed: usize,
    sequence: i64,
    hash: String,
    /// The last event that was read.
    read: i64,
    events: u64,
    compared: Compared,
    damage: Option<Damage>,
}

impl<'h> Walk<'h> {
    async fn new(
        connection: &mut SqliteConnection,
        name: &(String, String),
        heads: &'h [&'h Head],
    ) -> Result<Self, LedgerError> {
        let stretches = pruning::stretches(connection, &name.0, &name.1).await?;
        Ok(Self {
            namespace: name.0.clone(),
            writer: name.1.clone(),
            heads,
            stretches,
            passed: 0,
            sequence: 0,
            hash: NO_HASH.to_owned(),
            read: 0,
            events: 0,
            compared: match heads {
                [] => Compared::NoHead,
                _ => Compared::Same,
            },
            damage: None,
        })
    }

    async fn whole(
        mut self,
        connection: &mut SqliteConnection,
        told: &mut Told,
    ) -> Result<(Chain, Vec<Stretch>), LedgerError> {
        while let Some(rows) = self.page(connection).await? {
            for row in &rows {
                self.events += 1;
                let Ok((event, hash)) = Event::read(row) else {
                    self.damaged(self.sequence + 1, DamageKind::Changed);
                    // Where it says it stands may be what is wrong, so there is no next one.
                    let (stretches, chain) = self.report();
                    return Ok((chain, stretches));
                };
                self.event(&event, &hash, told);
            }
        }
        self.pass_stretches();
        self.compare_end();
        let (stretches, chain) = self.report();
        Ok((chain, stretches))
    }

    /// Reads the next events; `None` after the last.
    async fn page(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<Option<Vec<SqliteRow>>, LedgerError> {
        let rows = sqlx::query(event::PAGE)
            .bind(&self.namespace)
            .bind(&self.writer)
            .bind(self.read)
            .bind(PAGE)
            .fetch_all(connection)
            .await
            .map_err(|error| meaning(&error))?;
        Ok((!rows.is_empty()).then_some(rows))
    }

    fn damaged(&mut self, sequence: i64, kind: DamageKind) {
        let sequence = place(sequence);
        self.damage.get_or_insert(Damage { sequence, kind });
    }

    /// Walks over what was pruned next.
    fn pass_stretches(&mut self) {
        while let Some(stretch) = self.stretches.get(self.passed).cloned() {
            if stretch.first != self.sequence + 1 {
                return;
            }
            if stretch.previous != self.hash {
                self.damaged(stretch.first, DamageKind::Unlinked);
            }
            let inside =
                |head: &&&Head| (stretch.first..=stretch.last).contains(&as_sequence(head));
            if self.heads.iter().any(|head| inside(&head)) {
                self.compared = Compared::Pruned;
            }
            self.passed += 1;
            self.sequence = stretch.last;
            self.hash = stretch.hash;
        }
    }

    fn event(&mut self, event: &Event, hash: &str, told: &mut Told) {
        self.read = event.sequence;
        self.pass_stretches();
        if event.sequence != self.sequence + 1 {
            self.damaged(self.sequence + 1, DamageKind::Missing);
        } else if event.hash() != hash {
            self.damaged(event.sequence, DamageKind::Changed);
        } else if event.previous != self.hash {
            self.damaged(event.sequence, DamageKind::Unlinked);
        }
        let same_place = |head: &&&Head| as_sequence(head) == event.sequence;
        let mut heads = self.heads.iter().filter(same_place);
        if heads.any(|head| head.hash != hash) {
            self.compared = Compared::Different;
            self.damaged(event.sequence, DamageKind::OtherThanHead);
        }
        if event.kind == change::EventKind::Pruned.word() {
            remember(event, told);
        }
        if self.damage.is_none() {
            self.hash = hash.to_owned();
        }
        self.sequence = event.sequence;
    }

    fn compare_end(&mut self) {
        let beyond = |head: &&Head| as_sequence(head) > self.sequence;
        if self.heads.iter().any(beyond) {
            self.compared = Compared::Different;
            self.damaged(self.sequence + 1, DamageKind::Missing);
        }
    }

    fn report(self) -> (Vec<Stretch>, Chain) {
        let whole = match self.damage {
            None => place(self.sequence),
            Some(damage) => damage.sequence.saturating_sub(1),
        };
        let pruned = self.stretches.iter();
        let pruned = pruned.map(|stretch| (place(stretch.first), place(stretch.last)));
        let chain = Chain {
            pruned: pruned.collect(),
            head: Head {
                namespace: self.namespace,
                writer: self.writer,
                sequence: whole,
                hash: self.hash,
            },
            events: self.events,
            compared: self.compared,
            damage: self.damage,
        };
        (self.stretches, chain)
    }
}

fn as_sequence(head: &Head) -> i64 {
    i64::try_from(head.sequence).unwrap_or(i64::MAX)
}

/// Remembers what the latest pruning told about a chain: counts only grow.
fn remember(event: &Event, told: &mut Told) {
    let Ok(body) = serde_json::from_str::<Value>(&event.body) else {
        return;
    };
    let events = body.get("events").and_then(Value::as_u64).unwrap_or(0);
    let digest = body.get("stretches").and_then(Value::as_str);
    let name = (event.namespace.clone(), event.subject.clone());
    let earlier = told.entry(name).or_default();
    if events >= earlier.0 {
        *earlier = (events, digest.unwrap_or_default().to_owned());
    }
}

fn compare_pruned(chain: &mut Chain, stretches: &[Stretch], told: &Told) {
    let name = (chain.head.namespace.clone(), chain.head.writer.clone());
    let told = told.get(&name).map(|(_, digest)| digest.as_str());
    let noted = (!stretches.is_empty()).then(|| pruning::digest(stretches));
    if told != noted.as_deref() {
        let first = stretches.first().map_or(1, |stretch| place(stretch.first));
        chain.damage.get_or_insert(Damage {
            sequence: first,
            kind: DamageKind::OtherThanPruned,
        });
    }
}

async fn contradictions(
    connection: &mut SqliteConnection,
    found: &mut Vec<Contradiction>,
) -> Result<(), LedgerError> {
    let limit = i64::try_from(CONTRADICTIONS_MAX).unwrap_or(i64::MAX);
    for (statement, name) in [
        (entry::PAGE, "call"),
        (approval::PAGE, "id"),
        (grant::PAGE, "id"),
    ] {
        let mut last = String::new();
        loop {
            let rows = sqlx::query(statement)
                .bind(&last)
                .bind(PAGE)
                .fetch_all(&mut *connection)
                .await
                .map_err(|error| meaning(&error))?;
            for row in &rows {
                let row = Columns(row);
                last = row.text(name)?;
                if let Some(mismatch) = mismatch(connection, &row, &last).await?
                    && found.len() < CONTRADICTIONS_MAX
                {
                    found.push(Contradiction {
                        subject: last.clone(),
                        mismatch,
                    });
                }
            }
            if rows.is_empty() {
                break;
            }
        }
    }
    let orphans: Vec<String> = sqlx::query_scalar(event::WITHOUT_ROW)
        .bind(limit)
        .fetch_all(connection)
        .await
        .map_err(|error| meaning(&error))?;
    found.extend(orphans.into_iter().map(|subject| Contradiction {
        subject,
        mismatch: Mismatch::WithoutRow,
    }));
    found.truncate(CONTRADICTIONS_MAX);
    Ok(())
}

/// Compares a row with the event of its last change.
async fn mismatch(
    connection: &mut SqliteConnection,
    row: &Columns<'_>,
    subject: &str,
) -> Result<Option<Mismatch>, LedgerError> {
    let rows = sqlx::query(event::OF_SUBJECT)
        .bind(subject)
        .bind(i64::MAX)
        .fetch_all(connection)
        .await
        .map_err(|error| meaning(&error))?;
    let bodies = rows.iter().filter_map(|row| Event::read(row).ok());
    let bodies = bodies.filter_map(|(event, _)| serde_json::from_str::<Value>(&event.body).ok());
    let version = |body: &Value| body.get("version").and_then(Value::as_i64);
    let Some(body) = bodies.max_by_key(version) else {
        return Ok(Some(Mismatch::WithoutEvent));
    };
    let told = body.get("row").and_then(Value::as_str);
    // A column of another kind than it should be has no digest.
    let same = row
        .digest()
        .is_ok_and(|digest| Some(digest.as_str()) == told);
    Ok((!same).then_some(Mismatch::Changed))
}
