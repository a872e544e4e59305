//! The lines around the labels of one finding, ready to be quoted.
//!
//! An [`Excerpt`] copies only the lines it needs, found through the source's line starts, so that a
//! finding costs the same in a long file as in a short one. On the way lines are masked, cut to a
//! bounded length and freed of characters that act on a terminal. The ranges of labels are moved
//! along.

use algen_core::diagnostics::Label;
use algen_core::source::{Position, Source};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::masking::Masking;
use super::visible::{is_obeyed, push_visible, visible};

/// Lines quoted before and after a label.
pub(super) const CONTEXT_LINES: usize = 1;

/// A label over more lines is shown at its first line only.
const LABEL_LINES: usize = 6;

/// Longest part of a line that is quoted, in characters.
pub(super) const LINE_CHARACTERS: usize = 240;

/// How much of a long line is quoted before its first label, in characters.
const LEAD_CHARACTERS: usize = 60;

/// Stands where a line was cut.
pub(super) const CUT: &str = "...";

/// Quoted lines of one source with the labels in them.
pub(super) struct Excerpt {
    name: String,
    text: String,
    windows: Vec<Window>,
    /// Where in `text` each label begins, and the place in the source to name for it.
    places: Vec<(usize, Position)>,
    /// The labels, with ranges in `text`.
    pub(super) labels: Vec<LabeledSpan>,
}

/// Lines that follow each other.
struct Window {
    /// Number of the first line, counted from 1.
    first_line: usize,
    /// Where each line starts in the excerpt's text; the last entry is the end.
    line_starts: Vec<usize>,
}

/// A label while its range is moved from the source to the excerpt.
struct Moving {
    start: usize,
    end: usize,
    first_line: usize,
    last_line: usize,
    place: Position,
    moved_start: Option<usize>,
    moved_end: Option<usize>,
}

impl Excerpt {
    /// Quotes the lines around `labels`, all of which lie in `source`. The first label is the
    /// place of the finding when `primary` says so.
    pub(super) fn new(
        source: &Source,
        labels: &[&Label],
        masking: &Masking,
        primary: bool,
    ) -> Self {
        let mut moving: Vec<Moving> = labels
            .iter()
            .map(|label| Moving::new(source, label))
            .collect();
        let mut excerpt = Self {
            name: visible(source.name()).into_owned(),
            text: String::new(),
            windows: Vec::new(),
            places: Vec::new(),
            labels: Vec::new(),
        };
        for (first, last) in windows(&moving, quotable_lines(source)) {
            excerpt.quote(source, first, last, &mut moving, masking);
        }
        for (index, (label, moved)) in labels.iter().zip(&moving).enumerate() {
            let start = moved.moved_start.unwrap_or(0);
            let end = moved.moved_end.unwrap_or(start).max(start);
            let text = (!label.text.is_empty())
                .then(|| visible(&super::masking::spoken(&label.text)).into_owned());
            let span = SourceSpan::new(start.into(), end - start);
            excerpt.places.push((start, moved.place));
            excerpt.labels.push(if primary && index == 0 {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            });
        }
        excerpt
    }

    /// Appends lines `first` to `last`.
    fn quote(
        &mut self,
        source: &Source,
        first: usize,
        last: usize,
        labels: &mut [Moving],
        masking: &Masking,
    ) {
        let mut window = Window {
            first_line: first,
            line_starts: Vec::new(),
        };
        for number in first..=last {
            window.line_starts.push(self.text.len());
            self.quote_line(source, number, labels, masking);
        }
        window.line_starts.push(self.text.len());
        self.windows.push(window);
    }

    /// Appends one line with a line break, and moves the ends of labels that lie on it.
    fn quote_line(
        &mut self,
        source: &Source,
        number: usize,
        labels: &mut [Moving],
        masking: &Masking,
    ) {
        let line = masking.line(source, number);
        let line_start = number
            .checked_sub(1)
            .and_then(|index| source.line_starts().get(index))
            .map_or(0, |&start| start as usize);
        let mut ends: Vec<(usize, usize, bool)> = Vec::new();
        for (index, label) in labels.iter().enumerate() {
            if label.first_line == number {
                ends.push((label.start.saturating_sub(line_start), index, true));
            }
            if label.last_line == number {
                ends.push((label.end.saturating_sub(line_start), index, false));
            }
        }
        ends.sort_unstable();
        let shown = shown_part(&line, ends.first().map(|&(offset, _, _)| offset));
        let mut ends = ends.into_iter().peekable();
        let mut place = |offset: Option<usize>, moved: usize| {
            while let Some((_, index, is_start)) =
                ends.next_if(|&(end, _, _)| offset.is_none_or(|offset| end <= offset))
            {
                if let Some(label) = labels.get_mut(index) {
                    let slot = if is_start {
                        &mut label.moved_start
                    } else {
                        &mut label.moved_end
                    };
                    *slot = Some(moved);
                }
            }
        };
        if shown.start > 0 {
            self.text.push_str(CUT);
        }
        let part = line.get(shown.clone()).unwrap_or_default();
        for (offset, character) in part.char_indices() {
            place(Some(shown.start + offset), self.text.len());
            match character {
                '\t' => self.text.push('\t'),
                _ if is_obeyed(character) || character == '[' => {
                    push_visible(&mut self.text, character);
                }
                _ => self.text.push(character),
            }
        }
        place(None, self.text.len());
        if shown.end < line.len() {
            self.text.push_str(CUT);
        }
        self.text.push('\n');
    }
}

