//! Rules.
use super::AgentFile;
use crate::config::Decoder;

/// Checks.
pub fn cross_check(_: &AgentFile, _: &mut Decoder<'_>) {}
