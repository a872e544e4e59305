//! Workflows: steps, in an order that their dependencies make.

use super::workflow_rules::{check_node, check_workflow};
use crate::config::{Anything, Map, Object, Pattern};
use crate::source::Spanned;
use crate::{choice, settings};

static WORKFLOW_NAME: Pattern = Pattern::new(
    "^[a-z][a-z0-9_.-]*$",
    "a small letter, then small letters, digits, `_`, `.` and `-`",
);

static HOOK_PROVIDER: Pattern = Pattern::new(
    "^[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_]*$",
    "a Python function, as `package.module:function`",
);

settings! {
    /// A workflow: steps, in an order that their dependencies make.
    pub struct Workflow as "the workflow" {
        /// The name; the same as its key in `workflows`.
        name: Spanned<String>, [Matches(&WORKFLOW_NAME)];
        /// The version of the workflow.
        version: Spanned<String>;
        /// What the workflow is for.
        description: String = String::new();
        /// The JSON Schema of its input.
        input_schema: Option<Object> = None;
        /// The JSON Schema of its output; needs `output_key`.
        output_schema: Option<Object> = None;
        /// The `output_key` of the step whose output is the workflow's.
        output_key: Option<Spanned<String>> = None;
        /// The Python function that brings the hooks that steps name.
        hook_provider: Option<Spanned<String>> = None, [Matches(&HOOK_PROVIDER)];
        /// The steps.
        nodes: Vec<WorkflowNode>, [MinLength(1)];
        /// Steps at the same time.
        maximum_concurrency: i64 = 8, [Minimum(1.0), Maximum(128.0)];
        /// How long the whole may take, in seconds.
        timeout_seconds: f64 = 300.0, [Above(0.0), Maximum(86_400.0)];
        /// Labels of your own.
        metadata: Map<String> = Map::default();
    }
    check check_workflow;
}

settings! {
    /// A step of a workflow.
    pub struct WorkflowNode as "the workflow step" {
        /// The name that other steps depend on.
        id: Spanned<String>, [Matches(&WORKFLOW_NAME)];
        /// What the step does.
        kind: WorkflowNodeKind;
        /// The steps that come before it.
        depends_on: Vec<Spanned<String>> = Vec::new();
        /// The name of its output, for the steps after it.
        output_key: Spanned<String>;
        /// The agent of an agent or map_agent step.
        agent: Option<Spanned<String>> = None;
        /// What a handler step runs: `tool:<name>`, or a hook.
        handler: Option<Spanned<String>> = None;
        /// The arguments of a `tool:` handler.
        arguments: Object = Object::default();
        /// The workflow of a workflow step.
        workflow_name: Option<Spanned<String>> = None;
        /// The version of that workflow.
        workflow_version: Option<Spanned<String>> = None;
        /// The hook that makes the input.
        input_builder: Option<Spanned<String>> = None;
        /// The input as a text; `{{key}}` takes the output of an earlier step.
        input_template: Option<Spanned<String>> = None;
        /// The hook that makes the metadata of the run.
        metadata_builder: Option<Spanned<String>> = None;
        /// The hook that judges the output.
        validator: Option<Spanned<String>> = None;
        /// The JSON Schema of the output.
        output_schema: Option<Object> = None;
        /// The hook that makes that schema; one of the two alone.
        output_schema_hook: Option<Spanned<String>> = None;
        /// How often an output that does not fit may be corrected.
        max_repairs: i64 = 0, [Minimum(0.0), Maximum(10.0)];
        /// The output whose entries a map_agent step goes through.
        map_from: Option<Spanned<String>> = None;
        /// Entries at the same time.
        max_fan_out: i64 = 1, [Minimum(1.0), Maximum(128.0)];
        /// What has to hold for the step to run.
        run_if: Option<WorkflowPredicate> = None;
        /// When the step waits for an answer.
        pause: Option<WorkflowPauseRule> = None;
        /// What an approval step asks.
        approval: Option<WorkflowApprovalRule> = None;
        /// What a predicate step decides.
        condition: Option<WorkflowPredicate> = None;
        /// How a join step puts outputs together.
        join_strategy: JoinStrategy = JoinStrategy::Concat;
        /// How often the step may repeat.
        max_iterations: i64 = 1, [Minimum(1.0), Maximum(20.0)];
        /// What ends the repetition.
        loop_until: Option<WorkflowPredicate> = None;
        /// What a failure does to the rest.
        failure_policy: FailurePolicy = FailurePolicy::SkipDependents;
        /// What happens to a step that was cut off.
        recovery_policy: RecoveryPolicy = RecoveryPolicy::Fail;
        /// What the step uses, for people who read the workflow.
        resources: Vec<WorkflowResource> = Vec::new();
        /// Labels of your own.
        metadata: Map<String> = Map::default();
    }
    check check_node;
}

