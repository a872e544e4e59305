//! Adds a connector to an agent of an agent file, and keeps every other byte of it.
//!
//! The text is composed, each list that lacks something gets one edit in the style it is written
//! in, and the result is composed again: it must say what the text said before and the addition,
//! and nothing else. So a list that is shared through an anchor, or any other way of writing that
//! an edit misjudges, is refused and never written.
//!
//! To add another list: one line in [`plan()`] and one in `expected`.

mod insertion;
mod plain;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};
use thiserror::Error;

use self::insertion::{apply, extend};
use self::plain::plain;
use crate::diagnostics::Edit;
use crate::registry::trusted::covers;
use crate::source::yaml::compose;
use crate::source::{Node, Origin, Source, Sources};

/// The keys of an agent that an addition extends, in the order in which they are written.
const PLUGINS: &str = "domain_plugins";
const TOOLS: &str = "enabled_tools";
const PERMISSIONS: &str = "tool_permissions";
/// The section of trusted prefixes, and its key.
const SECURITY: &str = "security";
const PREFIXES: &str = "trusted_plugin_prefixes";

/// What an agent gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addition<'a> {
    /// The plugin, as `domain_plugins` names it.
    pub plugin: &'a str,
    /// Other names of the same plugin; an agent that has one of them has the plugin.
    pub other_names: &'a [&'a str],
    /// The tools to enable.
    pub tools: &'a [&'a str],
    /// The permissions that these tools need.
    pub permissions: &'a [&'a str],
}

/// A changed agent file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedFile {
    /// The whole text; what no edit touches is kept byte by byte.
    pub text: String,
    /// The edits, sorted by place; several insertions at one place are in the order of the text.
    pub edits: Vec<Edit>,
}

/// Why a file cannot be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum AdditionError {
    /// The file has no such agent, or cannot be composed.
    #[error("the agent is not written in this file")]
    NoAgent,
    /// A list is written in a way that cannot be edited surely.
    #[error("`{0}` is written in a way that cannot be extended surely; add to it by hand")]
    Unwritable(&'static str),
    /// The edits would change something else too.
    #[error(
        "the lists are written in a way that another part of the file shares; add to them by hand"
    )]
    Shared,
}

/// Works out what has to be written so that the agent at `index` of `agents` has the addition;
/// `None` where it has all of it.
///
/// # Errors
/// The file cannot be changed surely.
pub fn plan(
    sources: &Sources,
    source: &Source,
    index: usize,
    addition: &Addition<'_>,
) -> Result<Option<ChangedFile>, AdditionError> {
    let root = compose(source).root.ok_or(AdditionError::NoAgent)?;
    let agent = agent(&root, index).ok_or(AdditionError::NoAgent)?;
    let plugin = lacking_plugin(agent, addition);
    let lists = [
        (PLUGINS, plugin),
        (TOOLS, lacking(agent, TOOLS, addition.tools)),
        (
            PERMISSIONS,
            lacking(agent, PERMISSIONS, addition.permissions),
        ),
    ];
    let mut edits = Vec::new();
    // What extends a list comes before what follows the list at the same place.
    for written in [true, false] {
        for (key, names) in &lists {
            if !names.is_empty() && agent.entry(key).is_some() == written {
                let siblings = [TOOLS, PLUGINS, PERMISSIONS];
                let edit = extend(sources, agent, key, names, &siblings);
                edits.push(edit.ok_or(AdditionError::Unwritable(key))?);
            }
        }
    }
    if let Some(prefix) = lacking_prefix(&root, addition.plugin) {
        let edit = trust(sources, &root, prefix);
        edits.push(edit.ok_or(AdditionError::Unwritable(PREFIXES))?);
    }
    if edits.is_empty() {
        return Ok(None);
    }
    edits.sort_by_key(|edit| edit.span.start);
    let text = apply(source.text(), &edits).ok_or(AdditionError::Shared)?;
    let after = Sources::default();
    let after = after.add(source.name(), Origin::Project, text.clone());
    let composed = compose(after);
    let says = composed.root.as_ref().map(plain);
    let as_expected =
        composed.problems.is_empty() && says == Some(expected(&root, index, addition));
    match as_expected {
        true => Ok(Some(ChangedFile { text, edits })),
        false => Err(AdditionError::Shared),
    }
}

