//! What a project declares, for people and programs.
//!
//! [`overview`] shows plugins, tools, agents and environment, [`tool`] one tool as a signature with
//! its governance, [`search`] the tools that match words, [`json`] the whole inventory as data.

mod grid;
mod inventory;
mod search;
mod signature;
mod tool;

pub use inventory::overview;
pub use search::search;
pub use tool::tool;

use algen_core::registry::inventory::Inventory;

use super::json_text;

/// Renders the inventory as JSON with two-space indent.
pub fn json(inventory: &Inventory) -> String {
    json_text::pretty(inventory)
}
