//! `agent.yaml`.

use crate::choice;
use crate::config::constraint::Pattern;
use crate::settings;
use crate::source::Spanned;

static AGENT_NAME: Pattern =
    Pattern::new("^[a-z][a-z0-9_.-]{1,127}$", "a small letter, then letters");

choice! {
    /// What.
    pub enum OnRejection {
        /// a
        FailRun = "fail_run",
        /// b
        Continue = "continue",
    }
}

settings! {
    /// Bounds
    /// of one run.
    pub struct Budget as "`budget`" {
        /// Tokens.
        max_tokens: i64 = 100_000, [Minimum(1.0)];
        /// N
        name: Spanned<String>, [Matches(&AGENT_NAME)];
        /// K
        kind as "type": OnRejection = OnRejection::FailRun;
    }
    check budget_check;
}

fn budget_check(_: &Budget, _: &crate::source::Node<'_>, _: &mut crate::config::Decoder<'_>) {}

settings! {
    /// The whole file.
    pub struct AgentFile as "the file" {
        /// Feature flags.
        feature_flags: crate::config::Map<bool> = crate::config::Map::default();
    }
}
