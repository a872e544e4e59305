//! How a toolkit signs in to Google or Microsoft: with an access token, with a program that prints
//! one, or with a refresh token that it exchanges.

use algen_core::config::Decoder;
use algen_core::source::Node;

use super::kit;

/// Reports a toolkit that signs in in more than one way, or not completely in one.
pub(crate) fn check(section: &str, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let written = |key: &str| kit::written(node, key);
    let ways = ["token", "token_command", "refresh_token"];
    kit::at_most_one(&ways, node, decoder);
    if !ways.iter().any(|way| written(way)) {
        decoder.missing(node, "token", section);
    }
    if written("refresh_token") {
        for key in ["client_id", "client_secret"] {
            if !written(key) {
                decoder.missing(node, key, section);
            }
        }
    }
}
