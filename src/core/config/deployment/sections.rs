//! The sections of `algen.yaml` around its plugins.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::policy_example::PolicyExample;
use super::secrets::SecretCommand;
use crate::config::{
    CapabilityEffects, Decoder, FormatVersion, Given, HostPattern, Map, Pattern, PlaceReference,
    PolicyEffect, Rate, Setting, View, check_capabilities, check_limits,
};
use crate::source::{Node, Spanned};
use crate::{choice, settings};

static NAMESPACE: Pattern = Pattern::new(
    "^[a-z0-9._-]{1,128}$",
    "1 to 128 small letters, digits, `.`, `_` and `-`",
);

settings! {
    /// What a deployment adds to `agent.yaml`.
    pub struct DeploymentSettings as "the deployment" {
        /// Version of the format, 1.
        algen: FormatVersion;
        /// What the ledger, idempotency keys and grants belong to; without it a digest of the
        /// project's path.
        namespace: Option<Spanned<String>> = None, [Matches(&NAMESPACE)];
        /// The caller's identity, which tools bind; what stands here no flag can change.
        context: Context = Context::default();
        /// Plugins that `agent.yaml` may name in `domain_plugins`, by reference.
        plugins: Deferred = Deferred::default();
        /// What calls may do, whatever an agent was granted.
        policy: Policy = Policy::default();
        /// Commands that print a credential, for references of the form `exec://NAME`.
        secrets: Map<SecretCommand> = Map::default();
        /// Where calls are recorded.
        ledger: LedgerSettings = LedgerSettings::default();
        /// Where files that tools produce are kept; without it nowhere.
        artifacts: Option<Artifacts> = None;
    }
    check check_deployment;
}

/// Applies the rule of names under `secrets`.
fn check_deployment(settings: &DeploymentSettings, _: &Node<'_>, decoder: &mut Decoder<'_>) {
    super::secrets::check_names(&settings.secrets, decoder);
}

settings! {
    /// The identity that a call has, for queries and caches that belong to one caller.
    pub struct Context as "`context`" {
        /// The customer or organisation.
        tenant_id: Option<Spanned<Given<String>>> = None, [MinLength(1), MaxLength(256)];
        /// The person.
        user_id: Option<Spanned<Given<String>>> = None, [MinLength(1), MaxLength(256)];
        /// The run that budgets count for.
        run_id: Option<Spanned<Given<String>>> = None, [MinLength(1), MaxLength(256)];
        /// The step of the run.
        step_id: Option<Spanned<Given<String>>> = None, [MinLength(1), MaxLength(256)];
    }
}

settings! {
    /// Rules over the effects of calls. For a tool with several capabilities the strictest counts.
    pub struct Policy as "`policy`" {
        /// What happens with capabilities that have no entry.
        default_effect: Spanned<PolicyEffect> = Spanned::implied(PolicyEffect::Allow);
        /// Effects by capability: `email.send`, `email.*` or `*`; the most specific counts.
        capabilities: CapabilityEffects = CapabilityEffects::default();
        /// The only hosts that calls reach; without it the hosts of the tools.
        egress: Option<Vec<Spanned<HostPattern>>> = None;
        /// Calls at most, by tool, as `smtp.send_email: 20/hour`.
        limits: Map<Spanned<Rate>> = Map::default();
        /// What the rules are meant to decide; `algen check` says where they decide otherwise.
        examples: Vec<PolicyExample> = Vec::new(), [MaxLength(1_000)];
    }
    check check_policy;
}

/// Applies the rules of the keys of both mappings.
fn check_policy(policy: &Policy, _: &Node<'_>, decoder: &mut Decoder<'_>) {
    check_capabilities(&policy.capabilities, decoder);
    check_limits(&policy.limits, decoder);
}

choice! {
    /// What the ledger keeps of a write's result.
    pub enum StoredResults {
        /// The result after guardrails.
        Redacted = "redacted",
        /// Only its digest; a repeated call gets no result back.
        Digest = "digest",
        /// The result as the service gave it.
        Full = "full",
    }
}

settings! {
    /// Where calls are recorded, and how much of them.
    pub struct LedgerSettings as "`ledger`" {
        /// Address of a PostgreSQL database; without it a SQLite file in the state directory.
        url: Option<Spanned<PlaceReference>> = None;
        /// What is kept of results of writes, up to 64 KiB each.
        store: StoredResults = StoredResults::Redacted;
    }
}

settings! {
    /// Where files that tools produce are kept.
    pub struct Artifacts as "`artifacts`" {
        /// A folder; a relative path starts at this file.
        path: Spanned<String>, [MinLength(1), MaxLength(4_096)];
    }
}

/// A mapping that is decoded apart from its section, because what it holds borrows from the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deferred {
    /// How many entries it has.
    pub members: usize,
}

impl Setting for Deferred {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match node.entries() {
            Some(entries) => Some(Self {
                members: entries.len(),
            }),
            None => {
                decoder.wrong_type(node, "a mapping");
                None
            }
        }
    }

    fn view(&self) -> View<'_> {
        View::Members(self.members)
    }
}

impl JsonSchema for Deferred {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Deferred".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "object"})
    }
}
