//! What SQLite itself refuses: the authorizer, limits on lengths, and defensive mode.
//!
//! `sqlx` offers none of the three, so this one file calls the library that `sqlx` is linked to.
//! The authorizer is asked while a statement is compiled, for everything that the statement would
//! do; what is not listed here is refused. It keeps nothing: the mode is the pointer that SQLite
//! hands back to it, so there is no memory whose life would have to be looked after.
//!
//! <https://sqlite.org/c3ref/set_authorizer.html>, <https://sqlite.org/c3ref/limit.html>,
//! <https://sqlite.org/c3ref/c_dbconfig_defensive.html>

use std::ffi::{CStr, c_char, c_int, c_void};

use libsqlite3_sys as sqlite;
use sqlx::sqlite::LockedSqliteHandle;

/// The longest text, value or row, in bytes.
const LENGTH_MAX: c_int = 4 * 1024 * 1024;

/// The longest statement in bytes, with room for its identifiers.
const STATEMENT_MAX: c_int = 256 * 1024;

/// The longest pattern of LIKE and GLOB in bytes; matching takes its square.
const PATTERN_MAX: c_int = 1_000;

/// What statements may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Statements of this program alone: transactions and settings.
    Own = 1,
    /// Reading.
    Read = 2,
    /// Reading, and changing rows of tables that are not SQLite's own.
    Write = 3,
    /// Reading, and what describes a table.
    Catalog = 4,
}

/// Sets the limits of a new connection.
#[expect(unsafe_code, reason = "sqlx offers neither limits nor defensive mode")]
pub(super) fn limit(handle: &mut LockedSqliteHandle<'_>) {
    let connection = handle.as_raw_handle().as_ptr();
    let limits = [
        (sqlite::SQLITE_LIMIT_LENGTH, LENGTH_MAX),
        (sqlite::SQLITE_LIMIT_SQL_LENGTH, STATEMENT_MAX),
        (sqlite::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, PATTERN_MAX),
        (sqlite::SQLITE_LIMIT_ATTACHED, 0),
        (sqlite::SQLITE_LIMIT_WORKER_THREADS, 0),
    ];
    for (name, most) in limits {
        // SAFETY: the pointer is the open connection of `handle`, which is locked for as long as
        // `handle` is borrowed, so no other thread uses it. The function keeps nothing.
        unsafe { sqlite::sqlite3_limit(connection, name, most) };
    }
    let nowhere: *mut c_int = std::ptr::null_mut();
    // SAFETY: as above. With this name the function takes an `int` and a pointer to an `int`,
    // which may be null.
    unsafe {
        sqlite::sqlite3_db_config(
            connection,
            sqlite::SQLITE_DBCONFIG_DEFENSIVE,
            1 as c_int,
            nowhere,
        )
    };
}

/// Says what the statements that are compiled from here on may do.
#[expect(unsafe_code, reason = "sqlx offers no authorizer")]
pub(super) fn permit(handle: &mut LockedSqliteHandle<'_>, mode: Mode) {
    let connection = handle.as_raw_handle().as_ptr();
    let mode = std::ptr::without_provenance_mut::<c_void>(mode as usize);
    // SAFETY: the pointer is the open connection of `handle`, locked as above. `authorize` has the
    // signature that is asked for, lives as long as the program, never unwinds and reads the mode
    // as a number, never as a place.
    unsafe { sqlite::sqlite3_set_authorizer(connection, Some(authorize), mode) };
}

/// Answers SQLite's question whether a statement may do something.
#[expect(unsafe_code, reason = "the shape of SQLite's callback")]
unsafe extern "C" fn authorize(
    mode: *mut c_void,
    action: c_int,
    first: *const c_char,
    second: *const c_char,
    _: *const c_char,
    _: *const c_char,
) -> c_int {
    let text = |text: *const c_char| match text.is_null() {
        true => &b""[..],
        // SAFETY: SQLite passes null or a text that ends with a zero and outlives this call.
        false => unsafe { CStr::from_ptr(text) }.to_bytes(),
    };
    let allowed = match mode.addr() {
        mode if mode == Mode::Own as usize => true,
        mode => is_allowed(
            mode == Mode::Write as usize,
            mode == Mode::Catalog as usize,
            action,
            text(first),
            text(second),
        ),
    };
    match allowed {
        true => sqlite::SQLITE_OK,
        false => sqlite::SQLITE_DENY,
    }
}

fn is_allowed(writes: bool, describes: bool, action: c_int, first: &[u8], second: &[u8]) -> bool {
    match action {
        sqlite::SQLITE_SELECT | sqlite::SQLITE_RECURSIVE => true,
        sqlite::SQLITE_READ => describes || !starts_with(first, b"pragma_"),
        sqlite::SQLITE_FUNCTION => {
            !second.eq_ignore_ascii_case(b"load_extension")
                && !second.eq_ignore_ascii_case(b"fts3_tokenizer")
        }
        sqlite::SQLITE_INSERT | sqlite::SQLITE_UPDATE | sqlite::SQLITE_DELETE => {
            writes && !starts_with(first, b"sqlite_")
        }
        // Full-text search asks for the version of the data; it has no effect.
        sqlite::SQLITE_PRAGMA => {
            second.is_empty() && first.eq_ignore_ascii_case(b"data_version")
                || describes && first.eq_ignore_ascii_case(b"table_xinfo")
        }
        _ => false,
    }
}

fn starts_with(text: &[u8], start: &[u8]) -> bool {
    let begin = text.get(..start.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}
