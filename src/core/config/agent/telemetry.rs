//! What the Python runtime tells about its runs.

use super::{findings, masking};
use crate::config::{Decoder, EnvironmentReference};
use crate::source::{Node, Spanned};
use crate::{choice, settings};

settings! {
    /// What the Python runtime tells about its runs.
    pub struct Telemetry as "`telemetry`" {
        /// Whether anything is told.
        enabled: bool = true;
        /// The name of the service in traces.
        service_name: Spanned<String> = Spanned::implied("algen-agent-runtime".to_owned());
        /// How much is told.
        trace_level: TraceLevel = TraceLevel::Detailed;
        /// The address of an OpenTelemetry collector.
        otlp_endpoint: Option<Spanned<String>> = None;
        /// Whether texts of models and tools are told.
        include_content: bool = false;
        /// Whether texts of conversations are told.
        include_conversation_content: bool = false;
        /// Characters of one text.
        max_content_chars: i64 = 16_384, [Minimum(256.0), Maximum(1_048_576.0)];
        /// Export to Traccia.
        traccia: Traccia = Traccia::default();
    }
    check check_telemetry;
}

fn check_telemetry(telemetry: &Telemetry, _: &Node<'_>, decoder: &mut Decoder<'_>) {
    masking::mask_credentials(telemetry.otlp_endpoint.as_ref(), decoder);
}

choice! {
    /// How much traces tell.
    pub enum TraceLevel {
        /// Runs.
        Minimal = "minimal",
        /// Runs and steps.
        Standard = "standard",
        /// Everything.
        Detailed = "detailed" near ["verbose", "debug"],
    }
}

settings! {
    /// Export to Traccia.
    pub struct Traccia as "`traccia`" {
        /// Whether anything is exported.
        enabled: bool = false;
        /// The key, as env://NAME.
        api_key: Option<EnvironmentReference> = None;
        /// The address for traces.
        endpoint: Option<Spanned<String>> = None;
        /// The address for metrics.
        metrics_endpoint: Option<Spanned<String>> = None;
        /// The environment that traces are marked with.
        environment: Spanned<String> = Spanned::implied("development".to_owned());
        /// The project that traces belong to.
        project_id: Option<Spanned<String>> = None;
        /// The share of runs that is exported, from 0 to 1.
        sample_rate: f64 = 1.0, [Minimum(0.0), Maximum(1.0)];
        /// The part that this service plays.
        service_role: ServiceRole = ServiceRole::Orchestrator;
        /// Whether libraries of providers are watched.
        enable_patching: bool = false;
        /// Whether tokens are counted.
        enable_token_counting: bool = true;
        /// Whether costs are counted.
        enable_costs: bool = true;
        /// Whether metrics are exported.
        enable_metrics: bool = true;
        /// Whether personal data is removed first.
        redact_pii: bool = true;
        /// Spans in a second; null has no bound.
        max_spans_per_second: Option<f64> = None, [Above(0.0)];
        /// How long the end of the process waits for the export, in seconds.
        flush_timeout_seconds: f64 = 5.0, [Above(0.0)];
        /// Whether Traccia may refuse runs; needs `enabled`.
        governance_enabled: bool = false;
        /// Whether runs go on while Traccia cannot be asked.
        governance_fail_open: bool = false;
        /// The agent's name at Traccia.
        governance_agent_id: Option<Spanned<String>> = None;
        /// Whether a run is exported as a whole, at its end.
        export_whole_runs: bool = true;
        /// Spans of one run.
        run_export_max_spans: i64 = 2000, [Minimum(1.0), Maximum(100_000.0)];
        /// How long a run is collected, in seconds.
        run_export_max_seconds: f64 = 300.0, [Above(0.0), Maximum(86_400.0)];
    }
    check check_traccia;
}

choice! {
    /// The part that a service plays in a trace.
    pub enum ServiceRole {
        /// It runs agents.
        Orchestrator = "orchestrator",
    }
}

fn check_traccia(traccia: &Traccia, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    masking::mask_credentials(traccia.endpoint.as_ref(), decoder);
    masking::mask_credentials(traccia.metrics_endpoint.as_ref(), decoder);
    let sound = findings::are_sound(decoder, node, &["enabled"]);
    if sound && traccia.governance_enabled && !traccia.enabled {
        findings::conflict(
            decoder,
            node,
            "governance_enabled",
            "`governance_enabled` needs `enabled`, which is off",
            "Set enabled to true, or governance_enabled to false.",
        );
    }
}
