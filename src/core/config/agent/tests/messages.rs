//! What findings say, and what they never say.

use serde_json::json;

use super::{agent, server, step, told, tool, with_agent, workflow};

#[test]
fn near_words_are_pointed_to() {
    let cases = [
        (
            server(json!({"name": "gh", "transport": "http", "url": "https://x.example"})),
            "streamable_http",
        ),
        (
            server(json!({"name": "gh", "transport": "STDIO", "command": "x"})),
            "stdio",
        ),
        (tool(json!({"method": "get"})), "GET"),
        (json!({"storage": {"run_store": "postgresql"}}), "postgres"),
        (
            with_agent(json!({"tool_policy": {"on_error": "continue"}})),
            "return_to_model",
        ),
        (
            workflow(json!({}), json!([step("a", json!({"kind": "tool"}))])),
            "handler",
        ),
    ];
    for (document, expected) in cases {
        let (diagnostics, _) = told(document.clone());
        let suggestions: Vec<_> = diagnostics
            .iter()
            .filter_map(|found| found.suggestion.as_deref())
            .collect();
        assert_eq!(suggestions, [expected], "{document}");
    }
}

#[test]
fn secrets_are_masked_and_never_told() {
    let secret = "PLANTED";
    let documents = [
        server(json!({
            "name": "gh",
            "transport": "sse",
            "url": "https://u:PLANTED@x.example",
            "headers": {"Authorization": "Bearer PLANTED"},
        })),
        server(json!({
            "name": "gh",
            "transport": "stdio",
            "command": "x",
            "args": ["--token=PLANTED"],
            "env": {"A": "PLANTED"},
        })),
        server(
            json!({"name": "gh", "transport": "stdio", "command": "x", "url": "https://PLANTED"}),
        ),
        json!({"providers": {"p": {"type": "openai", "default_model": "m", "api_key": "PLANTED"}}}),
        json!({
            "providers": {
                "p": {
                    "type": "openai",
                    "default_model": "m",
                    "extensions": {"a": [{"access_token": "PLANTED"}]},
                },
            },
        }),
        json!({"storage": {"run_store": "postgres", "postgres_dsn": "postgres://u:PLANTED@h/db"}}),
        json!({
            "retrieval": {
                "kb": {"type": "pgvector", "connection_url": "postgres://u:PLANTED@h/db"},
            },
        }),
        json!({"query_sources": {"q": {"connection_url": "PLANTED", "purpose": "p"}}}),
        tool(json!({"headers": {"Authorization": "PLANTED"}})),
        tool(json!({"query": {"api_key": "PLANTED"}})),
        tool(json!({"auth": {"type": "basic", "username": "PLANTED", "password": "PLANTED"}})),
        json!({"api": {"auth_mode": "jwt", "jwt_key": "PLANTED"}}),
        json!({"extensions": {"mine": "PLANTED"}}),
        json!({"unknown": "PLANTED"}),
    ];
    for document in documents {
        let planted = document.to_string().matches(secret).count();
        let (diagnostics, masked) = told(document.clone());
        let hidden = masked
            .iter()
            .map(|text| text.matches(secret).count())
            .sum::<usize>();
        assert!(hidden >= planted, "{document}: {masked:?}");
        assert!(!format!("{diagnostics:?}").contains(secret), "{document}");
    }
}

#[test]
fn messages_say_what_and_what_next() {
    let cases = [
        (
            server(json!({"name": "gh", "command": "x"})),
            "`transport` is missing from the MCP server",
            "Add transport: stdio for a program, streamable_http or sse for a service.",
        ),
        (
            server(json!({"name": "gh", "transport": "stdio", "command": "x", "url": "u"})),
            "an MCP server with `transport` stdio has no key `url`: it belongs to `sse` and `streamable_http`",
            "Remove the key, or choose the transport that it belongs to.",
        ),
        (
            server(json!({
                "name": "gh",
                "transport": "sse",
                "url": "u",
                "headers": {"X-Api-Key": "v"},
            })),
            "`headers` takes no secrets, and the name `X-Api-Key` stands for one",
            "Move it to secret_headers as X-Api-Key: env://NAME; if the value was real, replace it.",
        ),
        (
            json!({"storage": {"run_store": "redis"}}),
            "`run_store` redis needs `redis_url`, which is not set",
            "Add redis_url: env://NAME, or change run_store.",
        ),
        (
            workflow(
                json!({}),
                json!([
                    step("a", json!({"depends_on": ["b"]})),
                    step("b", json!({"depends_on": ["a"]}))
                ]),
            ),
            "these workflow steps wait for each other: `a` → `b` → `a`",
            "Remove one of these dependencies.",
        ),
        (
            workflow(
                json!({}),
                json!([
                    step("a", json!({})),
                    step("b", json!({"input_template": "{{a_out}}"}))
                ]),
            ),
            "`{{a_out}}` is made by a step that does not come before `b`",
            "Add that step to depends_on.",
        ),
        (
            tool(json!({"url": "https://example.org/"})),
            "`security.allowed_http_hosts` does not allow `example.org`",
            "Add example.org to allowed_http_hosts under security; an entry allows its subdomains too.",
        ),
        (
            json!({"conversation_followups": {"enabled": true}, "agents": [agent(json!({}))]}),
            "`agents` has no agent named `conversation-followups`",
            "agents has assistant.",
        ),
    ];
    for (document, message, help) in cases {
        let (diagnostics, _) = told(document.clone());
        let told: Vec<_> = diagnostics
            .iter()
            .map(|found| (found.message.as_str(), found.help.as_deref()))
            .collect();
        assert_eq!(told, [(message, Some(help))], "{document}");
    }
}
