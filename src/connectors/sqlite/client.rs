//! The connection to the file: opened at the first statement, closed once.
//!
//! Layers, from the outside in: the statement is checked where it is declared; the file is opened
//! for reading only unless the toolkit says otherwise; `query_only` holds for reads; the authorizer
//! refuses what a preset does not include; a deadline interrupts. A connection on which something
//! was left in the middle is thrown away, which takes back what was not committed.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use algen_core::governance::call::Target;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::ToolError;
use algen_engine::secrets::{Resolver, SettingReader};
use futures_util::StreamExt as _;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Decode, Either, Executor as _, Row as _,
    SqlSafeStr as _, Sqlite, Statement as _, TypeInfo as _, ValueRef as _,
};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::SqliteSettings;
use super::failure::{code, lost_commit, meaning};
use super::hardening::{self, Mode};
use crate::shared::sql::plan::Statement;
use crate::shared::sql::rows::{Cell, RowReader};
use crate::shared::sql::tool::{Answer, Change, Client};
use crate::shared::sql::values::Bound;

/// The longest that a lock of somebody else is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Steps of SQLite's machine between two looks at the clock.
const STEPS: i32 = 1_000;

/// Rows that are read ahead.
const ROWS_AHEAD: usize = 4;

/// The most rows of a toolkit whose variable is unset.
const MAX_ROWS: i64 = 500;

/// Takes a row.
pub(super) type Sink<'s> = dyn FnMut(Vec<Cell>) -> Result<(), Failure> + Send + 's;

/// The one file of a toolkit.
pub(super) struct SqliteClient {
    settings: SqliteSettings,
    toolkit: String,
    is_built_in: bool,
    resolver: Arc<Resolver>,
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
    ) -> Self {
        Self {
            settings,
            toolkit: toolkit.to_owned(),
            is_built_in,
            resolver: Arc::clone(resolver),
            connection: Arc::default(),
        }
    }

    fn reader(&self) -> SettingReader<'_> {
        match self.is_built_in {
            true => SettingReader::built_in(&self.resolver, "sqlite"),
            false => SettingReader::declared(&self.resolver, &self.toolkit),
        }
    }

    /// Returns the file; a relative path starts at the project folder.
    async fn path(&self) -> Result<PathBuf, ToolError> {
        let path = Some(&self.settings.path);
        let path = self.reader().required_text("path", path).await?;
        Ok(self.resolver.project().join(path))
    }

    async fn is_read_only(&self) -> Result<bool, ToolError> {
        let written = Some(&self.settings.read_only);
        let read_only = self.reader().switch("read_only", written).await?;
        Ok(read_only.unwrap_or(true))
    }

    /// Returns the connection, opened and marked as busy.
    async fn open(&self, time: Duration) -> Result<Held, ToolError> {
        let mut held = Arc::clone(&self.connection).lock_owned().await;
        if held.as_ref().is_some_and(|opened| opened.is_busy) {
            discard(&mut held);
        }
        if held.is_none() {
            let connection = self.connect().await?;
            *held = Some(Opened {
                connection,
                is_busy: true,
            });
        }
        let opened = opened(&mut held)?;
        opened.is_busy = true;
        let deadline = Instant::now().checked_add(time);
        let mut handle = locked(&mut opened.connection).await?;
        // A time that no clock reaches is no deadline.
        handle.set_progress_handler(STEPS, move || {
            deadline.is_none_or(|deadline| Instant::now() < deadline)
        });
        drop(handle);
        Ok(held)
    }

    async fn connect(&self) -> Result<SqliteConnection, ToolError> {
        let options = SqliteConnectOptions::new()
            .filename(self.path().await?)
            .read_only(self.is_read_only().await?)
            .create_if_missing(false)
            .pragma("query_only", "ON")
            .pragma("trusted_schema", "OFF")
            .busy_timeout(PATIENCE)
            .row_buffer_size(ROWS_AHEAD)
            .statement_cache_capacity(0)
            .disable_statement_logging();
        let mut connection = options.connect().await.map_err(|error| meaning(&error))?;
        hardening::limit(&mut locked(&mut connection).await?);
        Ok(connection)
    }

    /// Runs a statement that only reads.
    pub(super) async fn query(
        &self,
        mode: Mode,
        statement: &Statement,
        width: &(dyn Fn(usize) -> Result<(), Failure> + Sync),
        sink: &mut Sink<'_>,
        time: Duration,
    ) -> Result<(), ToolError> {
        let mut held = self.open(time).await?;
        let opened = opened(&mut held)?;
        let done = run(&mut opened.connection, mode, statement, width, sink).await;
        release(&mut held).await;
        done.map(drop)
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
        statement: &Statement,
        rows: Option<&mut RowReader<'_>>,
        time: Duration,
    ) -> Result<SqliteChange, ToolError> {
        let mut held = self.open(time).await?;
        let connection = &mut opened(&mut held)?.connection;
        own(connection, "PRAGMA query_only = OFF").await?;
        own(connection, "BEGIN IMMEDIATE").await?;
        let done = match rows {
            Some(rows) => {
                let declared = rows.width();
                let width = |found| RowReader::compare(declared, found);
                let mut sink = |cells| rows.push(cells);
                run(connection, Mode::Write, statement, &width, &mut sink).await
            }
            None => {
                let width = |found| RowReader::compare(0, found);
                let mut sink = |_| RowReader::compare(0, 1);
                run(connection, Mode::Write, statement, &width, &mut sink).await
            }
        };
        match done {
            Ok(rows_affected) => Ok(SqliteChange {
                held,
                rows_affected,
            }),
            Err(error) => {
                discard_orderly(&mut held).await;
                Err(error)
            }
        }
    }
}

