//! What every agent of the file is bounded by.

use std::collections::HashSet;

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

/// The hosts that HTTP tools may reach, ready for many questions.
pub struct AllowedHosts {
    domains: HashSet<String>,
}

impl Security {
    /// Returns the hosts that HTTP tools may reach.
    pub fn allowed_hosts(&self) -> AllowedHosts {
        let domains = self
            .allowed_http_hosts
            .iter()
            .map(|entry| normalized(entry));
        AllowedHosts {
            domains: domains.filter(|domain| !domain.is_empty()).collect(),
        }
    }
}

impl AllowedHosts {
    /// Tells whether a host is an entry or lies below one; case and dots at either end do not
    /// count.
    pub fn allows(&self, host: &str) -> bool {
        let host = normalized(host);
        let mut rest = Some(host.as_str());
        while let Some(domain) = rest {
            if self.domains.contains(domain) {
                return true;
            }
            rest = domain.split_once('.').map(|(_, above)| above);
        }
        false
    }
}

fn normalized(host: &str) -> String {
    host.trim_matches('.').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::agent::findings::implied;

    #[test]
    fn an_entry_allows_itself_and_what_lies_below() {
        let security = Security {
            allowed_http_hosts: implied(&["Example.com.", "10.0.0.7", "", "."]),
            ..Security::default()
        };
        let hosts = security.allowed_hosts();
        let cases = [
            ("example.com", true),
            ("API.example.com", true),
            ("a.b.example.com.", true),
            ("badexample.com", false),
            ("com", false),
            ("10.0.0.7", true),
            ("0.0.7", false),
            ("", false),
        ];
        for (host, expected) in cases {
            assert_eq!(hosts.allows(host), expected, "{host}");
        }
    }
}
