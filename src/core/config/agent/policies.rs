//! The policies of an agent: context, memory, guardrails, verification, retries, approval, bounds.

use super::findings;
use crate::config::Decoder;
use crate::source::{Node, Spanned};
use crate::{choice, settings};

settings! {
    /// How much of a conversation, its skills and its results the model reads.
    pub struct ContextPolicy as "`context_policy`" {
        /// Whether skills are offered; needs `core.skills_load` and `skills.read`.
        skills_enabled: bool = false;
        /// Tokens of the list of skills.
        skill_catalog_max_tokens: i64 = 2048, [Minimum(128.0), Maximum(8192.0)];
        /// Tokens of all loaded skills.
        loaded_skills_max_tokens: i64 = 4096, [Minimum(256.0), Maximum(16_384.0)];
        /// Whether the agent keeps notes; needs `core.working_state_update` and `context.write`.
        working_state_enabled: bool = false;
        /// Tokens of the notes.
        working_state_max_tokens: i64 = 2048, [Minimum(128.0), Maximum(8192.0)];
        /// Whether large results are put aside; needs `core.context_read` and `context.read`.
        offload_tool_results: bool = false;
        /// Bytes of a result that stay in the conversation.
        tool_result_max_inline_bytes: i64 = 16_384, [Minimum(1024.0)];
        /// Characters of a result put aside that are shown.
        tool_result_preview_chars: i64 = 256, [Minimum(0.0), Maximum(1024.0)];
        /// How long a result put aside is kept, in seconds.
        artifact_retention_seconds: i64 = 86_400, [Minimum(1.0)];
        /// Whether old messages are summarized; needs `core.context_read` and `context.read`.
        compact_history: bool = false;
        /// Whether summarized messages are kept; needs `compact_history`.
        archive_compacted_history: bool = false;
        /// Tokens of a conversation that start a summary.
        compaction_trigger_tokens: i64 = 12_000, [Minimum(256.0)];
        /// Share of the model's window that starts a summary; null looks at tokens alone.
        compaction_trigger_ratio: Option<f64> = Some(0.8), [Above(0.0), Maximum(1.0)];
        /// Exchanges at the end that are never summarized.
        compaction_keep_recent_groups: i64 = 6, [Minimum(1.0)];
        /// Tokens that one summary reads.
        compaction_max_input_tokens: i64 = 8000, [Minimum(256.0)];
        /// Tokens that one summary writes.
        compaction_max_output_tokens: i64 = 1024, [Minimum(64.0)];
    }
    check check_context_policy;
}

fn check_context_policy(policy: &ContextPolicy, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let sound = findings::are_sound(decoder, node, &["compact_history"]);
    if sound && policy.archive_compacted_history && !policy.compact_history {
        findings::conflict(
            decoder,
            node,
            "archive_compacted_history",
            "`archive_compacted_history` needs `compact_history`, which is off",
            "Set compact_history to true, or archive_compacted_history to false.",
        );
    }
}

settings! {
    /// What a conversation keeps.
    pub struct MemoryPolicy as "`memory_policy`" {
        /// Whether anything is kept.
        enabled: bool = true;
        /// How long, in seconds.
        retention_seconds: i64 = 86_400, [Minimum(0.0)];
        /// Entries, at most.
        max_items: i64 = 200, [Minimum(0.0)];
        /// Whether arguments and results of tools are kept.
        store_tool_payloads: bool = false;
        /// Characters of one argument or result that are kept.
        tool_payload_max_chars: i64 = 4000, [Minimum(256.0), Maximum(200_000.0)];
        /// Whether personal data is removed first.
        redact_pii: bool = true;
    }
}

settings! {
    /// What is kept beyond a conversation.
    pub struct LearnedMemoryPolicy as "`learned_memory_policy`" {
        /// Whether the memory tools may be used.
        enabled: bool = false;
        /// Tokens of what is recalled into a conversation.
        max_recall_tokens: i64 = 2048, [Minimum(128.0), Maximum(8192.0)];
        /// How long an entry is kept, in seconds; 30 days unless set.
        max_retention_seconds: i64 = 2_592_000, [Minimum(60.0), Maximum(31_536_000.0)];
    }
}

settings! {
    /// The guardrails that look at texts, arguments and results.
    pub struct GuardrailPolicy as "`guardrail_policy`" {
        /// Names of the policies, in no order: each looks at its own boundaries.
        policies: Vec<Spanned<String>> = default_policies();
        /// Whether an answer without a source is refused.
        require_citations: bool = false;
        /// The policies around a tool call; null takes those of `policies`.
        tool_policies: Option<Vec<Spanned<String>>> = None;
        /// What happens to a result that reads like instructions to the model.
        tool_result_injection: InjectionResponse = InjectionResponse::Off;
    }
}

fn default_policies() -> Vec<Spanned<String>> {
    let names = [
        "secrets",
        "pii",
        "prompt_injection",
        "output_validation",
        "authorization",
    ];
    findings::implied(&names)
}

