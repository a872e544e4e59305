//! Which rules speak about a call, in order, and what they decide together.
//!
//! Every rule is data ([`Spoken`]): a call stops at the first that refuses, `why` prints all. A new
//! rule is a function that adds what it says, and a line in [`Governance::rules`].

use serde_json::Value;

use super::approval::QuestionSource;
use super::call::EgressList;
use super::capability_policy::{
    CapabilityPolicy, EffectSource, PolicyLayer, PolicyVoice, decide_capabilities,
};
use super::guard::Guardrails;
use super::refusal::Refusal;
use super::rule::{Spoken, Verdict};
use crate::config::agent::{AgentDefinition, InjectionResponse};
use crate::config::deployment::Policy;
use crate::config::host_policy::{self, HostPolicy, Unattended};
use crate::config::{PolicyEffect, Rate};
use crate::diagnostics::closest::is_slip;
use crate::model::{Idempotency, SideEffect};
use crate::registry::{RegisteredTool, ToolSource, ToolSpec, Variant};
use crate::source::Spanned;

/// Everything that rules over the calls of one agent.
#[derive(Clone, Copy, Debug)]
pub struct Governance<'g> {
    /// What ledger, keys and grants belong to.
    pub namespace: &'g str,
    /// The agent.
    pub agent: &'g AgentDefinition,
    /// Whether tools may start programs, as `security` of the agent file says.
    pub allow_subprocess_tools: bool,
    /// The deployment's policy.
    pub policy: Option<&'g Policy>,
    /// The policies of the machine, the system's first.
    pub machine: &'g [HostPolicy],
    /// Whether a person can be asked at the terminal of this call.
    pub attended: bool,
}

/// The governance of one call: of the tool, or of the variant that the arguments select.
#[derive(Clone, PartialEq, Debug)]
pub struct Governed {
    /// What it changes.
    pub side_effect: SideEffect,
    /// What a repetition does.
    pub idempotency: Idempotency,
    /// What the agent must be granted.
    pub permissions: Vec<String>,
    /// How a capability policy classifies the effect.
    pub capabilities: Vec<String>,
}

impl Governed {
    /// Returns what governs a call with these arguments.
    pub fn of(spec: &ToolSpec, arguments: &Value) -> Self {
        match selected_variant(spec, arguments) {
            Some(variant) => Self {
                side_effect: variant.side_effect,
                idempotency: variant.idempotency,
                permissions: variant.permissions.clone(),
                capabilities: variant.policy_capabilities.clone(),
            },
            None => Self {
                side_effect: spec.side_effect,
                idempotency: spec.idempotency,
                permissions: spec.permissions.clone(),
                capabilities: spec.policy_capabilities.clone(),
            },
        }
    }

    /// Tells whether a call changes something outside this process.
    pub fn writes(&self) -> bool {
        !matches!(self.side_effect, SideEffect::None | SideEffect::Read)
    }
}

/// Returns the variant that the arguments select; an argument that is absent has its default.
fn selected_variant<'s>(spec: &'s ToolSpec, arguments: &Value) -> Option<&'s Variant> {
    spec.variants.iter().find(|variant| {
        let default = || {
            let field = spec
                .input_schema
                .get("properties")?
                .get(&variant.argument)?;
            field.get("default")
        };
        let value = arguments.get(&variant.argument).or_else(default);
        let word = value.and_then(Value::as_str);
        word.is_some_and(|word| variant.values.iter().any(|value| value == word))
    })
}

impl<'g> Governance<'g> {
    /// Returns what every rule says about a call, in the order in which they speak.
    pub fn rules(&self, tool: &RegisteredTool, governed: &Governed) -> Vec<Spoken> {
        let mut spoken = self.resolved(tool);
        spoken.extend(self.permissions(governed));
        spoken.extend(self.capabilities(governed));
        spoken.extend(self.subprocess(governed));
        spoken.extend(self.unattended(governed));
        spoken.extend(self.approvals(&tool.spec, governed));
        spoken.extend(
            self.limits(&tool.spec.name)
                .into_iter()
                .map(|(rate, limit)| {
                    let message = format!("at most {rate}, of {limit}");
                    Spoken::new("limit", Verdict::Passes, message).at(rate.span)
                }),
        );
        spoken.extend(self.egress().iter().map(|list| {
            let message = format!("it reaches only the hosts that {} lists", list.owner);
            Spoken::new("egress", Verdict::Passes, message).at(list.place)
        }));
        spoken.extend(self.guardrails());
        spoken
    }

    /// Returns the first rule that refuses every call of a tool, whatever its arguments. A tool with
    /// variants is judged once they are known.
    ///
    /// # Errors
    /// What the rule said.
    pub fn first_refusal(&self, tool: &RegisteredTool) -> Result<(), Box<Refusal>> {
        let governed = Governed::of(&tool.spec, &Value::Null);
        let spoken = match tool.spec.variants.is_empty() {
            true => self.rules(tool, &governed),
            false => self.resolved(tool),
        };
        Refusal::of_rules(&spoken)
    }