impl Client for SqliteClient {
    fn target(&self) -> Answer<'_, Target> {
        Box::pin(async {
            let path = self.path().await?;
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
                Ok(most @ 1..=100_000) => Ok(most),
                _ => Err(ToolError::Missing(
                    Failure::new("setting", "max_rows is a number from 1 to 100000")
                        .about("max_rows"),
                )),
            }
        })
    }

    fn read<'a>(
        &'a self,
        statement: &'a Statement,
        rows: &'a mut RowReader<'_>,
        time: Duration,
    ) -> Answer<'a, ()> {
        let declared = rows.width();
        Box::pin(async move {
            let width = move |found| RowReader::compare(declared, found);
            let mut sink = |cells| rows.push(cells);
            self.query(Mode::Read, statement, &width, &mut sink, time)
                .await
        })
    }

    fn change<'a>(
        &'a self,
        statement: &'a Statement,
        rows: Option<&'a mut RowReader<'_>>,
        time: Duration,
    ) -> Answer<'a, Box<dyn Change>> {
        Box::pin(async move {
            let change = self.begin(statement, rows, time).await?;
            Ok(Box::new(change) as Box<dyn Change>)
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
            hardening::permit(&mut handle, Mode::Own);
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

/// Compiles one statement under a mode, checks what it takes and gives, and runs it; returns how
/// many rows it changed.
async fn run(
    connection: &mut SqliteConnection,
    mode: Mode,
    statement: &Statement,
    width: &(dyn Fn(usize) -> Result<(), Failure> + Sync),
    sink: &mut Sink<'_>,
) -> Result<u64, ToolError> {
    hardening::permit(&mut locked(connection).await?, mode);
    let failed = |error: sqlx::Error| meaning(&error);
    let text = || AssertSqlSafe(statement.sql.clone()).into_sql_str();
    let compiled = (&mut *connection).prepare(text()).await.map_err(failed)?;
    let taken = match compiled.parameters() {
        Some(Either::Right(count)) => count,
        Some(Either::Left(types)) => types.len(),
        None => 0,
    };
    if taken != statement.values.len() {
        let message = format!(
            "SQLite finds {taken} placeholders in the statement, and {} values fill them",
            statement.values.len()
        );
        return Err(ToolError::Rejected(Failure::new("placeholders", message)));
    }
    width(compiled.columns().len()).map_err(ToolError::Rejected)?;
    let query = sqlx::query_with(text(), arguments(&statement.values)?).persistent(false);
    let mut answers = (&mut *connection).fetch_many(query);
    let mut affected = 0;
    while let Some(answer) = answers.next().await {
        match answer.map_err(failed)? {
            Either::Left(done) => affected += done.rows_affected(),
            Either::Right(row) => sink(cells(&row)).map_err(ToolError::Rejected)?,
        }
    }
    Ok(affected)
}

/// Binds values as what SQLite keeps: truth as 1 or 0, everything with a word as its text.
fn arguments(values: &[Bound]) -> Result<SqliteArguments, ToolError> {
    use sqlx::Arguments as _;
    let mut arguments = SqliteArguments::default();
    for value in values {
        let added = match value {
            Bound::Null => arguments.add(None::<i64>),
            Bound::Integer(number) => arguments.add(*number),
            Bound::Number(number) => arguments.add(*number),
            Bound::Boolean(truth) => arguments.add(i64::from(*truth)),
            Bound::Text { text, .. } => arguments.add(text.clone()),
        };
        added.map_err(|_| {
            ToolError::refused(Failure::new(
                "argument",
                "a value cannot be bound in SQLite",
            ))
        })?;
    }
    Ok(arguments)
}

/// Reads a row by what is in it, whatever the types of its columns are.
fn cells(row: &SqliteRow) -> Vec<Cell> {
    let columns = 0..row.len();
    let unreadable = || Cell::Bytes(Vec::new());
    columns
        .map(|column| {
            let Ok(value) = row.try_get_raw(column) else {
                return unreadable();
            };
            if value.is_null() {
                return Cell::Null;
            }
            let kind = value.type_info();
            let cell = match kind.name() {
                "INTEGER" => <i64 as Decode<Sqlite>>::decode(value).map(Cell::Integer),
                "REAL" => <f64 as Decode<Sqlite>>::decode(value).map(Cell::Number),
                "TEXT" => <String as Decode<Sqlite>>::decode(value).map(Cell::Text),
                _ => <Vec<u8> as Decode<Sqlite>>::decode(value).map(Cell::Bytes),
            };
            cell.unwrap_or_else(|_| unreadable())
        })
        .collect()
}

/// Runs a statement of this program.
async fn own(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), ToolError> {
    hardening::permit(&mut locked(connection).await?, Mode::Own);
    let done = sqlx::raw_sql(sql).execute(&mut *connection).await;
    done.map(drop).map_err(|error| meaning(&error))
}

async fn locked(
    connection: &mut SqliteConnection,
) -> Result<sqlx::sqlite::LockedSqliteHandle<'_>, ToolError> {
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
        hardening::permit(&mut handle, Mode::Own);
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
