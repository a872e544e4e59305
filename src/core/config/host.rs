//! Hosts that may be reached.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;

use super::{Decoder, Setting};
use crate::diagnostics::{Edit, Fix};
use crate::source::Node;

/// Longest name of a host, in bytes (RFC 1035, 2.3.4).
const NAME_MAX: usize = 253;
/// Longest label of a name, in bytes (RFC 1035, 2.3.4).
const LABEL_MAX: usize = 63;

/// A host, or `*.` and a domain for every host below it; in small letters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HostPattern {
    text: String,
}

impl HostPattern {
    /// Reads a host name, an address, or `*.` and a domain; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.strip_prefix("*.").unwrap_or(text);
        let valid = is_host_name(name) || (name == text && text.parse::<IpAddr>().is_ok());
        valid.then(|| Self {
            text: text.to_ascii_lowercase(),
        })
    }

    /// Returns the pattern.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Tells whether the pattern covers a host: a host itself alone, `*.` every host below.
    pub fn covers(&self, host: &str) -> bool {
        match self.text.strip_prefix('*') {
            Some(suffix) => ends_with_ignoring_case(host, suffix),
            None => host.eq_ignore_ascii_case(&self.text),
        }
    }

    /// Tells whether a host is the pattern's or lies below it, as `allowed_http_hosts` of
    /// `agent.yaml` counts.
    pub fn covers_domain(&self, host: &str) -> bool {
        let below = format!(".{}", self.text.trim_start_matches("*."));
        self.covers(host) || ends_with_ignoring_case(host, &below)
    }
}

/// Tells whether `text` is longer than `suffix` and ends with it, whatever the case.
fn ends_with_ignoring_case(text: &str, suffix: &str) -> bool {
    let start = text.len().checked_sub(suffix.len());
    start
        .filter(|&start| start > 0)
        .and_then(|start| text.get(start..))
        .is_some_and(|end| end.eq_ignore_ascii_case(suffix))
}

/// Tells whether a text is a host's name: labels of letters, digits, `-` and `_`.
fn is_host_name(text: &str) -> bool {
    let label = |label: &str| {
        (1..=LABEL_MAX).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    text.len() <= NAME_MAX && text.split('.').all(label)
}

/// Returns the host of an absolute address, in small letters, without user, port and brackets.
pub fn host_of_url(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(address) => address.split_once(']')?.0,
        None => host.split_once(':').map_or(host, |(host, _)| host),
    };
    (!host.is_empty()).then(|| host.to_ascii_lowercase())
}

impl fmt::Display for HostPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl Setting for HostPattern {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(text) = node.as_str() else {
            decoder.wrong_type(node, "a string");
            return None;
        };
        if let Some(pattern) = Self::parse(text) {
            return Some(pattern);
        }
        let address = if text.contains("://") {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(format!("https://{text}"))
        };
        let host = host_of_url(&address).filter(|host| Self::parse(host).is_some());
        let message = format!("{} takes the name of a host", decoder.subject());
        let diagnostic = decoder.report("invalid-value", node.span, message, "not a host alone");
        diagnostic.help = Some(
            "Write a host such as api.example.com, an address, or *.example.com for every host \
             below it; no scheme, port or path."
                .to_owned(),
        );
        diagnostic.fix = host.as_ref().map(|host| Fix {
            description: format!("write `{host}`"),
            edits: vec![Edit {
                span: node.span,
                replacement: host.clone(),
            }],
            unambiguous: false,
        });
        diagnostic.suggestion = host;
        None
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(json!(self.text))
    }
}

impl JsonSchema for HostPattern {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "HostPattern".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "string",
            "maxLength": NAME_MAX + 2,
            "pattern": r"^(\*\.)?[A-Za-z0-9_:.-]+$",
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_host_of_a_built_address_is_found(
            host in "[a-z][a-z0-9-]{0,8}[a-z](\\.[a-z]{2,5}){0,3}",
            user in "([a-z]{1,4}@)?",
            port in "(:[0-9]{1,5})?",
            rest in "([/?#][a-z@:/]{0,8})?",
        ) {
            let url = format!("https://{user}{host}{port}{rest}");
            prop_assert_eq!(host_of_url(&url), Some(host.clone()));
            prop_assert!(HostPattern::parse(&host).is_some_and(|pattern| pattern.covers(&host)));
        }

        #[test]
        fn any_text_is_taken(text in "\\PC{0,24}") {
            // Neither may panic, whatever the text; a host never has a slash.
            let host = host_of_url(&text).unwrap_or_default();
            prop_assert!(!host.contains('/'));
            let pattern = HostPattern::parse(&text);
            prop_assert!(pattern.is_none_or(|pattern| !pattern.as_str().contains('/')));
        }
    }

    #[test]
    fn hosts_are_names_addresses_and_wildcards() {
        let long_label = "a".repeat(64);
        let long_name = format!("{}.com", ["a".repeat(50).as_str(); 5].join("."));
        let cases = [
            ("api.example.com", true),
            ("API.example.com", true),
            ("localhost", true),
            ("10.0.0.1", true),
            ("::1", true),
            ("*.example.com", true),
            ("_dmarc.example.com", true),
            ("*", false),
            ("*.", false),
            ("api.*.com", false),
            ("*.10.0.0.1:80", false),
            ("api.example.com:443", false),
            ("api.example.com.", false),
            ("https://api.example.com", false),
            ("a b", false),
            ("-a.com", false),
            ("", false),
            (long_label.as_str(), false),
            (long_name.as_str(), false),
        ];
        for (text, expected) in cases {
            assert_eq!(HostPattern::parse(text).is_some(), expected, "{text:?}");
        }
    }

    #[test]
    fn patterns_cover_hosts() {
        // pattern, host, covers, covers_domain
        let cases = [
            ("example.com", "example.com", true, true),
            ("example.com", "EXAMPLE.com", true, true),
            ("example.com", "api.example.com", false, true),
            ("example.com", "badexample.com", false, false),
            ("*.example.com", "api.example.com", true, true),
            ("*.example.com", "a.b.example.com", true, true),
            ("*.example.com", "example.com", false, false),
            ("*.example.com", ".example.com", false, false),
            ("::1", "::1", true, true),
        ];
        for (pattern, host, alone, domain) in cases {
            let pattern = HostPattern::parse(pattern).expect("the case names a host");
            let found = (pattern.covers(host), pattern.covers_domain(host));
            assert_eq!(found, (alone, domain), "{pattern} {host}");
        }
    }

    #[test]
    fn the_host_of_an_address_is_found() {
        let cases = [
            ("https://API.example.com/mcp/", Some("api.example.com")),
            ("http://user:word@host:8080?x", Some("host")),
            ("https://[::1]:8443/", Some("::1")),
            ("https://host\\@evil.example", Some("host")),
            ("https:///path", None),
            ("https://[::1", None),
            ("host/path", None),
            ("", None),
        ];
        for (url, expected) in cases {
            assert_eq!(host_of_url(url).as_deref(), expected, "{url}");
        }
    }
}
