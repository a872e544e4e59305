//! A result as a table: the rows of it in aligned columns under their titles.
//!
//! Nothing is cut: on a terminal cells wrap, and where columns would be too narrow each row is
//! written as lines of `column: value`. On a pipe each row is one line.

use super::columns::Columns;
use super::exact::Exact;
use super::{Unshown, text};
use crate::render::grid::Grid;
use crate::render::style::Style;
use crate::render::visible::visible;

/// The narrowest column, with the gap behind it.
const COLUMN_MIN: usize = 8;

/// The most characters of a table whose lines do not wrap.
const CHARS_MAX: usize = 16 * 1024 * 1024;

/// Renders the rows. Characters that a terminal would obey are written out.
///
/// # Errors
/// There are more than a million cells, or on a pipe more than 16 Mi characters.
pub fn render(result: &Exact<'_>, style: &Style) -> Result<String, Unshown> {
    let columns = Columns::of(result)?;
    if columns.titles.is_empty() {
        return Ok("(no rows)\n".to_owned());
    }
    match style.width {
        Some(_) if columns.titles.len() * COLUMN_MIN > style.table_width() => {
            return Ok(records(&columns));
        }
        Some(_) => {}
        None => bounded(&columns)?,
    }
    let mut grid = Grid::table(style, columns.titles.iter().map(AsRef::as_ref));
    for row in &columns.rows {
        let cells: Vec<String> = row.iter().map(|cell| shown(*cell)).collect();
        grid.row(cells.iter().map(String::as_str));
    }
    Ok(grid.render(0))
}

/// Returns what stands in a cell; nothing for null and for what is not there.
fn shown(cell: Option<&Exact<'_>>) -> String {
    match cell {
        None | Some(Exact::Null) => String::new(),
        Some(Exact::Text(text)) => text.clone(),
        Some(value) => value.compact(),
    }
}

/// Returns each row as lines, with an empty line between rows.
fn records(columns: &Columns<'_, '_>) -> String {
    let records = columns.rows.iter().map(|row| {
        let cells = columns.titles.iter().zip(row);
        let fields = cells.filter_map(|(title, cell)| {
            // Unlike in a table, nothing would tell that the column is there.
            let value = (*cell)?.clone();
            Some((title.clone().into_owned(), value))
        });
        text::render(&Exact::Object(fields.collect()), true)
    });
    records.collect::<Vec<_>>().join("\n")
}

fn bounded(columns: &Columns<'_, '_>) -> Result<(), Unshown> {
    let mut widths: Vec<usize> = vec![0; columns.titles.len()];
    for row in &columns.rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            let chars = visible(&shown(*cell)).chars().count();
            *width = chars.max(*width);
        }
    }
    let line: usize = widths.iter().sum();
    match line.saturating_mul(columns.rows.len()) <= CHARS_MAX {
        true => Ok(()),
        false => Err(Unshown::TooWide(CHARS_MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(result: &str, width: Option<usize>) -> Result<String, Unshown> {
        let style = Style {
            width,
            ..Style::default()
        };
        render(&Exact::read(result)?, &style)
    }

    #[test]
    fn rows_are_aligned_under_their_titles() {
        for (name, result, expected) in [
            ("empty list", "[]", "(no rows)\n"),
            (
                "titles alone",
                r#"{"columns":["a","b"],"rows":[]}"#,
                "a  b\n",
            ),
            (
                "missing keys and nulls",
                r#"[{"name":"a","n":null},{"name":"longer","x":true}]"#,
                "name    n  x\na\nlonger     true\n",
            ),
            (
                "nested",
                r#"[{"a":[1],"b":{"c":2}}]"#,
                "a    b\n[1]  {\"c\":2}\n",
            ),
            (
                "long number",
                r#"{"n":1267650600228229401496703205376}"#,
                "n\n1267650600228229401496703205376\n",
            ),
            (
                "unicode",
                r#"[{"ö":"名前","b":1},{"ö":"x","b":2}]"#,
                "ö     b\n名前  1\nx     2\n",
            ),
            (
                "control characters",
                r#"[{"\u001b":"\u202e\n::error::x"}]"#,
                "\\u{1b}\n\\u{202e}\\n::error::x\n",
            ),
            ("scalar", r#""a""#, "value\na\n"),
        ] {
            for width in [None, Some(60)] {
                let text = rendered(result, width);
                assert_eq!(text.as_deref(), Ok(expected), "{name} {width:?}");
            }
        }
    }

    #[test]
    fn cells_wrap_on_a_terminal_and_nowhere_else() {
        let words = "word ".repeat(20);
        let result = format!(r#"[{{"id":1,"text":"{}"}}]"#, words.trim_end());
        let narrow = rendered(&result, Some(40)).expect("the cells are few");
        assert!(narrow.lines().count() > 3, "{narrow}");
        assert!(narrow.lines().all(|line| line.len() <= 40), "{narrow}");
        assert_eq!(narrow.matches("word").count(), 20, "{narrow}");
        let pipe = rendered(&result, None);
        let expected = format!("id  text\n1   {}\n", words.trim_end());
        assert_eq!(pipe, Ok(expected));
    }

    #[test]
    fn rows_with_many_columns_become_records() {
        let row = |value: &str| {
            let fields = (0..8).map(|key| format!(r#""k{key}":{value}"#));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        };
        let result = format!("[{},{}]", row("1"), row("null"));
        let text = rendered(&result, Some(60)).expect("the cells are few");
        assert_eq!(
            text,
            "k0: 1\nk1: 1\nk2: 1\nk3: 1\nk4: 1\nk5: 1\nk6: 1\nk7: 1\n\n\
             k0: null\nk1: null\nk2: null\nk3: null\nk4: null\nk5: null\nk6: null\nk7: null\n"
        );
        let wide = rendered(&result, Some(100)).expect("the cells are few");
        assert!(wide.starts_with("k0  k1  k2"), "{wide}");
    }

    #[test]
    fn a_table_that_would_be_mostly_blank_is_refused() {
        let wide = format!(r#"["{}"{}]"#, "x".repeat(10_000), r#","y""#.repeat(2_000));
        assert_eq!(rendered(&wide, None), Err(Unshown::TooWide(CHARS_MAX)));
        assert!(rendered(&wide, Some(80)).is_ok());
    }
}
