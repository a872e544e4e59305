//! `NAME.overlay.lock`: what a review pinned beyond the input schemas of an overlay.
//!
//! `algen mcp snapshot` writes it and people edit two keys in it: `compare` and `unknown_fields`.
//! A digest is SHA-256 over the RFC 8785 form of the JSON value that the server gave, `null` or no
//! key where it gave none. Descriptions are pinned because a model reads them: a server that
//! changes one can change what agents do without touching a schema.

use std::collections::HashSet;

use super::Overlay;
use crate::config::{Decoder, FormatVersion, Map, Pattern, Setting};
use crate::diagnostics::closest::closest;
use crate::source::{Node, Spanned, Value};
use crate::{choice, settings};

static DIGEST: Pattern = Pattern::new(
    "^sha256:[0-9a-f]{64}$",
    "a digest: sha256: and 64 small hexadecimal digits",
);

settings! {
    /// What a review pinned beyond the input schemas of an overlay.
    pub struct OverlayLock as "the lock" {
        /// Version of the format, 1.
        algen: FormatVersion;
        /// What is pinned, by the server's own names of the tools.
        tools: Map<LockedTool> = Map::default();
    }
}

settings! {
    /// What is pinned of one tool, and how strictly it is compared.
    pub struct LockedTool as "a tool of the lock" {
        /// Which changes of its schema count.
        compare: Compare = Compare::Exact;
        /// Whether arguments may have fields that the schema does not name.
        unknown_fields: UnknownFields = UnknownFields::Strict;
        /// Digest of the server's description.
        description: Option<Spanned<String>> = None, [Matches(&DIGEST)];
        /// Digest of the schema of its results.
        output_schema: Option<Spanned<String>> = None, [Matches(&DIGEST)];
        /// Digest of the server's hints about it.
        annotations: Option<Spanned<String>> = None, [Matches(&DIGEST)];
    }
}

choice! {
    /// Which changes of a schema count.
    pub enum Compare {
        /// Every change of its JSON value.
        Exact = "exact",
        /// Only those that change which arguments are valid, not titles, descriptions and examples.
        Structural = "structural",
    }
}

choice! {
    /// Whether arguments may have fields that the schema does not name.
    pub enum UnknownFields {
        /// They are refused.
        Strict = "strict",
        /// They are sent where the schema itself lets them through.
        Allow = "allow",
    }
}

impl OverlayLock {
    /// Decodes a document; every problem goes to the decoder. `None` for a document without
    /// content, and for one that is no mapping.
    pub fn decode_document(root: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let root = root.filter(|root| !matches!(root.value, Value::Null))?;
        Self::decode(root, decoder)
    }

    /// Warns of locked tools that the overlay does not have.
    pub fn check_against(&self, overlay: &Overlay, decoder: &mut Decoder<'_>) {
        let declared: HashSet<&str> = overlay.tools.keys().collect();
        decoder.at_field("tools", |decoder| {
            for (name, _) in self.tools.iter() {
                let Some(span) = name.span.filter(|_| !declared.contains(name.as_str())) else {
                    continue;
                };
                let near = closest(name, overlay.tools.keys());
                let mut message = format!("the overlay has no tool `{}`", name.value);
                if let Some(near) = near {
                    message.push_str(&format!("; did you mean `{near}`?"));
                }
                decoder.at_key(name, |decoder| {
                    let diagnostic = decoder.warn("stale-lock-entry", span, message, "locked here");
                    diagnostic.name = Some(name.value.clone());
                    diagnostic.suggestion = near.map(str::to_owned);
                    diagnostic.help = Some(
                        "Remove the entry, or run algen mcp snapshot with --update.".to_owned(),
                    );
                });
            }
        });
    }
}

/// Returns the path of an overlay's lock: the overlay's with `.lock` for its last suffix.
pub fn lock_path(overlay: &str) -> String {
    let stem = [".yaml", ".yml", ".json"]
        .into_iter()
        .find_map(|suffix| overlay.strip_suffix(suffix));
    format!("{}.lock", stem.unwrap_or(overlay))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::test_document::Document;

    #[test]
    fn a_lock_is_read() {
        let digest = format!("sha256:{}", "0a".repeat(32));
        let document = Document::new(json!({"algen": 1, "tools": {
            "delete": {"compare": "structural", "unknown_fields": "allow", "description": digest,
                "output_schema": null},
            "list-issues": {},
        }}));
        let (lock, findings) = document.decode(OverlayLock::decode_document);
        assert_eq!(findings, []);
        let lock = lock.expect("the document is a mapping");
        let tools: Vec<_> = lock
            .tools
            .iter()
            .map(|(name, tool)| {
                let description = tool
                    .description
                    .as_ref()
                    .map(|digest| digest.value.as_str());
                (
                    name.as_str(),
                    tool.compare,
                    tool.unknown_fields,
                    description,
                )
            })
            .collect();
        let expected = [
            (
                "delete",
                Compare::Structural,
                UnknownFields::Allow,
                Some(digest.as_str()),
            ),
            ("list-issues", Compare::Exact, UnknownFields::Strict, None),
        ];
        assert_eq!(tools, expected);
    }

    #[test]
    fn what_is_wrong_with_a_lock_is_named() {
        let cases = [
            ("no version", json!({}), vec![("missing-key", "algen")]),
            (
                "words",
                json!({"algen": 1, "tools": {"a": {"compare": "loose", "unknown_fields": "refuse"}}}),
                vec![
                    ("unknown-value", "tools.a.compare"),
                    ("unknown-value", "tools.a.unknown_fields"),
                ],
            ),
            (
                "digests",
                json!({"algen": 1, "tools": {"a": {"description": "md5:0", "annotations": 5,
                "output_schema": format!("sha256:{}", "A".repeat(64)), "input_schema": "x"}}}),
                vec![
                    ("invalid-value", "tools.a.description"),
                    ("invalid-value", "tools.a.output_schema"),
                    ("unknown-key", "tools.a.input_schema"),
                    ("wrong-type", "tools.a.annotations"),
                ],
            ),
        ];
        for (name, document, expected) in cases {
            let (_, mut findings) = Document::new(document).decode(OverlayLock::decode_document);
            findings.sort();
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(rule, field)| (rule, field.to_owned()))
                .collect();
            assert_eq!(findings, expected, "{name}");
        }
    }

    #[test]
    fn the_lock_stands_beside_the_overlay() {
        let cases = [
            ("github.overlay.yaml", "github.overlay.lock"),
            ("a/b.overlay.yml", "a/b.overlay.lock"),
            ("b.json", "b.lock"),
            ("b", "b.lock"),
        ];
        for (overlay, lock) in cases {
            assert_eq!(lock_path(overlay), lock);
        }
    }
}
