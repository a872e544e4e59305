//! Rows of a result that are made one by one and may be too many for memory.
//!
//! ```text
//! rows -> writer -> few: a value like any other
//!                -> many: a file without a name -> guarded -> read again, once all have passed
//! ```
//!
//! A file holds each row as one line of compact JSON, so that a caller who wants JSON lines gets
//! its bytes as they are. It has no name and the mode 0600: it goes with the last process that
//! holds it.

mod guarding;
mod writer;

pub(super) use guarding::{CANCELLED, guarded};
pub use writer::RowWriter;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use algen_core::governance::deliver::ToolResult;
use algen_core::governance::guard::around_flagged;
use algen_core::governance::ledger::StoredResult;
use algen_core::governance::outcome::Failure;

use crate::files::system_reason;
use writer::not_json;

/// Bytes that are read or written at once.
const CHUNK: usize = 64 * 1024;

/// Where rows are put that are too many for memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowSpool {
    /// The folder of the file, which exists.
    pub folder: PathBuf,
    /// From how many bytes on there is a file.
    pub memory_bytes: usize,
}

impl RowSpool {
    /// A mebibyte in memory, as much as most results may have.
    pub const MEMORY_BYTES: usize = 1 << 20;
}

/// Rows in a file.
#[derive(Clone, Debug)]
pub struct Rows {
    file: Arc<File>,
    count: u64,
    bytes: u64,
    digest: String,
    is_flagged: bool,
}

/// The same content, wherever it lies.
impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        (self.bytes, &self.digest, self.is_flagged)
            == (other.bytes, &other.digest, other.is_flagged)
    }
}

impl Rows {
    /// Returns how many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Tells whether they read like instructions to a model and say so.
    pub fn is_flagged(&self) -> bool {
        self.is_flagged
    }

    /// Returns digest and size of the list of rows as compact JSON.
    pub(super) fn measured(&self) -> StoredResult {
        StoredResult {
            digest: self.digest.clone(),
            bytes: self.bytes,
            text: None,
            withheld: None,
            redacted: false,
        }
    }

    /// Reads the rows from the first, a line each. Two readers at once would take lines from each
    /// other.
    fn reader(&self) -> io::Result<impl BufRead + '_> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(0))?;
        Ok(BufReader::with_capacity(CHUNK, file))
    }

    /// Hands over each row as compact JSON.
    ///
    /// # Errors
    /// The file cannot be read, or what `take` returns.
    pub fn each<E: From<Failure>>(
        &self,
        mut take: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lines = self.reader().map_err(|error| lost(&error))?;
        let mut line = String::new();
        while lines.read_line(&mut line).map_err(|error| lost(&error))? > 0 {
            take(line.trim_end_matches('\n'))?;
            line.clear();
        }
        Ok(())
    }

    /// Hands over the rows as JSON lines, in pieces that end anywhere.
    ///
    /// # Errors
    /// The file cannot be read, or what `take` returns.
    pub fn line_pieces<E: From<Failure>>(
        &self,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lines = self.reader().map_err(|error| lost(&error))?;
        loop {
            let piece = lines.fill_buf().map_err(|error| lost(&error))?;
            if piece.is_empty() {
                return Ok(());
            }
            take(piece)?;
            let length = piece.len();
            lines.consume(length);
        }
    }

    /// Hands over the rows as one compact JSON value, in pieces that end anywhere.
    ///
    /// # Errors
    /// The file cannot be read, or what `take` returns.
    pub fn value_pieces<E: From<Failure>>(
        &self,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let around = self.is_flagged.then(around_flagged);
        let (before, behind) = around.unwrap_or_default();
        take(format!("{before}[").as_bytes())?;
        let mut value = Vec::with_capacity(CHUNK + 1);
        self.line_pieces(|piece| {
            value.extend(piece.iter().map(|byte| match byte {
                b'\n' => b',',
                byte => *byte,
            }));
            // The comma at the end of a piece waits until it is known whether a row follows.
            let comma = value.pop_if(|byte| *byte == b',');
            take(&value)?;
            value.clear();
            value.extend(comma);
            Ok::<_, E>(())
        })?;
        take(format!("]{behind}").as_bytes())
    }

    /// Reads all of them into memory, as one value.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn to_result(&self) -> Result<ToolResult, Failure> {
        let mut text = Vec::new();
        self.value_pieces(|piece| {
            text.extend_from_slice(piece);
            Ok::<_, Failure>(())
        })?;
        let text = String::from_utf8(text).map_err(|_| not_json())?;
        ToolResult::read(text).map_err(|_| not_json())
    }
}

/// Says that rows cannot be read again.
fn lost(error: &io::Error) -> Failure {
    let message = format!(
        "the rows that were put aside cannot be read: {}",
        system_reason(error)
    );
    Failure::new("spool", message)
}
