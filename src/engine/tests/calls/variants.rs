//! Tools whose governance depends on an argument.

use algen_core::model::{Idempotency, SideEffect};
use algen_core::registry::Variant;

use super::*;

/// A tool that reads, or writes where `operation` says so; without it, it reads.
fn versatile() -> ToolSpec {
    let variant = |values: &[&str], side_effect, idempotency, permission: &str| Variant {
        argument: "operation".to_owned(),
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        side_effect,
        idempotency,
        permissions: vec![permission.to_owned()],
        policy_capabilities: Vec::new(),
        requires: None,
    };
    let mut spec = tool(Preset::READ);
    spec.input_schema = json!({
        "type": "object",
        "properties": {
            "operation": {"type": "string", "enum": ["show", "add", "drop"], "default": "show"},
        },
        "additionalProperties": false,
    });
    spec.variants = vec![
        variant(
            &["show"],
            SideEffect::Read,
            Idempotency::Idempotent,
            "t.read",
        ),
        variant(&["add"], SideEffect::Write, Idempotency::Keyed, "t.write"),
        variant(
            &["drop"],
            SideEffect::Destructive,
            Idempotency::Keyed,
            "t.write",
        ),
    ];
    spec
}

#[tokio::test]
async fn the_selected_variant_governs() {
    let all = &["t.read", "t.write"][..];
    let cases = [
        ("reading", all, json!({"operation": "show"}), "done", 0),
        ("reading by default", all, json!({}), "done", 0),
        ("writing", all, json!({"operation": "add"}), "done", 1),
        ("destroying", all, json!({"operation": "drop"}), "done", 1),
        (
            "reading without writing",
            &["t.read"][..],
            json!({}),
            "done",
            0,
        ),
        (
            "writing without the permission",
            &["t.read"][..],
            json!({"operation": "add"}),
            "refused tool-permission",
            0,
        ),
        (
            "an operation that there is not",
            &[][..],
            json!({"operation": "push"}),
            "refused invalid-arguments",
            0,
        ),
    ];
    for (name, permissions, arguments, expected, asked) in cases {
        let mut world = World {
            person: Answering::with([yes()]),
            ..World::asking()
        };
        world.agent.tool_permissions = Names::of(permissions);
        let scripted = Scripted::new([Act::SendAndGive(json!(1))]);
        let report = world
            .call(&versatile(), &scripted, with_arguments(arguments))
            .await;
        assert_eq!(ended(&report), expected, "{name}");
        assert_eq!(world.person.times_asked(), asked, "{name}");
    }
}

/// The attempts of the tool are those of its reads.
#[tokio::test]
async fn a_variant_that_writes_is_tried_once() {
    let world = World::new();
    for (operation, expected, attempts) in [
        ("add", "unknown reset", 1),
        ("show", "not_attempted reset", 3),
    ] {
        let scripted = Scripted::new([Act::FailAfter(transient("reset"))]);
        let call = with_arguments(json!({"operation": operation}));
        let report = world.call(&versatile(), &scripted, call).await;
        assert_eq!(ended(&report), expected, "{operation}");
        assert_eq!(scripted.attempts(), attempts, "{operation}");
    }
}
