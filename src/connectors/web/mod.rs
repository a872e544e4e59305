//! Search of the web and reading of public pages.

mod tools;

use algen_core::config::{CredentialReference, Decoder};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};

/// The hosts of the three engines; `fetch_url` reaches whatever public host it is given.
const ENGINES: &[&str] = &[
    "api.search.brave.com",
    "html.duckduckgo.com",
    "en.wikipedia.org",
];

settings! {
    /// Search of the web and reading of public pages.
    pub(crate) struct WebSettings as "a web toolkit" {
        /// The key of Brave's search, read when a call asks for that engine. The built-in toolkit
        /// reads it from `BRAVE_SEARCH_API_KEY`.
        brave_search_api_key: Option<CredentialReference> = None;
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "web",
    summary: "Search the web and read public pages",
    maturity: Maturity::Contract,
    egress: ENGINES,
    programs: &[],
    default_tools: &["web.web_search", "web.fetch_url"],
    settings: WebSettings::fields,
    schema: WebSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.web", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    kit::settings::<WebSettings>(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let tools = [tools::web_search(&kit), tools::fetch_url(&kit)];
    kit.toolkit(tools)
}
