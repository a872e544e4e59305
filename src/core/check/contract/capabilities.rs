//! How effects are classified for the policy of a deployment.

use super::Subject;
use super::problem::{ContractRule, Problems};
use crate::diagnostics::closest::closest;
use crate::governance::capability::CAPABILITIES;
use crate::model::SideEffect;

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let tool = subject.tool;
    check_list(tool.side_effect, &tool.policy_capabilities, "", problems);
    for (index, variant) in tool.variants.iter().enumerate() {
        let parent = format!("/variants/{index}");
        let capabilities = &variant.policy_capabilities;
        check_list(variant.side_effect, capabilities, &parent, problems);
    }
}

/// Checks the capabilities of a tool or of one of its variants.
fn check_list(effect: SideEffect, capabilities: &[String], parent: &str, problems: &mut Problems) {
    for (index, capability) in capabilities.iter().enumerate() {
        if CAPABILITIES.contains(&capability.as_str()) {
            continue;
        }
        let question = closest(capability, CAPABILITIES)
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        let pointer = format!("{parent}/policy_capabilities/{index}");
        let message = format!("no policy knows this capability{question}");
        problems.add(ContractRule::UnknownCapability, pointer, message);
    }
    if effect > SideEffect::Read && capabilities.is_empty() {
        let pointer = format!("{parent}/policy_capabilities");
        let message = "what changes something has a capability, so that a policy can speak of it";
        problems.add(ContractRule::MissingCapability, pointer, message);
    }
}
