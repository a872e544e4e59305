//! A change of a file as a unified diff: what a person sees before the file is written. Or as the
//! changed lines alone: what is told after it was.

use std::ops::Range;

use algen_core::diagnostics::Edit;
use algen_core::source::{Source, Span};

use super::excerpt::{CUT, shown_part};
use super::masking::Masking;
use super::report::counted;
use super::style::Style;
use super::visible::visible;

/// Unchanged lines that are shown before and after what changes.
const CONTEXT_LINES: usize = 2;

/// Changed lines that are told one by one.
const TOLD_LINES_MAX: usize = 40;

/// Blocks of more lines are shown as removed and added whole.
const COMPARED_LINES_MAX: usize = 400;

/// One line of a diff.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line<'t> {
    Same(&'t str),
    Removed(&'t str),
    Added(&'t str),
}

impl<'t> Line<'t> {
    fn text(&self) -> &'t str {
        match self {
            Self::Same(line) | Self::Removed(line) | Self::Added(line) => line,
        }
    }

    /// Returns how many blanks it begins with.
    fn indentation(&self) -> usize {
        let text = self.text();
        text.len() - text.trim_start_matches(' ').len()
    }

    /// Returns the line without its first blanks.
    fn without(&self, blanks: usize) -> Self {
        let text = self.text().get(blanks..).unwrap_or_default();
        match self {
            Self::Same(_) => Self::Same(text),
            Self::Removed(_) => Self::Removed(text),
            Self::Added(_) => Self::Added(text),
        }
    }
}

/// Returns the diff that edits make in a text. They are sorted by place; `masked` are the ranges of
/// the text that are never shown.
pub fn diff(source: &Source, edits: &[Edit], masked: &[Span], style: &Style) -> String {
    let masking = Masking::new(masked);
    let name = visible(source.name());
    let mut text = format!(
        "{}\n{}\n",
        style.bold(&format!("--- {name}")),
        style.bold(&format!("+++ {name}"))
    );
    // How many lines the hunks before have added, and removed.
    let (mut added, mut removed) = (0, 0);
    for (lines, edits) in hunks(source, edits, CONTEXT_LINES) {
        let Some((before, after)) = block(source, &lines, &edits, &masking) else {
            continue;
        };
        let before: Vec<&str> = before.lines().collect();
        let after: Vec<&str> = after.lines().collect();
        let head = format!(
            "@@ -{},{} +{},{} @@",
            lines.start,
            before.len(),
            lines.start + added - removed,
            after.len()
        );
        text.push_str(&format!("{}\n", style.painted("36", &head)));
        let compared = compare(&before, &after);
        let mut is_cut = false;
        for (index, line) in compared.iter().enumerate() {
            let shown = shown(*line, other_side(&compared, index), "", style);
            text.push_str(&shown.text);
            is_cut |= shown.is_cut;
        }
        if is_cut {
            // Nobody says yes to what was not shown.
            text.push_str(&pieces(&edits, style));
        }
        added += after.len();
        removed += before.len();
    }
    text
}

/// Returns the lines that edits change, as they were and as they are, without those around them.
/// Sorted edits and masked ranges as for [`diff()`]; what is too much is counted.
pub fn lines(source: &Source, edits: &[Edit], masked: &[Span], style: &Style) -> String {
    let masking = Masking::new(masked);
    let mut text = String::new();
    let mut left_out = 0;
    let mut told = 0;
    for (lines, edits) in hunks(source, edits, 0) {
        let Some((before, after)) = block(source, &lines, &edits, &masking) else {
            continue;
        };
        let before: Vec<&str> = before.lines().collect();
        let after: Vec<&str> = after.lines().collect();
        let compared = compare(&before, &after);
        let changed: Vec<usize> = (0..compared.len())
            .filter(|&index| !matches!(compared.get(index), None | Some(Line::Same(_))))
            .collect();
        let blanks = |index: &usize| compared.get(*index).map(Line::indentation);
        let indentation = changed.iter().filter_map(blanks).min().unwrap_or(0);
        for index in changed {
            told += 1;
            if told > TOLD_LINES_MAX {
                left_out += 1;
                continue;
            }
            let other = other_side(&compared, index).and_then(|line| line.get(indentation..));
            if let Some(line) = compared.get(index) {
                let shown = shown(line.without(indentation), other, " ", style);
                text.push_str(&format!("    {}", shown.text));
            }
        }
    }
    if left_out > 0 {
        text.push_str(&format!("    and {} more\n", counted(left_out, "line")));
    }
    text
}

/// Groups edits by the lines that are shown together, counted from 1, with those around them.
fn hunks<'e>(
    source: &Source,
    edits: &'e [Edit],
    context: usize,
) -> Vec<(Range<usize>, Vec<&'e Edit>)> {
    let count = source.line_starts().len();
    let mut hunks: Vec<(Range<usize>, Vec<&Edit>)> = Vec::new();
    for edit in edits {
        let first = source.position(edit.span.start).line;
        let last = source.position(edit.span.end).line;
        let start = first.saturating_sub(context).max(1);
        let end = (last + context).min(count) + 1;
        match hunks.last_mut() {
            Some((lines, edits)) if start <= lines.end => {
                lines.end = lines.end.max(end);
                edits.push(edit);
            }
            _ => hunks.push((start..end, vec![edit])),
        }
    }
    hunks
}

