//! Where a tool of a declared toolkit is written, for findings about parts of its contract.

use super::Project;
use crate::config::deployment::{DeclaredToolkit, ToolkitSource};
use crate::source::yaml::compose;
use crate::source::{Entry, Node, Span};

/// Keys of a declaration that parts of the contract come from; others come from all of it.
const ORIGINS: [(&str, &str); 9] = [
    ("description", "description"),
    ("output_schema", "row"),
    ("result_bytes", "max_result_bytes"),
    ("timeout_seconds", "timeout_seconds"),
    ("permissions", "permissions"),
    ("preset", "preset"),
    ("side_effect", "preset"),
    ("idempotency", "preset"),
    ("max_attempts", "preset"),
];

/// A toolkit as it is written.
pub(super) struct WrittenToolkit<'a> {
    prefix: String,
    /// The mapping that holds its tools, or mappings of them.
    node: Option<Node<'a>>,
}

impl<'a> WrittenToolkit<'a> {
    /// Finds the text of a toolkit: its entry, or its overlay.
    pub(super) fn of(project: &Project<'a>, toolkit: &DeclaredToolkit<'a>) -> Self {
        let name = toolkit.name.value.as_str();
        let node = match &toolkit.source {
            ToolkitSource::Connector { entry, .. } => Some(entry.clone()),
            ToolkitSource::Overlay { .. } => {
                let mut overlays = project.registry.overlays.iter();
                let overlay = overlays.find(|overlay| overlay.name.value == name);
                let source = overlay
                    .and_then(|overlay| overlay.name.span)
                    .and_then(|span| project.sources.get(span.source));
                source.and_then(|source| compose(source).root)
            }
        };
        Self {
            prefix: format!("{name}."),
            node,
        }
    }

    /// Returns the key that a part of a tool's contract comes from, named by its JSON pointer: as
    /// deep as it is written.
    pub(super) fn place(&self, tool: &str, pointer: &str) -> Option<Span> {
        let action = tool.strip_prefix(&self.prefix)?;
        let groups = self.node.as_ref()?.entries()?;
        let declared = groups.iter().find_map(|group| {
            let mut tools = group.value.entries()?.iter();
            tools.find(|entry| entry.key.as_str().is_some_and(|key| is_action(key, action)))
        })?;
        let parts: Vec<&str> = pointer.split('/').skip(1).collect();
        let part = part(declared, &parts);
        Some(part.map_or(declared.key.span, |entry| entry.key.span))
    }
}

/// Tells whether a key is the name that an action has: a server may write it in another way.
fn is_action(key: &str, action: &str) -> bool {
    key == action || key.to_lowercase().replace('-', "_") == action
}

/// Returns the entry of a declaration that the parts of a pointer lead to.
fn part<'n, 'a>(declared: &'n Entry<'a>, parts: &[&str]) -> Option<&'n Entry<'a>> {
    let node = &declared.value;
    let (first, rest) = parts.split_first()?;
    if *first != "input_schema" {
        let (_, key) = ORIGINS.iter().find(|(part, _)| part == first)?;
        return node.entry(key);
    }
    if let Some(schema) = node.entry("input_schema") {
        return Some(descend(schema, rest));
    }
    // The arguments of a query stand in several mappings.
    let ["properties", name, rest @ ..] = rest else {
        return None;
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    let mut groups = node.entries()?.iter();
    let argument = groups.find_map(|group| group.value.entry(&name))?;
    Some(descend(argument, rest))
}

/// Follows a pointer as far as it leads.
fn descend<'n, 'a>(entry: &'n Entry<'a>, parts: &[&str]) -> &'n Entry<'a> {
    let Some((first, rest)) = parts.split_first() else {
        return entry;
    };
    let name = first.replace("~1", "/").replace("~0", "~");
    match entry.value.entry(&name) {
        Some(inner) => descend(inner, rest),
        None => entry,
    }
}
