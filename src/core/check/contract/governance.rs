//! Governance is what a preset says; a connector never sets it by hand.

use super::Subject;
use super::problem::{ContractRule, Problems};
use crate::governance::Preset;
use crate::model::{Idempotency, SideEffect};

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    match Preset::from_word(subject.tool.preset) {
        Some(preset) => check_preset(subject, &preset, problems),
        None => check_without_preset(subject, problems),
    }
    for (index, variant) in subject.tool.variants.iter().enumerate() {
        let of_effect = |preset: &Preset| preset.side_effect == variant.side_effect;
        let known = Preset::ALL.into_iter().find(of_effect);
        let holds = known.is_some_and(|preset| preset.idempotency == variant.idempotency);
        let pointer = format!("/variants/{index}/idempotency");
        problems.need(holds, ContractRule::Idempotency, &pointer, || {
            let effect = variant.side_effect.word();
            format!("no preset with the effect {effect} has this idempotency")
        });
    }
}

/// Compares a tool with its preset. The deadline and whether it asks are the deployment's to
/// change; the permission's word is among the rules of permissions.
fn check_preset(subject: &Subject<'_>, preset: &Preset, problems: &mut Problems) {
    let tool = subject.tool;
    let name = preset.name;
    let holds = tool.side_effect == preset.side_effect;
    problems.need(holds, ContractRule::SideEffect, "/side_effect", || {
        let effect = preset.side_effect.word();
        format!("the preset {name} has the effect {effect}")
    });
    let holds = tool.idempotency == preset.idempotency;
    problems.need(holds, ContractRule::Idempotency, "/idempotency", || {
        let idempotency = preset.idempotency.word();
        format!("the preset {name} is {idempotency}")
    });
    let holds = tool.attempts == preset.attempts;
    problems.need(holds, ContractRule::Attempts, "/attempts", || {
        format!("attempts of the preset {name}: {}", preset.attempts)
    });
}

/// What holds for every change, whoever declares it.
fn check_without_preset(subject: &Subject<'_>, problems: &mut Problems) {
    let tool = subject.tool;
    let words: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name).collect();
    let message = format!("governance comes from a preset: {}", words.join(", "));
    problems.add(ContractRule::UnknownPreset, "/preset", message);
    if tool.side_effect <= SideEffect::Read {
        return;
    }
    let holds = tool.idempotency != Idempotency::NonIdempotent;
    problems.need(holds, ContractRule::Idempotency, "/idempotency", || {
        "what changes something is keyed or idempotent".to_owned()
    });
    problems.need(
        tool.attempts == 1,
        ContractRule::Attempts,
        "/attempts",
        || "what changes something has one attempt".to_owned(),
    );
}
