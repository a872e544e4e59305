//! The capabilities that exist.

use std::collections::BTreeSet;

use super::Project;
use crate::governance::capability::CAPABILITIES;
use crate::registry::ToolSpec;

/// Returns every capability that a tool of this program or of this project has.
pub(super) fn known_capabilities<'a>(project: &Project<'a>) -> BTreeSet<&'a str> {
    let mut known: BTreeSet<&str> = CAPABILITIES.iter().copied().collect();
    let tools = project.registry.tools();
    known.extend(tools.flat_map(|tool| capabilities_of(&tool.spec)));
    known
}

/// Returns the capabilities of a tool and of its variants: those of every kind of call.
pub(super) fn capabilities_of(tool: &ToolSpec) -> impl Iterator<Item = &str> {
    let variants = tool.variants.iter();
    let of_variants = variants.flat_map(|variant| &variant.policy_capabilities);
    let all = tool.policy_capabilities.iter().chain(of_variants);
    all.map(String::as_str)
}
