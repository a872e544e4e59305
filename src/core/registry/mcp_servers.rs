//! What the registry needs to know of the servers under `mcp_servers`.

use std::collections::BTreeSet;

use crate::config::agent::McpServer;
use crate::config::{Reference, ReferenceScheme};

/// Returns what the names of a server's tools start with: its `prefix`, else `mcp.<name>.`, in
/// small letters and with `_` for `-`, as the Python runtime writes it.
pub fn tool_prefix(server: &McpServer) -> String {
    let prefix = match &server.prefix {
        Some(prefix) => prefix.value.clone(),
        None => format!("mcp.{}.", server.name),
    };
    prefix.to_lowercase().replace('-', "_")
}

/// Returns the variables that a server's settings refer to, sorted.
pub fn variables(server: &McpServer) -> Vec<String> {
    let texts = server.env.iter().map(|(_, value)| value);
    let literal = texts.filter_map(|text| Reference::parse(text));
    let secret = server.secret_headers.iter().map(|(_, value)| &value.0);
    let token = server.auth_token_ref.iter().map(|token| &token.0);
    let names: BTreeSet<String> = literal
        .chain(secret.chain(token).cloned())
        .filter(|reference| reference.scheme == ReferenceScheme::Environment)
        .map(|reference| reference.name)
        .collect();
    names.into_iter().collect()
}
