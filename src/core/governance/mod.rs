//! How a call is governed.
//!
//! - [`preset`]: what the governance of a tool is made from.
//! - [`capability`]: the words that classify effects for a deployment's policy.
//! - [`capability_policy`]: what the policies of a deployment and a machine decide about a call.
//! - [`arguments`]: what a caller wrote, read without loss and held against the tool's schema.
//! - [`canonical`]: one text for each JSON value, of which digests are taken.
//! - [`overlay_tools`]: the tools of a reviewed MCP server.

pub mod arguments;
pub mod canonical;
pub mod capability;
pub mod capability_policy;
pub mod overlay_tools;
pub mod preset;

pub use capability_policy::{
    CapabilityDecision, CapabilityPolicy, CapabilityVerdict, EffectSource, PolicyLayer,
    PolicyVoice, decide_capabilities,
};
pub use preset::Preset;
