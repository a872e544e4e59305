//! Documents and what is found in them.

use regex::Regex;
use schemars::SchemaGenerator;
use serde_json::{Value as Json, json};

use super::{
    AgentFile, ApprovalPolicy, HttpMethod, OnRejection, RetrievalMode, Transport, WorkflowNodeKind,
    cross_check,
};
use crate::config::Decoder;
use crate::config::test_document::Document;
use crate::diagnostics::Diagnostic;
use crate::source::{Node, Sources, Spanned};

fn decode(root: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> AgentFile {
    let file = AgentFile::decode_document(root, decoder);
    cross_check(&file, decoder);
    file
}

/// Returns rule and field of every finding, in order.
fn findings(document: Json) -> Vec<(&'static str, String)> {
    Document::new(document).decode(decode).1
}

/// Returns the findings and the masked pieces of text.
fn told(document: Json) -> (Vec<Diagnostic>, Vec<String>) {
    let document = Document::new(document);
    let (_, diagnostics, masked) = document.diagnostics(decode);
    (diagnostics, masked.into_iter().map(str::to_owned).collect())
}

/// An agent that is right in every respect, with changes laid over it; null removes a key.
fn agent(changes: Json) -> Json {
    let mut agent = json!({
        "name": "assistant",
        "version": "1.0.0",
        "description": "d",
        "system_instructions": "s",
        "default_model": {"name": "m", "provider": "demo", "model": "x"},
    });
    lay_over(&mut agent, changes);
    agent
}

fn lay_over(object: &mut Json, changes: Json) {
    let object = object.as_object_mut().expect("an object");
    let Json::Object(changes) = changes else {
        panic!("changes are an object");
    };
    for (key, value) in changes {
        if value.is_null() {
            object.remove(&key);
        } else {
            object.insert(key, value);
        }
    }
}

fn with_agent(changes: Json) -> Json {
    json!({"agents": [agent(changes)]})
}

fn tool(changes: Json) -> Json {
    let mut tool = json!({
        "name": "api.get",
        "description": "d",
        "url": "https://api.example.com/{id}",
        "parameters": {
            "type": "object",
            "properties": {"id": {"type": "string"}, "query": {"type": "string"}},
            "required": ["id"],
        },
    });
    lay_over(&mut tool, changes);
    json!({"security": {"allowed_http_hosts": ["example.com"]}, "http_tools": [tool]})
}

fn server(content: Json) -> Json {
    json!({"mcp_servers": [content]})
}

fn workflow(changes: Json, nodes: Json) -> Json {
    let mut workflow = json!({"name": "w", "version": "1", "nodes": nodes});
    lay_over(&mut workflow, changes);
    json!({"agents": [agent(json!({}))], "workflows": {"w": workflow}})
}

fn step(id: &str, changes: Json) -> Json {
    let mut step = json!({"id": id, "kind": "join", "output_key": format!("{id}_out")});
    lay_over(&mut step, changes);
    step
}

/// A named case: the document and what is found, as rule and field.
type Case<'a> = (&'a str, Json, &'a [(&'a str, &'a str)]);

fn assert_cases(cases: &[Case<'_>]) {
    for (name, document, expected) in cases {
        let found = findings(document.clone());
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(rule, field)| (*rule, field.as_str()))
            .collect();
        assert_eq!(found, *expected, "{name}");
    }
}

#[test]
fn a_file_is_read() {
    let document = json!({
        "agents": [agent(json!({
            "enabled_tools": ["sample.echo", "sample.echo"],
            "approval_policy": {"on_rejection": "continue"},
        }))],
        "http_tools": [],
        "mcp_servers": [{"name": "gh", "transport": "sse", "url": "https://x.example/mcp"}],
        "feature_flags": {"a": 1},
        "extensions": [{"anything": "goes"}],
    });
    let (file, found) = Document::new(document).decode(decode);
    assert_eq!(found, []);
    let [agent] = file.agents.as_slice() else {
        panic!("one agent");
    };
    assert_eq!(agent.name.value, "assistant");
    assert!(!agent.damaged && !file.damaged);
    assert_eq!(
        agent.enabled_tools.members,
        [Spanned::implied("sample.echo".to_owned())]
    );
    assert_eq!(agent.planning_strategy.value, "react");
    assert_eq!(agent.planning_strategy.span, None);
    assert_eq!(agent.approval_policy.on_rejection, OnRejection::Continue);
    assert_eq!(agent.max_steps, 16);
    assert_eq!(ApprovalPolicy::default().expires_seconds, 3600);
    let policies = agent.guardrail_policy.around_tools();
    let policies: Vec<&str> = policies
        .iter()
        .map(|policy| policy.value.as_str())
        .collect();
    assert_eq!(
        policies,
        [
            "secrets",
            "pii",
            "prompt_injection",
            "output_validation",
            "authorization"
        ]
    );
    assert_eq!(
        file.mcp_servers.first().map(|server| server.transport),
        Some(Transport::Sse)
    );
    assert_eq!(file.feature_flags.get("a"), Some(&true));
}

#[test]
fn what_python_takes_for_false_is_an_empty_file() {
    let cases = [
        (json!(null), true),
        (json!(false), true),
        (json!(0), true),
        (json!(0.0), true),
        (json!([]), true),
        (json!({}), true),
        (json!(""), true),
        (json!(true), false),
        (json!(1), false),
        (json!("x"), false),
        (json!(["x"]), false),
    ];
    for (root, empty) in cases {
        let (file, found) = Document::new(root.clone()).decode(decode);
        let expected: &[_] = if empty {
            &[]
        } else {
            &[("wrong-type", String::new())]
        };
        assert_eq!(found, expected, "{root}");
        assert_eq!(file.damaged, !empty, "{root}");
        assert!(file.agents.is_empty());
    }
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources);
    let file = AgentFile::decode_document(None, &mut decoder);
    assert!(!file.damaged && decoder.diagnostics.is_empty());
}

