//! Names of tools.

use std::collections::HashSet;

use super::Subject;
use super::problem::{ContractRule, Problems};
use crate::config::is_action;
use crate::registry::ToolSpec;

/// Most characters of an action.
const ACTION_CHARS_MAX: usize = 63;

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let (toolkit, name) = (subject.toolkit, &subject.tool.name);
    let action = name
        .strip_prefix(toolkit)
        .and_then(|rest| rest.strip_prefix('.'));
    let Some(action) = action else {
        let message = format!("a tool of this toolkit is called `{toolkit}.<action>`");
        problems.add(ContractRule::ToolName, "/name", message);
        return;
    };
    let holds = is_action(action) && action.len() <= ACTION_CHARS_MAX;
    problems.need(holds, ContractRule::ToolName, "/name", || {
        format!(
            "behind `{toolkit}.` stand a small letter, then small letters, digits and `_`, at \
             most {ACTION_CHARS_MAX} in all"
        )
    });
}

/// Finds names that two tools have.
pub(super) fn check_unique(tools: &[ToolSpec], problems: &mut Problems) {
    let mut seen = HashSet::with_capacity(tools.len());
    for tool in tools {
        if !seen.insert(&tool.name) {
            problems.enter(&tool.name);
            let message = "another tool of this toolkit has the name already";
            problems.add(ContractRule::DuplicateTool, "/name", message);
        }
    }
}
