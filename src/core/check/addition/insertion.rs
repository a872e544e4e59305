//! Places for names and keys that a text does not have yet.

use crate::check::list_edit::{self, line_before, line_break, line_end};
use crate::diagnostics::Edit;
use crate::source::{Entry, Node, Source, Sources, Span, Spanned};

/// Adds names to the list at `key` of a mapping, which gets the key where it has none: behind the
/// first of the siblings that it has, in the sibling's style, else behind a value of one line.
///
/// `None` where the text is written in a way that cannot be edited surely.
pub(super) fn extend(
    sources: &Sources,
    mapping: &Node<'_>,
    key: &str,
    names: &[&str],
    siblings: &[&str],
) -> Option<Edit> {
    let Some(entry) = mapping.entry(key) else {
        return add_key(sources, mapping, key, names, siblings);
    };
    let items = entry.value.items()?;
    let members: Option<Vec<Spanned<String>>> = items
        .iter()
        .map(|item| Some(Spanned::written(item.as_str()?.to_owned(), item.span)))
        .collect();
    let edit = list_edit::append(sources, Some(entry.value.span), &members?, names)?;
    let (_, text) = list_edit::editable(sources, mapping.span)?;
    let replacement = match items.is_empty() && is_flow(text, mapping) && is_json(text, mapping) {
        true => list_edit::json_list(names),
        false => edit.replacement,
    };
    Some(Edit {
        replacement,
        ..edit
    })
}

/// Adds a section with a list of one name to the root of a file, at its end where the root is
/// written in lines.
pub(super) fn section(
    sources: &Sources,
    root: &Node<'_>,
    (section, key): (&str, &str),
    name: &str,
) -> Option<Edit> {
    let (source, text) = list_edit::editable(sources, root.span)?;
    let names = list_edit::flow_list(&[name]);
    if is_flow(text, root) {
        let value = format!("{{{}: {}}}", json_word(key), list_edit::json_list(&[name]));
        return add_flow_entry(source, text, root, section, &value);
    }
    let entries = root.entries()?;
    let first = line_before(text, entries.first()?.key.span.start)?;
    if !first.trim().is_empty() {
        return None;
    }
    let line_break = list_edit::line_break_of(text);
    let apart = entries.iter().skip(1).any(|entry| {
        let above = text
            .get(..entry.key.span.start as usize)
            .unwrap_or_default();
        let above = above.trim_end_matches([' ', '\t']);
        above.ends_with("\n\n") || above.ends_with("\r\n\r\n")
    });
    let mut added = String::new();
    if !text.ends_with('\n') {
        added.push_str(line_break);
    }
    if apart {
        added.push_str(line_break);
    }
    added.push_str(&format!(
        "{first}{section}:{line_break}{first}  {key}: {names}{line_break}"
    ));
    Some(Edit {
        span: source.whole().at_end(),
        replacement: added,
    })
}

/// Applies edits that are sorted by place; `None` where two overlap.
pub(super) fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut changed = String::with_capacity(text.len() + 256);
    let mut from = 0;
    for edit in edits {
        changed.push_str(text.get(from..edit.span.start as usize)?);
        changed.push_str(&edit.replacement);
        from = edit.span.end as usize;
    }
    changed.push_str(text.get(from..)?);
    Some(changed)
}

