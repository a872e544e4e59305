//! The connection to the file: opened at the first statement, closed once.
//!
//! Layers, from the outside in: the statement is checked where it is declared; the file is one that
//! tools may open, without links; it is opened for reading only unless the toolkit says otherwise;
//! `query_only` holds for reads; the authorizer refuses what a preset does not include; a deadline
//! interrupts. A connection on which something was left in the middle is thrown away, which takes
//! back what was not committed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use algen_core::governance::call::Target;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_engine::files::{Reach, ReachError};
use algen_engine::runtime::{ToolError, on_own_thread};
use algen_engine::secrets::{Resolver, SettingReader};
use sqlx::sqlite::{LockedSqliteHandle, SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::SqliteSettings;
use super::failure::{code, lost_commit, meaning, meaning_of, naming_file, not_writable, unopened};
use super::library::{self, Compilation, Mode};
use crate::shared::sql::plan::Statement;
use crate::shared::sql::rows::{Cell, RowReader, RowSink};
use crate::shared::sql::tool::{Answer, Change, Client};

/// The longest that a lock of somebody else is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// What SQLite adds to the name of a file for those that it keeps beside it.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Steps of SQLite's machine between two looks at the clock.
const STEPS: i32 = 1_000;

/// The most rows of a toolkit whose variable is unset.
pub(super) const MAX_ROWS: i64 = 500;

/// The one file of a toolkit.
pub(super) struct SqliteClient {
    settings: SqliteSettings,
    toolkit: String,
    is_built_in: bool,
    resolver: Arc<Resolver>,
    reach: Arc<Reach>,
    connection: Arc<Mutex<Option<Opened>>>,
}

/// An open connection.
struct Opened {
    connection: SqliteConnection,
    /// Whether something is under way. Whoever finds it so throws the connection away.
    is_busy: bool,
}

/// The connection, held for one call.
type Held = OwnedMutexGuard<Option<Opened>>;

impl SqliteClient {
    pub(super) fn new(
        settings: SqliteSettings,
        toolkit: &str,
        is_built_in: bool,
        resolver: &Arc<Resolver>,
        reach: &Arc<Reach>,
    ) -> Self {
        Self {
            settings,
            toolkit: toolkit.to_owned(),
            is_built_in,
            resolver: Arc::clone(resolver),
            reach: Arc::clone(reach),
            connection: Arc::default(),
        }
    }

    fn reader(&self) -> SettingReader<'_> {
        match self.is_built_in {
            true => SettingReader::built_in(&self.resolver, "sqlite"),
            false => SettingReader::declared(&self.resolver, &self.toolkit),
        }
    }

    async fn path(&self) -> Result<PathBuf, ToolError> {
        let path = Some(&self.settings.path);
        Ok(self.reader().required_path("path", path).await?)
    }

    /// Names the file in an error that is about it; what a reference stands for is not told.
    fn naming_file(&self, error: ToolError) -> ToolError {
        let written = self.settings.path.literal();
        let path = written.filter(|_| !self.is_built_in).map(String::as_str);
        naming_file(error, &self.toolkit, path)
    }

    /// Returns the file without links, where it and what SQLite keeps beside it may be opened.
    fn admit(&self, path: &Path) -> Result<PathBuf, ReachError> {
        let file = self.reach.admit(path)?;
        // A named pipe would be waited for, and a folder fails late.
        if !file.is_file() {
            return Err(ReachError::Irregular);
        }
        let is_protected = |ending: &&str| {
            let mut beside = file.clone().into_os_string();
            beside.push(ending);
            self.reach.protects(Path::new(&beside))
        };
        match BESIDE.iter().any(is_protected) {
            true => Err(ReachError::Protected),
            false => Ok(file),
        }
    }

    async fn is_read_only(&self) -> Result<bool, ToolError> {
        let written = Some(&self.settings.read_only);
        let read_only = self.reader().switch("read_only", written).await?;
        Ok(read_only.unwrap_or(true))
    }

    /// Returns the connection, opened and marked as busy.
    async fn open(&self) -> Result<Held, ToolError> {
        let mut held = Arc::clone(&self.connection).lock_owned().await;
        if held.as_ref().is_some_and(|opened| opened.is_busy) {
            discard(&mut held);
        }
        if held.is_none() {
            let connection = self.connect().await;
            let connection = connection.map_err(|error| self.naming_file(error))?;
            *held = Some(Opened {
                connection,
                is_busy: true,
            });
        }
        opened(&mut held)?.is_busy = true;
        Ok(held)
    }

    async fn connect(&self) -> Result<SqliteConnection, ToolError> {
        let path = self.path().await?;
        let file = self.admit(&path).map_err(|error| unopened(&error))?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .read_only(self.is_read_only().await?)
            .create_if_missing(false)
            .pragma("query_only", "ON")
            .pragma("trusted_schema", "OFF")
            .busy_timeout(PATIENCE)
            .statement_cache_capacity(0)
            .disable_statement_logging();
        let mut connection = options.connect().await.map_err(|error| meaning(&error))?;
        library::limit(&mut locked(&mut connection).await?);
        Ok(connection)
    }

    /// Runs a statement that only reads, and returns what took its rows.
    pub(super) async fn query<S: RowSink>(
        &self,
        mode: Mode,
        statement: Statement,
        sink: S,
        time: Duration,
    ) -> Result<S, ToolError> {
        let held = self.open().await?;
        let (mut held, sink, done) = run(held, mode, statement, sink, time).await;
        release(&mut held).await;
        done.map(|_| sink).map_err(|error| self.naming_file(error))
    }

    /// Closes the connection, where there is one.
    pub(super) async fn close(&self) {
        let opened = self.connection.lock().await.take();
        if let Some(opened) = opened {
            // What could not be closed in order is closed by the end of its thread.
            let _ = opened.connection.close().await;
        }
    }

    async fn begin(
        &self,
        statement: Statement,
        rows: RowReader,
        time: Duration,
    ) -> Result<(RowReader, SqliteChange), ToolError> {
        let mut held = self.open().await?;
        let connection = &mut opened(&mut held)?.connection;
        own(connection, "PRAGMA query_only = OFF").await?;
        let begun = own(connection, "BEGIN IMMEDIATE").await;
        begun.map_err(|error| self.naming_file(not_writable(error)))?;
        let (mut held, rows, done) = run(held, Mode::Write, statement, rows, time).await;
        match done {
            Ok(rows_affected) => Ok((
                rows,
                SqliteChange {
                    held,
                    rows_affected,
                },
            )),
            Err(error) => {
                discard_orderly(&mut held).await;
                Err(self.naming_file(error))
            }
        }
    }
}

