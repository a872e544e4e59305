//! Stores, caches, retrievals and the service.

use serde_json::{Value as Json, json};

use super::super::RetrievalMode;
use super::{Document, assert_cases, decode};

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
            json!({
                "query_sources": {
                    "q": {"connection_url": "env://Q", "purpose": "p", "read_only": false},
                },
            }),
            &[("invalid-value", "query_sources.q.read_only")],
        ),
    ]);
}
