//! Each rule with a tool that keeps it and one that breaks it.

mod governance;
mod schemas;

use std::collections::BTreeSet;

use serde_json::json;

use super::*;
use crate::governance::Preset;
use crate::registry::{ToolSpec, Variant};
use ContractRule as Rule;

/// A tool that keeps every rule and has something for each of them.
fn good() -> ToolSpec {
    let mut tool = Preset::EXTERNAL.tool(
        "tracker",
        "change_issue",
        "Change one issue, or close it. Others see the change.",
        json!({
            "type": "object",
            "properties": {
                "operation": {"type": "string", "enum": ["show", "close"]},
                "title": {"type": "string", "maxLength": 200},
                "votes": {"type": "integer", "minimum": 0, "maximum": 10},
                "labels": {"type": "array", "items": {"type": "string", "maxLength": 20},
                    "maxItems": 5},
                "fields": {"type": "object", "maxProperties": 10,
                    "additionalProperties": {"type": "string", "maxLength": 20}},
                "due": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
                "place": {"type": "object", "properties": {}, "additionalProperties": false},
                "body": {},
            },
            "additionalProperties": false,
        }),
        json!({"type": "object"}),
    );
    tool.policy_capabilities = vec!["network.write".to_owned()];
    tool.free_form = vec!["body".to_owned()];
    let variant = |preset: Preset, value: &str, capability: &str| Variant {
        argument: "operation".to_owned(),
        values: vec![value.to_owned()],
        side_effect: preset.side_effect,
        idempotency: preset.idempotency,
        permissions: preset.permissions("tracker"),
        policy_capabilities: vec![capability.to_owned()],
        requires: None,
    };
    tool.variants = vec![
        variant(Preset::ONCE, "show", "network.read"),
        variant(Preset::EXTERNAL, "close", "network.write"),
    ];
    tool
}

/// Returns rule and pointer of every problem of one tool.
fn found(tool: ToolSpec) -> Vec<(Rule, String)> {
    let problems = contract_problems("tracker", &[tool]).into_iter();
    problems
        .map(|problem| (problem.rule, problem.pointer))
        .collect()
}

#[test]
fn two_tools_have_two_names() {
    let problems = contract_problems("tracker", &[good(), good()]);
    let found: Vec<_> = problems
        .iter()
        .map(|problem| {
            (
                problem.rule,
                problem.tool.as_str(),
                problem.pointer.as_str(),
            )
        })
        .collect();
    let expected = (Rule::DuplicateTool, "tracker.change_issue", "/name");
    assert_eq!(found, [expected]);
}

#[test]
fn every_rule_has_a_case_and_a_word_of_its_own() {
    let elsewhere = [Rule::DuplicateTool, Rule::MoreProblems];
    let governance = governance::CASES
        .iter()
        .flat_map(|(_, _, expected)| *expected);
    let schemas = schemas::CASES.iter().flat_map(|(_, _, expected)| *expected);
    let tried = governance.chain(schemas).map(|(rule, _)| *rule);
    let tried: BTreeSet<Rule> = tried.chain(elsewhere).collect();
    let all: BTreeSet<Rule> = Rule::ALL.iter().copied().collect();
    assert_eq!(tried, all);
    let words: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.word()).collect();
    assert_eq!(words.len(), Rule::ALL.len());
    let problem = contract_problems("other", &[good()]).swap_remove(0);
    let written = serde_json::to_value(&problem).expect("a problem is JSON");
    assert_eq!(
        written,
        json!({
            "rule": "tool-name",
            "tool": "tracker.change_issue",
            "pointer": "/name",
            "message": "a tool of this toolkit is called `other.<action>`",
        })
    );
}
