//! Workflows and their graphs.

use serde_json::{Value as Json, json};

use super::super::WorkflowNodeKind;
use super::{Document, assert_cases, decode, findings, step, told, workflow};
use crate::diagnostics::Severity;

#[test]
fn workflows_are_checked() {
    let plain = |nodes: Json| workflow(json!({}), nodes);
    let field = |kind: &str| plain(json!([step("a", json!({"kind": kind}))]));
    assert_cases(&[
        (
            "right",
            workflow(
                json!({
                    "input_schema": {"type": "object", "properties": {"city": {}}},
                    "output_key": "b_out",
                }),
                json!([
                    step(
                        "a",
                        json!({
                            "kind": "agent",
                            "agent": "assistant",
                            "input_template": "{{ city }} {{input}}",
                        })
                    ),
                    step(
                        "b",
                        json!({
                            "kind": "map_agent",
                            "agent": "assistant",
                            "map_from": "a_out",
                            "depends_on": ["a"],
                            "input_template": "{{item}} {{a_out.output}} {{a_out}}",
                        })
                    ),
                    step(
                        "c",
                        json!({
                            "kind": "handler",
                            "handler": "tool:sample.echo",
                            "arguments": {"text": "x"},
                            "depends_on": ["b"],
                            "input_template": "{{a_out}}",
                        })
                    ),
                ]),
            ),
            &[],
        ),
        (
            "no steps",
            plain(json!([])),
            &[("invalid-value", "workflows.w.nodes")],
        ),
        (
            "an agent step",
            field("agent"),
            &[("missing-key", "workflows.w.nodes.0.agent")],
        ),
        (
            "a map_agent step",
            field("map_agent"),
            &[
                ("missing-key", "workflows.w.nodes.0.agent"),
                ("missing-key", "workflows.w.nodes.0.map_from"),
            ],
        ),
        (
            "a handler step",
            field("handler"),
            &[("missing-key", "workflows.w.nodes.0.handler")],
        ),
        (
            "a predicate step",
            field("predicate"),
            &[("missing-key", "workflows.w.nodes.0.condition")],
        ),
        (
            "an approval step",
            field("approval"),
            &[("missing-key", "workflows.w.nodes.0.approval")],
        ),
        (
            "a workflow step",
            field("workflow"),
            &[("missing-key", "workflows.w.nodes.0.workflow_name")],
        ),
        ("a join step", field("join"), &[]),
        (
            "an unknown kind",
            field("agnt"),
            &[("unknown-value", "workflows.w.nodes.0.kind")],
        ),
        (
            "one id twice",
            plain(json!([step("a", json!({})), step("a", json!({}))])),
            &[("duplicate-name", "workflows.w.nodes.1.id")],
        ),
        (
            "an unknown step",
            plain(json!([step("a", json!({"depends_on": ["b"]}))])),
            &[("unknown-step", "workflows.w.nodes.0.depends_on.0")],
        ),
        (
            "a step before itself",
            plain(json!([step("a", json!({"depends_on": ["a"]}))])),
            &[("workflow-cycle", "workflows.w.nodes.0.depends_on")],
        ),
        (
            "a circle",
            plain(json!([
                step("start", json!({})),
                step("a", json!({"depends_on": ["start", "c"]})),
                step("b", json!({"depends_on": ["a"]})),
                step("c", json!({"depends_on": ["b"]})),
            ])),
            &[("workflow-cycle", "workflows.w.nodes.1.depends_on")],
        ),
        (
            "a diamond is no circle",
            plain(json!([
                step("a", json!({})),
                step("b", json!({"depends_on": ["a"]})),
                step("c", json!({"depends_on": ["a"]})),
                step("d", json!({"depends_on": ["b", "c"]})),
            ])),
            &[],
        ),
        (
            "a template typo",
            plain(json!([step("a", json!({"input_template": "{{inptu}}"}))])),
            &[("workflow-template", "workflows.w.nodes.0.input_template")],
        ),
        (
            "an output from beside",
            plain(json!([
                step("a", json!({})),
                step("b", json!({"input_template": "{{a_out}}"}))
            ])),
            &[("workflow-template", "workflows.w.nodes.1.input_template")],
        ),
        (
            "an item outside a map",
            plain(json!([step("a", json!({"input_template": "{{item}}"}))])),
            &[("workflow-template", "workflows.w.nodes.0.input_template")],
        ),
        (
            "a repetition that reads itself",
            plain(json!([step(
                "a",
                json!({"max_iterations": 3, "input_template": "{{a_out}}"})
            )])),
            &[],
        ),
        (
            "arguments of a hook",
            plain(json!([step(
                "a",
                json!({"kind": "handler", "handler": "hook", "arguments": {"a": 1}})
            )])),
            &[("conflicting-settings", "workflows.w.nodes.0.arguments")],
        ),
        (
            "two schemas",
            plain(json!([step(
                "a",
                json!({"output_schema": {}, "output_schema_hook": "h"})
            )])),
            &[(
                "conflicting-settings",
                "workflows.w.nodes.0.output_schema_hook",
            )],
        ),
        (
            "a schema of nothing",
            workflow(
                json!({"output_schema": {"type": "object"}}),
                json!([step("a", json!({}))]),
            ),
            &[("missing-key", "workflows.w.output_key")],
        ),
        (
            "an output that no step makes",
            workflow(json!({"output_key": "a_ot"}), json!([step("a", json!({}))])),
            &[("unknown-output", "workflows.w.output_key")],
        ),
        (
            "a wrong schema",
            workflow(
                json!({"input_schema": {"anyOf": []}}),
                json!([step("a", json!({}))]),
            ),
            &[("invalid-schema", "workflows.w.input_schema.anyOf")],
        ),
        (
            "another name than the key",
            workflow(json!({"name": "v"}), json!([step("a", json!({}))])),
            &[("conflicting-settings", "workflows.w.name")],
        ),
        (
            "a hook without function",
            workflow(
                json!({"hook_provider": "module"}),
                json!([step("a", json!({}))]),
            ),
            &[("invalid-value", "workflows.w.hook_provider")],
        ),
        (
            "an unknown agent",
            plain(json!([step(
                "a",
                json!({"kind": "agent", "agent": "assistnt"})
            )])),
            &[("unknown-agent", "workflows.w.nodes.0.agent")],
        ),
        (
            "resources",
            plain(json!([step(
                "a",
                json!({"resources": [
                    {"kind": "tool", "name": "any"},
                    {"kind": "query_source", "name": "q"},
                    {"kind": "retrieval", "name": "r"},
                    {"kind": "cache", "name": "c"},
                    {"kind": "service", "name": "any"},
                ]})
            )])),
            &[
                ("unknown-resource", "workflows.w.nodes.0.resources.1.name"),
                ("unknown-resource", "workflows.w.nodes.0.resources.2.name"),
                ("unknown-resource", "workflows.w.nodes.0.resources.3.name"),
            ],
        ),
    ]);
    let (file, _) = Document::new(field("approval")).decode(decode);
    let steps = file
        .workflows
        .get("w")
        .map(|workflow| workflow.nodes.as_slice());
    let kind = steps.and_then(|steps| steps.first()).map(|step| step.kind);
    assert_eq!(kind, Some(WorkflowNodeKind::Approval));
}

