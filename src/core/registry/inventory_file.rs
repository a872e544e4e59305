//! Reads the inventory that a Python runtime's `describe --json` wrote.

use serde::Deserialize;
use serde_json::Value;

use super::spec::{KeyReach, ToolSpec};
use crate::config::Decoder;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::model::{Idempotency, SideEffect};
use crate::source::{Source, Span};

/// The part of an inventory that is read; everything else is left alone, so that inventories of
/// later versions load.
#[derive(Deserialize)]
struct InventoryFile {
    tools: Vec<InventoryTool>,
}

#[derive(Deserialize)]
struct InventoryTool {
    name: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    description: String,
    source: String,
    side_effect: String,
    idempotency: String,
    #[serde(default)]
    required_permissions: Vec<String>,
    #[serde(default)]
    timeout_seconds: f64,
    #[serde(default)]
    max_attempts: u32,
    #[serde(default)]
    requires_approval: bool,
    #[serde(default)]
    input_schema: Value,
    #[serde(default)]
    output_schema: Value,
    #[serde(default)]
    env: Vec<String>,
}

/// Returns the tools of one plugin; problems are reported at `named_at`, where the file is named.
pub(super) fn tools(
    source: &Source,
    plugin: &str,
    named_at: Option<Span>,
    decoder: &mut Decoder<'_>,
) -> Vec<ToolSpec> {
    let mut report = |message: String, help: &str| {
        decoder.diagnostics.push(
            Diagnostic::new("invalid-inventory", Code::Plugin, Severity::Error, message)
                .at(named_at, "named here")
                .name(plugin)
                .help(help),
        );
    };
    let rewrite = "Write it again with the Python runtime's `describe --json`.";
    let file: InventoryFile = match serde_json::from_str(source.text()) {
        Ok(file) => file,
        Err(error) => {
            let (name, line) = (source.name(), error.line());
            report(
                format!("{name} is not an inventory: line {line} does not fit"),
                rewrite,
            );
            return Vec::new();
        }
    };
    let mut tools = Vec::new();
    let ours = |tool: &&InventoryTool| tool.source == plugin;
    for tool in file.tools.iter().filter(ours) {
        let effect = SideEffect::from_word(&tool.side_effect);
        let idempotency = Idempotency::from_word(&tool.idempotency);
        let (Some(side_effect), Some(idempotency)) = (effect, idempotency) else {
            let message = format!("{} gives `{}` no known effect", source.name(), tool.name);
            report(message, rewrite);
            continue;
        };
        tools.push(ToolSpec {
            name: tool.name.clone(),
            version: tool.version.clone(),
            description: tool.description.clone(),
            preset: "inventory",
            side_effect,
            idempotency,
            key_reaches: KeyReach::Ledger,
            permissions: tool.required_permissions.clone(),
            policy_capabilities: Vec::new(),
            input_schema: tool.input_schema.clone(),
            output_schema: tool.output_schema.clone(),
            timeout_seconds: tool.timeout_seconds,
            attempts: tool.max_attempts,
            approval: tool.requires_approval,
            result_bytes: 1_048_576,
            cache_context: Vec::new(),
            environment: tool.env.clone(),
            egress: Vec::new(),
            free_form: Vec::new(),
            variants: Vec::new(),
            requires: None,
        });
    }
    if tools.is_empty() && file.tools.iter().all(|tool| tool.source != plugin) {
        report(
            format!("{} has no tool of `{plugin}`", source.name()),
            "Its tools must have the plugin's reference as their `source`.",
        );
    }
    tools
}
