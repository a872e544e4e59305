//! Columns of text without lines between them, folded to a width.

use comfy_table::presets::NOTHING;
use comfy_table::{ColumnConstraint, ContentArrangement, Row, Table};

use super::style::Style;
use super::visible::{visible, without_build_commands};

/// Blanks between columns.
const GAP: u16 = 2;

/// Rows of cells that become aligned columns.
pub(super) struct Grid {
    table: Table,
    rows: usize,
}

impl Grid {
    /// Creates an empty grid that fits the style's width.
    pub(super) fn new(style: &Style) -> Self {
        let mut table = Table::new();
        table.load_style(NOTHING);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        // The gap after the last column is cut off.
        let width = u16::try_from(style.table_width()).unwrap_or(u16::MAX);
        table.set_width(width.saturating_add(GAP));
        Self { table, rows: 0 }
    }

    /// Creates an empty grid for a list: on a terminal it has these titles and fits the width, but
    /// for the first column, which names each row and stays whole; elsewhere each row is one line.
    pub(super) fn list<'a>(style: &Style, titles: impl IntoIterator<Item = &'a str>) -> Self {
        let mut grid = Self::new(style);
        if style.width.is_some() {
            grid.row(titles);
            if let Some(first) = grid.table.column_mut(0) {
                first.set_constraint(ColumnConstraint::ContentWidth);
            }
        } else {
            grid.table
                .set_content_arrangement(ContentArrangement::Disabled);
        }
        grid
    }

    /// Creates an empty grid for data: it always has these titles, fits the width of a terminal, and
    /// elsewhere each row is one line.
    pub(super) fn table<'a>(style: &Style, titles: impl IntoIterator<Item = &'a str>) -> Self {
        let mut grid = Self::new(style);
        if style.width.is_none() {
            grid.table
                .set_content_arrangement(ContentArrangement::Disabled);
        }
        grid.row(titles);
        grid
    }

    /// Adds a row; characters that act on a terminal are written out.
    pub(super) fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        let cells = cells.into_iter().map(|cell| visible(cell).into_owned());
        self.table.add_row(Row::from(cells.collect::<Vec<_>>()));
        self.rows += 1;
    }

    /// Returns the rows as lines that begin with `indent` blanks and end with line breaks.
    pub(super) fn render(mut self, indent: u16) -> String {
        if self.rows == 0 {
            return String::new();
        }
        for (index, column) in self.table.column_iter_mut().enumerate() {
            let left = if index == 0 { indent } else { 0 };
            column.set_padding((left, GAP));
        }
        let mut text = self.table.trim_fmt();
        text.push('\n');
        without_build_commands(text)
    }
}

/// Returns prose folded to the terminal; where there is none, each paragraph stays one line.
pub(super) fn prose(text: &str, style: &Style, indent: u16) -> String {
    let mut folded = String::new();
    let indented = " ".repeat(usize::from(indent));
    for paragraph in text.lines() {
        if style.width.is_none() || paragraph.trim().is_empty() {
            let line = format!("{indented}{}", visible(paragraph.trim_end()));
            folded.push_str(line.trim_end());
            folded.push('\n');
            continue;
        }
        let mut grid = Grid::new(style);
        grid.row([paragraph]);
        folded.push_str(&grid.render(indent));
    }
    folded
}
