//! Edits of lists of names that keep everything around them: comments, quotes and indentation.
//!
//! Each function returns `None` where the text is written in a way that cannot be edited surely:
//! through an alias, a tag, a variable of the environment, or in a flow mapping.

use crate::diagnostics::closest::is_slip;
use crate::diagnostics::{Edit, Fix};
use crate::source::{Origin, Source, Sources, Span, Spanned};

/// Replaces a name, in the quotes that it has.
pub(super) fn rename(sources: &Sources, name: &Spanned<String>, new: &str) -> Option<Edit> {
    let span = name.span?;
    let (_, text) = editable(sources, span)?;
    let written = text.get(span.range())?;
    // An alias is no place for a new name: it would lose its anchor's other users.
    if written.starts_with('*') {
        return None;
    }
    Some(Edit {
        span,
        replacement: scalar(new, quote_of(written)),
    })
}

/// Returns the change that takes a suggestion. It is unambiguous where the name is surely a slip.
pub(super) fn take_suggestion(
    sources: &Sources,
    name: &Spanned<String>,
    suggestion: &str,
) -> Option<Fix> {
    rename(sources, name, suggestion).map(|edit| Fix {
        description: format!("write `{suggestion}`"),
        edits: vec![edit],
        unambiguous: is_slip(name, suggestion),
    })
}

/// Adds names at the end of a list. `list` is its place, where it is known; a list that is empty
/// and of unknown place cannot be extended.
pub(super) fn append(
    sources: &Sources,
    list: Option<Span>,
    members: &[Spanned<String>],
    names: &[&str],
) -> Option<Edit> {
    let Some(last) = members.last() else {
        let span = list?;
        let (_, text) = editable(sources, span)?;
        let inner = text.get(span.range())?.strip_prefix('[')?;
        let inner = inner.strip_suffix(']')?;
        return inner.trim().is_empty().then(|| Edit {
            span,
            replacement: flow_list(names),
        });
    };
    let span = last.span?;
    if list.is_some_and(|list| !list.covers(span)) {
        return None;
    }
    let (source, text) = editable(sources, span)?;
    let quote = quote_of(text.get(span.range())?);
    let before = line_before(text, span.start)?;
    if before.trim() == "-" {
        let end = line_end(text, span.end)?;
        let line_break = line_break(text, end);
        let lines = names
            .iter()
            .map(|name| format!("{line_break}{before}{}", scalar(name, quote)));
        return Some(Edit {
            span: Span::new(source.id(), end, end),
            replacement: lines.collect(),
        });
    }
    let opening = before.rfind(['[', ',']);
    let starts_line = before.trim().is_empty();
    (opening.is_some() || starts_line).then(|| Edit {
        span: span.at_end(),
        replacement: names
            .iter()
            .map(|name| format!(", {}", scalar(name, quote)))
            .collect(),
    })
}

/// Adds a key with a list of names to a mapping, behind another of its keys and its value.
pub(super) fn add_list(
    sources: &Sources,
    mapping: Option<Span>,
    behind: (&str, Option<Span>),
    key: &str,
    names: &[&str],
) -> Option<Edit> {
    let (mapping, (sibling, value)) = (mapping?, behind);
    let value = value?;
    let (source, text) = editable(sources, value)?;
    if !mapping.covers(value) || text.get(mapping.range())?.starts_with('{') {
        return None;
    }
    let head = text.get(mapping.start as usize..value.start as usize)?;
    let place = mapping.start as usize + head.rfind(sibling)?;
    let before = line_before(text, u32::try_from(place).ok()?)?;
    if !matches!(before.trim(), "" | "-") {
        return None;
    }
    let end = line_end(text, value.end)?;
    let indentation = " ".repeat(before.chars().count());
    let line_break = line_break(text, end);
    Some(Edit {
        span: Span::new(source.id(), end, end),
        replacement: format!("{line_break}{indentation}{key}: {}", flow_list(names)),
    })
}

/// Removes one of several members of a list, which are all that are written in it.
pub(super) fn remove(
    sources: &Sources,
    list: Option<Span>,
    members: &[Spanned<String>],
    index: usize,
) -> Option<Edit> {
    let span = members.get(index)?.span?;
    if members.len() < 2 || list.is_none_or(|list| !list.covers(span)) {
        return None;
    }
    let (source, text) = editable(sources, span)?;
    let before = line_before(text, span.start)?;
    let gap = if before.trim() == "-" {
        let end = line_end(text, span.end)?;
        let behind = text.get(span.end as usize..end)?.trim();
        if !(behind.is_empty() || behind.starts_with('#')) {
            return None;
        }
        // The first line may follow its key directly, so each line goes with its own break.
        let start = span.start as usize - before.len();
        let end = text.get(end..).map_or(end, |rest| {
            end + rest.find('\n').map_or(rest.len(), |at| at + 1)
        });
        Span::new(source.id(), start, end)
    } else if let Some(previous) = index.checked_sub(1) {
        let previous = members.get(previous)?.span?;
        Span::new(source.id(), previous.end as usize, span.end as usize)
    } else {
        let next = members.get(index + 1)?.span?;
        Span::new(source.id(), span.start as usize, next.start as usize)
    };
    let removed = text.get(gap.range())?;
    let keeps_comments = before.trim() == "-" || !removed.contains('#');
    keeps_comments.then(|| Edit {
        span: gap,
        replacement: String::new(),
    })
}