/// Returns lines before and after their edits, masked.
fn block(
    source: &Source,
    lines: &Range<usize>,
    edits: &[&Edit],
    masking: &Masking,
) -> Option<(String, String)> {
    let start_of = |number: usize| {
        let index = number.checked_sub(1)?;
        source.line_starts().get(index).map(|&start| start as usize)
    };
    let first = start_of(lines.start)?;
    let mut before = String::new();
    for number in lines.clone() {
        let start = start_of(number)?;
        let next = start_of(number + 1).unwrap_or(source.text().len());
        // A masked line has as many bytes as the original.
        let line = masking.line(source, number);
        before.push_str(&line);
        before.push_str(source.text().get(start + line.len()..next)?);
    }
    let mut after = before.clone();
    // From the last to the first, so that places stay valid.
    for edit in edits.iter().rev() {
        let range = edit.span.range();
        let range = range.start.checked_sub(first)?..range.end.checked_sub(first)?;
        after.get(range.clone())?;
        after.replace_range(range, &edit.replacement);
    }
    Some((before, after))
}

/// Compares two blocks line by line: the longest common subsequence stays.
fn compare<'t>(before: &[&'t str], after: &[&'t str]) -> Vec<Line<'t>> {
    if before.len().max(after.len()) > COMPARED_LINES_MAX {
        let removed = before.iter().map(|line| Line::Removed(line));
        return removed
            .chain(after.iter().map(|line| Line::Added(line)))
            .collect();
    }
    // lengths[i][j] is the length of what before[i..] and after[j..] have in common.
    let mut lengths = vec![vec![0_usize; after.len() + 1]; before.len() + 1];
    let at = |lengths: &[Vec<usize>], i: usize, j: usize| {
        let row = lengths.get(i);
        row.and_then(|row| row.get(j)).copied().unwrap_or(0)
    };
    for (i, old) in before.iter().enumerate().rev() {
        for (j, new) in after.iter().enumerate().rev() {
            let length = match old == new {
                true => at(&lengths, i + 1, j + 1) + 1,
                false => at(&lengths, i + 1, j).max(at(&lengths, i, j + 1)),
            };
            if let Some(cell) = lengths.get_mut(i).and_then(|row| row.get_mut(j)) {
                *cell = length;
            }
        }
    }
    let mut compared = Vec::new();
    let (mut i, mut j) = (0, 0);
    loop {
        match (before.get(i), after.get(j)) {
            (Some(old), Some(new)) if old == new => {
                compared.push(Line::Same(old));
                (i, j) = (i + 1, j + 1);
            }
            (Some(old), new)
                if new.is_none() || at(&lengths, i + 1, j) >= at(&lengths, i, j + 1) =>
            {
                compared.push(Line::Removed(old));
                i += 1;
            }
            (_, Some(new)) => {
                compared.push(Line::Added(new));
                j += 1;
            }
            (_, None) => return compared,
        }
    }
}

/// Returns the line that a removed line becomes or an added one was, where they are neighbours.
fn other_side<'t>(compared: &[Line<'t>], index: usize) -> Option<&'t str> {
    match compared.get(index)? {
        Line::Same(_) => None,
        Line::Removed(_) => match compared.get(index + 1)? {
            Line::Added(new) => Some(new),
            Line::Same(_) | Line::Removed(_) => None,
        },
        Line::Added(_) => match compared.get(index.checked_sub(1)?)? {
            Line::Removed(old) => Some(old),
            Line::Same(_) | Line::Added(_) => None,
        },
    }
}

