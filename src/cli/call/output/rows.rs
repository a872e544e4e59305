//! Rows on standard output, a piece at a time.

use std::io;

use algen_engine::runtime::Rows;

use super::OutputError;
use crate::cli::arguments::{CallArguments, CallFormat};
use crate::render::result::csv::Sheet;
use crate::render::result::exact::Exact;
use crate::render::result::jsonl;
use crate::ui::Ui;

/// Bytes of lines that are written at once.
const BATCH_BYTES: usize = 64 << 10;

/// How rows are written that need not be there at once.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// One compact value.
    Json,
    /// JSON lines; whether a terminal shows them.
    Jsonl(bool),
    /// CSV; whether a terminal shows it.
    Csv(bool),
}

impl Form {
    /// Returns the form that was asked for; `None` where it takes all rows at once.
    pub(super) fn of(arguments: &CallArguments, terminal: bool) -> Option<Self> {
        match arguments.format {
            _ if arguments.json || arguments.select.is_some() => None,
            CallFormat::Json if !terminal => Some(Self::Json),
            CallFormat::Jsonl => Some(Self::Jsonl(terminal)),
            CallFormat::Csv => Some(Self::Csv(terminal)),
            CallFormat::Json | CallFormat::Text | CallFormat::Table => None,
        }
    }

    /// Writes the rows.
    pub(super) fn write(self, rows: &Rows, ui: &Ui) -> Result<(), OutputError> {
        let written = match self {
            Self::Json => whole(rows, ui),
            Self::Jsonl(false) => as_they_are(rows, ui),
            Self::Jsonl(true) => each(rows, ui, |row| Ok(jsonl::line(row, true))),
            Self::Csv(terminal) => sheet(rows, ui, terminal),
        };
        match written {
            // Whoever reads has seen enough.
            Err(OutputError::Unwritten(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(())
            }
            written => written,
        }
    }
}

fn whole(rows: &Rows, ui: &Ui) -> Result<(), OutputError> {
    rows.value_pieces(|piece| Ok::<_, OutputError>(ui.write_piece(piece)?))?;
    Ok(ui.write_piece(b"\n")?)
}

fn as_they_are(rows: &Rows, ui: &Ui) -> Result<(), OutputError> {
    rows.line_pieces(|piece| Ok(ui.write_piece(piece)?))
}

fn sheet(rows: &Rows, ui: &Ui, terminal: bool) -> Result<(), OutputError> {
    let mut sheet = Sheet::default();
    each(rows, ui, |row| {
        sheet.learn(row)?;
        Ok(String::new())
    })?;
    ui.write_piece(sheet.head(terminal).as_bytes())?;
    each(rows, ui, |row| Ok(sheet.line(row, terminal)))
}

/// Writes what each row becomes.
fn each(
    rows: &Rows,
    ui: &Ui,
    mut render: impl FnMut(&Exact<'_>) -> Result<String, OutputError>,
) -> Result<(), OutputError> {
    let mut batch = String::new();
    rows.each(|line| {
        batch.push_str(&render(&Exact::read(line)?)?);
        if batch.len() >= BATCH_BYTES {
            ui.write_piece(batch.as_bytes())?;
            batch.clear();
        }
        Ok::<_, OutputError>(())
    })?;
    Ok(ui.write_piece(batch.as_bytes())?)
}
