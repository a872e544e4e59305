//! A result as CSV (RFC 4180): the rows of it under a line with the titles of the columns.
//!
//! Cells are the data as it is, also those that a spreadsheet would take for a formula: a program
//! that reads them could not tell an apostrophe that was added from one that belongs there. What is
//! null or absent is an empty field, an empty text is `""`, lists and objects are compact JSON.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Unshown;
use super::columns::Columns;
use super::exact::Exact;
use crate::render::visible::visible;

/// What ends a line.
const LINE_END: &str = "\r\n";

/// Renders the rows; nothing where there are no columns.
///
/// # Errors
/// There are more than a million cells.
pub fn render(result: &Exact<'_>, terminal: bool) -> Result<String, Unshown> {
    let Columns { titles, rows } = Columns::of(result)?;
    let mut text = String::new();
    if titles.is_empty() {
        return Ok(text);
    }
    let titles = titles.iter().map(|title| quoted(title, terminal));
    push_line(titles.collect(), &mut text);
    for row in rows {
        let cells = row.iter().map(|cell| field(*cell, terminal));
        push_line(cells.collect(), &mut text);
    }
    Ok(text)
}

/// Renders the line of titles alone, as of a result without rows; nothing where there is none.
pub fn head(titles: &[&str], terminal: bool) -> String {
    let mut text = String::new();
    if !titles.is_empty() {
        let titles = titles.iter().map(|title| quoted(title, terminal));
        push_line(titles.collect(), &mut text);
    }
    text
}

/// The most columns of rows that come one by one.
const TITLES_MAX: usize = 10_000;

/// The columns of rows that are too many to be there at once: each row is looked at for its keys
/// before the first line is written.
#[derive(Debug, Default)]
pub struct Sheet {
    titles: Vec<String>,
    places: HashMap<String, usize>,
    rows: usize,
}

impl Sheet {
    /// Learns the columns of the next row, which is an object.
    ///
    /// # Errors
    /// There are more than 10,000 columns.
    pub fn learn(&mut self, row: &Exact<'_>) -> Result<(), Unshown> {
        self.rows += 1;
        let Exact::Object(fields) = row else {
            return Ok(());
        };
        for (key, _) in fields {
            if !self.places.contains_key(key) {
                self.places.insert(key.clone(), self.titles.len());
                self.titles.push(key.clone());
            }
        }
        match self.titles.len() <= TITLES_MAX {
            true => Ok(()),
            false => Err(Unshown::TooManyCells {
                rows: self.rows,
                columns: self.titles.len(),
                most: TITLES_MAX,
            }),
        }
    }

    /// Renders the line of the titles.
    pub fn head(&self, terminal: bool) -> String {
        let titles = self.titles.iter().map(|title| quoted(title, terminal));
        line(titles.collect())
    }

    /// Renders the line of a row.
    pub fn line(&self, row: &Exact<'_>, terminal: bool) -> String {
        let mut cells = vec![None; self.titles.len()];
        if let Exact::Object(fields) = row {
            for (key, value) in fields {
                let place = self.places.get(key);
                if let Some(cell) = place.and_then(|place| cells.get_mut(*place)) {
                    *cell = Some(value);
                }
            }
        }
        line(
            cells
                .into_iter()
                .map(|cell| field(cell, terminal))
                .collect(),
        )
    }
}

fn line(fields: Vec<String>) -> String {
    let mut text = String::new();
    push_line(fields, &mut text);
    text
}

fn push_line(mut fields: Vec<String>, text: &mut String) {
    if let [field] = fields.as_mut_slice()
        && field.is_empty()
    {
        // Readers skip an empty line.
        field.push_str("\"\"");
    }
    text.push_str(&fields.join(","));
    text.push_str(LINE_END);
}

fn field(cell: Option<&Exact<'_>>, terminal: bool) -> String {
    match cell {
        None | Some(Exact::Null) => String::new(),
        Some(Exact::Text(text)) => quoted(text, terminal),
        Some(Exact::Bool(_) | Exact::Number(_)) => cell.map(Exact::compact).unwrap_or_default(),
        Some(nested @ (Exact::List(_) | Exact::Object(_))) => quoted(&nested.compact(), terminal),
    }
}