/// A line as it is shown.
struct Shown {
    text: String,
    /// Whether a part of a line that changes is left out.
    is_cut: bool,
}

/// Writes each edit alone, where lines are too long to show all of them.
fn pieces(edits: &[&Edit], style: &Style) -> String {
    let pieces = edits.iter().map(|edit| {
        let piece = visible(edit.replacement.trim());
        let piece = style.painted("32", &format!("+{CUT}{piece}{CUT}"));
        format!("{piece}\n")
    });
    pieces.collect()
}

/// Writes one line with something between it and its sign; a long one is cut to the part around its
/// first difference.
fn shown(line: Line<'_>, other: Option<&str>, gap: &str, style: &Style) -> Shown {
    let (sign, code, line) = match line {
        Line::Same(line) => (' ', None, line),
        Line::Removed(line) => ('-', Some("31"), line),
        Line::Added(line) => ('+', Some("32"), line),
    };
    let anchor = other.and_then(|other| {
        let mut pairs = line.char_indices().zip(other.chars());
        let pair = pairs.find(|((_, left), right)| left != right);
        pair.map(|((offset, _), _)| offset)
    });
    let part = shown_part(line, anchor);
    let is_part = part.start > 0 || part.end < line.len();
    let lead = if part.start > 0 { CUT } else { "" };
    let trail = if part.end < line.len() { CUT } else { "" };
    let middle = visible(line.get(part).unwrap_or_default());
    let text = format!("{sign}{gap}{lead}{middle}{trail}");
    let text = text.trim_end();
    Shown {
        is_cut: is_part && code.is_some(),
        text: match code {
            Some(code) => format!("{}\n", style.painted(code, text)),
            None => format!("{text}\n"),
        },
    }
}

#[cfg(test)]
mod tests {
    use algen_core::source::{Origin, Sources};

    use super::*;