impl Moving {
    fn new(source: &Source, label: &Label) -> Self {
        let length = source.text().len();
        let start = label.span.range().start.min(length);
        let end = label.span.range().end.clamp(start, length);
        let place = source.position(label.span.start);
        let line_of = |offset: usize| {
            let starts = source.line_starts();
            starts
                .partition_point(|&line| line as usize <= offset)
                .max(1)
        };
        let first_line = line_of(start);
        // A range that ends with a line break does not reach into the next line.
        let last_line = line_of(end.saturating_sub(1).max(start));
        let (end, last_line) = if last_line - first_line < LABEL_LINES {
            (end, last_line)
        } else {
            let first = source.line(first_line).unwrap_or_default();
            let line_start = source.line_starts().get(first_line - 1);
            (
                line_start.map_or(end, |&start| start as usize + first.len()),
                first_line,
            )
        };
        Self {
            start,
            end,
            first_line,
            last_line,
            place,
            moved_start: None,
            moved_end: None,
        }
    }
}

/// Returns how many lines hold text: the empty one after the last line break is none.
fn quotable_lines(source: &Source) -> usize {
    let lines = source.line_starts().len();
    lines - usize::from(source.text().ends_with('\n'))
}

/// Returns the ranges of lines to quote, those that touch joined, in order.
fn windows(labels: &[Moving], lines: usize) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = labels
        .iter()
        .map(|label| {
            let first = label.first_line.saturating_sub(CONTEXT_LINES).max(1);
            let last = (label.last_line + CONTEXT_LINES).min(lines);
            (first, last.max(label.last_line))
        })
        .collect();
    ranges.sort_unstable();
    let mut joined: Vec<(usize, usize)> = Vec::with_capacity(ranges.len());
    for (first, last) in ranges {
        match joined.last_mut() {
            Some(previous) if first <= previous.1 + 1 => previous.1 = previous.1.max(last),
            _ => joined.push((first, last)),
        }
    }
    joined
}

/// Returns the part of a line to quote: all of it, or a bounded part around the first label.
pub(super) fn shown_part(line: &str, label: Option<usize>) -> std::ops::Range<usize> {
    // A character has at most four bytes, so a short line needs no counting.
    if line.len() <= LINE_CHARACTERS {
        return 0..line.len();
    }
    let mut anchor = label.unwrap_or(0).min(line.len());
    while !line.is_char_boundary(anchor) {
        anchor -= 1;
    }
    let (before, after) = line.split_at(anchor);
    let start = before
        .char_indices()
        .rev()
        .take(LEAD_CHARACTERS)
        .last()
        .map_or(anchor, |(offset, _)| offset);
    let lead = before.get(start..).unwrap_or_default().chars().count();
    let end = after
        .char_indices()
        .nth(LINE_CHARACTERS - lead)
        .map_or(line.len(), |(offset, _)| anchor + offset);
    start..end
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let start = span.offset();
        let end = start + span.len();
        let window = self
            .windows
            .iter()
            .find(|window| window.contains(start) && window.contains(end.max(start)))
            .ok_or(MietteError::OutOfBounds)?;
        let first = window.line_at(start);
        let last = window.line_at(end.saturating_sub(1).max(start));
        let (from, column) = if lines_before == 0 {
            let place = self.places.iter().find(|(offset, _)| *offset == start);
            let column = place.map_or(0, |(_, place)| place.column.saturating_sub(1));
            (start, column)
        } else {
            (window.start_of(first.saturating_sub(lines_before)), 0)
        };
        let first = first.saturating_sub(lines_before);
        let last = (last + lines_after).min(window.lines().saturating_sub(1));
        let to = window.start_of(last + 1).max(from);
        let data = self.text.as_bytes().get(from..to);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            data.ok_or(MietteError::OutOfBounds)?,
            SourceSpan::new(from.into(), to - from),
            (window.first_line - 1) + first,
            column,
            last + 1 - first.min(last),
        )))
    }
}

impl Window {
    fn contains(&self, offset: usize) -> bool {
        let start = self.line_starts.first().copied().unwrap_or(0);
        let end = self.line_starts.last().copied().unwrap_or(0);
        (start..end).contains(&offset)
    }

    fn lines(&self) -> usize {
        self.line_starts.len().saturating_sub(1)
    }

    /// Returns the index of the line that `offset` lies in.
    fn line_at(&self, offset: usize) -> usize {
        let after = self.line_starts.partition_point(|&start| start <= offset);
        after.saturating_sub(1).min(self.lines().saturating_sub(1))
    }

    /// Returns where a line starts; past the last line, where the window ends.
    fn start_of(&self, line: usize) -> usize {
        let start = self.line_starts.get(line).or(self.line_starts.last());
        start.copied().unwrap_or(0)
    }
}
