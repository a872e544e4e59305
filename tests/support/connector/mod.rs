//! A connector that fails where its arguments say, over every effect, against a [`Peer`]; and one
//! with pages.
//!
//! [`Peer`]: super::peer::Peer

mod client;
mod paged;
mod step;
mod tools;

use std::sync::Arc;

use algen_connectors::Connector;
use algen_core::config::{CredentialReference, Decoder, Given, Reference, Setting as _};
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::registry::spec::variable;
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::{Node, Sources};
use algen_engine::runtime::{Tool, ToolkitInput, ToolkitInstance};
use schemars::JsonSchema as _;

use client::Service;
pub(crate) use step::Step;
use tools::{Action, FaultyTool};

/// The connectors that only tests have.
pub(crate) static ALL: &[Connector] = &[
    Connector {
        plugin: PLUGIN,
        factory: Some(open),
        fake: None,
        local_files: None,
    },
    paged::CONNECTOR,
];

settings! {
    /// Where the peer is, and what to show it.
    pub(crate) struct FaultySettings as "a faulty toolkit" {
        /// The peer's socket.
        address: Given<String>, [MinLength(1)];
        /// What the peer is told first, where it is set; the step `missing` needs it.
        token: Option<CredentialReference> = None;
        /// Whether `destroy` itself asks.
        approval: bool = true;
    }
}

static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "faulty",
    summary: "Fail where it is told to",
    maturity: Maturity::Alpha,
    egress: &[],
    programs: &[],
    default_tools: &["faulty.read"],
    settings: FaultySettings::fields,
    schema: FaultySettings::json_schema,
    contract,
};

const PLUGIN: PluginSpec = PluginSpec {
    reference: "algen_test.faulty",
    class_reference: None,
    version: "1.0.0",
    publisher: "algen",
    connector: &CONNECTOR,
};

fn settings(entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> FaultySettings {
    let decoded = entry.and_then(|entry| FaultySettings::decode(entry, decoder));
    decoded.unwrap_or_default()
}

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings = settings(entry, decoder);
    let environment = match entry {
        Some(_) => Vec::new(),
        None => CONNECTOR.environment(),
    };
    let tools = Action::ALL.into_iter().map(|action| {
        let mut spec = action.spec(toolkit);
        spec.approval &= settings.approval;
        spec.environment.clone_from(&environment);
        spec
    });
    Toolkit {
        tools: tools.collect(),
        egress: Vec::new(),
    }
}

/// The toolkit as it runs.
struct Faulty {
    service: Arc<Service>,
    tools: Vec<FaultyTool>,
}

fn open(input: &ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure> {
    let sources = Sources::default();
    let settings = settings(input.entry, &mut Decoder::new(&sources));
    let of_variable = |setting| Reference::parse(&format!("env://{}", variable("faulty", setting)));
    let (address, token) = match (input.entry, of_variable("address")) {
        (None, Some(address)) => (Given::Reference(address), of_variable("token")),
        _ => (settings.address, settings.token.map(|token| token.0)),
    };
    let service = Arc::new(Service::new(address, token, Arc::clone(input.resolver)));
    let tools = Action::ALL.map(|action| FaultyTool::new(action, &service));
    Ok(Box::new(Faulty {
        service,
        tools: tools.into(),
    }))
}

impl Drop for Faulty {
    fn drop(&mut self) {
        self.service.leave();
    }
}

impl ToolkitInstance for Faulty {
    fn tool(&self, action: &str) -> Option<&dyn Tool> {
        let mut tools = self.tools.iter();
        let tool = tools.find(|tool| tool.action.word() == action)?;
        Some(tool)
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.service.close())
    }
}
