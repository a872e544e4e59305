//! Looking at what is recorded.

use algen_core::governance::identity::CallId;
use algen_core::governance::ledger::{Entry, LedgerError};
use algen_core::governance::outcome::State;
use serde::Serialize;
use serde_json::Value;
use sqlx::sqlite::SqliteConnection;

use super::SqliteLedger;
use super::change;
use super::entry_row::EntryRow;
use super::failure::{damaged_column, meaning};
use super::statements::{entry, event};

/// Entries that are read at once.
const PAGE: u32 = 256;

/// Names that are told where a beginning fits several calls.
const NAMES_MAX: u32 = 10;

/// Events that are shown of one call.
const EVENTS_MAX: u32 = 1_000;

/// Which entries are listed; what is `None` fits all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Of this namespace.
    pub namespace: Option<String>,
    /// Of this tool, `<toolkit>.<action>`.
    pub tool: Option<String>,
    /// For this agent.
    pub agent: Option<String>,
    /// In this state.
    pub state: Option<State>,
    /// Reserved at this time or later, in milliseconds of Unix time.
    pub since: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

/// What the ledger tells of one change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Event {
    /// The namespace whose chain it is in.
    pub namespace: String,
    /// The machine whose chain it is in.
    pub writer: String,
    /// Its place in the chain, from 1.
    pub sequence: u64,
    /// When, in milliseconds of Unix time.
    pub at: i64,
    /// What kind, as `reserved` or `taken_over`.
    pub kind: String,
    /// The call, approval or grant that it is about.
    pub subject: String,
    /// More, without values.
    pub body: Value,
}

/// One entry and what happened to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct History {
    /// The entry.
    pub entry: Entry,
    /// Its events in their order, the first 1,000.
    pub events: Vec<Event>,
}

/// What was found by the beginning of a name.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// One call.
    One(Box<History>),
    /// Several; the first ten names.
    Several(Vec<CallId>),
    /// None.
    Nothing,
}

impl SqliteLedger {
    /// Returns entries, the latest first. One whose owner lost it is shown as what that means.
    ///
    /// # Errors
    /// Says why the ledger cannot be read.
    pub async fn list(&self, filter: &Filter) -> Result<Vec<Entry>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(Vec::new());
        };
        let now = self.machine.now();
        let limit = usize::try_from(filter.limit).unwrap_or(usize::MAX);
        let mut before = (i64::MAX, String::new());
        let mut entries = Vec::new();
        loop {
            let rows = page(&mut opened.connection, filter, &before).await?;
            let is_last = rows.len() < usize::try_from(PAGE).unwrap_or(usize::MAX);
            for row in rows {
                before = (row.entry.reserved_at, row.entry.call.0.clone());
                let shown = row.shown(self.machine.as_ref(), &now);
                if filter.state.is_some_and(|state| state != shown.state) {
                    continue;
                }
                if entries.len() >= limit {
                    return Ok(entries);
                }
                entries.push(shown);
            }
            if is_last {
                return Ok(entries);
            }
        }
    }

    /// Returns a call and its events, by its name or the beginning of it.
    ///
    /// # Errors
    /// Says why the ledger cannot be read.
    pub async fn show(&self, beginning: &str) -> Result<Found, LedgerError> {
        let beginning = beginning.to_lowercase();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric();
        if beginning.is_empty() || !beginning.bytes().all(is_name) {
            return Ok(Found::Nothing);
        }
        let Some(mut opened) = self.reading().await? else {
            return Ok(Found::Nothing);
        };
        let connection = &mut opened.connection;
        let rows = sqlx::query(entry::BETWEEN)
            .bind(&beginning)
            // Sorts behind every letter and digit.
            .bind(format!("{beginning}~"))
            .bind(i64::from(NAMES_MAX))
            .fetch_all(&mut *connection)
            .await
            .map_err(|error| meaning(&error))?;
        let rows: Result<Vec<EntryRow>, LedgerError> = rows.iter().map(EntryRow::read).collect();
        let mut rows = rows?;
        if rows.len() > 1 {
            let names = rows.into_iter().map(|row| row.entry.call);
            return Ok(Found::Several(names.collect()));
        }
        let Some(row) = rows.pop() else {
            return Ok(Found::Nothing);
        };
        let events = events_of(connection, &row.entry.call.0).await?;
        let entry = row.shown(self.machine.as_ref(), &self.machine.now());
        Ok(Found::One(Box::new(History { entry, events })))
    }

    /// Returns the events of a call, approval or grant in their order, the first 1,000.
    ///
    /// # Errors
    /// Says why the ledger cannot be read.
    pub async fn events(&self, subject: &str) -> Result<Vec<Event>, LedgerError> {
        match self.reading().await? {
            None => Ok(Vec::new()),
            Some(mut opened) => events_of(&mut opened.connection, subject).await,
        }
    }
}

async fn page(
    connection: &mut SqliteConnection,
    filter: &Filter,
    before: &(i64, String),
) -> Result<Vec<EntryRow>, LedgerError> {
    let rows = sqlx::query(entry::LIST)
        .bind(filter.namespace.as_deref().unwrap_or_default())
        .bind(filter.tool.as_deref().unwrap_or_default())
        .bind(filter.agent.as_deref().unwrap_or_default())
        .bind(filter.state.map_or("", State::word))
        .bind(filter.since.unwrap_or(i64::MIN))
        .bind(before.0)
        .bind(&before.1)
        .bind(i64::from(PAGE))
        .fetch_all(connection)
        .await
        .map_err(|error| meaning(&error))?;
    rows.iter().map(EntryRow::read).collect()
}

async fn events_of(
    connection: &mut SqliteConnection,
    subject: &str,
) -> Result<Vec<Event>, LedgerError> {
    let rows = sqlx::query(event::OF_SUBJECT)
        .bind(subject)
        .bind(i64::from(EVENTS_MAX))
        .fetch_all(connection)
        .await
        .map_err(|error| meaning(&error))?;
    let mut events = Vec::new();
    for row in &rows {
        let (event, _) = change::Event::read(row)?;
        let body: Value = serde_json::from_str(&event.body).map_err(|_| damaged_column("body"))?;
        let version = body.get("version").and_then(Value::as_i64);
        events.push((version, shown(event, body)?));
    }
    // Machines write chains of their own, and clocks differ; the row counts its changes.
    events.sort_by_key(|(version, _)| *version);
    Ok(events.into_iter().map(|(_, event)| event).collect())
}

fn shown(event: change::Event, body: Value) -> Result<Event, LedgerError> {
    Ok(Event {
        namespace: event.namespace,
        writer: event.writer,
        sequence: u64::try_from(event.sequence).map_err(|_| damaged_column("sequence"))?,
        at: event.at,
        kind: event.kind,
        subject: event.subject,
        body,
    })
}
