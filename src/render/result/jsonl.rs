//! A result as JSON lines (<https://jsonlines.org>): each row of it is one line.

use super::exact::Exact;
use super::rows::Rows;
use crate::render::json_text;

/// Renders each row as compact JSON with a line break; nothing where there is no row.
pub fn render(result: &Exact<'_>, terminal: bool) -> String {
    let rows = Rows::of(result).items.into_iter();
    rows.map(|row| line(row, terminal)).collect()
}

/// Returns each row of a result as compact JSON, in order.
pub fn rows(result: &Exact<'_>) -> impl Iterator<Item = String> {
    Rows::of(result).items.into_iter().map(Exact::compact)
}

/// Renders one row with its line break.
pub fn line(row: &Exact<'_>, terminal: bool) -> String {
    let mut line = match terminal {
        true => json_text::compact(row),
        false => row.compact(),
    };
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn each_row_is_a_line() {
        for (name, result, expected) in [
            ("empty list", "[]", ""),
            ("empty rows", r#"{"rows":[]}"#, ""),
            ("nulls", "[null,{\"a\":null}]", "null\n{\"a\":null}\n"),
            (
                "missing keys",
                r#"[{"a":1},{"b":2}]"#,
                "{\"a\":1}\n{\"b\":2}\n",
            ),
            (
                "nested",
                r#"{"m":[{"a":[{"b":[]}]}]}"#,
                "{\"a\":[{\"b\":[]}]}\n",
            ),
            (
                "long number",
                r#"{"result":1267650600228229401496703205376}"#,
                "{\"result\":1267650600228229401496703205376}\n",
            ),
            ("line break", r#"["a\nb"]"#, "\"a\\nb\"\n"),
            ("unicode", r#"["größe 名"]"#, "\"größe 名\"\n"),
        ] {
            let result = Exact::read(result).expect("the result is read");
            assert_eq!(render(&result, false), expected, "{name}");
            assert_eq!(render(&result, true), expected, "{name}");
        }
        let result = Exact::read("[\"\u{9b}31m\u{202e}\"]").expect("the result is read");
        assert_eq!(render(&result, false), "\"\u{9b}31m\u{202e}\"\n");
        assert_eq!(render(&result, true), "\"\\u009b31m\\u202e\"\n");
    }

    proptest! {
        #[test]
        fn lines_read_back_are_the_rows(
            rows in prop::collection::vec(
                prop::collection::btree_map(any::<String>(), any::<String>(), 0..4),
                0..8,
            ),
            terminal in any::<bool>(),
        ) {
            let text = json!({"rows": rows}).to_string();
            let result = Exact::read(&text).expect("the result is read");
            let lines = render(&result, terminal);
            let read: Vec<Value> = lines
                .lines()
                .map(|line| serde_json::from_str(line).expect("a line is JSON"))
                .collect();
            prop_assert_eq!(Value::from(read), json!(rows));
        }
    }
}
