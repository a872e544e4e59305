//! What SQLite itself offers and `sqlx` does not: an authorizer, limits on lengths, defensive mode,
//! and rows without copies. This is the one file that calls the library that `sqlx` is linked to.
//!
//! The authorizer is asked while a statement is compiled, for everything that the statement would
//! do; what is not listed here is refused. It keeps nothing: the mode is the pointer that SQLite
//! hands back to it, so there is no memory whose life would have to be looked after.
//!
//! `sqlx` copies every value of every row and hands each row to another thread, which takes several
//! times as long as reading it. [`Compiled`] steps through the rows where they are; its borrows are
//! SQLite's rules: the connection is locked while a statement lives, and a value lives until the
//! next step.
//!
//! <https://sqlite.org/c3ref/set_authorizer.html>, <https://sqlite.org/c3ref/limit.html>,
//! <https://sqlite.org/c3ref/c_dbconfig_defensive.html>, <https://sqlite.org/c3ref/stmt.html>

use std::ffi::{CStr, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::ptr::{self, NonNull};
use std::slice;

use libsqlite3_sys as sqlite;
use sqlx::sqlite::LockedSqliteHandle;

use crate::shared::sql::rows::Cell;
use crate::shared::sql::values::Bound;

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
    let nowhere: *mut c_int = ptr::null_mut();
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
    let mode = ptr::without_provenance_mut::<c_void>(mode as usize);
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

/// Why SQLite does not do something. Its words are not kept, because they may quote data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Complaint {
    /// The primary code.
    pub(super) code: c_int,
    /// What in a statement is wrong, told only by a name that the statement itself has.
    pub(super) place: Option<String>,
}

impl Complaint {
    /// A complaint of which only the code is known.
    pub(super) fn of(code: c_int) -> Self {
        Self { code, place: None }
    }
}

/// A compiled statement on a connection that is locked for as long as it lives.
pub(super) struct Compiled<'h> {
    statement: NonNull<sqlite::sqlite3_stmt>,
    connection: *mut sqlite::sqlite3,
    locked: PhantomData<&'h mut ()>,
}

/// What a text has turned out to be.
pub(super) enum Compilation<'h> {
    /// One statement.
    One(Compiled<'h>),
    /// None, or more than one.
    NotOne,
}

/// Compiles a text under a mode.
///
/// # Errors
/// SQLite does not take it.
#[expect(unsafe_code, reason = "sqlx copies each value of each row")]
pub(super) fn compile<'h>(
    handle: &'h mut LockedSqliteHandle<'_>,
    mode: Mode,
    sql: &str,
) -> Result<Compilation<'h>, Complaint> {
    permit(handle, mode);
    let connection = handle.as_raw_handle().as_ptr();
    let mut rest = sql;
    let mut found = None;
    // Blanks and comments behind the statement are no statement.
    while !rest.is_empty() {
        let length =
            c_int::try_from(rest.len()).map_err(|_| Complaint::of(sqlite::SQLITE_TOOBIG))?;
        let begin = rest.as_ptr().cast::<c_char>();
        let mut statement = ptr::null_mut();
        let mut tail: *const c_char = ptr::null();
        // SAFETY: the pointer is the open connection of `handle`, locked for as long as `handle` is
        // borrowed, which is as long as what is returned lives. The text has that many bytes.
        let code = unsafe {
            sqlite::sqlite3_prepare_v2(connection, begin, length, &mut statement, &mut tail)
        };
        let compiled = NonNull::new(statement).map(|statement| Compiled {
            statement,
            connection,
            locked: PhantomData,
        });
        if code != sqlite::SQLITE_OK {
            return Err(complaint(connection, code, sql));
        }
        if compiled.is_some() && found.is_some() {
            return Ok(Compilation::NotOne);
        }
        found = found.or(compiled);
        let read = tail.addr().saturating_sub(begin.addr());
        rest = match rest.get(read..) {
            Some(rest) if read > 0 => rest,
            _ => "",
        };
    }
    Ok(match found {
        Some(compiled) => Compilation::One(compiled),
        None => Compilation::NotOne,
    })
}

/// Says why the connection has failed with a statement, or, of an empty one, that it has.
#[expect(unsafe_code, reason = "as above")]
fn complaint(connection: *mut sqlite::sqlite3, code: c_int, sql: &str) -> Complaint {
    let code = code & 0xff;
    // SAFETY: whoever calls holds the locked connection. The words are a text that ends with a
    // zero and stays until the next call on the connection, or null.
    let words = unsafe {
        let words = sqlite::sqlite3_errmsg(connection);
        match words.is_null() {
            true => &b""[..],
            false => CStr::from_ptr(words).to_bytes(),
        }
    };
    // A function or a table of its own that a statement may not use is a general error to it.
    let is_refusal =
        words.starts_with(b"not authorized") || words.ends_with(b"may not be modified");
    match code {
        sqlite::SQLITE_ERROR if is_refusal => Complaint::of(sqlite::SQLITE_AUTH),
        sqlite::SQLITE_ERROR => Complaint {
            code,
            place: str::from_utf8(words)
                .ok()
                .and_then(|words| place(words, sql)),
        },
        code => Complaint::of(code),
    }
}

/// Returns what is wrong with a statement in words of this program, where SQLite names something
/// that the statement has.
fn place(words: &str, sql: &str) -> Option<String> {
    const KINDS: [(&str, &str); 5] = [
        ("no such column: ", "there is no column"),
        ("no such table: ", "there is no table or view"),
        ("no such function: ", "there is no function"),
        ("ambiguous column name: ", "several tables have a column"),
        (
            "wrong number of arguments to function ",
            "too few or too many values are given to",
        ),
    ];
    let named = |name: &str, told: &str| sql.contains(name).then(|| format!("{told} `{name}`"));
    if let Some(near) = words.strip_prefix("near \"") {
        let (near, _) = near.split_once("\": syntax error")?;
        return named(near, "it cannot be read near");
    }
    KINDS.iter().find_map(|(begin, told)| {
        let name = words.strip_prefix(begin)?.trim_end_matches("()");
        // What stands before the last part may be SQLite's own word for the table.
        named(name.rsplit('.').next()?, told)
    })
}

