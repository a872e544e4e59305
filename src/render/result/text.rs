//! A result for reading: a text as it is, everything else as lines of `key: value`.

use std::borrow::Cow;

use super::exact::Exact;
use crate::render::visible::visible;

/// Blanks before what stands one level deeper.
const INDENT: usize = 2;

/// Renders a result as text that ends with a line break.
///
/// A list of plain values is a line for each of them, nothing where it is empty. A pipe gets texts
/// as they are; on a terminal, characters that it would obey are written out, except line breaks
/// and tabs.
pub fn render(result: &Exact<'_>, terminal: bool) -> String {
    let writer = Writer { terminal };
    let mut text = String::new();
    match result {
        Exact::List(items) if items.iter().all(Exact::is_scalar) => {
            for item in items {
                let line = writer.scalar(item);
                text.push_str(line.strip_suffix('\n').unwrap_or(&line));
                text.push('\n');
            }
            return text;
        }
        Exact::Object(fields) if fields.is_empty() => text.push_str("{}"),
        Exact::List(_) | Exact::Object(_) => writer.block(result, 0, &mut text),
        _ => text = writer.scalar(result).into_owned(),
    }
    end_line(&mut text);
    text
}

fn end_line(text: &mut String) {
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

struct Writer {
    terminal: bool,
}

impl Writer {
    /// Returns a value without levels as text.
    fn scalar<'r>(&self, value: &'r Exact<'_>) -> Cow<'r, str> {
        match value {
            Exact::Text(text) if self.terminal => Cow::Owned(readable(text)),
            Exact::Text(text) => Cow::Borrowed(text),
            other => Cow::Owned(other.compact()),
        }
    }

    /// Returns a value as it stands behind its key; `None` where it takes lines of its own.
    fn inline<'r>(&self, value: &'r Exact<'_>) -> Option<Cow<'r, str>> {
        match value {
            Exact::List(items) if items.is_empty() => Some(Cow::Borrowed("[]")),
            Exact::Object(fields) if fields.is_empty() => Some(Cow::Borrowed("{}")),
            Exact::List(_) | Exact::Object(_) => None,
            _ => Some(self.scalar(value)).filter(|text| !text.contains('\n')),
        }
    }

    /// Appends a value as lines that begin with blanks.
    fn block(&self, value: &Exact<'_>, indent: usize, text: &mut String) {
        let blanks = " ".repeat(indent);
        match value {
            Exact::Object(fields) => {
                for (key, value) in fields {
                    text.push_str(&blanks);
                    text.push_str(&visible(key));
                    text.push(':');
                    self.behind_key(value, indent, text);
                }
            }
            Exact::List(items) => {
                for item in items {
                    match self.inline(item) {
                        Some(shown) => text.push_str(&format!("{blanks}- {shown}\n")),
                        None => {
                            let mut lines = String::new();
                            self.block(item, indent + INDENT, &mut lines);
                            let below = " ".repeat(indent + INDENT);
                            let first = lines.strip_prefix(&below).unwrap_or(&lines);
                            let gap = if first.starts_with('\n') { "" } else { " " };
                            text.push_str(&format!("{blanks}-{gap}{first}"));
                        }
                    }
                }
            }
            other => {
                for line in self.scalar(other).lines() {
                    text.push_str(format!("{blanks}{line}").trim_end_matches(' '));
                    text.push('\n');
                }
            }
        }
    }

    fn behind_key(&self, value: &Exact<'_>, indent: usize, text: &mut String) {
        match self.inline(value) {
            Some(shown) if shown.is_empty() => text.push('\n'),
            Some(shown) => text.push_str(&format!(" {shown}\n")),
            None => {
                text.push('\n');
                self.block(value, indent + INDENT, text);
            }
        }
    }
}

/// Returns a text that a terminal shows and does not obey, with its line breaks and tabs.
fn readable(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let parts = line.strip_suffix('\r').unwrap_or(line).split('\t');
        parts.map(visible).collect::<Vec<_>>().join("\t")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_lines() {
        for (name, result, expected) in [
            ("text", r#""a\nb""#, "a\nb\n"),
            ("text that ends", r#""a\n""#, "a\n"),
            ("empty text", r#""""#, "\n"),
            ("null", "null", "null\n"),
            (
                "long number",
                "1267650600228229401496703205376",
                "1267650600228229401496703205376\n",
            ),
            ("empty list", "[]", ""),
            ("empty object", "{}", "{}\n"),
            ("plain list", r#"["a",1,null,""]"#, "a\n1\nnull\n\n"),
            (
                "object",
                r#"{"ö":"名","n":2.50,"e":"","x":null}"#,
                "ö: 名\nn: 2.50\ne:\nx: null\n",
            ),
            (
                "nested",
                r#"{"a":{"b":[],"c":["x",{"d":1,"e":{"f":2}}]},"t":"1\n\n2\n"}"#,
                "a:\n  b: []\n  c:\n    - x\n    - d: 1\n      e:\n        f: 2\nt:\n  1\n\n  2\n",
            ),
            (
                "list of objects",
                r#"[{"a":1,"b":2},{"a":3}]"#,
                "- a: 1\n  b: 2\n- a: 3\n",
            ),
            (
                "texts in a list",
                r#"[["\nb","c\nd"]]"#,
                "- -\n    b\n  - c\n    d\n",
            ),
            (
                "list of lists",
                "[[1,[2,3]],[]]",
                "- - 1\n  - - 2\n    - 3\n- []\n",
            ),
        ] {
            let result = Exact::read(result).expect("the result is read");
            assert_eq!(render(&result, false), expected, "{name}");
            assert_eq!(render(&result, true), expected, "{name}");
        }
    }

    #[test]
    fn a_terminal_obeys_nothing_and_a_pipe_gets_everything() {
        let hostile = r#""\u001b]0;x\u0007\ta\r\n\u202eb""#;
        for (name, result, pipe, terminal) in [
            (
                "text",
                hostile.to_owned(),
                "\u{1b}]0;x\u{7}\ta\r\n\u{202e}b\n",
                "\\u{1b}]0;x\\u{7}\ta\n\\u{202e}b\n",
            ),
            (
                "field",
                format!(r#"{{"k":{hostile}}}"#),
                "k:\n  \u{1b}]0;x\u{7}\ta\n  \u{202e}b\n",
                "k:\n  \\u{1b}]0;x\\u{7}\ta\n  \\u{202e}b\n",
            ),
        ] {
            let result = Exact::read(&result).expect("the result is read");
            assert_eq!(render(&result, false), pipe, "{name}");
            assert_eq!(render(&result, true), terminal, "{name}");
        }
    }
}
