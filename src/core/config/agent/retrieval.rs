//! Collections of documents that agents search.

use super::retrieval_rules::check_retrieval;
use crate::config::{EnvironmentReference, Object};
use crate::source::Spanned;
use crate::{choice, settings};

settings! {
    /// A collection of documents that agents search.
    pub struct Retrieval as "the retrieval" {
        /// Where the documents are indexed.
        type_name as "type": RetrievalType = RetrievalType::Memory;
        /// How they are searched.
        mode: RetrievalMode = RetrievalMode::Hybrid;
        /// Passages of one search, at most.
        limit: i64 = 6, [Minimum(1.0), Maximum(100.0)];
        /// The score below which a passage does not count, from 0 to 1.
        minimum_score: f64 = 0.05, [Minimum(0.0), Maximum(1.0)];
        /// The weight of words in a hybrid search.
        keyword_weight: f64 = 0.4, [Minimum(0.0), Maximum(1.0)];
        /// The weight of meaning in a hybrid search.
        vector_weight: f64 = 0.6, [Minimum(0.0), Maximum(1.0)];
        /// Metadata that a passage has to carry.
        filters: Object = Object::default();
        /// Characters of one question.
        max_query_chars: i64 = 4096, [Minimum(128.0), Maximum(100_000.0)];
        /// Tokens of all passages of one search.
        max_retrieval_tokens: i64 = 4000, [Minimum(128.0)];
        /// Tokens of the whole context that the model reads.
        max_context_tokens: i64 = 16_000, [Minimum(256.0)];
        /// Characters of one passage.
        chunk_size: i64 = 1200, [Minimum(64.0)];
        /// Characters that neighbouring passages share; fewer than `chunk_size`.
        chunk_overlap: i64 = 200, [Minimum(0.0)];
        /// The key of `providers` that turns text into vectors.
        embedding_provider: Option<Spanned<String>> = None;
        /// The model that turns text into vectors.
        embedding_model: Option<Spanned<String>> = None;
        /// Numbers in one vector.
        embedding_dimensions: i64 = 1536, [Minimum(8.0)];
        /// The address of the index; pgvector needs it.
        connection_url: Option<Spanned<String>> = None;
        /// The key of the index, as env://NAME.
        api_key: Option<EnvironmentReference> = None;
        /// The collection in the index.
        collection_name: Spanned<String> =
            Spanned::implied("algen_agent_runtime_documents".to_owned());
        /// The table in PostgreSQL.
        table_name: Spanned<String> =
            Spanned::implied("algen_agent_runtime_documents".to_owned());
        /// The folder of an index on this machine.
        persistence_path: Option<Spanned<String>> = None;
        /// Whether a missing index is created at the start.
        initialize_schema: bool = true;
        /// Documents that are written in the file.
        documents: Vec<SourceDocument> = Vec::new();
    }
    check check_retrieval;
}

choice! {
    /// Where documents are indexed.
    pub enum RetrievalType {
        /// In the process; gone at its end.
        Memory = "memory",
        /// In PostgreSQL; needs `connection_url`.
        Pgvector = "pgvector" near ["postgres", "postgresql"],
        /// In Chroma; vectors only.
        Chroma = "chroma" near ["chromadb"],
        /// In FAISS; vectors only.
        Faiss = "faiss",
        /// In Qdrant; vectors only.
        Qdrant = "qdrant",
    }
}

choice! {
    /// How documents are searched.
    pub enum RetrievalMode {
        /// By meaning.
        Vector = "vector" near ["semantic"],
        /// By words.
        Keyword = "keyword" near ["fulltext"],
        /// By both.
        Hybrid = "hybrid",
    }
}

settings! {
    /// A document that is written in the file.
    pub struct SourceDocument as "the document" {
        /// The identifier in the collection.
        id: Spanned<String>;
        /// The text.
        text: String, [MinLength(1)];
        /// Where the text comes from.
        source: String;
        /// The title.
        title: Option<String> = None;
        /// The address of the original.
        uri: Option<String> = None;
        /// What filters look at.
        metadata: Object = Object::default();
    }
}
