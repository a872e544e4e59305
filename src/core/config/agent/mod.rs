//! `agent.yaml`: the file that the Python runtime and algen both read.
//!
//! One file for each group of sections; the rules that look at several fields of one section stand
//! in its `check` function or, where there are many, in a `_rules` file beside it. What needs
//! several sections is in [`cross_check()`].

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::config::{Decoder, Map, Setting};
use crate::settings;
use crate::source::Node;

mod api;
mod cache;
mod cross_check;
mod definition;
mod findings;
mod governance_words;
mod http_address;
mod http_tool;
mod http_tool_rules;
mod json_schema;
mod masking;
mod mcp_server;
mod operation;
mod policies;
mod provider;
mod query_source;
mod retrieval;
mod retrieval_rules;
#[cfg(test)]
mod schema_test;
mod security;
mod storage;
mod storage_rules;
mod telemetry;
#[cfg(test)]
mod tests;
mod workflow;
mod workflow_rules;

pub use api::{Api, AuthenticationMode, RateLimiting, RouteLimit};
pub use cache::{Cache, CacheBackend, CachePolicy, CacheScope};
pub use cross_check::cross_check;
pub use definition::{AgentDefinition, ModelProfile, RoutingPreference, Skill};
pub use http_tool::{
    HttpAuthentication, HttpMethod, HttpPagination, HttpTool, HttpToolAuthentication,
    HttpToolPagination, HttpToolResponse,
};
pub(in crate::config) use masking::is_secret_header;
pub use mcp_server::{McpServer, McpToolPolicy, Transport};
pub use operation::{
    AnalyticalExecution, Audience, ComponentCheck, ConversationFollowups, ConversationPresentation,
    DistributedExecution, Maintenance, QueryGovernance, Runtime,
};
pub use policies::{
    ApprovalPolicy, Budget, ContextPolicy, ContinuationPolicy, ErrorKind, GuardrailPolicy,
    InjectionResponse, LearnedMemoryPolicy, MemoryPolicy, OnRejection, OnToolError, RetryPolicy,
    ToolPolicy, VerificationPolicy,
};
pub use provider::{ModelCapabilities, Provider};
pub use query_source::{AlwaysTrue, QuerySource, QuerySourceType};
pub use retrieval::{Retrieval, RetrievalMode, RetrievalType, SourceDocument};
pub use security::{AllowedHosts, Security};
pub use storage::{
    AddressingStyle, ArtifactStore, CachedStore, ServerSideEncryption, Storage, Store,
};
pub use telemetry::{ServiceRole, Telemetry, Traccia, TraceLevel};
pub use workflow::{
    FailurePolicy, JoinStrategy, PredicateOperator, RecoveryPolicy, RejectionPolicy,
    ResourceAccess, Workflow, WorkflowApprovalRule, WorkflowNode, WorkflowNodeKind,
    WorkflowPauseRule, WorkflowPredicate, WorkflowResource, WorkflowResourceKind,
};

settings! {
    /// Agents with their models, tools and policies, and the service that runs them.
    pub struct AgentFile as "the file" {
        /// The services and libraries that serve models, by a name of your own.
        providers: Map<Provider> = Map::default();
        /// The agents.
        agents: Vec<AgentDefinition> = Vec::new();
        /// The workflows, each under its own name.
        workflows: Map<Workflow> = Map::default();
        /// Where the Python runtime keeps its data.
        storage: Storage = Storage::default();
        /// What may be answered from an earlier call.
        cache: Cache = Cache::default();
        /// The collections that agents search, by a name of your own.
        retrieval: Map<Retrieval> = Map::default();
        /// What is told about runs.
        telemetry: Telemetry = Telemetry::default();
        /// What every agent of the file is bounded by.
        security: Security = Security::default();
        /// The HTTP service.
        api: Api = Api::default();
        /// How the service starts and stops.
        runtime: Runtime = Runtime::default();
        /// What is cleaned up while the service runs.
        maintenance: Maintenance = Maintenance::default();
        /// What people see of a conversation.
        conversation_presentation: ConversationPresentation = ConversationPresentation::default();
        /// Questions that are suggested after an answer.
        conversation_followups: ConversationFollowups = ConversationFollowups::default();
        /// How graphs of analyses are run.
        analytical_execution: AnalyticalExecution = AnalyticalExecution::default();
        /// What queries of analyses may do.
        query_governance: QueryGovernance = QueryGovernance::default();
        /// The databases that analyses may read, by a name of your own.
        query_sources: Map<QuerySource> = Map::default();
        /// Workers on several machines.
        distributed_execution: DistributedExecution = DistributedExecution::default();
        /// The MCP servers whose tools agents may call.
        mcp_servers: Vec<McpServer> = Vec::new();
        /// Tools that are one HTTP request each.
        http_tools: Vec<HttpTool> = Vec::new();
        /// Switches of your own.
        feature_flags: Map<bool> = Map::default();
        /// A place for other programs; nothing here is read.
        extensions: Ignored = Ignored;
    }
}

/// A place for other programs: takes anything and keeps nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ignored;

impl Setting for Ignored {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        decoder.masked.push(node.span);
        Some(Self)
    }
}

impl JsonSchema for Ignored {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Ignored".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Schema::default()
    }
}

impl AgentFile {
    /// Decodes a document. A root that Python takes for false (nothing, null, false, zero, an
    /// empty text or list) counts as an empty mapping, as it does for the Python runtime.
    pub fn decode_document(root: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Self {
        match root {
            Some(root) if !root.is_falsy() => Self::decode(root, decoder).unwrap_or_else(|| Self {
                damaged: true,
                ..Self::default()
            }),
            _ => Self::default(),
        }
    }
}
