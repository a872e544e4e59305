//! How the Python runtime runs, cleans up, presents and distributes its work.

use super::findings;
use crate::config::Decoder;
use crate::source::{Node, Spanned};
use crate::{choice, settings};

settings! {
    /// How the Python runtime starts and stops.
    pub struct Runtime as "`runtime`" {
        /// What the runtime does about components that do not exist.
        component_check: ComponentCheck = ComponentCheck::Error;
        /// Whether runs that were cut off go on at the start.
        recover_incomplete_runs: bool = true;
        /// Runs that go on, at most.
        recovery_limit: i64 = 1000, [Minimum(1.0), Maximum(100_000.0)];
        /// How long the end waits for runs, in seconds.
        shutdown_grace_seconds: f64 = 10.0, [Minimum(0.0), Maximum(300.0)];
    }
}

choice! {
    /// What the runtime does about components that do not exist.
    pub enum ComponentCheck {
        /// It does not start.
        Error = "error",
        /// It says so and starts.
        Warn = "warn" near ["warning"],
    }
}

settings! {
    /// What is cleaned up while the service runs.
    pub struct Maintenance as "`maintenance`" {
        /// Whether anything is.
        enabled: bool = false;
        /// The time between two sweeps, in seconds.
        interval_seconds: i64 = 300, [Minimum(30.0), Maximum(86_400.0)];
        /// Records that are handled together.
        batch_size: i64 = 500, [Minimum(1.0), Maximum(10_000.0)];
        /// Batches of one sweep.
        max_batches_per_sweep: i64 = 20, [Minimum(1.0), Maximum(1000.0)];
        /// Whether paused runs end when their question expires.
        expire_paused_runs: bool = true;
        /// How long a run waits for an answer, in seconds; null waits for ever.
        clarification_timeout_seconds: Option<i64> = None, [Minimum(60.0)];
        /// How long finished runs are kept, in days; null keeps them.
        terminal_run_retention_days: Option<i64> = None, [Minimum(1.0)];
        /// How long the audit trail is kept, in days; null keeps it.
        audit_retention_days: Option<i64> = None, [Minimum(1.0)];
    }
}

settings! {
    /// What people see of a conversation.
    pub struct ConversationPresentation as "`conversation_presentation`" {
        /// For whom progress is worded.
        progress_audience: Audience = Audience::Business;
        /// For whom errors are worded.
        error_audience: Audience = Audience::Business;
        /// Whether technical details can be opened.
        show_technical_details: bool = false;
        /// Whether they are open from the start.
        technical_details_expanded: bool = false;
    }
}

choice! {
    /// For whom a message is worded.
    pub enum Audience {
        /// For people who use the agent.
        Business = "business" near ["user"],
        /// For people who build it.
        Developer = "developer" near ["technical"],
    }
}

settings! {
    /// Questions that are suggested after an answer.
    pub struct ConversationFollowups as "`conversation_followups`" {
        /// Whether any are.
        enabled: bool = false;
        /// The agent that writes them.
        agent: Spanned<String> = Spanned::implied("conversation-followups".to_owned());
        /// Suggestions, at most.
        max_suggestions: i64 = 3, [Minimum(1.0), Maximum(10.0)];
        /// Messages that the agent reads.
        history_messages: i64 = 8, [Minimum(0.0), Maximum(50.0)];
        /// Characters of one suggestion.
        maximum_length: i64 = 240, [Minimum(20.0), Maximum(500.0)];
    }
}

settings! {
    /// How graphs of analyses are run.
    pub struct AnalyticalExecution as "`analytical_execution`" {
        /// Where graphs are kept.
        graph_store: super::storage::Store = super::storage::Store::Memory;
        /// Nodes at the same time.
        maximum_concurrency: i64 = 8, [Minimum(1.0), Maximum(128.0)];
        /// How long a node may take, in seconds.
        default_node_timeout_seconds: f64 = 30.0, [Above(0.0), Maximum(3600.0)];
        /// How long a graph may take, in seconds.
        default_graph_timeout_seconds: f64 = 300.0, [Above(0.0), Maximum(86_400.0)];
    }
}

settings! {
    /// What queries of analyses may do.
    pub struct QueryGovernance as "`query_governance`" {
        /// The purposes that a query may have.
        allowed_purposes: Vec<Spanned<String>> = Vec::new();
        /// The tags that a caller has to hold.
        required_authorization_tags: Vec<Spanned<String>> = Vec::new();
        /// The columns that no query may read.
        denied_columns: Vec<Spanned<String>> = Vec::new();
        /// The metrics that may be queried.
        allowed_metrics: Vec<Spanned<String>> = Vec::new();
        /// Whether only certified sources count.
        require_certified_sources: bool = true;
        /// Rows of one result.
        maximum_rows: i64 = 10_000, [Minimum(1.0)];
        /// Bytes that one query may read.
        maximum_bytes_scanned: i64 = 1_000_000_000, [Minimum(1.0)];
        /// How long one query may compute, in seconds.
        maximum_compute_seconds: f64 = 30.0, [Above(0.0)];
        /// Queries at the same time.
        maximum_concurrency: i64 = 4, [Minimum(1.0), Maximum(128.0)];
        /// Whether people see the SQL.
        allow_sql_visibility: bool = false;
        /// Whether results may be downloaded.
        allow_download: bool = false;
        /// Whether results may be stored as files.
        allow_artifact_export: bool = false;
        /// How long queries are remembered, in days.
        audit_retention_days: i64 = 365, [Minimum(1.0)];
    }
}

settings! {
    /// Workers on several machines.
    pub struct DistributedExecution as "`distributed_execution`" {
        /// Whether there are any.
        enabled: bool = false;
        /// Where work waits.
        queue_backend: super::storage::Store = super::storage::Store::Memory;
        /// How long a worker may be silent, in seconds.
        lease_seconds: i64 = 30, [Minimum(5.0), Maximum(3600.0)];
        /// Runs of one worker at the same time.
        worker_concurrency: i64 = 4, [Minimum(1.0), Maximum(128.0)];
    }
    check check_distributed_execution;
}

fn check_distributed_execution(
    execution: &DistributedExecution,
    node: &Node<'_>,
    decoder: &mut Decoder<'_>,
) {
    let shared = execution.queue_backend == super::storage::Store::Postgres;
    let sound = findings::are_sound(decoder, node, &["queue_backend"]);
    if sound && execution.enabled && !shared {
        findings::conflict(
            decoder,
            node,
            "enabled",
            "distributed workers need a queue that they share, and `queue_backend` is memory",
            "Set queue_backend to postgres, or enabled to false.",
        );
    }
}
