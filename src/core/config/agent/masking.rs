//! What may be a secret where the format takes literals: such values are never quoted.

use crate::config::Decoder;
use crate::source::{Node, Spanned};

/// Header names whose values are always secrets.
const SECRET_HEADERS: &[&str] = &[
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
];
/// Parts of a name that say its value is a secret. `key` also hits harmless names; the Python
/// runtime refuses them as headers too.
const SECRET_WORDS: &[&str] = &["token", "secret", "key"];

/// Tells whether the Python runtime takes a header's value for a secret.
pub(in crate::config) fn is_secret_header(name: &str) -> bool {
    let name = name.to_lowercase();
    SECRET_HEADERS.contains(&name.as_str()) || SECRET_WORDS.iter().any(|word| name.contains(word))
}

/// Masks, at every depth of a free mapping, the values whose keys say that they are secrets.
pub(super) fn mask_secret_entries(node: Option<&Node<'_>>, decoder: &mut Decoder<'_>) {
    let Some(node) = node else { return };
    for item in node.items().unwrap_or_default() {
        mask_secret_entries(Some(item), decoder);
    }
    for entry in node.entries().unwrap_or_default() {
        let secret = |key: &str| is_secret_header(key) || key.to_lowercase().contains("password");
        if entry.key.as_str().is_some_and(secret) {
            decoder.masked.push(entry.value.span);
        } else {
            mask_secret_entries(Some(&entry.value), decoder);
        }
    }
}

/// Masks an address that holds a user or password, or a query that may hold a token.
pub(super) fn mask_credentials(address: Option<&Spanned<String>>, decoder: &mut Decoder<'_>) {
    if let Some(address) = address
        && address.contains(['@', '?'])
    {
        decoder.masked.extend(address.span);
    }
}

/// Masks values that may be secrets whatever they look like.
pub(super) fn mask_values<'v>(
    values: impl IntoIterator<Item = &'v Spanned<String>>,
    decoder: &mut Decoder<'_>,
) {
    let spans = values.into_iter().filter_map(|value| value.span);
    decoder.masked.extend(spans);
}
