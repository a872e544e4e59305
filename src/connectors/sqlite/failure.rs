//! What SQLite's errors mean. They are told by their names; its words may quote data.

use algen_core::governance::outcome::Failure;
use algen_engine::files::ReachError;
use algen_engine::runtime::ToolError;
use libsqlite3_sys as sqlite;
use sqlx::Error;

use super::library::Complaint;

/// The kind of a write where the connection only reads.
const READ_ONLY: &str = "read-only";

/// Says what an error means before anything can have taken effect.
pub(super) fn meaning(error: &Error) -> ToolError {
    match code(error) {
        Some(code) => meaning_of(Complaint::of(code)),
        None => {
            let message = "the connection to the file failed";
            ToolError::refused(Failure::new("connection-lost", message))
        }
    }
}

/// As [`meaning`], of what SQLite itself complains of.
pub(super) fn meaning_of(complaint: Complaint) -> ToolError {
    match complaint.code {
        sqlite::SQLITE_CANTOPEN => unusable(
            "unreadable-file",
            "cannot be opened; look at its permissions",
        ),
        sqlite::SQLITE_NOTADB => unusable("not-a-database", "is no SQLite database"),
        sqlite::SQLITE_BUSY | sqlite::SQLITE_LOCKED => ToolError::NotAttempted {
            failure: Failure::new("busy", "another program holds the file (SQLITE_BUSY)"),
            transient: true,
        },
        sqlite::SQLITE_INTERRUPT => {
            let message = "the statement ran past the time of the call and was interrupted";
            ToolError::refused(Failure::new("timeout", message))
        }
        code => {
            let (kind, message) = refusal(code);
            let failure = match complaint.place {
                Some(place) => Failure::new(kind, format!("SQLite refuses the statement: {place}")),
                None => Failure::new(kind, message),
            };
            ToolError::Rejected(failure)
        }
    }
}

/// Says that a file cannot be written, of an error as the first write begins.
pub(super) fn not_writable(error: ToolError) -> ToolError {
    match error {
        ToolError::Rejected(failure) if failure.kind == READ_ONLY => unusable(
            "unwritable-file",
            "cannot be written; look at its permissions",
        ),
        error => error,
    }
}

/// Says why the file is not opened.
pub(super) fn unopened(error: &ReachError) -> ToolError {
    let kind = match error {
        ReachError::Missing => {
            return unusable("missing-file", "does not exist, and is never created");
        }
        ReachError::Outside => "outside-project",
        ReachError::Protected => "protected-file",
        ReachError::Irregular | ReachError::Refused(_) => "unreadable-file",
    };
    unusable(kind, &format!("cannot be used: {error}"))
}

/// Names the file where an error is about it as a whole: its toolkit, and its path where the project
/// itself says that.
pub(super) fn naming_file(error: ToolError, toolkit: &str, path: Option<&str>) -> ToolError {
    let ToolError::Missing(failure) = error else {
        return error;
    };
    let Some(rest) = failure.message.strip_prefix(FILE) else {
        return ToolError::Missing(failure);
    };
    let message = match path {
        Some(path) => format!("{FILE} `{path}` of toolkit `{toolkit}`{rest}"),
        None => format!("{FILE} of toolkit `{toolkit}`{rest}"),
    };
    ToolError::Missing(Failure { message, ..failure })
}

/// What every message about the file as a whole begins with.
const FILE: &str = "the file";

/// Says what is wrong with the file as a whole.
fn unusable(kind: &'static str, problem: &str) -> ToolError {
    ToolError::Missing(Failure::new(kind, format!("{FILE} {problem}")).about("path"))
}

/// Says what a failed COMMIT means: whether it took effect is not known.
pub(super) fn lost_commit() -> ToolError {
    ToolError::NoAnswer {
        failure: Failure::new(
            "commit-lost",
            "the end of the transaction was not confirmed",
        ),
        transient: false,
    }
}

/// Returns the primary code of SQLite.
pub(super) fn code(error: &Error) -> Option<i32> {
    let Error::Database(error) = error else {
        return None;
    };
    let code: i32 = error.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// Names the layer that refuses, or what is wrong with the statement.
pub(super) fn refusal(code: i32) -> (&'static str, &'static str) {
    match code {
        sqlite::SQLITE_AUTH => (
            "not-authorized",
            "SQLite's authorizer refuses the statement: it does more than its preset allows",
        ),
        sqlite::SQLITE_READONLY => (
            READ_ONLY,
            "the connection only reads (`query_only`, `mode=ro`), and the statement writes",
        ),
        sqlite::SQLITE_TOOBIG => (
            "too-big",
            "a value is longer than this connection takes (SQLITE_TOOBIG)",
        ),
        sqlite::SQLITE_CONSTRAINT => (
            "constraint",
            "a constraint of the database refuses it (SQLITE_CONSTRAINT)",
        ),
        sqlite::SQLITE_CORRUPT => ("corrupt", "the file is damaged (SQLITE_CORRUPT)"),
        sqlite::SQLITE_FULL => ("full", "there is no room to write (SQLITE_FULL)"),
        sqlite::SQLITE_IOERR => ("input-output", "the file cannot be read or written"),
        _ => (
            "statement",
            "SQLite refuses the statement; look at the tables and columns that it names",
        ),
    }
}
