//! Where models are served.

use super::masking;
use crate::config::{Decoder, Object, ProviderKey};
use crate::settings;
use crate::source::{Node, Spanned};

settings! {
    /// A service or library that serves models.
    pub struct Provider as "the provider" {
        /// The kind: anthropic, azure_openai, deepseek, huggingface_inference, local_transformers,
        /// mistral, mock, ollama, openai, openai_compatible.
        type_name as "type": Spanned<String>;
        /// The address, where it is not the service's usual one.
        base_url: Option<Spanned<String>> = None;
        /// The key, as env://NAME; without it the kind's usual variable is read.
        api_key: Option<Spanned<ProviderKey>> = None;
        /// The version of the interface, for services that ask for one.
        api_version: Option<Spanned<String>> = None;
        /// The organization that requests are counted for.
        organization: Option<Spanned<String>> = None;
        /// The model where an agent names none.
        default_model: Spanned<String>;
        /// What the models can do.
        capabilities: ModelCapabilities = ModelCapabilities::default();
        /// How long a request may take, in seconds.
        timeout_seconds: f64 = 60.0, [Above(0.0)];
        /// Requests at the same time.
        max_concurrency: i64 = 20, [Minimum(1.0)];
        /// Requests in a minute.
        requests_per_minute: i64 = 600, [Minimum(1.0)];
        /// The price of 1,000 tokens read, in US dollars.
        cost_per_1k_input: f64 = 0.0, [Minimum(0.0)];
        /// The price of 1,000 tokens written, in US dollars.
        cost_per_1k_output: f64 = 0.0, [Minimum(0.0)];
        /// Options that are handed to the provider.
        extensions: Object = Object::default();
        /// Whether streams report their use of tokens; null leaves it to the kind.
        stream_usage: Option<bool> = None;
        /// Whether the provider may keep the start of a prompt for the next request.
        prompt_caching: bool = true;
    }
    check check_provider;
}

fn check_provider(provider: &Provider, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    masking::mask_credentials(provider.base_url.as_ref(), decoder);
    masking::mask_secret_entries(node.get("extensions"), decoder);
}

settings! {
    /// What the models of a provider can do.
    pub struct ModelCapabilities as "`capabilities`" {
        /// Answer in a conversation.
        chat: bool = true;
        /// Answer piece by piece.
        streaming: bool = false;
        /// Ask for tool calls.
        tools: bool = false;
        /// Answer in a given structure.
        structured_output: bool = false;
        /// Follow a JSON Schema.
        json_schema: bool = false;
        /// Turn text into vectors.
        embeddings: bool = false;
        /// Read images.
        images: bool = false;
        /// Read files.
        files: bool = false;
    }
}
