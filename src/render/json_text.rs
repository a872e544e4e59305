//! JSON text that is safe to look at: the same values, with every character escaped that a
//! terminal or an eye would obey. Letters of all scripts stay as they are.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use super::visible::is_obeyed;

/// Returns a value as JSON with two-space indent and a final line break.
///
/// Values of this program's own types always serialize; `null` stands for one that does not.
pub fn pretty(value: &impl Serialize) -> String {
    let mut text = written(value, PrettyFormatter::default());
    text.push('\n');
    text
}

/// Returns a value as JSON on one line, without a line break at its end.
///
/// Values of this program's own types always serialize; `null` stands for one that does not.
pub fn compact(value: &impl Serialize) -> String {
    written(value, CompactFormatter)
}

fn written(value: &impl Serialize, layout: impl Formatter) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Readable(layout));
    let text = value.serialize(&mut serializer).ok();
    let text = text.and_then(|()| String::from_utf8(bytes).ok());
    text.unwrap_or_else(|| "null".to_owned())
}

/// A layout of serde_json with more characters escaped inside strings.
struct Readable<F>(F);

impl<F: Formatter> Formatter for Readable<F> {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.is_ascii() && !fragment.contains('\u{7f}') {
            return writer.write_all(fragment.as_bytes());
        }
        let mut start = 0;
        for (offset, character) in fragment.char_indices().filter(|(_, it)| is_obeyed(*it)) {
            let before = fragment.get(start..offset).unwrap_or_default();
            writer.write_all(before.as_bytes())?;
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            start = offset + character.len_utf8();
        }
        writer.write_all(fragment.get(start..).unwrap_or_default().as_bytes())
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn dangerous_characters_are_escaped_and_letters_are_not() {
        let value = json!({"größe": ["名\u{202e}", "\u{9b}31m\u{1b}\u{e0041}", "\u{7f}"], "e": {}});
        let expected = r#"{
  "größe": [
    "名\u202e",
    "\u009b31m\u001b\udb40\udc41",
    "\u007f"
  ],
  "e": {}
}
"#;
        assert_eq!(pretty(&value), expected);
        let line = expected
            .replace("\n  ", "")
            .replace("  ", "")
            .replace('\n', "");
        let line = line.replace(": ", ":").replace(", ", ",");
        assert_eq!(compact(&value), line);
    }

    proptest! {
        #[test]
        fn every_string_is_read_back(text in any::<String>()) {
            let read: Value = serde_json::from_str(&pretty(&text)).expect("it is JSON");
            prop_assert_eq!(&read, &Value::String(text.clone()));
            let read: Value = serde_json::from_str(&compact(&text)).expect("it is JSON");
            prop_assert_eq!(read, Value::String(text));
        }
    }
}
