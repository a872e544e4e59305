//! What an agent's tools need and what it is granted.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::enabled_tools::{EnabledToolKind, ToolLookup};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::closest::{closest, is_slip};
use crate::model::SideEffect;
use crate::registry::ToolSpec;
use crate::source::Spanned;

/// A permission without which some tools are refused at every call.
pub(super) struct MissingPermission<'a> {
    /// The permission.
    pub(super) name: Cow<'a, str>,
    /// The tools, in the order of writing; never empty.
    pub(super) tools: Vec<&'a Spanned<String>>,
    /// Whether all of them only read.
    pub(super) reads_only: bool,
    /// A granted permission that nothing needs and that is surely meant to be this one.
    pub(super) misspelt: Option<&'a Spanned<String>>,
}

/// A granted permission that no enabled tool needs.
pub(super) struct UnusedPermission<'a> {
    /// Where it stands in the list.
    pub(super) index: usize,
    /// The permission.
    pub(super) name: &'a Spanned<String>,
    /// The missing permission that it is nearest to.
    pub(super) near: Option<String>,
}

/// What does not fit between tools and permissions of one agent.
#[derive(Default)]
pub(super) struct AgentPermissions<'a> {
    /// Permissions that are needed and not granted, in the order of the tools.
    pub(super) missing: Vec<MissingPermission<'a>>,
    /// Permissions that are granted and not needed, in the order of writing. Nothing is said about
    /// an agent with tools that are unknown: they may need anything.
    pub(super) unused: Vec<UnusedPermission<'a>>,
}

/// Compares the tools of an agent with its permissions.
pub(super) fn compare<'a>(
    lookup: &ToolLookup<'a>,
    agent: &'a AgentDefinition,
) -> AgentPermissions<'a> {
    let granted = agent.tool_permissions.iter();
    let granted: HashSet<&str> = granted.map(|name| name.value.as_str()).collect();
    let mut needed: HashSet<Cow<'a, str>> = needed_without_tools(agent);
    let mut missing: Vec<MissingPermission<'a>> = Vec::new();
    let mut places: HashMap<Cow<'a, str>, usize> = HashMap::new();
    let mut all_known = true;
    for tool in lookup.enabled_tools(agent) {
        let (lacking, effect) = match tool.kind {
            EnabledToolKind::Registered(registered) => {
                let spec = &registered.spec;
                needed.extend(every_permission(spec).map(Cow::Borrowed));
                (lacking(spec, &granted), spec.side_effect)
            }
            EnabledToolKind::OfServer { permission, .. } => {
                let lacks = !granted.contains(permission.as_str());
                needed.insert(Cow::Owned(permission.clone()));
                let lacking = lacks.then_some(Cow::Owned(permission));
                // Whatever this tool does, the permission opens the whole server.
                (lacking.into_iter().collect(), SideEffect::External)
            }
            EnabledToolKind::Unknown => {
                all_known = false;
                continue;
            }
        };
        for permission in lacking {
            let place = *places.entry(permission.clone()).or_insert(missing.len());
            if place == missing.len() {
                missing.push(MissingPermission {
                    name: permission,
                    tools: Vec::new(),
                    reads_only: true,
                    misspelt: None,
                });
            }
            if let Some(entry) = missing.get_mut(place) {
                entry.tools.push(tool.name);
                entry.reads_only &= effect <= SideEffect::Read;
            }
        }
    }
    let unused = match all_known {
        true => unused(agent, &needed, &mut missing),
        false => Vec::new(),
    };
    AgentPermissions { missing, unused }
}

/// Finds what is granted and not needed, and which missing permission each is near to.
fn unused<'a>(
    agent: &'a AgentDefinition,
    needed: &HashSet<Cow<'a, str>>,
    missing: &mut [MissingPermission<'a>],
) -> Vec<UnusedPermission<'a>> {
    // More would be a file made to waste time; the permissions are reported all the same.
    const COMPARED_MAX: usize = 100;
    let mut unused: Vec<UnusedPermission<'a>> = Vec::new();
    for (index, name) in agent.tool_permissions.iter().enumerate() {
        if needed.contains(name.value.as_str()) {
            continue;
        }
        let candidates = missing.iter().take(COMPARED_MAX);
        let near = match unused.len() < COMPARED_MAX {
            true => closest(name, candidates.map(|missing| &*missing.name)).map(str::to_owned),
            false => None,
        };
        let meant = missing.iter_mut().take(COMPARED_MAX).find(|missing| {
            near.as_deref() == Some(&*missing.name) && is_slip(name, &missing.name)
        });
        if let Some(meant) = meant {
            meant.misspelt.get_or_insert(name);
        }
        unused.push(UnusedPermission { index, name, near });
    }
    unused
}

/// Returns what a tool's base or, where there are variants, its nearest to usable governance lacks:
/// nothing as soon as one kind of call is allowed.
fn lacking<'a>(spec: &'a ToolSpec, granted: &HashSet<&str>) -> Vec<Cow<'a, str>> {
    let lacks = |permissions: &'a [String]| -> Vec<Cow<'a, str>> {
        let permissions = permissions.iter();
        permissions
            .filter(|permission| !granted.contains(permission.as_str()))
            .map(|permission| Cow::Borrowed(permission.as_str()))
            .collect()
    };
    let usable = |variant: &'a [String]| lacks(variant).is_empty();
    let mut variants = spec.variants.iter();
    if variants.any(|variant| usable(&variant.permissions)) {
        return Vec::new();
    }
    lacks(&spec.permissions)
}

fn every_permission(spec: &ToolSpec) -> impl Iterator<Item = &str> {
    let variants = spec
        .variants
        .iter()
        .flat_map(|variant| &variant.permissions);
    spec.permissions.iter().chain(variants).map(String::as_str)
}

/// Returns what skills and context features need besides tools.
fn needed_without_tools(agent: &AgentDefinition) -> HashSet<Cow<'_, str>> {
    let skills = agent
        .skills
        .iter()
        .flat_map(|skill| &skill.required_permissions);
    let context = &agent.context_policy;
    let features = [
        (context.skills_enabled, "skills.read"),
        (context.working_state_enabled, "context.write"),
        (context.offload_tool_results, "context.read"),
        (context.compact_history, "context.read"),
    ];
    let features = features
        .into_iter()
        .filter_map(|(enabled, permission)| enabled.then_some(permission));
    skills
        .map(|permission| permission.value.as_str())
        .chain(features)
        .map(Cow::Borrowed)
        .collect()
}
