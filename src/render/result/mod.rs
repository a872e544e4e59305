//! The result of a call as data: one file for each format.
//!
//! ```text
//! text of the result -> exact -> selector -> json | text
//!                                         -> rows -> jsonl
//!                                                 -> columns -> csv | table
//! ```
//!
//! [`exact`] keeps the digits of numbers, `rows` is the one definition of the rows of a result,
//! `columns` that of their columns. What a pipe gets is the data as it is; on a terminal every
//! format writes characters out that a terminal would obey. A new format is a file here and a
//! variant of the argument.

mod columns;
pub mod csv;
pub mod exact;
pub mod json;
pub mod jsonl;
mod rows;
pub mod selector;
pub mod table;
pub mod text;

use thiserror::Error;

/// Why a result cannot be shown as it was asked for. The call is done all the same.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unshown {
    /// Nothing stands at the selected place.
    #[error("it has no `{place}`: {reason}")]
    NoSuchPlace {
        /// The place up to where the way ends, as it was typed.
        place: String,
        /// What stands there instead, without its content.
        reason: String,
    },
    /// It is nested too deeply to be taken apart.
    #[error("it is nested deeper than {0} levels")]
    TooDeep(usize),
    /// Its rows have too many columns.
    #[error("{rows} rows of {columns} columns are more than {most} cells")]
    TooManyCells {
        /// How many rows there are.
        rows: usize,
        /// How many columns they have together.
        columns: usize,
        /// The most cells.
        most: usize,
    },
    /// Its cells are too wide to be aligned.
    #[error("as a table without line breaks it has more than {0} characters")]
    TooWide(usize),
}
