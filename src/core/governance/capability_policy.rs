//! What policies say about the capabilities of a call.

use crate::config::deployment::Policy;
use crate::config::host_policy::HostPolicy;
use crate::config::{PolicyEffect, entry_for};
use crate::source::Spanned;

/// Capabilities that ask where no entry speaks about them, whatever the default is.
const ASKING: [&str; 2] = ["process.execute", "shell.execute"];

/// Whose policy speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicySource {
    /// The deployment's, or the rules of the program where there is none.
    Deployment,
    /// The machine's.
    Machine,
}

impl PolicySource {
    /// Returns its name in sentences.
    pub fn words(self) -> &'static str {
        match self {
            Self::Deployment => "the deployment's policy",
            Self::Machine => "the policy of this machine",
        }
    }

    /// Tells whether it is the machine's.
    pub fn is_machine(self) -> bool {
        self == Self::Machine
    }
}

/// What one policy says about one capability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CapabilityVoice<'p> {
    /// The capability.
    pub capability: &'p str,
    /// What happens.
    pub effect: PolicyEffect,
    /// Who says so.
    pub source: PolicySource,
    /// The entry that says so; `None` for the default.
    pub entry: Option<&'p Spanned<String>>,
}

/// Returns what every policy says about every capability.
pub fn voices<'p>(
    policy: Option<&'p Policy>,
    machine: &'p [HostPolicy],
    capabilities: &'p [String],
) -> Vec<CapabilityVoice<'p>> {
    let mut voices = Vec::new();
    for capability in capabilities {
        let asking = ASKING.contains(&capability.as_str());
        let entry = policy.and_then(|policy| entry_for(&policy.capabilities, capability));
        let default = policy.map_or(PolicyEffect::Allow, |policy| policy.default_effect);
        let default = match asking {
            true => default.max(PolicyEffect::RequireApproval),
            false => default,
        };
        voices.push(CapabilityVoice {
            capability,
            effect: entry.map_or(default, |(_, effect)| effect),
            source: PolicySource::Deployment,
            entry: entry.map(|(key, _)| key),
        });
        for policy in machine {
            let policy = &policy.policy;
            let entry = entry_for(&policy.capabilities, capability);
            voices.push(CapabilityVoice {
                capability,
                effect: entry.map_or(policy.default_effect, |(_, effect)| effect),
                source: PolicySource::Machine,
                entry: entry.map(|(key, _)| key),
            });
        }
    }
    voices
}
