//! What the stores of `storage` need from its other settings.

use super::findings;
use super::http_address::HttpAddress;
use super::storage::{ArtifactStore, CachedStore, Storage, Store};
use crate::config::Decoder;
use crate::source::Node;

pub(super) fn check_storage(storage: &Storage, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    if let Some(store) = first_on_postgres(storage) {
        findings::require(decoder, node, "postgres_dsn", store, "env://NAME");
    }
    let on_redis = [
        ("run_store", storage.run_store),
        ("memory_store", storage.memory_store),
    ];
    let on_redis = on_redis
        .iter()
        .find(|(_, store)| *store == CachedStore::Redis);
    if let Some((store, _)) = on_redis {
        findings::require(decoder, node, "redis_url", store, "env://NAME");
    }
    if storage.artifact_store == ArtifactStore::S3 {
        let key = "artifact_s3_bucket";
        findings::require(decoder, node, key, "artifact_store", "the bucket's name");
    }
    check_endpoint(storage, node, decoder);
    check_pool(storage, node, decoder);
}

/// Returns the key of the first store that is kept in PostgreSQL.
fn first_on_postgres(storage: &Storage) -> Option<&'static str> {
    let cached = |store| store == CachedStore::Postgres;
    let plain = |store| store == Store::Postgres;
    let stores = [
        ("run_store", cached(storage.run_store)),
        ("memory_store", cached(storage.memory_store)),
        ("learned_memory_store", plain(storage.learned_memory_store)),
        ("event_store", plain(storage.event_store)),
        ("audit_store", plain(storage.audit_store)),
        ("approval_store", plain(storage.approval_store)),
        (
            "artifact_store",
            storage.artifact_store == ArtifactStore::Postgres,
        ),
        ("workflow_store", plain(storage.workflow_store)),
        ("tool_execution_store", plain(storage.tool_execution_store)),
        ("conversation_store", plain(storage.conversation_store)),
    ];
    let first = stores.into_iter().find(|(_, postgres)| *postgres);
    first.map(|(key, _)| key)
}

/// Keys and files travel to this address, so it is encrypted unless it is this machine.
fn check_endpoint(storage: &Storage, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let Some(endpoint) = &storage.artifact_s3_endpoint_url else {
        return;
    };
    super::masking::mask_credentials(Some(endpoint), decoder);
    let accepted = HttpAddress::parse(endpoint).is_some_and(|address| {
        address.encrypted || ["localhost", "127.0.0.1"].contains(&address.host)
    });
    if !accepted {
        let key = "artifact_s3_endpoint_url";
        let message = format!("`{key}` takes an https address, or an http one on this machine");
        let span = findings::place(node, key);
        decoder.report_below(key, "invalid-value", span, message, "");
    }
}

fn check_pool(storage: &Storage, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let (least, most) = (
        storage.postgres_min_pool_size,
        storage.postgres_max_pool_size,
    );
    let keys = ["postgres_min_pool_size", "postgres_max_pool_size"];
    if least > most && findings::are_sound(decoder, node, &keys) {
        let message = format!(
            "`postgres_min_pool_size` {least} is more than `postgres_max_pool_size` {most}"
        );
        let help = "Make the smaller number the minimum.";
        findings::conflict(decoder, node, "postgres_min_pool_size", message, help);
    }
}
