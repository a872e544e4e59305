//! Opening the file of the ledger, and making it where there is none.
//!
//! A new file is made whole under another name and then linked to its own, so no process ever sees
//! half of one, and only one of many that make it at once succeeds. The file is looked at by its
//! name and never opened here: closing it would let go of the locks that SQLite holds on it for
//! other connections of this process (<https://sqlite.org/howtocorrupt.html>, section 2.2).

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, Metadata};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use algen_core::governance::ledger::LedgerError;
use rustix::fs::{Access, access};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

use super::failure::meaning;
use super::statements::{self, pragma};
use super::{file_system, identifier};
use crate::files::system_reason;

/// Pages of 4 KiB that the file may have: 4 GiB. A full file is reported as a full disk.
const PAGES_MAX: &str = "1048576";

/// An open ledger.
pub(super) struct Opened {
    /// The one connection that writes.
    pub(super) connection: SqliteConnection,
    /// Why it can only be read.
    pub(super) read_only: Option<String>,
    /// Whether nothing was done with it yet.
    pub(super) is_fresh: bool,
    /// Whether the log beside the file may hold what was deleted: its emptying failed, or somebody
    /// ended before it.
    pub(super) has_remains: bool,
    /// The file, by device and number; `None` in memory.
    file: Option<(u64, u64)>,
    busy: Duration,
}

impl Opened {
    /// Tells whether the file is no longer the one that a path leads to.
    pub(super) fn is_replaced(&self, path: &Path) -> bool {
        let file = fs::metadata(path).ok().map(|status| identity(&status));
        self.file.is_some() && self.file != file
    }

    /// Moves everything into the file and empties the log beside it, so that nothing of what was
    /// deleted is left in it. Where others are reading it is left to the next time.
    pub(super) async fn empty_log(&mut self) {
        let patient = format!("PRAGMA busy_timeout = {}", self.busy.as_millis());
        let connection = &mut self.connection;
        // What was to be written is durable already, so a failure here is none of the caller's.
        let _ = sqlx::raw_sql(pragma::IMPATIENT)
            .execute(&mut *connection)
            .await;
        let emptied = sqlx::query_scalar::<_, i64>(pragma::CHECKPOINT)
            .fetch_one(&mut *connection)
            .await;
        let _ = sqlx::raw_sql(sqlx::AssertSqlSafe(patient))
            .execute(connection)
            .await;
        // The first column tells whether somebody was in the way.
        self.has_remains = !matches!(emptied, Ok(0));
    }

    /// Closes it.
    pub(super) async fn close(self) {
        // Nothing is lost: the log beside the file is read by whoever opens it next.
        let _ = self.connection.close().await;
    }
}

/// Opens a ledger in memory.
pub(super) async fn memory() -> Result<Opened, LedgerError> {
    let mut connection = hardened(Path::new(":memory:")).connect().await;
    if let Ok(connection) = &mut connection {
        make_tables(connection).await?;
    }
    Ok(Opened {
        connection: connection.map_err(|error| meaning(&error))?,
        read_only: None,
        is_fresh: true,
        has_remains: false,
        file: None,
        busy: Duration::ZERO,
    })
}

/// Opens the ledger in a file; `None` where there is none and it is not to be made.
///
/// # Errors
/// [`LedgerError::NetworkFileSystem`], [`LedgerError::NewerFormat`]; `NotReadable` for what is no
/// ledger and for a file that somebody else owns or may write; `NotWritable` where it is to be made
/// and cannot be.
pub(super) async fn file(
    path: &Path,
    busy: Duration,
    make: bool,
) -> Result<Option<Opened>, LedgerError> {
    let (Some(folder), Some(_)) = (path.parent(), path.file_name()) else {
        return Err(LedgerError::NotReadable(
            "its path names no file".to_owned(),
        ));
    };
    if !exists(path)? {
        if !make {
            return Ok(None);
        }
        refuse_network(folder)?;
        make_folder(folder)?;
        make_file(path, folder).await?;
    }
    refuse_network(folder)?;
    let status = fs::metadata(path).map_err(|error| not_readable(&error))?;
    let me = rustix::process::geteuid().as_raw();
    accept(&status, me)?;
    let read_only = not_writable_because(path, folder);
    let has_remains = has_log(path);
    let (connection, format) = connect(path, busy, read_only.is_some()).await?;
    check_format(format)?;
    Ok(Some(Opened {
        connection,
        read_only,
        is_fresh: true,
        has_remains,
        file: Some(identity(&status)),
        busy,
    }))
}

fn identity(status: &Metadata) -> (u64, u64) {
    (status.dev(), status.ino())
}

fn exists(path: &Path) -> Result<bool, LedgerError> {
    match fs::metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(not_readable(&error)),
    }
}

fn not_readable(error: &io::Error) -> LedgerError {
    LedgerError::NotReadable(system_reason(error))
}

fn not_writable(error: &io::Error) -> LedgerError {
    LedgerError::NotWritable(system_reason(error))
}

