//! Rules.
use super::retrieval::Retrieval;
use crate::config::Decoder;
use crate::source::Node;

pub(super) fn check_retrieval(_: &Retrieval, _: &Node<'_>, _: &mut Decoder<'_>) {}
