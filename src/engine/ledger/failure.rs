//! What an error of the database means, without the database's words.

use algen_core::governance::ledger::LedgerError;

/// Primary result codes of SQLite, <https://sqlite.org/rescode.html>.
mod code {
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const READ_ONLY: i32 = 8;
    pub(super) const IO: i32 = 10;
    pub(super) const CORRUPT: i32 = 11;
    pub(super) const FULL: i32 = 13;
    pub(super) const CANNOT_OPEN: i32 = 14;
    /// Too many others began to read at once.
    pub(super) const PROTOCOL: i32 = 15;
    pub(super) const NOT_A_DATABASE: i32 = 26;
    /// Extended: the kinds of [`IO`] that are reading.
    pub(super) const IO_READ: [i32; 2] = [266, 522];
}

/// Tells what an error means.
pub(super) fn meaning(error: &sqlx::Error) -> LedgerError {
    match error {
        sqlx::Error::Database(error) => {
            let code = error.code().and_then(|code| code.parse().ok());
            meaning_of_code(code.unwrap_or(0))
        }
        sqlx::Error::ColumnDecode { index, .. } => damaged_column(index.trim_matches('"')),
        sqlx::Error::ColumnNotFound(column) => damaged_column(column),
        sqlx::Error::WorkerCrashed => {
            LedgerError::NotReadable("the thread of the database has ended".to_owned())
        }
        _ => LedgerError::NotReadable("the database does not answer".to_owned()),
    }
}

/// Says that a column holds what it never should.
pub(super) fn damaged_column(column: &str) -> LedgerError {
    LedgerError::Damaged(format!("the column `{column}` holds another kind of value"))
}

fn meaning_of_code(extended: i32) -> LedgerError {
    let not_writable = |reason: &str| LedgerError::NotWritable(reason.to_owned());
    let not_readable = |reason: &str| LedgerError::NotReadable(reason.to_owned());
    match extended & 0xff {
        code::BUSY | code::LOCKED | code::PROTOCOL => LedgerError::Busy,
        code::READ_ONLY => not_writable("the file is read-only"),
        code::FULL => not_writable("the disk or the file is full"),
        code::IO if code::IO_READ.contains(&extended) => not_readable("the disk cannot be read"),
        code::IO => not_writable("the disk cannot be written"),
        code::CORRUPT => LedgerError::Damaged("the pages of the file".to_owned()),
        code::CANNOT_OPEN => not_readable("the file cannot be opened"),
        code::NOT_A_DATABASE => not_readable("the file is not a ledger"),
        other => LedgerError::NotReadable(format!("the database answers with code {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_mean_what_a_person_can_do_something_about() {
        let busy = LedgerError::Busy;
        let not_writable = |reason: &str| LedgerError::NotWritable(reason.to_owned());
        let not_readable = |reason: &str| LedgerError::NotReadable(reason.to_owned());
        let cases = [
            ("SQLITE_BUSY", 5, busy.clone()),
            ("SQLITE_BUSY_SNAPSHOT", 517, busy.clone()),
            ("SQLITE_PROTOCOL", 15, busy.clone()),
            ("SQLITE_LOCKED", 6, busy),
            (
                "SQLITE_READONLY_DBMOVED",
                1_032,
                not_writable("the file is read-only"),
            ),
            (
                "SQLITE_FULL",
                13,
                not_writable("the disk or the file is full"),
            ),
            (
                "SQLITE_IOERR_WRITE",
                778,
                not_writable("the disk cannot be written"),
            ),
            (
                "SQLITE_IOERR_FSYNC",
                1_034,
                not_writable("the disk cannot be written"),
            ),
            (
                "SQLITE_IOERR_READ",
                266,
                not_readable("the disk cannot be read"),
            ),
            (
                "SQLITE_CORRUPT",
                11,
                LedgerError::Damaged("the pages of the file".to_owned()),
            ),
            (
                "SQLITE_CANTOPEN",
                14,
                not_readable("the file cannot be opened"),
            ),
            (
                "SQLITE_NOTADB",
                26,
                not_readable("the file is not a ledger"),
            ),
            (
                "SQLITE_ERROR",
                1,
                not_readable("the database answers with code 1"),
            ),
        ];
        for (name, code, expected) in cases {
            assert_eq!(meaning_of_code(code), expected, "{name}");
        }
    }
}