    /// What stands before a place, what is replaced there, and by what.
    type Replaced<'t> = (&'t str, &'t str, &'t str);

    fn shown(text: &str, edits: &[Replaced<'_>]) -> String {
        rendered(text, edits, diff)
    }

    fn told(text: &str, edits: &[Replaced<'_>]) -> String {
        rendered(text, edits, lines)
    }

    fn rendered(
        text: &str,
        edits: &[Replaced<'_>],
        render: fn(&Source, &[Edit], &[Span], &Style) -> String,
    ) -> String {
        let sources = Sources::default();
        let source = sources.add("agent.yaml", Origin::Project, text.to_owned());
        let edits: Vec<Edit> = edits
            .iter()
            .map(|(before, old, new)| {
                let start = text.find(before).unwrap() + before.len();
                Edit {
                    span: Span::new(source.id(), start, start + old.len()),
                    replacement: (*new).to_owned(),
                }
            })
            .collect();
        render(source, &edits, &[], &Style::default())
    }

    #[test]
    fn lines_are_shown_with_what_is_around_them() {
        let text = "a: 1\nb: 2\nc: [x]\nd: 4\ne: 5\nf: 6\ng: 7\nh: 8\ni: 9\nj: 10\n";
        let cases: [(&str, &[Replaced<'_>], &str); 4] = [
            (
                "a changed line",
                &[("c: [x", "", ", y")],
                "@@ -1,5 +1,5 @@\n a: 1\n b: 2\n-c: [x]\n+c: [x, y]\n d: 4\n e: 5\n",
            ),
            (
                "an added line, twice",
                &[("b: 2", "", "\nbb: 3"), ("h: 8", "", "\nhh: 9")],
                "@@ -1,4 +1,5 @@\n a: 1\n b: 2\n+bb: 3\n c: [x]\n d: 4\n\
                 @@ -6,5 +7,6 @@\n f: 6\n g: 7\n h: 8\n+hh: 9\n i: 9\n j: 10\n",
            ),
            (
                "two changes near each other",
                &[("a: ", "1", "2"), ("d: ", "4", "5")],
                "@@ -1,6 +1,6 @@\n-a: 1\n+a: 2\n b: 2\n c: [x]\n-d: 4\n+d: 5\n e: 5\n f: 6\n",
            ),
            (
                "the end",
                &[("j: 10\n", "", "k: 11\n")],
                "@@ -9,2 +9,3 @@\n i: 9\n j: 10\n+k: 11\n",
            ),
        ];
        for (case, edits, expected) in cases {
            let expected = format!("--- agent.yaml\n+++ agent.yaml\n{expected}");
            assert_eq!(shown(text, edits), expected, "{case}");
        }
    }

    #[test]
    fn changed_lines_are_told_alone_and_bounded() {
        let text = "a: 1\n  b: 2\n  c: [x]\ntoken: sk-live-4f9a8b7c6d5e4f3a2b1c\nd: 4\n";
        let told = told(
            text,
            &[
                ("b: ", "2", "3"),
                ("c: [x]", "", "\n  cc: 3"),
                ("4f3a2b1c\n", "d: 4\n", ""),
            ],
        );
        let expected = "    - b: 2\n    + b: 3\n    + cc: 3\n    - d: 4\n";
        assert_eq!(told, expected);
        assert!(!told.contains("4f9a8b7c"), "{told}");
        let many = "a: 1\n".repeat(60);
        let sources = Sources::default();
        let source = sources.add("agent.yaml", Origin::Project, many);
        let edits: Vec<Edit> = (0..60)
            .map(|line| Edit {
                span: Span::new(source.id(), line * 5 + 3, line * 5 + 4),
                replacement: "2".to_owned(),
            })
            .collect();
        let told = lines(source, &edits, &[], &Style::default());
        assert_eq!(told.lines().count(), TOLD_LINES_MAX + 1);
        assert!(told.ends_with("\n    and 80 lines more\n"), "{told}");
    }

    #[test]
    fn secrets_and_control_characters_are_not_shown() {
        let text = "api_key: sk-live-4f9a8b7c6d5e4f3a2b1c\nb: \u{1b}[2J\nc: [x]\n";
        let shown = shown(text, &[("c: [x", "", ", y")]);
        assert!(shown.contains("\n-c: [x]\n+c: [x, y]\n"), "{shown}");
        assert!(!shown.contains("4f9a8b7c"), "{shown}");
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
    }

    #[test]
    fn a_long_line_is_cut_and_what_is_written_is_shown_all_the_same() {
        let long = "z".repeat(5_000);
        let text = format!("{{\"c\": [\"x\"], \"a\": \"{long}\", \"d\": [\"x\"]}}\n");
        let edits = [
            ("{\"c\": [\"x\"", "", ", \"y\""),
            ("\"d\": [\"x\"", "", ", \"w\""),
        ];
        let shown = shown(&text, &edits);
        assert!(
            shown.ends_with("\n+..., \"y\"...\n+..., \"w\"...\n"),
            "{shown}"
        );
        assert!(shown.len() < 1_500, "{}", shown.len());
    }
}
