//! MCP servers and HTTP tools.

use serde_json::{Value as Json, json};

use super::super::HttpMethod;
use super::{Document, assert_cases, decode, server, tool};

#[test]
fn servers_are_checked_by_their_transport() {
    let url = "https://x.example/mcp";
    assert_cases(&[
        (
            "stdio",
            server(json!({
                "name": "gh",
                "transport": "stdio",
                "command": "npx",
                "args": ["-y"],
                "env": {"A": "b"},
            })),
            &[],
        ),
        (
            "sse",
            server(
                json!({"name": "gh", "transport": "sse", "url": url, "headers": {"X-Trace": "on"}}),
            ),
            &[],
        ),
        (
            "http with everything",
            server(json!({
                "name": "gh",
                "transport": "streamable_http",
                "url": url,
                "auth_token_ref": "env://T",
                "secret_headers": {"X-Api-Key": "env://K"},
                "prefix": "gh.",
                "tool_policies": {
                    "get": {
                        "side_effect": "read",
                        "idempotency": "idempotent",
                        "timeout_seconds": 5,
                    },
                },
            })),
            &[],
        ),
        (
            "no transport",
            server(json!({"name": "gh", "url": url})),
            &[("missing-key", "mcp_servers.0.transport")],
        ),
        (
            "unknown transport",
            server(json!({"name": "gh", "transport": "http", "url": url})),
            &[("unknown-value", "mcp_servers.0.transport")],
        ),
        (
            "keys of the other transport",
            server(json!({
                "name": "gh",
                "transport": "stdio",
                "command": "x",
                "url": url,
                "headers": null,
            })),
            &[
                ("wrong-type", "mcp_servers.0.headers"),
                ("unknown-key", "mcp_servers.0.url"),
                ("unknown-key", "mcp_servers.0.headers"),
            ],
        ),
        (
            "no command",
            server(json!({"name": "gh", "transport": "stdio"})),
            &[("missing-key", "mcp_servers.0.command")],
        ),
        (
            "no address",
            server(json!({"name": "gh", "transport": "sse", "command": "x"})),
            &[
                ("unknown-key", "mcp_servers.0.command"),
                ("missing-key", "mcp_servers.0.url"),
            ],
        ),
        (
            "an address of null",
            server(json!({"name": "gh", "transport": "sse", "url": null})),
            &[("wrong-type", "mcp_servers.0.url")],
        ),
        (
            "secrets in headers",
            server(json!({
                "name": "gh",
                "transport": "sse",
                "url": url,
                "headers": {"Authorization": "Bearer x", "X-Monkey": "y", "Accept": "z"},
            })),
            &[
                ("literal-secret", "mcp_servers.0.headers.Authorization"),
                ("literal-secret", "mcp_servers.0.headers.X-Monkey"),
            ],
        ),
        (
            "a literal where a reference belongs",
            server(json!({
                "name": "gh",
                "transport": "sse",
                "url": url,
                "secret_headers": {"A": "b"},
                "auth_token_ref": "x",
            })),
            &[
                ("literal-secret", "mcp_servers.0.secret_headers.A"),
                ("literal-secret", "mcp_servers.0.auth_token_ref"),
            ],
        ),
        (
            "one name twice",
            json!({"mcp_servers": [
                {"name": "gh", "transport": "sse", "url": url},
                {"name": "gh", "transport": "stdio", "command": "x"},
            ]}),
            &[("duplicate-name", "mcp_servers.1.name")],
        ),
        (
            "a policy without sense",
            server(json!({
                "name": "gh",
                "transport": "sse",
                "url": url,
                "tool_policies": {"t": {"side_effect": "delete", "max_result_bytes": 0}},
            })),
            &[
                ("unknown-value", "mcp_servers.0.tool_policies.t.side_effect"),
                (
                    "invalid-value",
                    "mcp_servers.0.tool_policies.t.max_result_bytes",
                ),
            ],
        ),
    ]);
}

