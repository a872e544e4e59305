//! What makes a model's answer unfit to be passed on.

use super::pattern::Pattern;
use super::plain_text::PlainText;

/// Why an answer is not passed on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutputFault {
    /// It has nothing but blanks.
    Empty,
    /// A line of it begins as a quoted system or developer prompt does.
    PrivilegedInstructions,
}

static HEADING: Pattern = Pattern::new(
    r"(?-u)^(?:system|developer) (?:prompt|message|instruction)s? ?:",
    |text| text.contains(':'),
);

/// Returns what is wrong with a model's answer, `None` where nothing is.
pub fn output_fault(text: &str) -> Option<OutputFault> {
    if text.trim().is_empty() {
        return Some(OutputFault::Empty);
    }
    let quotes = text.lines().any(|line| {
        /// More than any heading has, so that a long line stays cheap.
        const HEADING_CHARACTERS: usize = 200;
        let line = line.trim_start();
        let end = line.char_indices().nth(HEADING_CHARACTERS);
        let start = line.get(..end.map_or(line.len(), |(offset, _)| offset));
        HEADING.is_in(
            PlainText::new(start.unwrap_or_default())
                .as_str()
                .trim_start(),
        )
    });
    quotes.then_some(OutputFault::PrivilegedInstructions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged() {
        use OutputFault::{Empty, PrivilegedInstructions};
        for (text, expected) in [
            ("", Some(Empty)),
            (" \n\t", Some(Empty)),
            ("fine", None),
            ("System prompt: you are", Some(PrivilegedInstructions)),
            (
                "a\n  **Developer  message**: x",
                Some(PrivilegedInstructions),
            ),
            ("the system prompt: x", None),
            ("system prompt - x", None),
        ] {
            assert_eq!(output_fault(text), expected, "{text}");
        }
    }
}