    /// Returns the limits on calls of a tool, with whose they are.
    pub fn limits(&self, tool: &str) -> Vec<(Spanned<Rate>, &'static str)> {
        let deployment = self.policy.and_then(|policy| policy.limits.get(tool));
        let deployment = deployment.map(|rate| (*rate, "the deployment"));
        let machine = self.machine.iter();
        let machine = machine.filter_map(|policy| policy.limits.get(tool));
        deployment
            .into_iter()
            .chain(machine.map(|rate| (*rate, "this machine")))
            .collect()
    }

    /// Tells whether another account than the caller's has to approve.
    pub(super) fn requires_other_user(&self) -> bool {
        let mut machine = self.machine.iter();
        machine.any(|policy| policy.approvals.by == host_policy::ApprovedBy::OtherUser)
    }

    /// Returns the lists of hosts that bound calls.
    pub(super) fn egress(&self) -> Vec<EgressList> {
        let deployment = self.policy.and_then(|policy| policy.egress.as_ref());
        let deployment = deployment.map(|hosts| EgressList::new(hosts, "the deployment's policy"));
        let machine = self.machine.iter();
        let machine = machine.filter_map(|policy| policy.egress.as_ref());
        let machine = machine.map(|hosts| EgressList::new(hosts, "the policy of this machine"));
        deployment.into_iter().chain(machine).collect()
    }

    /// Says whether there is anything to call. To enable what cannot be called changes nothing, so
    /// that comes second.
    fn resolved(&self, tool: &RegisteredTool) -> Vec<Spoken> {
        vec![callable(tool), self.enabled(&tool.spec)]
    }

    fn enabled(&self, spec: &ToolSpec) -> Spoken {
        let (agent, tool) = (&self.agent.name.value, &spec.name);
        let enabled = &self.agent.enabled_tools;
        let mut names = enabled.iter();
        match names.find(|name| name.value == *tool) {
            Some(name) => {
                let message = format!("the agent `{agent}` enables `{tool}`");
                Spoken::new("enabled-tool", Verdict::Passes, message).at(name.span)
            }
            None => {
                let message = format!("the agent `{agent}` does not enable `{tool}`");
                Spoken::new("enabled-tool", Verdict::Refuses, message)
                    .at(enabled.span.or(self.agent.name.span))
                    .help(format!("Add {tool} to enabled_tools of the agent."))
            }
        }
    }

    fn permissions(&self, governed: &Governed) -> Vec<Spoken> {
        let granted = &self.agent.tool_permissions;
        let judge = |permission: &String| {
            let found = granted.iter().find(|name| name.value == *permission);
            match found {
                Some(name) => {
                    let message = format!("the permission `{permission}` is granted");
                    Spoken::new("tool-permission", Verdict::Passes, message).at(name.span)
                }
                None => {
                    let slip = granted.iter().find(|name| is_slip(name, permission));
                    let near = match slip {
                        Some(near) => format!("; granted is `{near}`"),
                        None => String::new(),
                    };
                    let message = format!("it needs the permission `{permission}`{near}");
                    Spoken::new("tool-permission", Verdict::Refuses, message)
                        .at(granted.span.or(self.agent.name.span))
                        .help(format!(
                            "Add {permission} to tool_permissions of the agent `{}`.",
                            self.agent.name.value
                        ))
                }
            }
        };
        governed.permissions.iter().map(judge).collect()
    }

    fn capabilities(&self, governed: &Governed) -> Vec<Spoken> {
        let machine = self.machine.iter().map(|policy| &policy.policy);
        let policy = CapabilityPolicy::new(self.policy, machine);
        let capabilities = governed.capabilities.iter().map(String::as_str);
        let decision = decide_capabilities(&policy, capabilities);
        let mut spoken = Vec::new();
        for verdict in &decision.verdicts {
            let voices = verdict.voices.iter();
            spoken.extend(voices.map(|voice| spoken_of_capability(verdict.capability, *voice)));
        }
        spoken
    }

    fn subprocess(&self, governed: &Governed) -> Option<Spoken> {
        let starts_programs = governed
            .capabilities
            .iter()
            .any(|name| name == "process.execute");
        let is_git = governed
            .capabilities
            .iter()
            .any(|name| name.starts_with("git."));
        if !starts_programs || is_git {
            return None;
        }
        let rule = "subprocess-tools";
        Some(if self.allow_subprocess_tools {
            let message = "`security.allow_subprocess_tools` lets tools start programs";
            Spoken::new(rule, Verdict::Passes, message)
        } else {
            let message = "it starts a program, and `security.allow_subprocess_tools` is false";
            Spoken::new(rule, Verdict::Refuses, message)
                .help("Set security: {allow_subprocess_tools: true} in the agent file.")
        })
    }

