//! Rules.
use super::storage::Storage;
use crate::config::Decoder;
use crate::source::Node;

pub(super) fn check_storage(_: &Storage, _: &Node<'_>, _: &mut Decoder<'_>) {}
