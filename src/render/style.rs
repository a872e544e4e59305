//! How text for people looks.

use algen_core::diagnostics::Severity;

/// What the reader of a text can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether ANSI colours are understood.
    pub color: bool,
    /// Whether line-drawing characters beyond ASCII are shown.
    pub unicode: bool,
    /// Columns of the terminal; `None` where there is none: then prose is not wrapped, so that
    /// every message stays on one line for `grep`, and tables fit 80 columns.
    pub width: Option<usize>,
}

/// Columns of a table where no terminal says otherwise.
const DEFAULT_WIDTH: usize = 80;

/// The narrowest table that can still be read.
const LEAST_WIDTH: usize = 40;

impl Style {
    /// Returns the columns that tables may take.
    pub fn table_width(&self) -> usize {
        self.width.unwrap_or(DEFAULT_WIDTH).max(LEAST_WIDTH)
    }

    /// Returns the text in bold, where colours are understood.
    pub fn bold(&self, text: &str) -> String {
        self.painted("1", text)
    }

    /// Returns the text in the colour of a severity, where colours are understood.
    pub(super) fn severity(&self, severity: Severity, text: &str) -> String {
        match severity {
            Severity::Error => self.painted("1;31", text),
            Severity::Warning => self.painted("1;33", text),
        }
    }

    /// Returns the text in a colour: `code` is the parameter of the ANSI sequence, as `1;31`.
    pub(super) fn painted(&self, code: &str, text: &str) -> String {
        if self.color {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}
