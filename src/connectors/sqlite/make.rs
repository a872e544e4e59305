//! A new file from a script of this program.

use std::path::Path;

use libsqlite3_sys as sqlite;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Error};

use super::failure;

/// Why a database could not be made.
#[derive(Debug, thiserror::Error)]
#[error("the database cannot be made: {reason}")]
pub struct MakeError {
    reason: &'static str,
}

impl From<Error> for MakeError {
    fn from(error: Error) -> Self {
        let reason = match failure::code(&error) {
            None => "the connection to the file failed",
            Some(sqlite::SQLITE_CANTOPEN) => "the file cannot be opened",
            Some(code) => failure::refusal(code).1,
        };
        Self { reason }
    }
}

/// Makes a database in a new file: tables, rows and views as a script of several statements says,
/// all of them or none. Nothing but the file is left behind.
///
/// # Errors
/// The file cannot be made or written, or SQLite refuses the script, as it does where the file has
/// its tables already.
pub async fn make(path: &Path, script: &'static str) -> Result<(), MakeError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    let made = run(&mut connection, script).await;
    connection.close().await?;
    Ok(made?)
}

async fn run(connection: &mut SqliteConnection, script: &'static str) -> Result<(), Error> {
    let mut transaction = connection.begin().await?;
    sqlx::raw_sql(script).execute(&mut *transaction).await?;
    transaction.commit().await
}
