//! Lines of configuration text as they may be shown: what may be a secret is replaced by `*`.
//!
//! Three judges each hide what they know: the ranges that decoding marked, the keys that a line or
//! its block stands under, and the shapes of values. A masked line has as many bytes as the
//! original, so ranges stay valid.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use algen_core::detect::secret_shapes::{known_shapes, likely_shapes};
use algen_core::source::{Source, SourceId, Span};

use super::secret_lines::{HiddenLines, except_references, secret_values};

/// Lines of at least this many bytes are kept once masked: many findings may quote one line.
const LONG_LINE_BYTES: usize = 1_024;

/// Masks lines of the texts of one report.
pub struct Masking {
    /// Ranges that decoding marked, sorted.
    spans: Vec<Span>,
    hidden: RefCell<HashMap<SourceId, HiddenLines>>,
    long_line: RefCell<Option<(SourceId, usize, String)>>,
}

impl Masking {
    /// Prepares masking with the ranges that are known to hold secrets, in any order.
    pub fn new(masked: &[Span]) -> Self {
        let mut spans = masked.to_vec();
        spans.sort_unstable();
        Self {
            spans,
            hidden: RefCell::default(),
            long_line: RefCell::default(),
        }
    }

    /// Returns line `number`, counted from 1, without its line break and with every byte that may
    /// belong to a secret replaced.
    pub fn line<'a>(&self, source: &'a Source, number: usize) -> Cow<'a, str> {
        let line = source.line(number).unwrap_or_default();
        if line.len() < LONG_LINE_BYTES {
            return self.masked(source, number, line);
        }
        let mut kept = self.long_line.borrow_mut();
        if let Some((id, kept_number, text)) = &*kept
            && (*id, *kept_number) == (source.id(), number)
        {
            return Cow::Owned(text.clone());
        }
        let masked = self.masked(source, number, line);
        *kept = Some((source.id(), number, masked.clone().into_owned()));
        masked
    }

    fn masked<'a>(&self, source: &Source, number: usize, line: &'a str) -> Cow<'a, str> {
        let mut ranges = likely_shapes(line);
        if self.stands_under_secret(source, number) {
            let start = line.len() - line.trim_start().len();
            ranges.extend(except_references(line, start..line.len()));
        } else {
            ranges.extend(secret_values(line));
        }
        self.add_marked(source, number, line, &mut ranges);
        replace(line, ranges)
    }

    fn stands_under_secret(&self, source: &Source, number: usize) -> bool {
        let mut hidden = self.hidden.borrow_mut();
        hidden
            .entry(source.id())
            .or_insert_with(|| HiddenLines::of(source))
            .contains(number)
    }

    /// Adds the parts of the marked ranges that lie on the line.
    fn add_marked(
        &self,
        source: &Source,
        number: usize,
        line: &str,
        ranges: &mut Vec<Range<usize>>,
    ) {
        let starts = source.line_starts();
        let start = number.checked_sub(1).and_then(|index| starts.get(index));
        let Some(&start) = start else { return };
        let start = start as usize;
        let line_span = Span::new(source.id(), start, start + line.len());
        let after = self
            .spans
            .partition_point(|span| (span.source, span.start) < (line_span.source, line_span.end));
        let before = self.spans.get(..after).unwrap_or_default();
        for span in before.iter().rev() {
            if span.source != source.id() {
                break;
            }
            let from = (span.start as usize).max(start) - start;
            let to = (span.end as usize).min(start + line.len());
            match to.checked_sub(start).filter(|to| from < *to) {
                Some(to) => ranges.extend(except_references(line, from..to)),
                // Marked values do not overlap, so everything before ends earlier still.
                None => break,
            }
        }
    }
}

/// Returns a message with what can hardly be anything but a secret replaced: somebody may have
/// written a key where a name belongs, and messages quote names.
pub fn spoken(text: &str) -> Cow<'_, str> {
    replace(text, known_shapes(text))
}

/// Replaces every byte in the ranges, which are cut to the text and to whole characters.
fn replace(text: &str, ranges: Vec<Range<usize>>) -> Cow<'_, str> {
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut masked = text.to_owned();
    for range in ranges {
        let start = boundary_before(text, range.start);
        let end = boundary_after(text, range.end);
        if start < end {
            masked.replace_range(start..end, &"*".repeat(end - start));
        }
    }
    Cow::Owned(masked)
}

