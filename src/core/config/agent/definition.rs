//! One agent: what it is, which model answers, which tools it may call.

use super::policies::{
    ApprovalPolicy, Budget, ContextPolicy, ContinuationPolicy, GuardrailPolicy,
    LearnedMemoryPolicy, MemoryPolicy, RetryPolicy, ToolPolicy, VerificationPolicy,
};
use super::{findings, masking};
use crate::config::{Decoder, Map, Names, Object, Pattern, Section};
use crate::source::{Node, Spanned};
use crate::{choice, settings};

static AGENT_NAME: Pattern = Pattern::new(
    "^[a-z][a-z0-9_.-]{1,127}$",
    "2 to 128 characters: a small letter, then small letters, digits, `_`, `.` and `-`",
);

/// A version of three numbers, as semantic versioning writes it.
static VERSION: Pattern = Pattern::new(
    "^[0-9]+\\.[0-9]+\\.[0-9]+(?:[-+][A-Za-z0-9.-]+)?$",
    "a version of three numbers, as \"1.0.0\" or \"1.0.0-beta.1\"",
);

static SKILL_NAME: Pattern = Pattern::new(
    "^[a-z][a-z0-9_.-]{0,63}$",
    "at most 64 characters: a small letter, then small letters, digits, `_`, `.` and `-`",
);

settings! {
    /// One agent: its instructions, its model, its tools and the policies that bound them.
    pub struct AgentDefinition as "the agent" {
        /// The name that runs, workflows and command lines call the agent by.
        name: Spanned<String>, [Matches(&AGENT_NAME)];
        /// The version of this definition; in quotes, since YAML reads 1.0 as a number.
        version: Spanned<String>, [Matches(&VERSION)];
        /// What the agent is for, in a sentence.
        description: String;
        /// Words for what the agent can do, for finding it.
        capabilities: Names = Names::default();
        /// The text that every conversation starts with.
        system_instructions: String;
        /// Further texts by name.
        prompt_templates: Map<String> = Map::default();
        /// The model that answers first.
        default_model: ModelProfile;
        /// The models that are tried in turn when the first one fails.
        fallback_models: Vec<ModelProfile> = Vec::new();
        /// The tools that the agent may call, as `toolkit.action`.
        enabled_tools: Names = Names::default();
        /// The permissions that its calls are granted.
        tool_permissions: Names = Names::default();
        /// The component that puts together what the model reads.
        context_builder: Spanned<String> = Spanned::implied("default".to_owned());
        /// How much of a conversation, its skills and its results the model reads.
        context_policy: Section<ContextPolicy> = Section::default();
        /// Instructions that the agent loads only when it needs them.
        skills: Vec<Skill> = Vec::new(), [MaxLength(32)];
        /// The component that decides the next step: direct, react or rule_based, or a plugin's.
        planning_strategy: Spanned<String> = Spanned::implied("react".to_owned());
        /// What a conversation keeps.
        memory_policy: Section<MemoryPolicy> = Section::default();
        /// What is kept beyond a conversation.
        learned_memory_policy: Section<LearnedMemoryPolicy> = Section::default();
        /// The guardrails that look at texts, arguments and results.
        guardrail_policy: Section<GuardrailPolicy> = Section::default();
        /// The checks that a final answer passes.
        verification_policy: Section<VerificationPolicy> = Section::default();
        /// How often a failed model call is repeated.
        retry_policy: Section<RetryPolicy> = Section::default();
        /// Which calls a person is asked about.
        approval_policy: Section<ApprovalPolicy> = Section::default();
        /// What a failed tool call does to the run.
        tool_policy: Section<ToolPolicy> = Section::default();
        /// What happens when a run reaches its bounds.
        continuation_policy: Section<ContinuationPolicy> = Section::default();
        /// The component that writes the final answer.
        response_composer: Spanned<String> = Spanned::implied("default".to_owned());
        /// The bounds of one run.
        budget: Section<Budget> = Section::default();
        /// Steps of one run, at most.
        max_steps: i64 = 16, [Minimum(1.0), Maximum(1000.0)];
        /// Settings of a workflow that a plugin reads.
        workflow: Option<Object> = None;
        /// The plugins that bring the tools: an entry point's name or `module:attribute`.
        domain_plugins: Vec<Spanned<String>> = Vec::new();
        /// Labels of your own.
        metadata: Map<String> = Map::default();
        /// Words for finding the agent.
        tags: Names = Names::default();
        /// The models that may answer, as `provider/model`; empty allows every one.
        model_allowlist: Names = Names::default();
    }
    before enter_agent;
    check check_agent;
}

fn enter_agent(node: &Node<'_>, decoder: &mut Decoder<'_>) {
    decoder.enter_agent(node.get("name").and_then(Node::as_str));
}

fn check_agent(agent: &AgentDefinition, _: &Node<'_>, decoder: &mut Decoder<'_>) {
    let names = agent.skills.iter().map(|skill| &skill.name);
    findings::unique(names, "skills", "name", "skill", decoder);
    decoder.enter_agent(None);
}

settings! {
    /// A model and what is expected of it.
    pub struct ModelProfile as "the model" {
        /// A name for this choice of model.
        name: Spanned<String>;
        /// The key of `providers` that serves the model; without it nothing loads.
        provider: Option<Spanned<String>> = None;
        /// The model's name at the provider; without it every run fails.
        model: Option<Spanned<String>> = None;
        /// What the model has to be able to do: chat, streaming, tools, structured_output,
        /// json_schema, embeddings, images, files.
        required_capabilities: Names = Names::of(&["chat"]);
        /// How good the answers are, from 0 to 5, for routing.
        quality_tier: i64 = 1, [Minimum(0.0), Maximum(5.0)];
        /// What 1,000 tokens may cost, in US dollars.
        max_cost_per_1k_tokens: Option<f64> = None, [Minimum(0.0)];
        /// How long an answer may take, in milliseconds.
        max_latency_ms: Option<f64> = None, [Minimum(0.0)];
        /// Which kind of provider is tried first.
        routing_preference: RoutingPreference = RoutingPreference::Balanced;
        /// Tokens that the model reads at once, where the provider does not say.
        context_window_tokens: Option<i64> = None, [Minimum(1.0)];
        /// Tokens of the window that stay unused.
        context_safety_margin_tokens: i64 = 256, [Minimum(0.0)];
        /// Options that are handed to the provider.
        extensions: Object = Object::default();
    }
    check check_model;
}

fn check_model(model: &ModelProfile, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    masking::mask_secret_entries(node.get("extensions"), decoder);
    if model.provider.is_none() && findings::is_absent(node, "provider") {
        decoder.missing(node, "provider", "the model");
    }
}

choice! {
    /// Which kind of provider a model is looked for at first.
    pub enum RoutingPreference {
        /// Neither.
        Balanced = "balanced",
        /// A model on this machine.
        LocalFirst = "local_first" near ["local"],
        /// A model of a service.
        CloudFirst = "cloud_first" near ["cloud", "remote"],
    }
}

settings! {
    /// Instructions that an agent loads when a task calls for them.
    pub struct Skill as "the skill" {
        /// The name that the agent loads it by.
        name: Spanned<String>, [Matches(&SKILL_NAME)];
        /// The version of the instructions.
        version: Spanned<String>, [Matches(&VERSION)];
        /// When the skill is of use, in a sentence or two.
        description: String, [MinLength(1), MaxLength(512)];
        /// The text that is loaded.
        instructions: String, [MinLength(1), MaxLength(16_384)];
        /// The permissions without which the skill is not offered.
        required_permissions: Names = Names::default();
    }
}