/// Returns the text around a place, where it may be edited: files and standard input.
pub(super) fn editable(sources: &Sources, span: Span) -> Option<(&Source, &str)> {
    let source = sources.get(span.source)?;
    let ours = matches!(source.origin(), Origin::Project | Origin::StandardInput);
    ours.then(|| (source, source.text()))
}

/// Returns what stands before a place on its line.
pub(super) fn line_before(text: &str, offset: u32) -> Option<&str> {
    let before = text.get(..offset as usize)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    before.get(start..)
}

/// Returns the offset of the line's end, before its break.
pub(super) fn line_end(text: &str, offset: u32) -> Option<usize> {
    let rest = text.get(offset as usize..)?;
    let line = rest.split('\n').next().unwrap_or(rest);
    Some(offset as usize + line.trim_end_matches('\r').len())
}

/// Returns the break that ends the line with this end, or the line before where it is the last.
pub(super) fn line_break(text: &str, line_end: usize) -> &'static str {
    let (before, behind) = text.split_at_checked(line_end).unwrap_or((text, ""));
    let previous = || before.rfind('\n').and_then(|at| before.get(..at));
    let windows = match behind.is_empty() {
        true => previous().is_some_and(|previous| previous.ends_with('\r')),
        false => behind.starts_with('\r'),
    };
    if windows { "\r\n" } else { "\n" }
}

fn quote_of(written: &str) -> Option<char> {
    written
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''))
}

/// Returns the break that ends the first line of a text.
pub(super) fn line_break_of(text: &str) -> &'static str {
    let first = text.find('\n').and_then(|at| text.get(..at));
    match first.is_some_and(|line| line.ends_with('\r')) {
        true => "\r\n",
        false => "\n",
    }
}

/// Writes a list as JSON does.
pub(super) fn json_list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| scalar(name, Some('"'))).collect();
    format!("[{}]", names.join(", "))
}

/// Writes a list on one line.
pub(super) fn flow_list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| scalar(name, None)).collect();
    format!("[{}]", names.join(", "))
}

