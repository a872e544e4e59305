//! How a call is governed.
//!
//! - [`preset`]: what the governance of a tool is made from.
//! - [`capability`]: the words that classify effects for a deployment's policy.
//! - [`arguments`]: what a caller wrote, read without loss and held against the tool's schema.
//! - [`canonical`]: one text for each JSON value, of which digests are taken.
//! - [`overlay_tools`]: the tools of a reviewed MCP server.
//! - [`trust`]: which files a person has seen, and what differs.
//! - [`protected`]: which files no tool may write.

pub mod arguments;
pub mod canonical;
pub mod capability;
pub mod overlay_tools;
pub mod preset;
pub mod protected;
pub mod trust;

pub use preset::Preset;