impl Client for SqliteClient {
    fn target(&self) -> Answer<'_, Target> {
        Box::pin(async {
            let path = self.path().await?;
            // Nobody is asked about a file that is refused; a missing one is told when it is opened.
            if let Err(error @ (ReachError::Outside | ReachError::Protected)) = self.admit(&path) {
                return Err(self.naming_file(unopened(&error)));
            }
            Ok(Target {
                text: Some(format!("sqlite:{}", path.display())),
                hosts: Vec::new(),
            })
        })
    }

    fn max_rows(&self) -> Answer<'_, u64> {
        Box::pin(async {
            let written = Some(&self.settings.max_rows);
            let most = self.reader().number("max_rows", written).await?;
            let most = most.unwrap_or(MAX_ROWS);
            match u64::try_from(most) {
                Ok(most @ 1..=10_000_000) => Ok(most),
                _ => Err(ToolError::Missing(
                    Failure::new("setting", "max_rows is a number from 1 to 10000000")
                        .about("max_rows"),
                )),
            }
        })
    }

    fn read(&self, statement: Statement, rows: RowReader, time: Duration) -> Answer<'_, RowReader> {
        Box::pin(self.query(Mode::Read, statement, rows, time))
    }

    fn change(
        &self,
        statement: Statement,
        rows: RowReader,
        time: Duration,
    ) -> Answer<'_, (RowReader, Box<dyn Change>)> {
        Box::pin(async move {
            let (rows, change) = self.begin(statement, rows, time).await?;
            Ok((rows, Box::new(change) as Box<dyn Change>))
        })
    }
}

/// An open transaction.
struct SqliteChange {
    held: Held,
    rows_affected: u64,
}

impl SqliteChange {
    async fn end(mut self) -> Result<(), ToolError> {
        let Ok(opened) = opened(&mut self.held) else {
            return Err(lost_commit());
        };
        let connection = &mut opened.connection;
        {
            let mut handle = locked(connection).await.map_err(|_| lost_commit())?;
            // Half a COMMIT would be worse than a late one.
            handle.remove_progress_handler();
            library::permit(&mut handle, Mode::Own);
        }
        let committed = sqlx::raw_sql("COMMIT").execute(&mut *connection).await;
        let Err(error) = committed else {
            let only_reads = own(connection, "PRAGMA query_only = ON").await;
            if only_reads.is_ok() {
                opened.is_busy = false;
            }
            return Ok(());
        };
        // Both leave the transaction open, so taking it back is certain where ROLLBACK succeeds.
        let refused = [
            libsqlite3_sys::SQLITE_BUSY,
            libsqlite3_sys::SQLITE_CONSTRAINT,
        ];
        let is_refused = code(&error).is_some_and(|code| refused.contains(&code));
        if !is_refused || own(connection, "ROLLBACK").await.is_err() {
            return Err(lost_commit());
        }
        match meaning(&error) {
            // After the mark of sending only a definite refusal says that nothing happened.
            ToolError::NotAttempted { failure, .. } => Err(ToolError::Rejected(failure)),
            other => Err(other),
        }
    }
}

