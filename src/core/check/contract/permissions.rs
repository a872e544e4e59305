//! What an agent must be granted.

use super::Subject;
use super::problem::{ContractRule, Problems};
use crate::model::SideEffect;

/// The words that stand behind `<toolkit>.` in a permission.
pub const PERMISSION_WORDS: [&str; 5] = ["read", "write", "send", "restore", "interact"];

/// Returns the words that a tool with this effect may need.
fn words_of(effect: SideEffect) -> &'static [&'static str] {
    match effect {
        SideEffect::None => &["interact"],
        SideEffect::Read => &["read"],
        SideEffect::Write | SideEffect::External | SideEffect::Destructive => {
            &["write", "send", "restore"]
        }
    }
}

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let tool = subject.tool;
    let toolkit = subject.toolkit;
    check_list(toolkit, tool.side_effect, &tool.permissions, "", problems);
    for (index, variant) in tool.variants.iter().enumerate() {
        let parent = format!("/variants/{index}");
        let permissions = &variant.permissions;
        check_list(toolkit, variant.side_effect, permissions, &parent, problems);
    }
}

/// Checks the permissions of a tool or of one of its variants.
fn check_list(
    toolkit: &str,
    effect: SideEffect,
    permissions: &[String],
    parent: &str,
    problems: &mut Problems,
) {
    let allowed = words_of(effect);
    let mut is_granted = false;
    let mut is_sound = true;
    for (index, permission) in permissions.iter().enumerate() {
        let pointer = format!("{parent}/permissions/{index}");
        let word = permission
            .strip_prefix(toolkit)
            .and_then(|rest| rest.strip_prefix('.'));
        match word {
            None => {
                is_sound = false;
                let message = format!("permissions of this toolkit start with `{toolkit}.`");
                problems.add(ContractRule::ForeignPermission, pointer, message);
            }
            Some(word) if !PERMISSION_WORDS.contains(&word) => {
                is_sound = false;
                let known = PERMISSION_WORDS.join(", ");
                let message = format!("behind the toolkit's name stands one of {known}");
                problems.add(ContractRule::PermissionWord, pointer, message);
            }
            Some(word) if allowed.contains(&word) => is_granted = true,
            // Whoever changes something may have to be allowed to read it too.
            Some("read") if effect > SideEffect::Read => {}
            Some(word) => {
                is_sound = false;
                let message = format!("`{word}` does not go with the effect {}", effect.word());
                problems.add(ContractRule::PermissionOfEffect, pointer, message);
            }
        }
    }
    let needs_one = effect != SideEffect::None;
    if needs_one && is_sound && !is_granted {
        let (words, effect) = (allowed.join(", "), effect.word());
        let message = format!("the effect {effect} needs a permission: one of {words}");
        let pointer = format!("{parent}/permissions");
        problems.add(ContractRule::PermissionOfEffect, pointer, message);
    }
}
