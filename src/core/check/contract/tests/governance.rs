//! Names, descriptions, permissions, capabilities, presets, bounds and variants.

use serde_json::json;

use super::{Rule, found, good};
use crate::check::contract::TIMEOUT_SECONDS_MAX;
use crate::model::{Idempotency, SideEffect};
use crate::registry::ToolSpec;

/// Name of the case, change to the good tool, and the rule and pointer of every problem.
type Case = (
    &'static str,
    fn(&mut ToolSpec),
    &'static [(Rule, &'static str)],
);

pub(super) const CASES: &[Case] = &[
    ("unchanged", |_| {}, &[]),
    (
        "of another toolkit",
        |tool| tool.name = "trackers.change_issue".to_owned(),
        &[(Rule::ToolName, "/name")],
    ),
    (
        "in capitals",
        |tool| tool.name = "tracker.changeIssue".to_owned(),
        &[(Rule::ToolName, "/name")],
    ),
    (
        "a name too long",
        |tool| tool.name = format!("tracker.{}", "a".repeat(64)),
        &[(Rule::ToolName, "/name")],
    ),
    (
        "the longest name",
        |tool| tool.name = format!("tracker.{}", "a".repeat(63)),
        &[],
    ),
    (
        "hardly a description",
        |tool| tool.description = "Change it.".to_owned(),
        &[(Rule::Description, "/description")],
    ),
    (
        "no sentence",
        |tool| tool.description = "changes one issue of the tracker.".to_owned(),
        &[(Rule::Description, "/description")],
    ),
    (
        "no end",
        |tool| tool.description = "Change one issue of the tracker".to_owned(),
        &[(Rule::Description, "/description")],
    ),
    (
        "ends with code",
        |tool| tool.description = "Change one issue; `close` needs `operation`".to_owned(),
        &[],
    ),
    (
        "names a setting",
        |tool| tool.description = "Change one issue with env://TRACKER_TOKEN.".to_owned(),
        &[(Rule::Description, "/description")],
    ),
    (
        "a permission of another toolkit",
        |tool| tool.permissions = vec!["trackers.write".to_owned()],
        &[(Rule::ForeignPermission, "/permissions/0")],
    ),
    (
        "an unknown permission",
        |tool| tool.permissions.push("tracker.change".to_owned()),
        &[(Rule::PermissionWord, "/permissions/1")],
    ),
    (
        "a change with the permission to read",
        |tool| tool.permissions = vec!["tracker.read".to_owned()],
        &[(Rule::PermissionOfEffect, "/permissions")],
    ),
    (
        "a change without permission",
        |tool| tool.permissions.clear(),
        &[(Rule::PermissionOfEffect, "/permissions")],
    ),
    (
        "another word for a change, and reading beside it",
        |tool| tool.permissions = vec!["tracker.send".to_owned(), "tracker.read".to_owned()],
        &[],
    ),
    (
        "a reading variant that needs to write",
        |tool| tool.variants[0].permissions = vec!["tracker.write".to_owned()],
        &[(Rule::PermissionOfEffect, "/variants/0/permissions/0")],
    ),
    (
        "an unknown capability",
        |tool| tool.policy_capabilities.push("network.wirte".to_owned()),
        &[(Rule::UnknownCapability, "/policy_capabilities/1")],
    ),
    (
        "an unknown capability of a variant",
        |tool| tool.variants[0].policy_capabilities = vec!["network".to_owned()],
        &[(Rule::UnknownCapability, "/variants/0/policy_capabilities/0")],
    ),
    (
        "a change without capability",
        |tool| tool.policy_capabilities.clear(),
        &[(Rule::MissingCapability, "/policy_capabilities")],
    ),
    (
        "a reading variant without capability",
        |tool| tool.variants[0].policy_capabilities.clear(),
        &[],
    ),
    (
        "a changing variant without capability",
        |tool| tool.variants[1].policy_capabilities.clear(),
        &[(Rule::MissingCapability, "/variants/1/policy_capabilities")],
    ),
    (
        "an unknown preset",
        |tool| tool.preset = "inventory",
        &[(Rule::UnknownPreset, "/preset")],
    ),
    (
        "an unknown preset that repeats changes",
        |tool| {
            tool.preset = "inventory";
            tool.attempts = 2;
            tool.idempotency = Idempotency::NonIdempotent;
        },
        &[
            (Rule::UnknownPreset, "/preset"),
            (Rule::Idempotency, "/idempotency"),
            (Rule::Attempts, "/attempts"),
        ],
    ),
    (
        "another effect than the preset's",
        |tool| tool.side_effect = SideEffect::Destructive,
        &[(Rule::SideEffect, "/side_effect")],
    ),
    (
        "another idempotency",
        |tool| tool.idempotency = Idempotency::Idempotent,
        &[(Rule::Idempotency, "/idempotency")],
    ),
    (
        "another number of attempts",
        |tool| tool.attempts = 3,
        &[(Rule::Attempts, "/attempts")],
    ),
    (
        "an effect without a preset in a variant",
        |tool| tool.variants[1].idempotency = Idempotency::NonIdempotent,
        &[(Rule::Idempotency, "/variants/1/idempotency")],
    ),
    (
        "another deadline, and asking",
        |tool| {
            tool.timeout_seconds = TIMEOUT_SECONDS_MAX;
            tool.approval = true;
        },
        &[],
    ),
    (
        "no time",
        |tool| tool.timeout_seconds = 0.0,
        &[(Rule::Timeout, "/timeout_seconds")],
    ),
    (
        "no deadline",
        |tool| tool.timeout_seconds = f64::INFINITY,
        &[(Rule::Timeout, "/timeout_seconds")],
    ),
    (
        "a deadline that is no number",
        |tool| tool.timeout_seconds = f64::NAN,
        &[(Rule::Timeout, "/timeout_seconds")],
    ),
    (
        "no result",
        |tool| tool.result_bytes = 0,
        &[(Rule::ResultBytes, "/result_bytes")],
    ),
    (
        "any result",
        |tool| tool.result_bytes = u64::MAX,
        &[(Rule::ResultBytes, "/result_bytes")],
    ),
    (
        "results of any kind",
        |tool| tool.output_schema = json!({}),
        &[(Rule::OutputSchema, "/output_schema")],
    ),
    (
        "an argument that is none in free_form",
        |tool| tool.free_form.push("bodies".to_owned()),
        &[(Rule::FreeForm, "/free_form/1")],
    ),
    (
        "an argument twice in free_form",
        |tool| tool.free_form.push("body".to_owned()),
        &[(Rule::FreeForm, "/free_form/1")],
    ),
    (
        "narrow arguments in free_form",
        |tool| {
            let more = ["votes", "operation", "title"];
            tool.free_form.extend(more.map(str::to_owned));
        },
        &[
            (Rule::FreeForm, "/free_form/1"),
            (Rule::FreeForm, "/free_form/2"),
        ],
    ),
    (
        "a free argument that is not listed",
        |tool| tool.free_form.clear(),
        &[(Rule::UntypedValue, "/input_schema/properties/body")],
    ),
    (
        "a variant of no argument",
        |tool| tool.variants[0].argument = "action".to_owned(),
        &[(Rule::VariantArgument, "/variants/0/argument")],
    ),
    (
        "a variant of an argument without a list",
        |tool| tool.variants[0].argument = "title".to_owned(),
        &[(Rule::VariantArgument, "/variants/0/argument")],
    ),
    (
        "a variant of an unknown value",
        |tool| tool.variants[1].values.push("open".to_owned()),
        &[(Rule::VariantValue, "/variants/1/values/1")],
    ),
    (
        "a value in two variants",
        |tool| tool.variants[1].values.push("show".to_owned()),
        &[(Rule::VariantValue, "/variants/1/values/1")],
    ),
    (
        "a variant of nothing",
        |tool| tool.variants[0].values.clear(),
        &[(Rule::VariantValue, "/variants/0/values")],
    ),
];

#[test]
fn governance_is_held_against_the_rules() {
    for (name, change, expected) in CASES {
        let mut tool = good();
        change(&mut tool);
        let expected: Vec<(Rule, String)> = expected
            .iter()
            .map(|(rule, pointer)| (*rule, (*pointer).to_owned()))
            .collect();
        assert_eq!(found(tool), expected, "{name}");
    }
}