impl Change for SqliteChange {
    fn rows_affected(&self) -> u64 {
        self.rows_affected
    }

    fn commit(self: Box<Self>) -> Answer<'static, ()> {
        Box::pin(self.end())
    }

    fn roll_back(mut self: Box<Self>) -> BoxFuture<'static, ()> {
        Box::pin(async move { discard_orderly(&mut self.held).await })
    }
}

/// Runs one statement under a mode, on a thread of its own because SQLite waits without telling;
/// returns what took its rows and how many rows it changed. Where nobody waits for it any longer, it
/// is interrupted.
async fn run<S: RowSink>(
    mut held: Held,
    mode: Mode,
    statement: Statement,
    mut sink: S,
    time: Duration,
) -> (Held, S, Result<u64, ToolError>) {
    let deadline = Instant::now().checked_add(time);
    let waits = Arc::new(AtomicBool::new(true));
    let _waiting = Waiting(Arc::clone(&waits));
    // A time that no clock reaches is no deadline.
    let goes_on = move || {
        waits.load(Ordering::Relaxed) && deadline.is_none_or(|deadline| Instant::now() < deadline)
    };
    let runtime = Handle::current();
    on_own_thread(move || {
        let done = runtime.block_on(async {
            let mut handle = locked(&mut opened(&mut held)?.connection).await?;
            handle.set_progress_handler(STEPS, goes_on);
            step_through(&mut handle, mode, &statement, &mut sink)
        });
        (held, sink, done)
    })
    .await
}

/// Somebody who waits for a statement.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Compiles one statement under a mode, checks what it takes and gives, and hands its rows over;
/// returns how many rows it changed.
fn step_through(
    handle: &mut LockedSqliteHandle<'_>,
    mode: Mode,
    statement: &Statement,
    sink: &mut impl RowSink,
) -> Result<u64, ToolError> {
    let mut compiled = match library::compile(handle, mode, &statement.sql).map_err(meaning_of)? {
        Compilation::One(compiled) => compiled,
        Compilation::NotOne => {
            let message = "SQLite finds more than one statement in it, or none";
            return Err(ToolError::Rejected(Failure::new("statement", message)));
        }
    };
    let taken = compiled.parameters();
    if taken != statement.values.len() {
        let message = format!(
            "SQLite finds {taken} placeholders in the statement, and {} values fill them",
            statement.values.len()
        );
        return Err(ToolError::Rejected(Failure::new("placeholders", message)));
    }
    let columns = compiled.columns();
    sink.width(columns).map_err(ToolError::Rejected)?;
    for (place, value) in statement.values.iter().enumerate() {
        compiled.bind(place, value).map_err(meaning_of)?;
    }
    while compiled.step().map_err(meaning_of)? {
        let row: Vec<Cell<'_>> = (0..columns).map(|column| compiled.cell(column)).collect();
        sink.take(&row).map_err(ToolError::Rejected)?;
    }
    Ok(compiled.changes())
}

/// Runs a statement of this program.
async fn own(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), ToolError> {
    library::permit(&mut locked(connection).await?, Mode::Own);
    let done = sqlx::raw_sql(sql).execute(&mut *connection).await;
    done.map(drop).map_err(|error| meaning(&error))
}

async fn locked(connection: &mut SqliteConnection) -> Result<LockedSqliteHandle<'_>, ToolError> {
    let handle = connection.lock_handle().await;
    handle.map_err(|error| meaning(&error))
}

fn opened(held: &mut Held) -> Result<&mut Opened, ToolError> {
    held.as_mut().ok_or_else(|| {
        ToolError::refused(Failure::new("connection-lost", "the connection is closed"))
    })
}

/// Marks a connection that only read as free again.
async fn release(held: &mut Held) {
    if let Some(opened) = held.as_mut()
        && let Ok(mut handle) = opened.connection.lock_handle().await
    {
        handle.remove_progress_handler();
        library::permit(&mut handle, Mode::Own);
        drop(handle);
        opened.is_busy = false;
    }
}

/// Throws a connection away; what was not committed is taken back by that.
fn discard(held: &mut Held) {
    drop(held.take());
}

/// Throws a connection away and waits until it is closed.
async fn discard_orderly(held: &mut Held) {
    if let Some(opened) = held.take() {
        // What could not be closed in order is closed by the end of its thread.
        let _ = opened.connection.close().await;
    }
}
