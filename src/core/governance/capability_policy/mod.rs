//! What capability policies decide about a call: the deployment's and the machine's, laid over each
//! other.
//!
//! ```text
//! capability -> in each policy: its entry, else the default -> the strictest of them
//! call       -> its capabilities                            -> the strictest of them
//! ```
//!
//! Every policy is heard for every capability and stands in the answer, so that `why` can show who
//! said what and `check` can point at it. A call without capabilities is allowed: no policy speaks
//! about it.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::config::deployment::Policy;
use crate::config::host_policy::MachinePolicy;
use crate::config::{CapabilityEffects, CapabilityEntries, PolicyEffect};
use crate::source::{Span, Spanned};

/// Capabilities that a person is asked about where the deployment's policy has no entry for them,
/// whatever a looser default says: they can do anything that the account can.
pub const ASKED_BY_DEFAULT: [&str; 2] = ["process.execute", "shell.execute"];

/// A policy that speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyLayer {
    /// `policy` of the deployment, or its defaults where there is none.
    Deployment,
    /// `policy` of a host policy, counted from 0 in the order in which they are read.
    Machine(usize),
}

/// Every policy that counts, ready for many calls.
#[derive(Clone, Debug)]
pub struct CapabilityPolicy<'p> {
    layers: Vec<Layer<'p>>,
}

/// One policy.
#[derive(Clone, Debug)]
struct Layer<'p> {
    name: PolicyLayer,
    default_effect: Spanned<PolicyEffect>,
    entries: CapabilityEntries<'p>,
}

impl<'p> CapabilityPolicy<'p> {
    /// Lays policies over each other. Without a deployment its defaults count; the policies of the
    /// machine come in the order in which they are read.
    pub fn new(
        deployment: Option<&'p Policy>,
        machine: impl IntoIterator<Item = &'p MachinePolicy>,
    ) -> Self {
        let deployment = match deployment {
            Some(policy) => Layer::new(
                PolicyLayer::Deployment,
                policy.default_effect,
                &policy.capabilities,
            ),
            None => Layer {
                name: PolicyLayer::Deployment,
                default_effect: Policy::default().default_effect,
                entries: CapabilityEntries::default(),
            },
        };
        let machine = machine.into_iter().enumerate().map(|(index, policy)| {
            let name = PolicyLayer::Machine(index);
            Layer::new(name, policy.default_effect, &policy.capabilities)
        });
        Self {
            layers: std::iter::once(deployment).chain(machine).collect(),
        }
    }
}

impl<'p> Layer<'p> {
    fn new(
        name: PolicyLayer,
        default_effect: Spanned<PolicyEffect>,
        capabilities: &'p CapabilityEffects,
    ) -> Self {
        Self {
            name,
            default_effect,
            entries: CapabilityEntries::of(capabilities),
        }
    }

    /// Returns what this policy says of a capability.
    fn voice(&self, capability: &str) -> PolicyVoice<'p> {
        let default_effect = self.default_effect.value;
        // A machine's policy only tightens what a deployment says, so it implies nothing.
        let is_asked = self.name == PolicyLayer::Deployment
            && ASKED_BY_DEFAULT.contains(&capability)
            && default_effect < PolicyEffect::RequireApproval;
        let (source, effect) = match self.entries.entry_for(capability) {
            Some((key, effect)) => (EffectSource::Entry(key), effect),
            None if is_asked => (EffectSource::AskedByDefault, PolicyEffect::RequireApproval),
            None => (
                EffectSource::Default(self.default_effect.span),
                default_effect,
            ),
        };
        PolicyVoice {
            layer: self.name,
            source,
            effect,
        }
    }
}

/// Where an effect comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectSource<'p> {
    /// The entry with this key: the capability itself, `prefix.*` or `*`.
    Entry(&'p Spanned<String>),
    /// `default_effect`, with its place where it is written.
    Default(Option<Span>),
    /// No entry and a looser default: [`ASKED_BY_DEFAULT`].
    AskedByDefault,
}

impl EffectSource<'_> {
    /// Returns the place to point at; `None` where nobody wrote it.
    pub fn span(self) -> Option<Span> {
        match self {
            Self::Entry(key) => key.span,
            Self::Default(span) => span,
            Self::AskedByDefault => None,
        }
    }
}

/// What one policy says of one capability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyVoice<'p> {
    /// Which policy.
    pub layer: PolicyLayer,
    /// What in it.
    pub source: EffectSource<'p>,
    /// What it says.
    pub effect: PolicyEffect,
}

/// What all policies say of one capability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CapabilityVerdict<'p> {
    /// The capability.
    pub capability: &'p str,
    /// The strictest effect of all voices.
    pub effect: PolicyEffect,
    /// The deployment's policy, then the machine's.
    pub voices: Vec<PolicyVoice<'p>>,
}

impl<'p> CapabilityVerdict<'p> {
    /// Visits the voices that say what counts.
    pub fn deciding(&self) -> impl Iterator<Item = &PolicyVoice<'p>> {
        let voices = self.voices.iter();
        voices.filter(|voice| voice.effect == self.effect)
    }
}

/// What the policies decide about a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CapabilityDecision<'p> {
    /// The strictest effect over all capabilities; `allow` without any.
    pub effect: PolicyEffect,
    /// Every capability once, in the order in which the tool names them.
    pub verdicts: Vec<CapabilityVerdict<'p>>,
}

impl<'p> CapabilityDecision<'p> {
    /// Visits the capabilities that reach the strictest effect.
    pub fn matched(&self) -> impl Iterator<Item = &CapabilityVerdict<'p>> {
        let verdicts = self.verdicts.iter();
        verdicts.filter(|verdict| verdict.effect == self.effect)
    }
}

/// Decides about a call with these capabilities.
pub fn decide_capabilities<'p>(
    policy: &CapabilityPolicy<'p>,
    capabilities: impl IntoIterator<Item = &'p str>,
) -> CapabilityDecision<'p> {
    let mut seen = HashSet::new();
    let verdicts: Vec<CapabilityVerdict<'p>> = capabilities
        .into_iter()
        .filter(|capability| seen.insert(*capability))
        .map(|capability| {
            let layers = policy.layers.iter();
            let voices: Vec<_> = layers.map(|layer| layer.voice(capability)).collect();
            CapabilityVerdict {
                capability,
                effect: strictest(voices.iter().map(|voice| voice.effect)),
                voices,
            }
        })
        .collect();
    CapabilityDecision {
        effect: strictest(verdicts.iter().map(|verdict| verdict.effect)),
        verdicts,
    }
}

/// Returns the strictest effect; the loosest where there is none.
fn strictest(effects: impl Iterator<Item = PolicyEffect>) -> PolicyEffect {
    effects.max().unwrap_or(PolicyEffect::Allow)
}