#[test]
fn agents_are_checked() {
    let long = "x".repeat(513);
    let skill = |name: &str| json!({"name": name, "version": "1.0.0", "description": "d", "instructions": "i"});
    let many: Vec<Json> = (0..33).map(|index| skill(&format!("s{index}"))).collect();
    assert_cases(&[
        (
            "four keys missing",
            with_agent(
                json!({"version": null, "description": null, "system_instructions": null, "default_model": null}),
            ),
            &[
                ("missing-key", "agents.0.version"),
                ("missing-key", "agents.0.description"),
                ("missing-key", "agents.0.system_instructions"),
                ("missing-key", "agents.0.default_model"),
            ],
        ),
        (
            "bad name",
            with_agent(json!({"name": "Assistant"})),
            &[("invalid-value", "agents.0.name")],
        ),
        (
            "short name",
            with_agent(json!({"name": "a"})),
            &[("invalid-value", "agents.0.name")],
        ),
        (
            "version of two numbers",
            with_agent(json!({"version": "1.0"})),
            &[("invalid-value", "agents.0.version")],
        ),
        (
            "version with a part behind",
            with_agent(json!({"version": "1.0.0-rc.1"})),
            &[],
        ),
        (
            "unknown key",
            with_agent(json!({"enabled_tool": []})),
            &[("unknown-key", "agents.0.enabled_tool")],
        ),
        (
            "a text for a list",
            with_agent(json!({"enabled_tools": "x.y"})),
            &[("wrong-type", "agents.0.enabled_tools")],
        ),
        (
            "steps out of bounds",
            with_agent(json!({"max_steps": 0})),
            &[("invalid-value", "agents.0.max_steps")],
        ),
        (
            "a free workflow",
            with_agent(json!({"workflow": {"a": [1]}})),
            &[],
        ),
        (
            "a provider that is not named",
            with_agent(json!({"default_model": {"name": "m"}})),
            &[("missing-key", "agents.0.default_model.provider")],
        ),
        (
            "a provider that is a number",
            with_agent(json!({"default_model": {"name": "m", "provider": 1}})),
            &[("wrong-type", "agents.0.default_model.provider")],
        ),
        (
            "a fallback without provider",
            with_agent(
                json!({"fallback_models": [{"name": "m", "provider": "p"}, {"name": "n", "provider": null}]}),
            ),
            &[("missing-key", "agents.0.fallback_models.1.provider")],
        ),
        (
            "an archive of nothing",
            with_agent(json!({"context_policy": {"archive_compacted_history": true}})),
            &[(
                "conflicting-settings",
                "agents.0.context_policy.archive_compacted_history",
            )],
        ),
        (
            "an archive that cannot be judged",
            with_agent(
                json!({"context_policy": {"archive_compacted_history": true, "compact_history": "maybe"}}),
            ),
            &[("wrong-type", "agents.0.context_policy.compact_history")],
        ),
        (
            "a ratio of nothing",
            with_agent(json!({"context_policy": {"compaction_trigger_ratio": 0}})),
            &[(
                "invalid-value",
                "agents.0.context_policy.compaction_trigger_ratio",
            )],
        ),
        (
            "skills of one name",
            with_agent(json!({"skills": [skill("a"), skill("b"), skill("a")]})),
            &[("duplicate-name", "agents.0.skills.2.name")],
        ),
        (
            "too many skills",
            with_agent(json!({"skills": many})),
            &[("invalid-value", "agents.0.skills")],
        ),
        (
            "a long description",
            with_agent(
                json!({"skills": [{"name": "a", "version": "1.0.0", "description": long, "instructions": ""}]}),
            ),
            &[
                ("invalid-value", "agents.0.skills.0.description"),
                ("invalid-value", "agents.0.skills.0.instructions"),
            ],
        ),
        (
            "a misspelt error kind",
            with_agent(json!({"retry_policy": {"retryable_errors": ["timeot", "timeout"]}})),
            &[("unknown-value", "agents.0.retry_policy.retryable_errors.0")],
        ),
    ]);
}

