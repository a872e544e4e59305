//! The tools that `http_tools` of an agent file declares.

use serde_json::{Value, json};

use super::spec::{KeyReach, ToolSpec};
use crate::config::Names;
use crate::config::agent::{HttpMethod, HttpTool};
use crate::config::host_of_url;
use crate::model::{Idempotency, SideEffect};

/// Seconds on top of the request's own deadline, for reading the answer.
const GRACE_SECONDS: f64 = 5.0;
/// Bytes on top of the largest body, for status and headers.
const ENVELOPE_BYTES: u64 = 4096;

/// Builds the tool of one entry. Effect and idempotency follow the method unless they are set.
///
/// A tool that may change something has one attempt, whatever the method.
pub fn tool(entry: &HttpTool) -> ToolSpec {
    let reads = entry.method == HttpMethod::Get;
    let side_effect = entry.side_effect.unwrap_or(if reads {
        SideEffect::Read
    } else {
        SideEffect::External
    });
    let repeatable = matches!(
        entry.method,
        HttpMethod::Get | HttpMethod::Put | HttpMethod::Delete
    );
    let idempotency = entry.idempotency.unwrap_or(if repeatable {
        Idempotency::Idempotent
    } else {
        Idempotency::Keyed
    });
    let changes = side_effect > SideEffect::Read;
    let mut permissions: Vec<String> = names(&entry.required_permissions);
    permissions.sort();
    let environment = [
        entry.auth.token.as_ref(),
        entry.auth.username.as_ref(),
        entry.auth.password.as_ref(),
    ];
    let environment: Vec<String> = environment
        .into_iter()
        .flatten()
        .map(|reference| reference.0.name.clone())
        .collect();
    let capability = if changes {
        "network.write"
    } else {
        "network.read"
    };
    ToolSpec {
        name: entry.name.value.clone(),
        version: entry.version.value.clone(),
        description: entry.description.clone(),
        preset: "http_tools",
        side_effect,
        idempotency,
        key_reaches: KeyReach::Ledger,
        permissions,
        policy_capabilities: vec![capability.to_owned()],
        input_schema: Value::Object(entry.parameters.0.clone()),
        output_schema: output_schema(entry),
        timeout_seconds: entry.timeout_seconds + GRACE_SECONDS,
        attempts: if changes { 1 } else { 3 },
        approval: false,
        result_bytes: u64::try_from(entry.max_result_bytes).unwrap_or_default() + ENVELOPE_BYTES,
        cache_context: Vec::new(),
        environment,
        egress: host_of_url(&entry.url).into_iter().collect(),
        free_form: Vec::new(),
        variants: Vec::new(),
        requires: None,
    }
}

fn names(names: &Names) -> Vec<String> {
    names.iter().map(|name| name.value.clone()).collect()
}

fn output_schema(entry: &HttpTool) -> Value {
    let data = match &entry.response.output_schema {
        Some(schema) => Value::Object(schema.0.clone()),
        None => json!({}),
    };
    json!({
        "type": "object",
        "properties": {
            "ok": {"type": "boolean"},
            "status": {"type": "integer"},
            "headers": {"type": "object", "additionalProperties": {"type": "string"}},
            "pages": {"type": "integer"},
            "data": data,
        },
        "required": ["ok", "status", "data"],
        "additionalProperties": false,
    })
}