/// Writes a name: in these quotes if it can be, plain if it is a dotted word, else in double
/// quotes with JSON's escapes, which YAML shares.
pub(super) fn scalar(name: &str, quote: Option<char>) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "._-/".contains(character);
    let dotted_word = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(plain)
        && !matches!(
            name.to_ascii_lowercase().as_str(),
            "null" | "true" | "false" | "yes" | "no" | "on" | "off"
        );
    match quote {
        Some('\'') if dotted_word => format!("'{name}'"),
        None if dotted_word => name.to_owned(),
        _ => serde_json::Value::from(name).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks a place in a test's text: `«…»` around a member, `‹…›` around the list.
    struct Written {
        sources: Sources,
        list: Option<Span>,
        members: Vec<Spanned<String>>,
    }

    fn written(marked: &str) -> Written {
        let mut text = String::new();
        let (mut list, mut members) = ((0, 0), Vec::new());
        let mut start = 0;
        for character in marked.chars() {
            match character {
                '‹' => list.0 = text.len(),
                '›' => list.1 = text.len(),
                '«' => start = text.len(),
                '»' => members.push((start, text.len())),
                other => text.push(other),
            }
        }
        let sources = Sources::default();
        let source = sources.add("agent.yaml", Origin::Project, text);
        let span = |(start, end)| Span::new(source.id(), start, end);
        let members = members.into_iter().map(span).map(|span| {
            let name = sources.slice(span).trim_matches(['"', '\'']);
            Spanned::written(name.to_owned(), span)
        });
        let (list, members) = (Some(span(list)), members.collect());
        Written {
            sources,
            list,
            members,
        }
    }

    fn applied(sources: &Sources, edit: Option<Edit>) -> Option<String> {
        let edit = edit?;
        let mut text = sources.get(edit.span.source)?.text().to_owned();
        text.replace_range(edit.span.range(), &edit.replacement);
        Some(text)
    }

    #[test]
    fn names_are_appended_in_the_style_of_the_list() {
        let cases = [
            ("flow", "p: ‹[«a.b»]› # c\n", Some("p: [a.b, x.y] # c\n")),
            (
                "json",
                "{\"p\": ‹[«\"a\"»]›}",
                Some("{\"p\": [\"a\", \"x.y\"]}"),
            ),
            (
                "flow over lines",
                "p: ‹[\n  «a»,\n  «b»,\n]›\n",
                Some("p: [\n  a,\n  b, x.y,\n]\n"),
            ),
            ("empty", "p: ‹[ ]›\n", Some("p: [x.y]\n")),
            (
                "block with a comment",
                "p:\n  - ‹«a» # why\n  - «'b'»› # so\nq: 1\n",
                Some("p:\n  - a # why\n  - 'b' # so\n  - 'x.y'\nq: 1\n"),
            ),
            ("block, last line", "p:\n- ‹«a»›", Some("p:\n- a\n- x.y")),
            (
                "windows",
                "p:\r\n- ‹«a»›\r\nq: 1\r\n",
                Some("p:\r\n- a\r\n- x.y\r\nq: 1\r\n"),
            ),
            (
                "windows, last line",
                "p:\r\n- ‹«a»›",
                Some("p:\r\n- a\r\n- x.y"),
            ),
            ("an anchor before it", "p:\n- &n ‹«a»›\n", None),
            ("through an alias", "a: [«a»]\np: ‹*l›\n", None),
        ];
        for (case, marked, expected) in cases {
            let at = written(marked);
            let edit = append(&at.sources, at.list, &at.members, &["x.y"]);
            let text = applied(&at.sources, edit);
            assert_eq!(text.as_deref(), expected, "{case}");
        }
    }

    #[test]
    fn a_key_is_added_behind_another() {
        let cases = [
            (
                "flow list",
                "- name: a\n  tools: [«b»] # c\n  q: 1\n",
                Some("- name: a\n  tools: [b] # c\n  perms: [x.y, no-name, \"no\"]\n  q: 1\n"),
            ),
            (
                "first key",
                "- tools: [«b»]\n  q: 1\n",
                Some("- tools: [b]\n  perms: [x.y, no-name, \"no\"]\n  q: 1\n"),
            ),
            ("flow mapping", "{name: a, tools: [«b»]}\n", None),
        ];
        for (case, marked, expected) in cases {
            let at = written(marked);
            let source = at.members.first().and_then(|member| member.span).unwrap();
            let text = at.sources.get(source.source).unwrap().text();
            let mapping = Span::new(
                source.source,
                text.find(['n', 't', '{']).unwrap(),
                text.len(),
            );
            let value = Span::new(
                source.source,
                source.start as usize - 1,
                source.end as usize + 1,
            );
            let edit = add_list(
                &at.sources,
                Some(mapping),
                ("tools", Some(value)),
                "perms",
                &["x.y", "no-name", "no"],
            );
            assert_eq!(applied(&at.sources, edit).as_deref(), expected, "{case}");
        }
    }

    #[test]
    fn a_member_is_removed_with_its_comma_or_line() {
        let cases = [
            ("first", "p: ‹[«a», «b»]›\n", 0, Some("p: [b]\n")),
            ("last", "p: ‹[«a», «b»]›\n", 1, Some("p: [a]\n")),
            ("only", "p: ‹[«a»]›\n", 0, None),
            (
                "block",
                "p:\n- ‹«a» # x\n- «b»›\nq: 1\n",
                0,
                Some("p:\n- b\nq: 1\n"),
            ),
            (
                "block, last line",
                "p:\n- ‹«a»\n- «b»›",
                1,
                Some("p:\n- a\n"),
            ),
            ("a comment between", "p: ‹[«a», # x\n «b»]›\n", 0, None),
        ];
        for (case, marked, index, expected) in cases {
            let at = written(marked);
            let edit = remove(&at.sources, at.list, &at.members, index);
            assert_eq!(applied(&at.sources, edit).as_deref(), expected, "{case}");
        }
    }

    #[test]
    fn a_name_is_replaced_in_its_quotes() {
        let cases = [
            ("plain", "p: [«a»]", "x.y", Some("p: [x.y]")),
            ("quoted", "p: [«'a'»]", "x.y", Some("p: ['x.y']")),
            ("needs quotes", "p: [«a»]", "x: y", Some("p: [\"x: y\"]")),
            ("alias", "p: [«*a»]", "x.y", None),
        ];
        for (case, marked, new, expected) in cases {
            let at = written(marked);
            let edit = rename(&at.sources, at.members.first().unwrap(), new);
            assert_eq!(applied(&at.sources, edit).as_deref(), expected, "{case}");
        }
    }

    #[test]
    fn variables_are_never_edited() {
        let sources = Sources::default();
        let source = sources.add("X", Origin::Environment, "[\"a\"]".to_owned());
        let name = Spanned::written("a".to_owned(), Span::new(source.id(), 1, 4));
        assert_eq!(rename(&sources, &name, "b"), None);
        assert_eq!(
            append(&sources, Some(source.whole()), &[name], &["b"]),
            None
        );
    }
}
