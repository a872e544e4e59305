//! A result as JSON: compact for a pipe, in lines on a terminal.

use super::exact::Exact;
use crate::render::json_text;

/// Renders the result as one JSON value with a final line break.
pub fn render(result: &Exact<'_>, terminal: bool) -> String {
    match terminal {
        true => json_text::pretty(result),
        false => format!("{}\n", result.compact()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits_for_pipes_and_people() {
        let text =
            "{\"n\":1267650600228229401496703205376,\"t\":\"ö\u{202e}\",\"l\":[],\"o\":null}";
        let result = Exact::read(text).expect("the result is read");
        assert_eq!(render(&result, false), format!("{text}\n"));
        let expected = "{\n  \"n\": 1267650600228229401496703205376,\n  \"t\": \"ö\\u202e\",\n  \
                        \"l\": [],\n  \"o\": null\n}\n";
        assert_eq!(render(&result, true), expected);
    }
}
