//! When the budget of a run is spent. One `call` is one run.

use algen_core::config::agent::AgentDefinition;
use std::time::Duration;
use tokio::time::Instant;

/// The longest run, in seconds.
const RUN_SECONDS_MAX: f64 = 604_800.0;

/// Returns when the agent's `budget.max_latency_seconds` is over, counted from now.
pub(super) fn ends(agent: &AgentDefinition) -> Instant {
    let seconds = agent.budget.max_latency_seconds.clamp(0.0, RUN_SECONDS_MAX);
    Instant::now() + Duration::from_secs_f64(seconds)
}
