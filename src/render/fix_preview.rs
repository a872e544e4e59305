//! A change shown as a small diff under its finding.

use algen_core::diagnostics::Fix;
use algen_core::source::{Origin, Source, Sources};

use super::excerpt::{CUT, shown_part};
use super::masking::Masking;
use super::report::told;
use super::style::Style;
use super::visible::visible;

/// A change that adds more lines is described in words only.
const DIFF_LINES: usize = 6;

/// Writes what a change does and, where it touches one line, that line before and after.
pub(super) fn write(
    fix: &Fix,
    sources: &Sources,
    masking: &Masking,
    style: &Style,
    text: &mut String,
) {
    let head = style.painted("36", "fix:");
    let applied = if fix.unambiguous {
        " (`algen check --fix` does it)"
    } else {
        ""
    };
    text.push_str(&format!("  {head} {}{applied}\n", told(&fix.description)));
    let Some((before, after)) = changed_line(fix, sources, masking) else {
        return;
    };
    let before: Vec<&str> = before.lines().collect();
    let after: Vec<&str> = after.lines().collect();
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let head = before.iter().zip(&after).take_while(same).count();
    let removed = before.get(head..).unwrap_or_default();
    let added = after.get(head..).unwrap_or_default();
    if removed.len() + added.len() > DIFF_LINES {
        return;
    }
    let anchor = first_difference(removed, added);
    let indent = removed.iter().chain(added).map(|line| indent(line)).min();
    for (sign, code, lines) in [('-', "31", removed), ('+', "32", added)] {
        for line in lines {
            let shown = shown_part(line, anchor);
            let from = shown.start.max(indent.unwrap_or(0));
            let part = line.get(from..shown.end).unwrap_or_default();
            let lead = if shown.start > 0 { CUT } else { "" };
            let trail = if shown.end < line.len() { CUT } else { "" };
            let line = format!("{sign} {lead}{}{trail}", visible(part));
            let line = style.painted(code, line.trim_end());
            text.push_str(&format!("    {line}\n"));
        }
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Returns the one line that the edits touch, masked, before and after; after the change it may
/// be several lines.
fn changed_line(fix: &Fix, sources: &Sources, masking: &Masking) -> Option<(String, String)> {
    let first = fix.edits.first()?.span;
    let source = sources.get(first.source)?;
    if !matches!(source.origin(), Origin::Project | Origin::StandardInput) {
        return None;
    }
    let number = source.position(first.start).line;
    let start = line_start(source, number)?;
    let next = line_start(source, number + 1).unwrap_or(source.text().len());
    let mut before = masking.line(source, number).into_owned();
    // An edit may take the line break along.
    let line_break = source.text().get(start + before.len()..next);
    before.push_str(line_break.unwrap_or_default());
    let mut after = before.clone();
    // From the last to the first, so that ranges stay valid.
    for edit in fix.edits.iter().rev() {
        let range = edit.span.range();
        if edit.span.source != source.id() {
            return None;
        }
        let range = range.start.checked_sub(start)?..range.end.checked_sub(start)?;
        after.get(range.clone())?;
        after.replace_range(range, &edit.replacement);
    }
    Some((before, after))
}

fn line_start(source: &Source, number: usize) -> Option<usize> {
    let index = number.checked_sub(1)?;
    source.line_starts().get(index).map(|&start| start as usize)
}

/// Returns where the first lines begin to differ, as a place to quote a long line around.
fn first_difference(before: &[&str], after: &[&str]) -> Option<usize> {
    let (before, after) = (before.first()?, after.first()?);
    let mut pairs = before.char_indices().zip(after.chars());
    pairs
        .find(|((_, left), right)| left != right)
        .map(|((offset, _), _)| offset)
}
