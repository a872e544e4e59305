//! What every agent of the file is bounded by.

use crate::settings;
use crate::source::Spanned;

settings! {
    /// What every agent of the file is bounded by.
    pub struct Security as "`security`" {
        /// Bytes of one request to the service.
        max_request_bytes: i64 = 1_048_576, [Minimum(1024.0)];
        /// Bytes of one stored file.
        max_artifact_bytes: i64 = 10_485_760, [Minimum(1024.0)];
        /// The hosts that HTTP tools may reach, with their subdomains; for `core.http` an empty
        /// list means every public host.
        allowed_http_hosts: Vec<Spanned<String>> = Vec::new();
        /// Whether HTTP tools may reach private addresses.
        allow_private_networks: bool = false;
        /// Whether tools may start programs.
        allow_subprocess_tools: bool = false;
        /// The modules that plugins may come from, each with everything below it.
        trusted_plugin_prefixes: Vec<Spanned<String>> = Vec::new();
    }
}

impl Security {
    /// Tells whether HTTP tools may reach a host: it equals an entry or lies below one. Case and
    /// dots at either end do not count.
    pub fn allows_host(&self, host: &str) -> bool {
        let host = host.trim_matches('.').to_lowercase();
        self.allowed_http_hosts.iter().any(|entry| {
            let entry = entry.trim_matches('.').to_lowercase();
            let below = host.strip_suffix(entry.as_str());
            !entry.is_empty() && below.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
    }
}