/// Refuses a folder on a network file system, or one that would be made there.
fn refuse_network(folder: &Path) -> Result<(), LedgerError> {
    let nearest = folder.ancestors().find(|folder| folder.is_dir());
    match nearest.and_then(file_system::is_network) {
        Some(true) => Err(LedgerError::NetworkFileSystem),
        // Where the system does not say, the file is opened: most are local.
        Some(false) | None => Ok(()),
    }
}

/// Refuses a file that others could have written, or could write while we read it.
fn accept(status: &Metadata, me: u32) -> Result<(), LedgerError> {
    let refuse = |reason: &str| Err(LedgerError::NotReadable(reason.to_owned()));
    if !status.is_file() {
        return refuse("it is not a regular file");
    }
    if status.uid() != me {
        return refuse("the file belongs to another user");
    }
    if status.mode() & 0o022 != 0 {
        return refuse("others may write the file; set its mode to 600");
    }
    Ok(())
}

/// Returns why the file cannot be written. The folder counts, because SQLite keeps a log in it.
fn not_writable_because(path: &Path, folder: &Path) -> Option<String> {
    let refused = access(path, Access::WRITE_OK)
        .and_then(|()| access(folder, Access::WRITE_OK | Access::EXEC_OK))
        .err()?;
    Some(system_reason(&io::Error::from(refused)))
}

fn hardened(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false)
        .synchronous(SqliteSynchronous::Full)
        // What is deleted is overwritten.
        .pragma("secure_delete", "ON")
        .pragma("trusted_schema", "OFF")
        .pragma("cell_size_check", "ON")
        .pragma("temp_store", "MEMORY")
        .pragma("max_page_count", PAGES_MAX)
        .disable_statement_logging()
}

async fn connect(
    path: &Path,
    busy: Duration,
    read_only: bool,
) -> Result<(SqliteConnection, Format), LedgerError> {
    let options = hardened(path).busy_timeout(busy).read_only(read_only);
    let first = begin_reading(&options).await;
    // Without a log beside it, and with no way to make one, the file is all there is.
    if first.is_ok() || !read_only || has_log(path) {
        return first;
    }
    begin_reading(&options.immutable(true)).await
}

/// Tells whether the log beside the file holds anything.
fn has_log(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|status| status.len() > 0)
}

async fn begin_reading(
    options: &SqliteConnectOptions,
) -> Result<(SqliteConnection, Format), LedgerError> {
    let mut connection = options.connect().await.map_err(|error| meaning(&error))?;
    let format = format(&mut connection).await?;
    Ok((connection, format))
}

/// Returns the path of what SQLite keeps beside a file under this ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// What a file says it is, and the format that it has.
type Format = (i64, i64);

async fn format(connection: &mut SqliteConnection) -> Result<Format, LedgerError> {
    let mut numbers = [0, 0];
    let questions = [pragma::APPLICATION_ID, pragma::USER_VERSION];
    for (number, statement) in numbers.iter_mut().zip(questions) {
        *number = sqlx::query_scalar(statement)
            .fetch_one(&mut *connection)
            .await
            .map_err(|error| meaning(&error))?;
    }
    Ok(numbers.into())
}

fn check_format((application, format): Format) -> Result<(), LedgerError> {
    if application != pragma::APPLICATION {
        return Err(LedgerError::NotReadable(
            "the file is not a ledger".to_owned(),
        ));
    }
    match format {
        statements::FORMAT => Ok(()),
        later if later > statements::FORMAT => Err(LedgerError::NewerFormat(later)),
        _ => Err(LedgerError::Damaged("the format of the file".to_owned())),
    }
}

fn make_folder(folder: &Path) -> Result<(), LedgerError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder.create(folder).map_err(|error| not_writable(&error))
}

/// Makes a ledger of that name; somebody else may be faster.
async fn make_file(path: &Path, folder: &Path) -> Result<(), LedgerError> {
    let draft = beside(path, &format!(".{}.new", identifier::new()?));
    let made = async {
        let mut options = File::options();
        options.write(true).create_new(true).mode(0o600);
        drop(options.open(&draft).map_err(|error| not_writable(&error))?);
        fill(&draft).await?;
        match fs::hard_link(&draft, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(not_writable(&error)),
            _ => File::open(folder)
                .and_then(|folder| folder.sync_all())
                .map_err(|error| not_writable(&error)),
        }
    }
    .await;
    for ending in ["", "-wal", "-shm"] {
        // Those that are not there need not be removed.
        let _ = fs::remove_file(beside(&draft, ending));
    }
    made
}

async fn fill(draft: &Path) -> Result<(), LedgerError> {
    let options = hardened(draft).journal_mode(SqliteJournalMode::Wal);
    let mut connection = options.connect().await.map_err(|error| meaning(&error))?;
    let made = make_tables(&mut connection).await;
    let closed = connection.close().await.map_err(|error| meaning(&error));
    made.and(closed)
}

async fn make_tables(connection: &mut SqliteConnection) -> Result<(), LedgerError> {
    let make = async {
        let mut transaction = connection.begin_with(pragma::BEGIN).await?;
        for statement in statements::SCHEMA {
            sqlx::query(statement).execute(&mut *transaction).await?;
        }
        sqlx::raw_sql(pragma::STAMP)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    };
    make.await.map_err(|error: sqlx::Error| meaning(&error))
}