/// Adds a key with a list of names to a mapping.
fn add_key(
    sources: &Sources,
    mapping: &Node<'_>,
    key: &str,
    names: &[&str],
    siblings: &[&str],
) -> Option<Edit> {
    let (source, text) = list_edit::editable(sources, mapping.span)?;
    if is_flow(text, mapping) {
        let list = match is_json(text, mapping) {
            true => list_edit::json_list(names),
            false => list_edit::flow_list(names),
        };
        return add_flow_entry(source, text, mapping, key, &list);
    }
    let listed = siblings.iter().filter_map(|sibling| mapping.entry(sibling));
    let others = mapping.entries()?.iter().rev();
    let (place, end) = listed
        .chain(others)
        .find_map(|entry| Some((entry, end_of(text, mapping, entry)?)))?;
    let before = line_before(text, place.key.span.start)?;
    if !matches!(before.trim(), "" | "-") {
        return None;
    }
    let indentation = " ".repeat(before.chars().count());
    let line_break = line_break(text, end);
    let dash = dash_of(text, place);
    let list = match dash {
        Some(dash) => names
            .iter()
            .map(|name| format!("{line_break}{dash}{}", list_edit::scalar(name, None)))
            .collect(),
        None => format!(" {}", list_edit::flow_list(names)),
    };
    Some(Edit {
        span: Span::new(source.id(), end, end),
        replacement: format!("{line_break}{indentation}{key}:{list}"),
    })
}

/// Returns the end of the last line of an entry, where it is sure: its value starts beside its key,
/// or is a list of scalars, and nothing but a comment stands behind it.
fn end_of(text: &str, mapping: &Node<'_>, entry: &Entry<'_>) -> Option<usize> {
    let value = match entry.value.items() {
        Some(items) if dash_of(text, entry).is_some() => {
            let last = items.last()?;
            last.as_str()?;
            last.span
        }
        _ => entry.value.span,
    };
    if !mapping.span.covers(entry.key.span) || !mapping.span.covers(value) {
        return None;
    }
    let written = text.get(value.range())?;
    let between = text.get(entry.key.span.end as usize..entry.value.span.start as usize)?;
    let beside = !between.contains('\n') || dash_of(text, entry).is_some();
    let above = line_before(text, value.start)?.trim_end();
    let is_block_text = above.ends_with(['|', '>', '+', '-']) && written.contains('\n');
    if written.is_empty() || !beside || is_block_text || written.starts_with(['|', '>']) {
        return None;
    }
    let end = line_end(text, value.end)?;
    let behind = text.get(value.end as usize..end)?;
    let is_end = behind.trim().is_empty() || behind.trim_start().starts_with('#');
    is_end.then_some(end)
}

/// Returns what stands before the members of a list that is written in lines.
fn dash_of<'t>(text: &'t str, entry: &Entry<'_>) -> Option<&'t str> {
    let first = entry.value.items()?.first()?;
    let before = line_before(text, first.span.start)?;
    (before.trim() == "-").then_some(before)
}

fn is_flow(text: &str, mapping: &Node<'_>) -> bool {
    let written = text.get(mapping.span.range()).unwrap_or_default();
    written.starts_with('{')
}

/// Tells whether the keys of a flow mapping are quoted as in JSON.
fn is_json(text: &str, mapping: &Node<'_>) -> bool {
    let first = mapping.entries().and_then(<[Entry<'_>]>::first);
    first.is_some_and(|entry| {
        let written = text.get(entry.key.span.range()).unwrap_or_default();
        written.starts_with('"')
    })
}

fn json_word(word: &str) -> String {
    serde_json::Value::from(word).to_string()
}

/// Adds an entry behind the last one of a flow mapping, or as its first.
fn add_flow_entry(
    source: &Source,
    text: &str,
    mapping: &Node<'_>,
    key: &str,
    value: &str,
) -> Option<Edit> {
    let Some(last) = mapping.entries()?.last() else {
        let inner = text.get(mapping.span.range())?.strip_prefix('{')?;
        let inner = inner.strip_suffix('}')?;
        return inner.trim().is_empty().then(|| Edit {
            span: mapping.span,
            replacement: format!("{{{key}: {value}}}"),
        });
    };
    let written = text.get(last.value.span.range())?;
    if written.is_empty() || !mapping.span.covers(last.value.span) {
        return None;
    }
    let key = match is_json(text, mapping) {
        true => json_word(key),
        false => key.to_owned(),
    };
    let end = last.value.span.end as usize;
    Some(Edit {
        span: Span::new(source.id(), end, end),
        replacement: format!(", {key}: {value}"),
    })
}