#[test]
fn agents_without_a_readable_name_silence_doubt() {
    let nodes = json!([step("a", json!({"kind": "agent", "agent": "other"}))]);
    let mut document = workflow(json!({}), nodes);
    document["agents"][0]["name"] = json!(7);
    assert_eq!(
        findings(document),
        [("wrong-type", "agents.0.name".to_owned())]
    );
}

#[test]
fn long_circles_and_deep_chains_are_no_trouble() {
    let chain = |closed: bool| {
        let steps = 3000;
        let nodes: Vec<Json> = (0..steps)
            .map(|index| {
                let before = if index > 0 { index - 1 } else { steps - 1 };
                let depends: Vec<String> = if index > 0 || closed {
                    vec![format!("s{before}")]
                } else {
                    Vec::new()
                };
                step(&format!("s{index}"), json!({"depends_on": depends}))
            })
            .collect();
        workflow(json!({}), Json::Array(nodes))
    };
    assert_eq!(findings(chain(false)), []);
    let (diagnostics, _) = told(chain(true));
    let [found] = diagnostics.as_slice() else {
        panic!("one finding");
    };
    assert_eq!(found.rule, "workflow-cycle");
    assert!(found.message.len() < 300, "{}", found.message);
    assert_eq!(found.labels.len(), 9);
}

#[test]
fn a_search_that_takes_too_long_is_given_up_and_said() {
    let steps = 4000;
    let nodes: Vec<Json> = (0..steps)
        .map(|index| match index {
            0 => step("s0", json!({})),
            _ => step(
                &format!("s{index}"),
                json!({"depends_on": [format!("s{}", index - 1)], "input_template": "{{s0_out}}"}),
            ),
        })
        .collect();
    let (diagnostics, _) = told(workflow(json!({}), Json::Array(nodes)));
    let found: Vec<_> = diagnostics
        .iter()
        .map(|found| (found.rule, found.severity, found.field.as_deref()))
        .collect();
    let expected = ("workflow-template", Severity::Warning, Some("workflows.w"));
    assert_eq!(found, [expected]);
}
