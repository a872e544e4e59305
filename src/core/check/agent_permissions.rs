//! What an agent's tools need and what it is granted.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::enabled_tools::{EnabledToolKind, ToolLookup};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::closest::{closest, is_slip, rivals};
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
    /// The permission.
    pub(super) name: &'a Spanned<String>,
    /// The missing permission that it is nearest to.
    pub(super) near: Option<String>,
    /// Whether that one is surely meant, and no other entry of the list means it.
    pub(super) is_meant: bool,
    /// Whether every tool is known; where not, one of them may need it.
    pub(super) is_certain: bool,
}

/// What does not fit between tools and permissions of one agent.
#[derive(Default)]
pub(super) struct AgentPermissions<'a> {
    /// Permissions that are needed and not granted, in the order of the tools.
    pub(super) missing: Vec<MissingPermission<'a>>,
    /// Permissions that are granted and not needed, in the order of writing. Of an agent with tools
    /// that are unknown, which may need anything, only those that are misspelt.
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
                let lacking = lacking(spec, &granted);
                let effect = opened_effect(spec, &lacking);
                (lacking, effect)
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
    let mut unused = unused(agent, &needed, &mut missing);
    if !all_known {
        unused.retain(|unused| unused.is_meant);
    }
    for unused in &mut unused {
        unused.is_certain = all_known;
    }
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
    for name in &agent.tool_permissions {
        if needed.contains(name.value.as_str()) {
            continue;
        }
        let candidates = missing.iter().take(COMPARED_MAX);
        let near = match unused.len() < COMPARED_MAX {
            true => closest(name, candidates.map(|missing| &*missing.name)).map(str::to_owned),
            false => None,
        };
        let is_sure = near.as_deref().is_some_and(|near| {
            let others = needed.iter().map(|needed| &**needed);
            is_slip(name, near) && rivals(name, near, others, 1).is_empty()
        });
        let meant = missing.iter_mut().take(COMPARED_MAX).find(|missing| {
            is_sure && missing.misspelt.is_none() && near.as_deref() == Some(&*missing.name)
        });
        let is_meant = meant.is_some();
        if let Some(meant) = meant {
            meant.misspelt = Some(name);
        }
        unused.push(UnusedPermission {
            name,
            near,
            is_meant,
            is_certain: true,
        });
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

/// Returns the most that calls change for which one of the permissions is needed.
fn opened_effect(spec: &ToolSpec, permissions: &[Cow<'_, str>]) -> SideEffect {
    let needs = |needed: &[String]| {
        needed
            .iter()
            .any(|one| permissions.iter().any(|opened| opened == one))
    };
    let variants = spec.variants.iter();
    let opened = variants.filter(|variant| needs(&variant.permissions));
    let effects = opened.map(|variant| variant.side_effect);
    effects.fold(spec.side_effect, SideEffect::max)
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
