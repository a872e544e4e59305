//! The findings that several sections share: settings that contradict each other, names given
//! twice, names that nothing has.

use std::collections::HashMap;

use crate::config::Decoder;
use crate::diagnostics::closest::closest;
use crate::diagnostics::{Diagnostic, Edit, Fix, Label, Severity};
use crate::source::{Node, Span, Spanned, Value};

/// Returns names that nobody wrote, for defaults.
pub(super) fn implied(names: &[&str]) -> Vec<Spanned<String>> {
    names
        .iter()
        .map(|name| Spanned::implied((*name).to_owned()))
        .collect()
}

/// Tells whether a key is not there, or null.
pub(super) fn is_absent(node: &Node<'_>, key: &str) -> bool {
    node.get(key)
        .is_none_or(|value| matches!(value.value, Value::Null))
}

/// Returns the place of a key's value, or the start of the section where the key is not written.
pub(super) fn place(node: &Node<'_>, key: &str) -> Span {
    match node.get(key) {
        Some(value) => value.span,
        None => node
            .entries()
            .and_then(|entries| entries.first())
            .map_or(node.span.at_start(), |first| first.key.span),
    }
}

/// Tells whether no error was found at the values of these keys, so that a rule may compare them:
/// a value in error has its default in the section. Looks at the findings of this section alone,
/// which are the last ones.
pub(super) fn are_sound(decoder: &Decoder<'_>, node: &Node<'_>, keys: &[&str]) -> bool {
    let places: Vec<Span> = keys
        .iter()
        .filter_map(|key| node.get(key).map(|value| value.span))
        .collect();
    let own = decoder.diagnostics.iter().rev().map_while(|diagnostic| {
        diagnostic
            .primary()
            .filter(|&place| node.span.covers(place))
            .map(|place| (diagnostic.severity, place))
    });
    !own.filter(|(severity, _)| *severity == Severity::Error)
        .any(|(_, place)| places.contains(&place))
}

/// Reports a key that another setting of the section needs, unless it is there; points at the
/// value of `because`.
pub(super) fn require(
    decoder: &mut Decoder<'_>,
    node: &Node<'_>,
    key: &str,
    because: &str,
    form: &str,
) {
    if !is_absent(node, key) {
        return;
    }
    let word = node.get(because).and_then(Node::as_str).unwrap_or_default();
    let message = format!("`{because}` {word} needs `{key}`, which is not set");
    let span = place(node, because);
    let label = format!("needs `{key}`");
    let diagnostic = decoder.report_below(key, "missing-key", span, message, label);
    diagnostic.help = Some(format!("Add {key}: {form}, or change {because}."));
}

/// Reports settings of one section that cannot both hold, at the value of `key`.
pub(super) fn conflict<'d>(
    decoder: &'d mut Decoder<'_>,
    node: &Node<'_>,
    key: &str,
    message: impl Into<String>,
    help: impl Into<String>,
) -> &'d mut Diagnostic {
    let span = place(node, key);
    let diagnostic = decoder.report_below(key, "conflicting-settings", span, message, "");
    diagnostic.help = Some(help.into());
    diagnostic
}

/// Reports every name of a list that an earlier entry has already; `list` is the list's key and
/// `field` the key of the name.
pub(super) fn unique<'n>(
    names: impl IntoIterator<Item = &'n Spanned<String>>,
    list: &str,
    field: &str,
    noun: &str,
    decoder: &mut Decoder<'_>,
) {
    let mut first_places: HashMap<&str, Option<Span>> = HashMap::new();
    for (index, name) in names.into_iter().enumerate() {
        // A name that could not be read has no place and says nothing about the others.
        let Some(span) = name.span else { continue };
        let Some(&first) = first_places.get(name.value.as_str()) else {
            first_places.insert(&name.value, name.span);
            continue;
        };
        let message = format!("a {noun} named `{name}` is there already");
        let below = format!("{list}.{index}.{field}");
        let diagnostic =
            decoder.report_below(&below, "duplicate-name", span, message, "again here");
        diagnostic.name = Some(name.value.clone());
        if let Some(first) = first {
            diagnostic.labels.push(Label {
                span: first,
                text: "first here".to_owned(),
            });
        }
        diagnostic.help = Some(format!(
            "Give each {noun} a name of its own, or remove one of the two."
        ));
    }
}

/// A name that refers to something which the file does not have.
pub(super) struct Unresolved<'a> {
    /// The rule.
    pub(super) rule: &'static str,
    /// The field below the present place.
    pub(super) field: &'a str,
    /// What is looked for, as `agent`.
    pub(super) noun: &'a str,
    /// Where such things are defined, as `agents`.
    pub(super) home: &'a str,
    /// The place to point at where the name is a default that nobody wrote.
    pub(super) otherwise: Option<Span>,
}

impl Unresolved<'_> {
    /// Reports the name with the closest one that exists.
    pub(super) fn report<'c>(
        &self,
        name: &Spanned<String>,
        candidates: impl IntoIterator<Item = &'c str>,
        decoder: &mut Decoder<'_>,
    ) {
        let Some(span) = name.span.or(self.otherwise) else {
            return;
        };
        let candidates: Vec<&str> = candidates.into_iter().collect();
        let suggestion = closest(name, candidates.iter().copied());
        let (noun, home) = (self.noun, self.home);
        let message = match suggestion {
            Some(near) => format!("`{home}` has no {noun} named `{name}`; did you mean `{near}`?"),
            None => format!("`{home}` has no {noun} named `{name}`"),
        };
        let fix = suggestion.map(|near| Fix {
            description: format!("write `{near}`"),
            edits: vec![Edit {
                span,
                replacement: near.to_owned(),
            }],
            unambiguous: true,
        });
        let help = match (suggestion, candidates.as_slice()) {
            (Some(_), _) => None,
            (None, []) => Some(format!("Define it in {home}, which is empty.")),
            (None, names) => Some(format!("{home} has {}.", first_names(names))),
        };
        let diagnostic = decoder.report_below(self.field, self.rule, span, message, "no such name");
        diagnostic.name = Some(name.value.clone());
        diagnostic.suggestion = suggestion.map(str::to_owned);
        diagnostic.help = help;
        diagnostic.fix = fix.filter(|_| name.span.is_some());
    }
}

/// Names shown in one message.
const SHOWN_NAMES: usize = 12;

/// Writes the first names of a list and counts the others.
fn first_names(names: &[&str]) -> String {
    let shown: Vec<&str> = names.iter().take(SHOWN_NAMES).copied().collect();
    let shown = shown.join(", ");
    match names.len().saturating_sub(SHOWN_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