    fn unattended(&self, governed: &Governed) -> Option<Spoken> {
        let forbids = |policy: &HostPolicy| policy.unattended == Unattended::Deny;
        let concerns = governed.side_effect != SideEffect::None;
        if self.attended || !concerns || !self.machine.iter().any(forbids) {
            return None;
        }
        let message = "the policy of this machine runs no call where nobody can be asked";
        Some(
            Spoken::new("unattended", Verdict::Refuses, message)
                .help("Run it at a terminal, or ask whoever keeps the policy of this machine."),
        )
    }

    fn approvals(&self, spec: &ToolSpec, governed: &Governed) -> Vec<Spoken> {
        let mut spoken = Vec::new();
        let effect = governed.side_effect;
        if spec.approval {
            spoken.push(Spoken::new(
                "tool-approval",
                Verdict::Asks(QuestionSource::Tool),
                "the tool asks before every call",
            ));
        }
        let policy = &self.agent.approval_policy;
        let destructive = effect == SideEffect::Destructive && policy.require_for_destructive;
        let writes = governed.writes() && policy.require_for_side_effects;
        if destructive || writes {
            let key = match writes {
                true => "require_for_side_effects",
                false => "require_for_destructive",
            };
            let by_default = match policy.is_written() {
                true => "",
                false => ", as it does where the agent says nothing,",
            };
            let message = format!(
                "`approval_policy.{key}`{by_default} asks before a call whose effect is {}",
                effect.word()
            );
            let verdict = Verdict::Asks(QuestionSource::ApprovalPolicy);
            spoken.push(Spoken::new("approval-policy", verdict, message));
        }
        spoken
    }

    fn guardrails(&self) -> Vec<Spoken> {
        let guardrails = Guardrails::around_tools(&self.agent.guardrail_policy);
        let names: Vec<&str> = guardrails.names().collect();
        let around = match names.as_slice() {
            [] => "no guardrail looks at arguments and results".to_owned(),
            [name] => format!("{name} looks at arguments and results"),
            names => format!("{} look at arguments and results", names.join(" and ")),
        };
        let injection = match guardrails.injection() {
            InjectionResponse::Off => None,
            InjectionResponse::Flag => Some("are handed over with a warning"),
            InjectionResponse::Block => Some("are withheld"),
        };
        let injection = injection.map(|what| {
            let message = format!("results that read like instructions to a model {what}");
            Spoken::new("tool-result-injection", Verdict::Passes, message)
        });
        std::iter::once(Spoken::new("guardrails", Verdict::Passes, around))
            .chain(injection)
            .collect()
    }
}

/// Says whether this program can run the tool at all.
fn callable(tool: &RegisteredTool) -> Spoken {
    if tool.callable {
        return Spoken::new("callable", Verdict::Passes, "this program can run it");
    }
    let (message, help) = match &tool.source {
        ToolSource::Runtime => (
            "it belongs to the Python runtime's own loop; there is nothing to call outside of it",
            "Call a tool of a plugin.",
        ),
        ToolSource::Manifest => (
            "this version cannot call tools of `http_tools` yet",
            "`algen describe` lists the tools that can be called.",
        ),
        ToolSource::Plugin(_) => (
            "only its contract is here; this version cannot call it",
            "`algen describe` lists the tools that can be called.",
        ),
    };
    Spoken::new("callable", Verdict::Refuses, message).help(help)
}

fn spoken_of_capability(capability: &str, voice: PolicyVoice<'_>) -> Spoken {
    let (rule, asks, owner) = match voice.layer {
        PolicyLayer::Deployment => (
            "capability-policy",
            QuestionSource::Capability,
            "the deployment's policy",
        ),
        PolicyLayer::Machine(_) => (
            "host-policy",
            QuestionSource::HostPolicy,
            "the policy of this machine",
        ),
    };
    let by = match voice.source {
        EffectSource::Entry(key) => format!("by `{}` of {owner}", key.value),
        EffectSource::Default(_) => format!("by default of {owner}"),
        EffectSource::AskedByDefault => "as long as no policy has an entry for it".to_owned(),
    };
    let place = voice.source.span();
    match voice.effect {
        PolicyEffect::Allow => {
            let message = format!("`{capability}` is allowed {by}");
            Spoken::new(rule, Verdict::Passes, message).at(place)
        }
        PolicyEffect::RequireApproval => {
            let message = format!("`{capability}` needs a person's approval {by}");
            Spoken::new(rule, Verdict::Asks(asks), message).at(place)
        }
        PolicyEffect::Deny => {
            let message = format!("`{capability}` is denied {by}");
            let help = match voice.layer {
                PolicyLayer::Machine(_) => {
                    "Ask whoever keeps the policy of this machine.".to_owned()
                }
                PolicyLayer::Deployment => format!(
                    "Change what policy.capabilities of algen.yaml says about {capability}."
                ),
            };
            Spoken::new(rule, Verdict::Refuses, message)
                .at(place)
                .help(help)
        }
    }
}