impl Compiled<'_> {
    /// Returns how many values it takes.
    #[expect(unsafe_code, reason = "as above")]
    pub(super) fn parameters(&self) -> usize {
        // SAFETY: the statement lives.
        let count = unsafe { sqlite::sqlite3_bind_parameter_count(self.statement.as_ptr()) };
        usize::try_from(count).unwrap_or_default()
    }

    /// Returns how many columns its rows have.
    #[expect(unsafe_code, reason = "as above")]
    pub(super) fn columns(&self) -> usize {
        // SAFETY: the statement lives.
        let count = unsafe { sqlite::sqlite3_column_count(self.statement.as_ptr()) };
        usize::try_from(count).unwrap_or_default()
    }

    /// Binds a value at a place, counted from 0, as what SQLite keeps: truth as 1 or 0, everything
    /// with a word as its text.
    ///
    /// # Errors
    /// There is no such place, or the value is too long.
    #[expect(unsafe_code, reason = "as above")]
    pub(super) fn bind(&mut self, place: usize, value: &Bound) -> Result<(), Complaint> {
        let statement = self.statement.as_ptr();
        let place = c_int::try_from(place + 1).map_err(|_| Complaint::of(sqlite::SQLITE_RANGE))?;
        // SAFETY: the statement lives and is at its beginning. SQLite copies the text before the
        // call ends, because it is told that the text goes away.
        let code = unsafe {
            match value {
                Bound::Null => sqlite::sqlite3_bind_null(statement, place),
                Bound::Integer(number) => sqlite::sqlite3_bind_int64(statement, place, *number),
                Bound::Number(number) => sqlite::sqlite3_bind_double(statement, place, *number),
                Bound::Boolean(truth) => {
                    sqlite::sqlite3_bind_int64(statement, place, i64::from(*truth))
                }
                Bound::Text { text, .. } => sqlite::sqlite3_bind_text64(
                    statement,
                    place,
                    text.as_ptr().cast(),
                    text.len() as u64,
                    sqlite::SQLITE_TRANSIENT(),
                    // One of the numbers 1 to 4.
                    sqlite::SQLITE_UTF8 as u8,
                ),
            }
        };
        match code {
            sqlite::SQLITE_OK => Ok(()),
            code => Err(complaint(self.connection, code, "")),
        }
    }

    /// Goes to the next row; false after the last.
    ///
    /// # Errors
    /// SQLite refuses or cannot go on.
    #[expect(unsafe_code, reason = "as above")]
    pub(super) fn step(&mut self) -> Result<bool, Complaint> {
        // SAFETY: the statement lives, and nothing borrows values of the row before.
        match unsafe { sqlite::sqlite3_step(self.statement.as_ptr()) } {
            sqlite::SQLITE_ROW => Ok(true),
            sqlite::SQLITE_DONE => Ok(false),
            code => Err(complaint(self.connection, code, "")),
        }
    }

    /// Returns a value of the row by what is in it, whatever the type of the column is. A column
    /// that is not there has none.
    #[expect(unsafe_code, reason = "as above")]
    pub(super) fn cell(&self, column: usize) -> Cell<'_> {
        let Ok(column) = c_int::try_from(column) else {
            return Cell::Null;
        };
        let statement = self.statement.as_ptr();
        // SAFETY: the statement lives; of a column out of range SQLite gives null. The text and its
        // length stay until the next step, which nobody can take while the value is borrowed.
        unsafe {
            match sqlite::sqlite3_column_type(statement, column) {
                sqlite::SQLITE_NULL => Cell::Null,
                sqlite::SQLITE_INTEGER => {
                    Cell::Integer(sqlite::sqlite3_column_int64(statement, column))
                }
                sqlite::SQLITE_FLOAT => {
                    Cell::Number(sqlite::sqlite3_column_double(statement, column))
                }
                sqlite::SQLITE_TEXT => {
                    let begin = sqlite::sqlite3_column_text(statement, column);
                    let length = sqlite::sqlite3_column_bytes(statement, column);
                    let Ok(length) = usize::try_from(length) else {
                        return Cell::Bytes;
                    };
                    if begin.is_null() {
                        return Cell::Bytes;
                    }
                    let text = str::from_utf8(slice::from_raw_parts(begin, length));
                    text.map_or(Cell::Bytes, Cell::Text)
                }
                _ => Cell::Bytes,
            }
        }
    }

    /// Returns how many rows it has changed, once it is done.
    #[expect(unsafe_code, reason = "as above")]
    pub(super) fn changes(&self) -> u64 {
        // SAFETY: the statement and its connection live.
        let changes = unsafe {
            match sqlite::sqlite3_stmt_readonly(self.statement.as_ptr()) {
                0 => sqlite::sqlite3_changes64(self.connection),
                // What is counted then is of an earlier statement.
                _ => 0,
            }
        };
        u64::try_from(changes).unwrap_or_default()
    }
}

impl Drop for Compiled<'_> {
    #[expect(unsafe_code, reason = "as above")]
    fn drop(&mut self) {
        // SAFETY: the statement lives and is not used after this. What the function returns is the
        // failure of the last step, which was told then.
        unsafe { sqlite::sqlite3_finalize(self.statement.as_ptr()) };
    }
}