fn boundary_before(text: &str, offset: usize) -> usize {
    let mut boundary = offset.min(text.len());
    while !text.is_char_boundary(boundary) {
        boundary -= 1;
    }
    boundary
}

fn boundary_after(text: &str, offset: usize) -> usize {
    let mut boundary = offset.min(text.len());
    while !text.is_char_boundary(boundary) {
        boundary += 1;
    }
    boundary
}

#[cfg(test)]
mod tests {
    use algen_core::source::{Origin, Sources};
    use proptest::prelude::*;

    use super::*;

    /// Returns every line of a text as it may be shown; `marked` are values that decoding marked.
    fn masked(text: &str, marked: &[&str]) -> String {
        let sources = Sources::default();
        let source = sources.add("agent.yaml", Origin::Project, text.to_owned());
        let spans: Vec<Span> = marked
            .iter()
            .map(|value| {
                let start = text.find(value).expect("the value stands in the text");
                Span::new(source.id(), start, start + value.len())
            })
            .collect();
        let masking = Masking::new(&spans);
        let lines = 1..=text.lines().count();
        let lines = lines.map(|number| masking.line(source, number).into_owned());
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_judge_hides_its_part() {
        for (name, text, marked, shown) in [
            ("by key", "api_key: geheim", &[][..], "api_key: ******"),
            (
                "by block",
                "token: |\n  ab cd",
                &[][..],
                "token: |\n  *****",
            ),
            (
                "by shape",
                "x: ghp_abcdefghijklmnopqrst",
                &[][..],
                "x: ************************",
            ),
            (
                "by decoding",
                "login: ada\nx: b",
                &["ada"][..],
                "login: ***\nx: b",
            ),
            (
                "over lines",
                "x: \"a\n  b\" # c",
                &["\"a\n  b\""][..],
                "x: **\n**** # c",
            ),
            (
                "two on a line",
                "x: [ab, c, de]",
                &["ab", "de"][..],
                "x: [**, c, **]",
            ),
            (
                "bytes are kept",
                "password: größe",
                &[][..],
                "password: *******",
            ),
            (
                "references stay",
                "secrets:\n  a: env://B",
                &[][..],
                "secrets:\n  ***env://B",
            ),
            (
                "marked references stay",
                "x: env://B",
                &["env://B"][..],
                "x: env://B",
            ),
            ("nothing to hide", "name: größe", &[][..], "name: größe"),
        ] {
            assert_eq!(masked(text, marked), shown, "{name}");
        }
    }

    #[test]
    fn long_lines_are_masked_once_and_alike() {
        let text = format!("note: {} password: hunter2", "x ".repeat(LONG_LINE_BYTES));
        let sources = Sources::default();
        let source = sources.add("agent.yaml", Origin::Project, text.clone());
        let masking = Masking::new(&[]);
        let first = masking.line(source, 1).into_owned();
        assert_eq!(masking.line(source, 1), first);
        assert_eq!(first, text.replace("hunter2", "*******"));
    }

    #[test]
    fn messages_lose_keys_but_no_names() {
        assert_eq!(
            spoken("no tool named `sk-proj-abcdefghijklmnop`"),
            "no tool named `************************`"
        );
        assert_eq!(spoken("no tool named `a.b`"), "no tool named `a.b`");
    }

    proptest! {
        #[test]
        fn a_masked_line_keeps_its_length(text in "[ -~äß🦀\t]{0,80}") {
            let sources = Sources::default();
            let source = sources.add("agent.yaml", Origin::Project, text.clone());
            prop_assert_eq!(Masking::new(&[]).line(source, 1).len(), text.len());
        }

        #[test]
        fn a_planted_secret_never_shows(
            key in "(api_key|token|PASSWORD|client-secret|dbPassword|connection_url)",
            quote in "[\"']?",
            before in "(|  |- |  - |x: \\{a: b, |\\{)",
            after in "(| # note|\n  broken: \\[|\n\tx)",
        ) {
            let text = format!("{before}{key}: {quote}zebra-hunter{quote}{after}");
            let shown = masked(&text, &[]);
            prop_assert!(!shown.contains("zebra"), "{}", shown);
        }
    }
}
