//! What may be answered from an earlier call.

use super::findings;
use crate::config::{Decoder, EnvironmentReference, Map};
use crate::source::{Node, Spanned};
use crate::{choice, settings};

settings! {
    /// What may be answered from an earlier call.
    pub struct Cache as "`cache`" {
        /// Where answers are kept.
        backend: CacheBackend = CacheBackend::None;
        /// The address of Redis, as env://NAME.
        redis_url: Option<EnvironmentReference> = None;
        /// The secret that keys are hashed with, as env://NAME.
        key_secret: Option<EnvironmentReference> = None;
        /// What every key starts with.
        key_prefix: Spanned<String> = Spanned::implied("algen-agent-runtime:cache".to_owned()),
            [MinLength(1), MaxLength(128)];
        /// Entries, at most, in memory.
        max_entries: i64 = 10_000, [Minimum(1.0), Maximum(10_000_000.0)];
        /// The policies by name; `tool_results` is the one for tool calls.
        policies: Map<CachePolicy> = Map::default();
    }
    check check_cache;
}

fn check_cache(cache: &Cache, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    if cache.backend == CacheBackend::Redis {
        findings::require(decoder, node, "redis_url", "backend", "env://NAME");
    }
}

choice! {
    /// Where answers are kept.
    pub enum CacheBackend {
        /// Nowhere.
        None = "none" near ["off"],
        /// In the process; gone at its end.
        Memory = "memory",
        /// In Redis; needs `redis_url`.
        Redis = "redis",
    }
}

settings! {
    /// Which answers are kept, for whom and for how long.
    pub struct CachePolicy as "the cache policy" {
        /// Whether anything is kept.
        enabled: bool = false;
        /// Who may get an answer again.
        scope: CacheScope = CacheScope::Tenant;
        /// How long an answer is kept, in seconds.
        ttl_seconds: i64 = 300, [Minimum(1.0), Maximum(2_592_000.0)];
        /// Bytes of one answer; larger ones are not kept.
        maximum_value_bytes: i64 = 1_048_576, [Minimum(1.0), Maximum(100_000_000.0)];
    }
}

choice! {
    /// Who may get a kept answer.
    pub enum CacheScope {
        /// Everyone.
        Global = "global",
        /// The same tenant.
        Tenant = "tenant",
        /// The same user.
        User = "user",
        /// The same session.
        Session = "session",
        /// The same run.
        Run = "run",
    }
}
