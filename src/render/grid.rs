//! Columns of text without lines between them, folded to a width.

use comfy_table::presets::NOTHING;
use comfy_table::{ColumnConstraint, ContentArrangement, Row, Table};
use unicode_width::UnicodeWidthStr as _;

use super::style::Style;
use super::visible::{visible, without_build_commands};

/// Blanks between columns.
const GAP: u16 = 2;

/// Rows of cells that become aligned columns.
pub(super) struct Grid {
    table: Table,
    rows: usize,
    /// The rows again, of which the first is titles, where they may turn out too wide.
    titled: Option<Titled>,
}

/// Rows under titles on a terminal.
struct Titled {
    style: Style,
    rows: Vec<Vec<String>>,
}

/// The narrowest that a column of longer words may become.
const WORD: usize = 16;

impl Grid {
    /// Creates an empty grid that fits the style's width.
    pub(super) fn new(style: &Style) -> Self {
        let mut table = Table::new();
        table.load_style(NOTHING);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        // The gap after the last column is cut off.
        let width = u16::try_from(style.table_width()).unwrap_or(u16::MAX);
        table.set_width(width.saturating_add(GAP));
        Self {
            table,
            rows: 0,
            titled: None,
        }
    }

    /// Creates an empty grid with these titles. On a terminal that is too narrow for its columns
    /// each row becomes lines of `title  value`.
    pub(super) fn titled<'a>(style: &Style, titles: impl IntoIterator<Item = &'a str>) -> Self {
        let mut grid = Self::new(style);
        grid.titled = style.width.map(|_| Titled {
            style: *style,
            rows: Vec::new(),
        });
        grid.row(titles);
        grid
    }

    /// Creates an empty grid for a list: on a terminal it has these titles and fits the width, but
    /// for the first column, which names each row and stays whole; elsewhere each row is one line.
    pub(super) fn list<'a>(style: &Style, titles: impl IntoIterator<Item = &'a str>) -> Self {
        if style.width.is_none() {
            let mut grid = Self::new(style);
            grid.table
                .set_content_arrangement(ContentArrangement::Disabled);
            return grid;
        }
        let mut grid = Self::titled(style, titles);
        if let Some(first) = grid.table.column_mut(0) {
            first.set_constraint(ColumnConstraint::ContentWidth);
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
        let cells: Vec<String> = cells.collect();
        if let Some(titled) = &mut self.titled {
            titled.rows.push(cells.clone());
        }
        self.table.add_row(Row::from(cells));
        self.rows += 1;
    }

    /// Returns the rows as lines that begin with `indent` blanks and end with line breaks.
    pub(super) fn render(mut self, indent: u16) -> String {
        if self.rows == 0 {
            return String::new();
        }
        if let Some(titled) = self.titled.filter(|titled| titled.is_too_wide(indent)) {
            return titled.records(indent);
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

impl Titled {
    /// Tells whether columns would have to break words.
    fn is_too_wide(&self, indent: u16) -> bool {
        let columns = self.rows.first().map_or(0, Vec::len);
        let needed = (0..columns).map(|column| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let whole = cells.clone().map(|cell| cell.width()).max();
            let words = cells
                .flat_map(|cell| cell.split_whitespace())
                .map(str::width);
            let least = match column {
                0 => whole,
                _ => words.max().map(|longest| longest.min(WORD)),
            };
            least.unwrap_or_default() + usize::from(GAP)
        });
        // The gap after the last column is cut off.
        let needed = needed.sum::<usize>().saturating_sub(usize::from(GAP));
        usize::from(indent) + needed > self.style.table_width()
    }

    /// Returns each row as lines of `title  value`, with an empty line between rows.
    fn records(&self, indent: u16) -> String {
        let Some((titles, rows)) = self.rows.split_first() else {
            return String::new();
        };
        let records = rows.iter().map(|row| {
            let mut record = Grid::new(&self.style);
            let pairs = titles.iter().zip(row);
            for (title, cell) in pairs.filter(|(_, cell)| !cell.is_empty()) {
                record.row([title.as_str(), cell.as_str()]);
            }
            record.render(indent)
        });
        records.collect::<Vec<_>>().join("\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn list(width: Option<usize>) -> String {
        let style = Style {
            width,
            ..Style::default()
        };
        let mut grid = Grid::list(&style, ["Call", "Tool", "State"]);
        grid.row(["01k9abcd", "orders.set_status", "not_attempted"]);
        grid.row(["01k9efgh", "reports.top", ""]);
        grid.render(0)
    }

    #[test]
    fn a_list_too_wide_for_its_terminal_becomes_records() {
        for (width, expected) in [
            (
                Some(60),
                "Call      Tool               State\n\
                 01k9abcd  orders.set_status  not_attempted\n\
                 01k9efgh  reports.top\n",
            ),
            (
                Some(24),
                "Call   01k9abcd\n\
                 Tool   orders.set_status\n\
                 State  not_attempted\n\
                 \n\
                 Call  01k9efgh\n\
                 Tool  reports.top\n",
            ),
            (
                None,
                "01k9abcd  orders.set_status  not_attempted\n01k9efgh  reports.top\n",
            ),
        ] {
            assert_eq!(list(width), expected, "{width:?}");
        }
    }
}
