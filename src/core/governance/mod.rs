//! How a call is governed.
//!
//! - [`preset`]: what the governance of a tool is made from.
//! - [`capability`]: the words that classify effects for a deployment's policy.
//! - [`arguments`]: what a caller wrote, read without loss and held against the tool's schema.
//! - [`canonical`]: one text for each JSON value, of which digests are taken.
//! - [`overlay_tools`]: the tools of a reviewed MCP server.
//! - [`identity`], [`outcome`]: whom a call is made for, and how it ends.
//! - [`approval`], [`grant`]: what a person is asked, and what an answer is bound to.
//! - [`ledger`]: the door to what is recorded.

pub mod approval;
pub mod arguments;
pub mod canonical;
pub mod capability;
pub mod grant;
pub mod identity;
pub mod ledger;
pub mod outcome;
pub mod overlay_tools;
pub mod preset;

pub use preset::Preset;
