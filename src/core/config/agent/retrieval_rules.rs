//! What the settings of a retrieval demand of each other.

use super::retrieval::{Retrieval, RetrievalMode, RetrievalType};
use super::{findings, masking};
use crate::config::Decoder;
use crate::source::Node;

pub(super) fn check_retrieval(retrieval: &Retrieval, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    // The format takes whole addresses here, passwords and all.
    masking::mask_values(&retrieval.connection_url, decoder);
    masking::mask_secret_entries(node.get("filters"), decoder);
    if retrieval.type_name == RetrievalType::Pgvector {
        findings::require(decoder, node, "connection_url", "type", "env://NAME");
    }
    check_mode(retrieval, node, decoder);
    check_weights(retrieval, node, decoder);
    check_chunks(retrieval, node, decoder);
}

/// The indexes that hold vectors alone cannot search by words; the default searches by both.
fn check_mode(retrieval: &Retrieval, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let vectors_alone = match retrieval.type_name {
        RetrievalType::Chroma | RetrievalType::Faiss | RetrievalType::Qdrant => true,
        RetrievalType::Memory | RetrievalType::Pgvector => false,
    };
    let fits = !vectors_alone || retrieval.mode == RetrievalMode::Vector;
    if fits || !findings::are_sound(decoder, node, &["type", "mode"]) {
        return;
    }
    let message = format!(
        "`type` {} is searched by vectors alone, and `mode` is {}",
        retrieval.type_name.word(),
        retrieval.mode.word()
    );
    let key = if node.get("mode").is_some() {
        "mode"
    } else {
        "type"
    };
    findings::conflict(decoder, node, key, message, "Set mode to vector.");
}

fn check_weights(retrieval: &Retrieval, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let weightless = retrieval.keyword_weight == 0.0 && retrieval.vector_weight == 0.0;
    let keys = ["mode", "keyword_weight", "vector_weight"];
    let hybrid = retrieval.mode == RetrievalMode::Hybrid;
    if hybrid && weightless && findings::are_sound(decoder, node, &keys) {
        let message = "a hybrid search needs a `keyword_weight` or a `vector_weight` above 0";
        let help = "Give one of the two a weight, or set mode to vector or keyword.";
        findings::conflict(decoder, node, "keyword_weight", message, help);
    }
}

fn check_chunks(retrieval: &Retrieval, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let (size, overlap) = (retrieval.chunk_size, retrieval.chunk_overlap);
    if overlap >= size && findings::are_sound(decoder, node, &["chunk_size", "chunk_overlap"]) {
        let message = format!("`chunk_overlap` {overlap} is not less than `chunk_size` {size}");
        let key = if node.get("chunk_overlap").is_some() {
            "chunk_overlap"
        } else {
            "chunk_size"
        };
        let help = "Make chunk_overlap smaller than chunk_size.";
        findings::conflict(decoder, node, key, message, help);
    }
}