/// Returns a text as a field, in quotes where it would not be read as it is.
fn quoted(text: &str, terminal: bool) -> String {
    let text = match terminal {
        true => visible(text),
        false => Cow::Borrowed(text),
    };
    match text.is_empty() || text.contains([',', '"', '\r', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_lines_under_their_titles() {
        for (name, result, expected) in [
            ("empty list", "[]", ""),
            ("empty objects", "[{},{}]", ""),
            (
                "titles alone",
                r#"{"columns":["a","b"],"rows":[]}"#,
                "a,b\n",
            ),
            (
                "missing keys and nulls",
                r#"[{"a":1,"b":null},{"c":"","a":true}]"#,
                "a,b,c\n1,,\ntrue,,\"\"\n",
            ),
            (
                "one column",
                r#"[{"a":null},{"a":""},{}]"#,
                "a\n\"\"\n\"\"\n\"\"\n",
            ),
            (
                "quotes, commas, line breaks",
                r#"[{"a,b":"x,y","q":"say \"hi\"","l":"1\n2"}]"#,
                "\"a,b\",q,l\n\"x,y\",\"say \"\"hi\"\"\",\"1\n2\"\n",
            ),
            (
                "nested",
                r#"[{"a":[1,"x"],"b":{"c":null}}]"#,
                "a,b\n\"[1,\"\"x\"\"]\",\"{\"\"c\"\":null}\"\n",
            ),
            (
                "long number",
                r#"{"expression":"2**100","result":1267650600228229401496703205376}"#,
                "expression,result\n2**100,1267650600228229401496703205376\n",
            ),
            ("formula", r#"[{"a":"=1+1","b":"@x"}]"#, "a,b\n=1+1,@x\n"),
            ("unicode and blanks", r#"[{"ö":" 名 "}]"#, "ö\n 名 \n"),
            ("scalar", "7", "value\n7\n"),
        ] {
            let result = Exact::read(result).expect("the result is read");
            let text = render(&result, false).map(|text| text.replace("\r\n", "\n"));
            assert_eq!(text.as_deref(), Ok(expected), "{name}");
        }
    }

    #[test]
    fn control_characters_are_written_out_on_a_terminal_alone() {
        let result = Exact::read(r#"[{"a":"\u001b[31m\n"}]"#).expect("the result is read");
        let pipe = render(&result, false);
        assert_eq!(pipe.as_deref(), Ok("a\r\n\"\u{1b}[31m\n\"\r\n"));
        let terminal = render(&result, true);
        assert_eq!(terminal.as_deref(), Ok("a\r\n\\u{1b}[31m\\n\r\n"));
    }

    /// Reads CSV as RFC 4180 describes it.
    fn parsed(text: &str) -> Vec<Vec<String>> {
        let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
        let mut characters = text.chars().peekable();
        let mut inside = false;
        while let Some(character) = characters.next() {
            match (inside, character) {
                (true, '"') if characters.next_if_eq(&'"').is_some() => field.push('"'),
                (_, '"') => inside = !inside,
                (false, ',') => row.push(std::mem::take(&mut field)),
                (false, '\r') if characters.next_if_eq(&'\n').is_some() => {
                    row.push(std::mem::take(&mut field));
                    rows.push(std::mem::take(&mut row));
                }
                _ => field.push(character),
            }
        }
        assert!(!inside && row.is_empty() && field.is_empty(), "{text:?}");
        rows
    }

    proptest! {
        #[test]
        fn what_is_read_back_are_the_rows(
            rows in prop::collection::vec(prop::array::uniform3(any::<String>()), 1..8),
        ) {
            let objects = rows.iter().map(|[a, b, c]| json!({"a": a, "b": b, "\"c\"": c}));
            let text = json!(objects.collect::<Vec<_>>()).to_string();
            let result = Exact::read(&text).expect("the result is read");
            let read = parsed(&render(&result, false).expect("the cells are few"));
            let mut expected = vec![["a", "b", "\"c\""].map(str::to_owned).to_vec()];
            expected.extend(rows.iter().map(|row| row.to_vec()));
            prop_assert_eq!(read, expected);
        }
    }
}
