//! The change that trusts a plugin, offered where nothing else is missing. People decide on trust,
//! so it is never made unasked.

use std::collections::{HashMap, HashSet};

use super::addition;
use crate::config::agent::AgentFile;
use crate::diagnostics::{Diagnostic, Fix};
use crate::source::yaml::compose;
use crate::source::{Node, SourceId, Sources};

/// Adds the change to findings of reading that say that a plugin is not trusted.
pub fn offer_trust(sources: &Sources, agents: &AgentFile, findings: &mut [Diagnostic]) {
    let unknown = findings
        .iter()
        .filter(|found| found.rule == "unknown-plugin");
    let unknown: HashSet<String> = unknown.filter_map(|found| found.name.clone()).collect();
    let prefixes = &agents.security.trusted_plugin_prefixes;
    // Where the list is, it is extended, also in another file than the agent's.
    let list = prefixes.iter().find_map(|prefix| prefix.span);
    let mut roots: HashMap<SourceId, Option<Node<'_>>> = HashMap::new();
    for finding in findings {
        let untrusted = finding.rule == "untrusted-plugin";
        let name = finding
            .name
            .as_ref()
            .filter(|name| untrusted && !unknown.contains(*name));
        let (Some(name), Some(place)) = (name, list.or(finding.primary())) else {
            continue;
        };
        let root = roots
            .entry(place.source)
            .or_insert_with(|| compose(sources.get(place.source)?).root);
        let prefix = name.split(['.', ':']).next().unwrap_or_default();
        let edit = root
            .as_ref()
            .and_then(|root| addition::trust(sources, root, prefix));
        finding.fix = edit.map(|edit| Fix {
            description: format!("trust `{prefix}`"),
            edits: vec![edit],
            unambiguous: false,
        });
    }
}
