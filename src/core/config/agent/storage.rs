//! Where the Python runtime keeps runs, memories, events and files.

use super::storage_rules::check_storage;
use crate::config::EnvironmentReference;
use crate::source::Spanned;
use crate::{choice, settings};

settings! {
    /// Where the Python runtime keeps runs, memories, events and files.
    pub struct Storage as "`storage`" {
        /// Runs and their steps.
        run_store: CachedStore = CachedStore::Memory;
        /// What conversations keep.
        memory_store: CachedStore = CachedStore::Memory;
        /// What is kept beyond a conversation.
        learned_memory_store: Store = Store::Memory;
        /// Events.
        event_store: Store = Store::Memory;
        /// The audit trail.
        audit_store: Store = Store::Memory;
        /// Questions to people and their answers.
        approval_store: Store = Store::Memory;
        /// Files.
        artifact_store: ArtifactStore = ArtifactStore::Memory;
        /// The state of workflows.
        workflow_store: Store = Store::Memory;
        /// Tool calls and their results.
        tool_execution_store: Store = Store::Memory;
        /// Conversations.
        conversation_store: Store = Store::Memory;
        /// The address of PostgreSQL, as env://NAME.
        postgres_dsn: Option<EnvironmentReference> = None;
        /// The address of Redis, as env://NAME.
        redis_url: Option<EnvironmentReference> = None;
        /// The bucket of an S3 store.
        artifact_s3_bucket: Option<Spanned<String>> = None;
        /// What the keys in the bucket start with.
        artifact_s3_prefix: Spanned<String> =
            Spanned::implied("algen-agent-runtime/artifacts".to_owned());
        /// The region of the bucket.
        artifact_s3_region: Option<Spanned<String>> = None;
        /// The address of a service that speaks S3; https, or http on this machine.
        artifact_s3_endpoint_url: Option<Spanned<String>> = None;
        /// Whether the bucket stands in the path or in the host's name.
        artifact_s3_addressing_style: AddressingStyle = AddressingStyle::Auto;
        /// How the service encrypts what it stores.
        artifact_s3_server_side_encryption: ServerSideEncryption = ServerSideEncryption::Aes256;
        /// The key of `aws:kms`.
        artifact_s3_kms_key_id: Option<Spanned<String>> = None;
        /// Whether missing tables are created at the start.
        initialize_schema: bool = true;
        /// Connections that stay open.
        postgres_min_pool_size: i64 = 1, [Minimum(1.0)];
        /// Connections, at most.
        postgres_max_pool_size: i64 = 10, [Minimum(1.0)];
        /// How long memories are kept, in seconds.
        memory_retention_seconds: i64 = 86_400, [Minimum(0.0)];
    }
    check check_storage;
}

choice! {
    /// A place that may also be Redis.
    pub enum CachedStore {
        /// The process; gone at its end.
        Memory = "memory",
        /// PostgreSQL; needs `postgres_dsn`.
        Postgres = "postgres" near ["postgresql", "pg"],
        /// Redis; needs `redis_url`.
        Redis = "redis",
    }
}

choice! {
    /// A place for records.
    pub enum Store {
        /// The process; gone at its end.
        Memory = "memory",
        /// PostgreSQL; needs `postgres_dsn`.
        Postgres = "postgres" near ["postgresql", "pg"],
    }
}

choice! {
    /// A place for files.
    pub enum ArtifactStore {
        /// The process; gone at its end.
        Memory = "memory",
        /// PostgreSQL; needs `postgres_dsn`.
        Postgres = "postgres" near ["postgresql", "pg"],
        /// A bucket; needs `artifact_s3_bucket`.
        S3 = "s3",
    }
}

choice! {
    /// Where the bucket stands in an address.
    pub enum AddressingStyle {
        /// Whatever the service expects.
        Auto = "auto",
        /// In the path.
        Path = "path",
        /// In the host's name.
        Virtual = "virtual",
    }
}

choice! {
    /// How a bucket encrypts what it stores.
    pub enum ServerSideEncryption {
        /// With keys of the service.
        Aes256 = "AES256" near ["aes-256"],
        /// With a key of the key management service.
        AwsKms = "aws:kms" near ["kms"],
    }
}