choice! {
    /// What a step does.
    pub enum WorkflowNodeKind {
        /// Runs an agent.
        Agent = "agent",
        /// Runs an agent for every entry of a list.
        MapAgent = "map_agent" near ["map"],
        /// Runs a tool or a hook.
        Handler = "handler" near ["tool", "hook", "function"],
        /// Decides between true and false.
        Predicate = "predicate" near ["condition", "if"],
        /// Puts outputs together.
        Join = "join" near ["merge"],
        /// Asks a person.
        Approval = "approval" near ["human"],
        /// Runs another workflow.
        Workflow = "workflow" near ["subworkflow"],
    }
}

settings! {
    /// A test of an earlier output.
    pub struct WorkflowPredicate as "the predicate" {
        /// The output that is looked at.
        source: Spanned<String>;
        /// How it is compared.
        operator: PredicateOperator = PredicateOperator::Truthy;
        /// What it is compared with.
        value: Anything = Anything::default();
    }
}

choice! {
    /// How an output is compared.
    pub enum PredicateOperator {
        /// The same.
        Equals = "equals" near ["==", "eq"],
        /// Not the same.
        NotEquals = "not_equals" near ["!=", "ne"],
        /// Has it inside.
        Contains = "contains",
        /// Does not have it inside.
        NotContains = "not_contains",
        /// Something.
        Truthy = "truthy" near ["true"],
        /// Nothing.
        Falsy = "falsy" near ["false"],
        /// Is one of them.
        In = "in",
    }
}

settings! {
    /// When a step waits for an answer.
    pub struct WorkflowPauseRule as "`pause`" {
        /// What has to hold.
        when: WorkflowPredicate;
        /// The output that holds the question.
        question_from: Spanned<String>;
        /// The outputs that are kept with it.
        state_from: Vec<Spanned<String>> = Vec::new();
        /// The output that counts earlier pauses.
        occurrences_from: Option<Spanned<String>> = None;
        /// Pauses, at most.
        maximum_occurrences: i64 = 1, [Minimum(0.0), Maximum(20.0)];
    }
}

settings! {
    /// What an approval step asks.
    pub struct WorkflowApprovalRule as "`approval`" {
        /// The question.
        prompt: String, [MinLength(1), MaxLength(2000)];
        /// The outputs that are shown with it.
        review_from: Vec<Spanned<String>> = Vec::new();
        /// The output that holds what is approved.
        parameters_from: Option<Spanned<String>> = None;
        /// The JSON Schema of what is approved.
        parameters_schema: Option<Object> = None;
        /// Whether the answer may change it.
        allow_modification: bool = false;
        /// What a no does to the rest.
        rejection_policy: RejectionPolicy = RejectionPolicy::SkipDependents;
        /// How long the question stays open, in seconds.
        expires_seconds: i64 = 3600, [Minimum(1.0), Maximum(604_800.0)];
    }
}

choice! {
    /// What a no does to the rest of a workflow.
    pub enum RejectionPolicy {
        /// What depends on the step is left out.
        SkipDependents = "skip_dependents" near ["skip"],
        /// The rest goes on.
        Continue = "continue",
    }
}

choice! {
    /// How outputs are put together.
    pub enum JoinStrategy {
        /// One text after the other.
        Concat = "concat" near ["concatenate"],
        /// A JSON list.
        JsonArray = "json_array" near ["array", "list"],
        /// The first that is there.
        First = "first",
    }
}

choice! {
    /// What a failed step does to the rest of a workflow.
    pub enum FailurePolicy {
        /// Nothing else runs.
        FailWorkflow = "fail_workflow" near ["fail"],
        /// What depends on the step is left out.
        SkipDependents = "skip_dependents" near ["skip"],
        /// The rest goes on.
        Continue = "continue",
    }
}

choice! {
    /// What happens to a step that was cut off.
    pub enum RecoveryPolicy {
        /// It counts as failed.
        Fail = "fail",
        /// It runs again.
        Retry = "retry",
    }
}

settings! {
    /// Something that a step uses.
    pub struct WorkflowResource as "the resource" {
        /// What it is.
        kind: WorkflowResourceKind;
        /// Its name.
        name: Spanned<String>, [MinLength(1), MaxLength(128)];
        /// What the step does with it.
        access: ResourceAccess = ResourceAccess::Read;
        /// What for.
        description: String = String::new();
    }
}

choice! {
    /// What a resource is.
    pub enum WorkflowResourceKind {
        /// A tool.
        Tool = "tool",
        /// A key of `query_sources`.
        QuerySource = "query_source" near ["query", "database"],
        /// A key of `retrieval`.
        Retrieval = "retrieval" near ["retriever"],
        /// Memory.
        Memory = "memory",
        /// A key of `cache.policies`.
        Cache = "cache",
        /// Storage.
        Storage = "storage",
        /// Telemetry.
        Telemetry = "telemetry",
        /// A service outside.
        Service = "service",
    }
}

choice! {
    /// What a step does with a resource.
    pub enum ResourceAccess {
        /// Reads it.
        Read = "read",
        /// Writes to it.
        Write = "write",
        /// Both.
        ReadWrite = "read_write" near ["readwrite", "rw"],
        /// Calls it.
        Invoke = "invoke" near ["call"],
        /// Looks at it.
        Observe = "observe",
    }
}