#[test]
fn http_tools_are_checked() {
    let parameters = |content: Json| tool(json!({"parameters": content}));
    assert_cases(&[
        (
            "right",
            tool(
                json!({"auth": {"type": "bearer", "token": "env://T"}, "query": {"q": "{query}"}}),
            ),
            &[],
        ),
        (
            "the runtime's name",
            tool(json!({"name": "core.get"})),
            &[("invalid-value", "http_tools.0.name")],
        ),
        (
            "a relative address",
            tool(json!({"url": "/relative/path"})),
            &[("invalid-value", "http_tools.0.url")],
        ),
        (
            "another scheme",
            tool(json!({"url": "ftp://example.com/"})),
            &[("invalid-value", "http_tools.0.url")],
        ),
        (
            "an argument for a host",
            tool(json!({"url": "https://{id}.example.com/"})),
            &[("invalid-value", "http_tools.0.url")],
        ),
        (
            "a host that is not allowed",
            tool(json!({"url": "https://example.org/"})),
            &[("host-not-allowed", "http_tools.0.url")],
        ),
        (
            "no list of hosts",
            json!({
                "http_tools": [{"name": "ab", "description": "d", "url": "https://example.com"}],
            }),
            &[("host-not-allowed", "http_tools.0.url")],
        ),
        (
            "a parameter in the path that may be absent",
            tool(json!({"url": "https://example.com/{query}"})),
            &[("unknown-placeholder", "http_tools.0.url")],
        ),
        (
            "parameters that nobody declares",
            tool(json!({
                "method": "POST", "url": "https://example.com/{idd}?q={qq}", "query": {"a": "{b}"},
                "headers": {"X-A": "{c}"}, "body": {"x": [{"y": "{d} {id}"}]},
            })),
            &[
                ("unknown-placeholder", "http_tools.0.url"),
                ("unknown-placeholder", "http_tools.0.url"),
                ("unknown-placeholder", "http_tools.0.query.a"),
                ("unknown-placeholder", "http_tools.0.headers.X-A"),
                ("unknown-placeholder", "http_tools.0.body"),
            ],
        ),
        (
            "headers of the runtime",
            tool(json!({
                "headers": {"authorization": "x", "Cookie": "y", "HOST": "z", "Accept": "w"},
            })),
            &[
                ("reserved-header", "http_tools.0.headers.authorization"),
                ("reserved-header", "http_tools.0.headers.Cookie"),
                ("reserved-header", "http_tools.0.headers.HOST"),
            ],
        ),
        (
            "a body of GET",
            tool(json!({"body": {"a": 1}})),
            &[("conflicting-settings", "http_tools.0.body")],
        ),
        (
            "a body of an unknown method",
            tool(json!({"body": {"a": 1}, "method": "SEND"})),
            &[("unknown-value", "http_tools.0.method")],
        ),
        (
            "bearer without token",
            tool(json!({"auth": {"type": "bearer"}})),
            &[("missing-key", "http_tools.0.auth.token")],
        ),
        (
            "basic without both",
            tool(json!({"auth": {"type": "basic"}})),
            &[
                ("missing-key", "http_tools.0.auth.username"),
                ("missing-key", "http_tools.0.auth.password"),
            ],
        ),
        (
            "header without name",
            tool(json!({"auth": {"type": "header", "token": "env://T"}})),
            &[("missing-key", "http_tools.0.auth.header_name")],
        ),
        (
            "pointers without slash",
            tool(json!({
                "pagination": {"items_pointer": "data.items"},
                "response": {"select": "data"},
            })),
            &[
                ("invalid-value", "http_tools.0.pagination.items_pointer"),
                ("invalid-value", "http_tools.0.response.select"),
            ],
        ),
        (
            "parameters that are no object",
            parameters(json!({"type": "array"})),
            &[
                ("invalid-schema", "http_tools.0.parameters"),
                ("unknown-placeholder", "http_tools.0.url"),
            ],
        ),
        (
            "a schema with a wrong word",
            parameters(json!({
                "type": "object",
                "properties": {"id": {"type": "strng"}},
                "required": ["id"],
            })),
            &[(
                "invalid-schema",
                "http_tools.0.parameters.properties.id.type",
            )],
        ),
        (
            "one name twice",
            {
                let mut document = tool(json!({}));
                let again = document["http_tools"][0].clone();
                document["http_tools"]
                    .as_array_mut()
                    .expect("a list")
                    .push(again);
                document
            },
            &[("duplicate-name", "http_tools.1.name")],
        ),
    ]);
    let (file, _) = Document::new(tool(json!({"method": "PUT"}))).decode(decode);
    assert_eq!(
        file.http_tools.first().map(|tool| tool.method),
        Some(HttpMethod::Put)
    );
}