/// Adds a prefix to those that are trusted.
pub(super) fn trust(sources: &Sources, root: &Node<'_>, prefix: &str) -> Option<Edit> {
    match root.get(SECURITY) {
        Some(security) => extend(sources, security, PREFIXES, &[prefix], &[]),
        None => insertion::section(sources, root, (SECURITY, PREFIXES), prefix),
    }
}

/// Returns what the changed file has to say.
fn expected(root: &Node<'_>, index: usize, addition: &Addition<'_>) -> Value {
    let prefix = lacking_prefix(root, addition.plugin);
    let lists = agent(root, index).map(|agent| {
        [
            (PLUGINS, lacking_plugin(agent, addition)),
            (TOOLS, lacking(agent, TOOLS, addition.tools)),
            (
                PERMISSIONS,
                lacking(agent, PERMISSIONS, addition.permissions),
            ),
        ]
    });
    let mut says = plain(root);
    for (key, names) in lists.into_iter().flatten() {
        let agents = says.get_mut(plain::key("agents"));
        add(agents.and_then(|agents| agents.get_mut(index)), key, &names);
    }
    if let (Some(prefix), Some(sections)) = (prefix, says.as_object_mut()) {
        let security = sections.entry(plain::key(SECURITY));
        let security = security.or_insert_with(|| json!({}));
        add(Some(security), PREFIXES, &[prefix]);
    }
    says
}

/// Adds names to a list of a mapping.
fn add(mapping: Option<&mut Value>, key: &str, names: &[&str]) {
    let Some(mapping) = mapping.and_then(Value::as_object_mut) else {
        return;
    };
    if names.is_empty() {
        return;
    }
    let list = mapping.entry(plain::key(key));
    if let Some(list) = list.or_insert_with(|| json!([])).as_array_mut() {
        list.extend(names.iter().map(|name| Value::from(plain::key(name))));
    }
}

fn agent<'n, 'a>(root: &'n Node<'a>, index: usize) -> Option<&'n Node<'a>> {
    root.get("agents")?.items()?.get(index)
}

/// Returns the names that a list of a mapping does not have.
fn lacking<'n>(mapping: &Node<'_>, key: &str, names: &[&'n str]) -> Vec<&'n str> {
    let has = |name: &str| written(mapping, key).any(|written| written == name);
    names.iter().copied().filter(|name| !has(name)).collect()
}

fn lacking_plugin<'n>(agent: &Node<'_>, addition: &Addition<'n>) -> Vec<&'n str> {
    let others = addition.other_names;
    let has = written(agent, PLUGINS).any(|name| name == addition.plugin || others.contains(&name));
    match has {
        true => Vec::new(),
        false => vec![addition.plugin],
    }
}

/// Returns the prefix that has to be trusted for a plugin: the first part of its name.
fn lacking_prefix<'n>(root: &Node<'_>, plugin: &'n str) -> Option<&'n str> {
    let module = plugin.split(':').next().unwrap_or_default();
    let trusted = root
        .get(SECURITY)
        .is_some_and(|security| written(security, PREFIXES).any(|prefix| covers(prefix, module)));
    (!trusted).then(|| module.split('.').next().unwrap_or_default())
}

/// Visits the names of a list of a mapping.
fn written<'n>(mapping: &'n Node<'_>, key: &str) -> impl Iterator<Item = &'n str> {
    let items = mapping.get(key).and_then(Node::items).unwrap_or_default();
    items.iter().filter_map(Node::as_str)
}
