//! What a tool says of itself to models and people.

use super::Subject;
use super::problem::{ContractRule, Problems};

/// Fewest characters of a description that says something.
const CHARS_MIN: usize = 16;

/// Beginnings of names that belong to a deployment and never into a description.
const PRIVATE: [&str; 4] = ["env://", "file://", "exec://", "ALGEN_TOOLS"];

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let (rule, pointer) = (ContractRule::Description, "/description");
    let description = subject.tool.description.as_str();
    if description.chars().count() < CHARS_MIN {
        let message = format!("a description has at least {CHARS_MIN} characters");
        problems.add(rule, pointer, message);
        return;
    }
    let begins = description.chars().next();
    let sentences = begins.is_some_and(|first| !first.is_lowercase() && !first.is_whitespace())
        && description.ends_with(['.', '`']);
    problems.need(sentences, rule, pointer, || {
        "a description is full sentences, from a capital letter to a period".to_owned()
    });
    if let Some(named) = PRIVATE.iter().find(|word| description.contains(**word)) {
        let message = format!("a description names no setting of a deployment, as `{named}` does");
        problems.add(rule, pointer, message);
    }
}
