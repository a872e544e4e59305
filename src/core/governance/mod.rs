//! How a call is governed.
//!
//! - [`preset`]: what the governance of a tool is made from.
//! - [`capability`]: the words that classify effects for a deployment's policy.
//! - [`capability_policy`]: what the policies of a deployment and a machine decide about a call.
//! - [`arguments`]: what a caller wrote, read without loss and held against the tool's schema.
//! - [`canonical`]: one text for each JSON value, of which digests are taken.
//! - [`overlay_tools`]: the tools of a reviewed MCP server.
//! - [`identity`], [`outcome`]: whom a call is made for, and how it ends.
//! - [`approval`], [`grant`]: what a person is asked, and what an answer is bound to.
//! - [`ledger`]: the door to what is recorded.
//! - [`rule`], [`authorize`], [`capability_policy`]: which rules speak about a call, as data.
//! - [`guard`]: what may stand in arguments and results.
//! - [`fingerprint`]: the digests that keys, approvals and grants are bound to.
//! - [`deliver`]: what a caller gets of a result, and what is kept of it.
//! - [`refusal`]: why a call goes no further.
//! - [`call`]: the stages of a call as types, each made only by the one before.
//! - [`trust`]: which files a person has seen, and what differs.
//! - [`protected`]: which files no tool may write.

pub mod approval;
pub mod arguments;
pub mod authorize;
pub mod call;
pub mod canonical;
pub mod capability;
pub mod capability_policy;
pub mod deliver;
pub mod fingerprint;
pub mod grant;
pub mod guard;
pub mod identity;
pub mod ledger;
pub mod outcome;
pub mod overlay_tools;
pub mod preset;
pub mod protected;
pub mod refusal;
pub mod rule;
pub mod trust;

pub use capability_policy::{
    CapabilityDecision, CapabilityPolicy, CapabilityVerdict, EffectSource, PolicyLayer,
    PolicyVoice, decide_capabilities,
};
pub use preset::Preset;
