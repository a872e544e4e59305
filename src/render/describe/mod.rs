//! What a project declares, for people and programs.
//!
//! [`overview`] shows plugins, tools, agents and environment, [`tool()`] one tool as a signature with
//! its governance, [`matching`] finds the tools that have words, [`json`] the whole inventory as data.

mod inventory;
mod search;
mod signature;
mod tool;

pub use inventory::overview;
pub use search::{matching, results};
pub use tool::tool;

use serde::Serialize;

use super::json_text;

/// Renders an inventory, or one entry of it, as JSON with two-space indent.
pub fn json(value: &impl Serialize) -> String {
    json_text::pretty(value)
}
