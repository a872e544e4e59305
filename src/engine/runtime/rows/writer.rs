//! Takes rows one by one, within the bytes that a result may have.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use algen_core::governance::canonical::TextDigest;
use algen_core::governance::deliver::ToolResult;
use algen_core::governance::outcome::Failure;

use super::{CHUNK, RowSpool, Rows};
use crate::files::system_reason;
use crate::runtime::tool::ToolAnswer;

/// Collects the rows of one result.
#[derive(Debug)]
pub struct RowWriter {
    spool: RowSpool,
    bytes_max: u64,
    /// Lines that are not in the file.
    pending: Vec<u8>,
    file: Option<File>,
    count: u64,
    /// Bytes of the list so far, with the bracket that will end it.
    bytes: u64,
    digest: TextDigest,
}

impl RowWriter {
    /// Begins a list of at most so many bytes of compact JSON.
    pub fn new(spool: &RowSpool, bytes_max: u64) -> Self {
        Self {
            spool: spool.clone(),
            bytes_max,
            pending: Vec::new(),
            file: None,
            count: 0,
            bytes: 2,
            digest: TextDigest::default(),
        }
    }

    /// Returns how many rows there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Takes the row that `write` appends as one compact JSON value. Whoever makes rows answers for
    /// it that they fit the items of the tool's output schema: rows are not held against it again.
    ///
    /// # Errors
    /// The rows are more than a result may have, there is no room for them, or what `write` returns.
    pub fn push(
        &mut self,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let start = self.pending.len();
        let written = write(&mut self.pending);
        let row = self.pending.get(start..).unwrap_or_default();
        // A comma stands before every row but the first.
        let added = row.len() as u64 + u64::from(self.count > 0);
        let bytes = self.bytes.saturating_add(added);
        let bounded = written.and_then(|()| match bytes > self.bytes_max {
            true => Err(self.too_large()),
            false => Ok(()),
        });
        if bounded.is_err() {
            self.pending.truncate(start);
            return bounded;
        }
        self.digest.push(match self.count {
            0 => b"[",
            _ => b",",
        });
        self.digest.push(row);
        self.pending.push(b'\n');
        self.bytes = bytes;
        self.count += 1;
        let most = match self.file {
            Some(_) => CHUNK,
            None => self.spool.memory_bytes,
        };
        match self.pending.len() > most {
            true => self.spill().map_err(|error| no_room(&error)),
            false => Ok(()),
        }
    }

    fn too_large(&self) -> Failure {
        let message = format!(
            "the rows are larger than {} bytes; nothing is returned",
            self.bytes_max
        );
        Failure::new("result-too-large", message).about("max_result_bytes")
    }

    /// Moves what is in memory to the file, which is made where there is none.
    fn spill(&mut self) -> io::Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => tempfile::tempfile_in(&self.spool.folder)?,
        };
        file.write_all(&self.pending)?;
        self.file = Some(file);
        self.pending.clear();
        self.pending.shrink_to(CHUNK);
        Ok(())
    }

    /// Returns the rows: as a value where they are few.
    ///
    /// # Errors
    /// There is no room for them.
    pub fn finish(mut self) -> Result<ToolAnswer, Failure> {
        if self.file.is_some() {
            return self.into_rows().map(ToolAnswer::Rows);
        }
        // The end of the last line.
        self.pending.pop();
        let rows = String::from_utf8(self.pending).map_err(|_| not_json())?;
        let text = format!("[{}]", rows.replace('\n', ","));
        let result = ToolResult::read(text).map_err(|_| not_json())?;
        Ok(ToolAnswer::Value(result))
    }

    /// Returns the rows in a file, also where they are few.
    pub(super) fn into_rows(mut self) -> Result<Rows, Failure> {
        if self.count == 0 {
            self.digest.push(b"[");
        }
        self.digest.push(b"]");
        self.spill().map_err(|error| no_room(&error))?;
        let file = self.file.ok_or_else(not_json)?;
        Ok(Rows {
            file: Arc::new(file),
            count: self.count,
            bytes: self.bytes,
            digest: self.digest.finish(),
            is_flagged: false,
        })
    }
}

/// Says that a row is not what rows are.
pub(super) fn not_json() -> Failure {
    Failure::new("bug", "the tool made a row that is not JSON")
}

/// Says that rows cannot be kept.
fn no_room(error: &io::Error) -> Failure {
    let message = format!(
        "the rows are too many for memory and cannot be put aside in the folder of temporary \
         files: {}",
        system_reason(error)
    );
    Failure::new("spool", message)
}