choice! {
    /// What happens to a tool's result that reads like instructions to the model.
    pub enum InjectionResponse {
        /// Nothing looks for it.
        Off = "off" near ["none", "allow", "ignore"],
        /// The result is handed over with a warning around it.
        Flag = "flag" near ["warn"],
        /// The result is withheld.
        Block = "block" near ["deny", "refuse"],
    }
}

settings! {
    /// The checks that a final answer passes.
    pub struct VerificationPolicy as "`verification_policy`" {
        /// Names of the checks: non_empty, json_schema, citations, or a plugin's.
        verifiers: Vec<Spanned<String>> = findings::implied(&["non_empty"]);
        /// The confidence that a check has to report, from 0 to 1.
        minimum_confidence: f64 = 0.0, [Minimum(0.0), Maximum(1.0)];
        /// How often the model may correct an answer that fails.
        max_repairs: i64 = 1, [Minimum(0.0), Maximum(10.0)];
    }
}

settings! {
    /// How often a failed model call is repeated.
    pub struct RetryPolicy as "`retry_policy`" {
        /// Tries in all.
        max_attempts: i64 = 3, [Minimum(1.0), Maximum(20.0)];
        /// The first pause, in seconds; it grows from try to try.
        initial_backoff_seconds: f64 = 0.1, [Minimum(0.0)];
        /// The longest pause, in seconds.
        max_backoff_seconds: f64 = 5.0, [Minimum(0.0)];
        /// The failures that are worth another try.
        retryable_errors: Vec<ErrorKind> =
            vec![ErrorKind::RateLimit, ErrorKind::Timeout, ErrorKind::Unavailable];
    }
}

choice! {
    /// Why a model call failed.
    pub enum ErrorKind {
        /// The key was refused.
        Authentication = "authentication",
        /// The key may not do this.
        Authorization = "authorization",
        /// Too many requests.
        RateLimit = "rate_limit",
        /// No answer in time.
        Timeout = "timeout",
        /// No answer at all.
        Unavailable = "unavailable",
        /// The provider refused the request.
        InvalidRequest = "invalid_request",
        /// The answer could not be read.
        InvalidResponse = "invalid_response",
        /// The run was cancelled.
        Cancelled = "cancelled" near ["canceled"],
        /// Anything else.
        Unknown = "unknown",
    }
}

settings! {
    /// Which calls a person is asked about.
    pub struct ApprovalPolicy as "`approval_policy`" {
        /// Whether to ask before writing and external effects.
        require_for_side_effects: bool = true;
        /// Whether to ask before destructive effects.
        require_for_destructive: bool = true;
        /// How long a question stays open, in seconds.
        expires_seconds: i64 = 3600, [Minimum(1.0)];
        /// What a no does to the run.
        on_rejection: OnRejection = OnRejection::FailRun;
    }
}

choice! {
    /// What a person's no does to the run.
    pub enum OnRejection {
        /// The run fails.
        FailRun = "fail_run" near ["fail"],
        /// The model is told and goes on.
        Continue = "continue" near ["return_to_model"],
    }
}

settings! {
    /// What a failed tool call does to the run, and how many calls run at once.
    pub struct ToolPolicy as "`tool_policy`" {
        /// What a failed call does to the run.
        on_error: OnToolError = OnToolError::FailRun;
        /// Whether several calls of one step run at the same time.
        parallel_calls: bool = false;
        /// Calls at the same time.
        max_parallel_calls: i64 = 4, [Minimum(1.0), Maximum(16.0)];
    }
}

choice! {
    /// What a failed tool call does to the run.
    pub enum OnToolError {
        /// The run fails.
        FailRun = "fail_run" near ["fail"],
        /// The model is told and goes on.
        ReturnToModel = "return_to_model" near ["continue"],
    }
}

settings! {
    /// What happens when a run reaches its bounds.
    pub struct ContinuationPolicy as "`continuation_policy`" {
        /// Whether a run may be extended at all.
        enabled: bool = false;
        /// Extensions that nobody is asked about.
        automatic_extensions: i64 = 0, [Minimum(0.0), Maximum(10.0)];
        /// Steps of one extension.
        step_increment: i64 = 16, [Minimum(1.0), Maximum(1000.0)];
        /// Tokens of one extension.
        token_increment: i64 = 8000, [Minimum(1.0)];
        /// US dollars of one extension.
        cost_increment_usd: f64 = 0.25, [Minimum(0.0)];
        /// How long the question for an extension stays open, in seconds.
        approval_expires_seconds: i64 = 3600, [Minimum(1.0)];
    }
}

settings! {
    /// The bounds of one run.
    pub struct Budget as "`budget`" {
        /// Tokens read and written.
        max_tokens: i64 = 100_000, [Minimum(1.0)];
        /// Tokens written in one answer.
        max_output_tokens: i64 = 8192, [Minimum(1.0)];
        /// Cost in US dollars.
        max_cost_usd: f64 = 10.0, [Minimum(0.0)];
        /// Duration in seconds.
        max_latency_seconds: f64 = 300.0, [Above(0.0)];
    }
}

impl GuardrailPolicy {
    /// Returns the policies around tool calls: `tool_policies`, or `policies` where that is null.
    pub fn around_tools(&self) -> &[Spanned<String>] {
        self.tool_policies.as_deref().unwrap_or(&self.policies)
    }
}