#[test]
fn findings_name_their_agent() {
    let document = json!({
        "agents": [
            agent(json!({"max_steps": 0})),
            agent(json!({"name": "second", "budget": {"max_tokens": "x"}})),
            agent(json!({"name": 7})),
        ],
        "runtime": {"recovery_limit": 0},
    });
    let (diagnostics, _) = told(document.clone());
    let agents: Vec<Option<&str>> = diagnostics
        .iter()
        .map(|found| found.agent.as_deref())
        .collect();
    assert_eq!(agents, [Some("assistant"), Some("second"), None, None]);
    let file = Document::new(document).decode(decode).0;
    let damaged: Vec<bool> = file.agents.iter().map(|agent| agent.damaged).collect();
    assert_eq!(damaged, [true, true, true]);
    assert!(
        file.damaged
            && file
                .agents
                .iter()
                .skip(1)
                .take(1)
                .all(|agent| agent.budget.damaged)
    );
}

#[test]
fn warnings_do_no_damage() {
    let provider = json!({"type": "openai", "default_model": "m", "api_key": "secret://x"});
    let (file, found) = Document::new(json!({"providers": {"p": provider}})).decode(decode);
    assert_eq!(
        found,
        [("unresolvable-reference", "providers.p.api_key".to_owned())]
    );
    assert!(!file.damaged);
}

