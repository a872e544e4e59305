//! The golden contract of each connector, beside its code. `UPDATE_CONTRACTS=1` writes them.

use std::path::Path;

use algen_core::registry::{PluginSpec, ToolSpec, Toolkit, Variant};
use serde_json::{Value, json};

use super::{built_in, declared, entries};
use crate::ALL;

fn variant(variant: &Variant) -> Value {
    json!({
        "argument": variant.argument,
        "values": variant.values,
        "side_effect": variant.side_effect,
        "idempotency": variant.idempotency,
        "permissions": variant.permissions,
        "policy_capabilities": variant.policy_capabilities,
        "requires": variant.requires,
    })
}

fn tool(tool: &ToolSpec) -> Value {
    json!({
        "name": tool.name,
        "version": tool.version,
        "description": tool.description,
        "preset": tool.preset,
        "side_effect": tool.side_effect,
        "idempotency": tool.idempotency,
        "key_reaches": tool.key_reaches,
        "permissions": tool.permissions,
        "policy_capabilities": tool.policy_capabilities,
        "timeout_seconds": tool.timeout_seconds,
        "attempts": tool.attempts,
        "approval": tool.approval,
        "result_bytes": tool.result_bytes,
        "cache_context": tool.cache_context,
        "environment": tool.environment,
        "egress": tool.egress,
        "free_form": tool.free_form,
        "requires": tool.requires,
        "variants": tool.variants.iter().map(variant).collect::<Vec<_>>(),
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
    })
}

fn toolkit(toolkit: &Toolkit) -> Value {
    json!({
        "egress": toolkit.egress,
        "tools": toolkit.tools.iter().map(tool).collect::<Vec<_>>(),
    })
}

fn contract(plugin: &PluginSpec) -> Value {
    let connector = plugin.connector;
    let settings: Vec<Value> = (connector.settings)()
        .iter()
        .map(|field| {
            json!({
                "key": field.key,
                "variable": field.from_variable.then(|| plugin.variable(field.key)),
                "required": field.required,
                "default": field.default,
            })
        })
        .collect();
    let full = entries::full();
    let (_, name, entry) = full
        .iter()
        .find(|(name, _, _)| *name == connector.name)
        .expect("every connector has an entry");
    json!({
        "plugin": plugin.reference,
        "summary": connector.summary,
        "maturity": connector.maturity,
        "egress": connector.egress,
        "programs": connector.programs,
        "default_tools": connector.default_tools,
        "settings": settings,
        "built_in": toolkit(&built_in(plugin)),
        "declared": {
            "toolkit": name,
            "entry": entry,
            "contract": toolkit(&declared(connector.name, name, entry).0),
        },
    })
}

#[test]
fn contracts_are_as_committed() {
    let update = std::env::var_os("UPDATE_CONTRACTS").is_some_and(|value| value == "1");
    for plugin in ALL {
        let name = plugin.connector.name;
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(name)
            .join("contract.snap");
        let text = serde_json::to_string_pretty(&contract(plugin)).expect("JSON") + "\n";
        if update {
            std::fs::write(&path, &text).expect("the golden file can be written");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == text,
            "the contract of {name} is not the one in {}; run with UPDATE_CONTRACTS=1 and read \
             the difference",
            path.display()
        );
    }
}
