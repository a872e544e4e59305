//! The tools that `http_tools` of an agent file declares.

use serde_json::{Value, json};

use super::spec::{KeyReach, ToolSpec};
use crate::config::agent::{HttpMethod, HttpTool};
use crate::config::Reference;
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
    let side_effect = entry.side_effect.map_or(
        if reads {
            SideEffect::Read
        } else {
            SideEffect::External
        },
        Into::into,
    );
    let repeatable = matches!(
        entry.method,
        HttpMethod::Get | HttpMethod::Put | HttpMethod::Delete
    );
    let idempotency = entry.idempotency.map_or(
        if repeatable {
            Idempotency::Idempotent
        } else {
            Idempotency::Keyed
        },
        Into::into,
    );
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
        egress: host(&entry.url).map(str::to_owned).into_iter().collect(),
        free_form: Vec::new(),
        variants: Vec::new(),
        requires: None,
    }
}

fn names(names: &crate::config::Names) -> Vec<String> {
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

/// Returns the host of an absolute http(s) address, without user information and port.
pub fn host(url: &str) -> Option<&str> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let end = if host.starts_with('[') {
        host.find(']').map_or(host.len(), |end| end + 1)
    } else {
        host.find(':').unwrap_or(host.len())
    };
    host.get(..end).filter(|host| !host.is_empty())
}

/// Returns the variables that a text refers to: one for `env://NAME`, none otherwise.
pub fn variable(text: &str) -> Option<String> {
    let reference = Reference::parse(text)?;
    (reference.scheme == crate::config::ReferenceScheme::Environment).then_some(reference.name)
}
