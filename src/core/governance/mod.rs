//! How a call is governed: presets, and from here on the stages of a call.

pub mod arguments;
pub mod canonical;
pub mod capability;
pub mod overlay_tools;
pub mod preset;

pub use preset::Preset;