#[test]
fn servers_are_checked_by_their_transport() {
    let url = "https://x.example/mcp";
    assert_cases(&[
        (
            "stdio",
            server(
                json!({"name": "gh", "transport": "stdio", "command": "npx", "args": ["-y"], "env": {"A": "b"}}),
            ),
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
                "name": "gh", "transport": "streamable_http", "url": url, "auth_token_ref": "env://T",
                "secret_headers": {"X-Api-Key": "env://K"}, "prefix": "gh.",
                "tool_policies": {"get": {"side_effect": "read", "idempotency": "idempotent", "timeout_seconds": 5}},
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
            server(
                json!({"name": "gh", "transport": "stdio", "command": "x", "url": url, "headers": null}),
            ),
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
            &[("wrong-type", "mcp_servers.0")],
        ),
        (
            "secrets in headers",
            server(
                json!({"name": "gh", "transport": "sse", "url": url, "headers": {"Authorization": "Bearer x", "X-Monkey": "y", "Accept": "z"}}),
            ),
            &[
                ("literal-secret", "mcp_servers.0.headers.Authorization"),
                ("literal-secret", "mcp_servers.0.headers.X-Monkey"),
            ],
        ),
        (
            "a literal where a reference belongs",
            server(
                json!({"name": "gh", "transport": "sse", "url": url, "secret_headers": {"A": "b"}, "auth_token_ref": "x"}),
            ),
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
            server(
                json!({"name": "gh", "transport": "sse", "url": url, "tool_policies": {"t": {"side_effect": "delete", "max_result_bytes": 0}}}),
            ),
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
        server(
            json!({"name": "gh", "transport": "sse", "url": "https://u:PLANTED@x.example", "headers": {"Authorization": "Bearer PLANTED"}}),
        ),
        server(
            json!({"name": "gh", "transport": "stdio", "command": "x", "args": ["--token=PLANTED"], "env": {"A": "PLANTED"}}),
        ),
        server(
            json!({"name": "gh", "transport": "stdio", "command": "x", "url": "https://PLANTED"}),
        ),
        json!({"providers": {"p": {"type": "openai", "default_model": "m", "api_key": "PLANTED"}}}),
        json!({"providers": {"p": {"type": "openai", "default_model": "m", "extensions": {"a": [{"access_token": "PLANTED"}]}}}}),
        json!({"storage": {"run_store": "postgres", "postgres_dsn": "postgres://u:PLANTED@h/db"}}),
        json!({"retrieval": {"kb": {"type": "pgvector", "connection_url": "postgres://u:PLANTED@h/db"}}}),
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
            json!({"http_tools": [{"name": "ab", "description": "d", "url": "https://example.com"}]}),
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
            tool(
                json!({"headers": {"authorization": "x", "Cookie": "y", "HOST": "z", "Accept": "w"}}),
            ),
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
            tool(
                json!({"pagination": {"items_pointer": "data.items"}, "response": {"select": "data"}}),
            ),
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
            parameters(
                json!({"type": "object", "properties": {"id": {"type": "strng"}}, "required": ["id"]}),
            ),
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

#[test]
fn stores_caches_and_retrievals_are_checked() {
    let storage = |content: Json| json!({"storage": content});
    let retrieval = |content: Json| json!({"retrieval": {"kb": content}});
    assert_cases(&[
        (
            "postgres without address",
            storage(json!({"event_store": "postgres", "audit_store": "postgres"})),
            &[("missing-key", "storage.postgres_dsn")],
        ),
        (
            "redis without address",
            storage(json!({"memory_store": "redis"})),
            &[("missing-key", "storage.redis_url")],
        ),
        (
            "an address that is a literal",
            storage(json!({"run_store": "redis", "redis_url": "redis://h"})),
            &[("literal-secret", "storage.redis_url")],
        ),
        (
            "s3 without bucket",
            storage(json!({"artifact_store": "s3"})),
            &[("missing-key", "storage.artifact_s3_bucket")],
        ),
        (
            "an open endpoint",
            storage(json!({"artifact_s3_endpoint_url": "http://minio.example"})),
            &[("invalid-value", "storage.artifact_s3_endpoint_url")],
        ),
        (
            "an endpoint of this machine",
            storage(json!({"artifact_s3_endpoint_url": "http://localhost:9000"})),
            &[],
        ),
        (
            "an encrypted endpoint",
            storage(json!({"artifact_s3_endpoint_url": "https://minio.example"})),
            &[],
        ),
        (
            "a pool that is upside down",
            storage(json!({"postgres_min_pool_size": 11})),
            &[("conflicting-settings", "storage.postgres_min_pool_size")],
        ),
        (
            "a pool that cannot be judged",
            storage(json!({"postgres_min_pool_size": 20, "postgres_max_pool_size": "x"})),
            &[("wrong-type", "storage.postgres_max_pool_size")],
        ),
        (
            "a cache in redis",
            json!({"cache": {"backend": "redis"}}),
            &[("missing-key", "cache.redis_url")],
        ),
        (
            "a cache that lives too long",
            json!({"cache": {"policies": {"tool_results": {"ttl_seconds": 2_592_001}}}}),
            &[("invalid-value", "cache.policies.tool_results.ttl_seconds")],
        ),
        (
            "pgvector without address",
            retrieval(json!({"type": "pgvector"})),
            &[("missing-key", "retrieval.kb.connection_url")],
        ),
        (
            "words in an index of vectors",
            retrieval(json!({"type": "chroma", "mode": "keyword"})),
            &[("conflicting-settings", "retrieval.kb.mode")],
        ),
        (
            "the default in an index of vectors",
            retrieval(json!({"type": "faiss"})),
            &[("conflicting-settings", "retrieval.kb.type")],
        ),
        (
            "vectors in an index of vectors",
            retrieval(json!({"type": "qdrant", "mode": "vector"})),
            &[],
        ),
        (
            "no weights",
            retrieval(json!({"keyword_weight": 0, "vector_weight": 0})),
            &[("conflicting-settings", "retrieval.kb.keyword_weight")],
        ),
        (
            "no weights where none count",
            retrieval(json!({"mode": "vector", "keyword_weight": 0, "vector_weight": 0})),
            &[],
        ),
        (
            "an overlap as long as the passage",
            retrieval(json!({"chunk_size": 200})),
            &[("conflicting-settings", "retrieval.kb.chunk_size")],
        ),
        (
            "an empty document",
            retrieval(json!({"documents": [{"id": "a", "text": "", "source": "s"}]})),
            &[("invalid-value", "retrieval.kb.documents.0.text")],
        ),
        (
            "an unknown provider",
            retrieval(json!({"embedding_provider": "demo"})),
            &[("unknown-resource", "retrieval.kb.embedding_provider")],
        ),
    ]);
    let (file, _) = Document::new(retrieval(json!({"mode": "keyword"}))).decode(decode);
    assert_eq!(
        file.retrieval.get("kb").map(|kb| kb.mode),
        Some(RetrievalMode::Keyword)
    );
}

#[test]
fn services_are_checked() {
    let api = |content: Json| json!({"api": content});
    assert_cases(&[
        (
            "every address",
            api(json!({"host": "0.0.0.0"})),
            &[("conflicting-settings", "api.host")],
        ),
        (
            "a name",
            api(json!({"host": "api.example"})),
            &[("conflicting-settings", "api.host")],
        ),
        (
            "this machine by name",
            api(json!({"host": "localhost"})),
            &[],
        ),
        (
            "this machine by address",
            api(json!({"host": "127.8.0.1"})),
            &[],
        ),
        (
            "this machine by a long address",
            api(json!({"host": "::1"})),
            &[],
        ),
        (
            "asked for",
            api(json!({"host": "0.0.0.0", "allow_insecure_development_auth": true})),
            &[],
        ),
        (
            "tokens without key",
            api(json!({"host": "0.0.0.0", "auth_mode": "jwt"})),
            &[("missing-key", "api.jwt_key")],
        ),
        (
            "tokens",
            api(json!({"host": "0.0.0.0", "auth_mode": "jwt", "jwt_key": "env://K"})),
            &[],
        ),
        (
            "a path without slash",
            api(json!({"agent_ui_path": "ui"})),
            &[("invalid-value", "api.agent_ui_path")],
        ),
        (
            "a port too high",
            api(json!({"port": 65_536})),
            &[("invalid-value", "api.port")],
        ),
        (
            "governance alone",
            json!({"telemetry": {"traccia": {"governance_enabled": true}}}),
            &[(
                "conflicting-settings",
                "telemetry.traccia.governance_enabled",
            )],
        ),
        (
            "another role",
            json!({"telemetry": {"traccia": {"service_role": "worker"}}}),
            &[("unknown-value", "telemetry.traccia.service_role")],
        ),
        (
            "workers without queue",
            json!({"distributed_execution": {"enabled": true}}),
            &[("conflicting-settings", "distributed_execution.enabled")],
        ),
        (
            "workers",
            json!({"distributed_execution": {"enabled": true, "queue_backend": "postgres"}}),
            &[],
        ),
        (
            "follow-ups of nobody",
            json!({"conversation_followups": {"enabled": true}}),
            &[("unknown-agent", "conversation_followups.agent")],
        ),
        (
            "follow-ups that are off",
            json!({"conversation_followups": {"agent": "nobody"}}),
            &[],
        ),
        (
            "a source that writes",
            json!({"query_sources": {"q": {"connection_url": "env://Q", "purpose": "p", "read_only": false}}}),
            &[("invalid-value", "query_sources.q.read_only")],
        ),
    ]);
}

#[test]
fn workflows_are_checked() {
    let plain = |nodes: Json| workflow(json!({}), nodes);
    let field = |kind: &str| plain(json!([step("a", json!({"kind": kind}))]));
    assert_cases(&[
        (
            "right",
            workflow(
                json!({"input_schema": {"type": "object", "properties": {"city": {}}}, "output_key": "b_out"}),
                json!([
                    step(
                        "a",
                        json!({"kind": "agent", "agent": "assistant", "input_template": "{{ city }} {{input}}"})
                    ),
                    step(
                        "b",
                        json!({"kind": "map_agent", "agent": "assistant", "map_from": "a_out", "depends_on": ["a"], "input_template": "{{item}} {{a_out.output}} {{a_out}}"})
                    ),
                    step(
                        "c",
                        json!({"kind": "handler", "handler": "tool:sample.echo", "arguments": {"text": "x"}, "depends_on": ["b"], "input_template": "{{a_out}}"})
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
fn messages_say_what_and_what_next() {
    let cases = [
        (
            server(json!({"name": "gh", "transport": "stdio", "command": "x", "url": "u"})),
            "an MCP server with `transport` stdio has no key `url`: it belongs to `sse` and `streamable_http`",
            "Remove the key, or choose the transport that it belongs to.",
        ),
        (
            server(
                json!({"name": "gh", "transport": "sse", "url": "u", "headers": {"X-Api-Key": "v"}}),
            ),
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
fn every_pattern_compiles() {
    let schema = SchemaGenerator::default()
        .into_root_schema_for::<AgentFile>()
        .to_value();
    let mut patterns = Vec::new();
    collect_patterns(&schema, &mut patterns);
    assert!(patterns.len() > 15, "{patterns:?}");
    for pattern in patterns {
        assert!(Regex::new(&pattern).is_ok(), "{pattern}");
    }
}

fn collect_patterns(schema: &Json, patterns: &mut Vec<String>) {
    match schema {
        Json::Object(object) => {
            patterns.extend(
                object
                    .get("pattern")
                    .and_then(Json::as_str)
                    .map(str::to_owned),
            );
            object
                .values()
                .for_each(|value| collect_patterns(value, patterns));
        }
        Json::Array(items) => items
            .iter()
            .for_each(|item| collect_patterns(item, patterns)),
        _ => {}
    }
}
