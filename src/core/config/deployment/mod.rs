//! `algen.yaml`: what a deployment adds to `agent.yaml`: plugins without code, the caller's
//! identity, the capability policy, the ledger.
//!
//! [`DeploymentSettings`] defines every key. What stands under `plugins` is kept as nodes, because
//! the keys of a toolkit are known only to its connector: `plugins` reads the shape around them
//! and hands each [`ToolkitSource::Connector`] its entry for the registry to decode.
//!
//! A new key is a field of a section. A new kind of toolkit is a variant of [`ToolkitSource`].

mod plugins;
mod policy_example;
mod schema;
mod secrets;
mod sections;
#[cfg(test)]
mod tests;

pub use plugins::{
    DeclaredPlugin, DeclaredToolkit, InventoryPlugin, OverlayToolkit, PluginSource, ToolkitPlugin,
    ToolkitSource,
};
pub use policy_example::PolicyExample;
pub use schema::{ConnectorSchema, schema};
pub use secrets::SecretCommand;
pub use sections::{
    Artifacts, Context, Deferred, DeploymentSettings, LedgerSettings, Policy, StoredResults,
};

use super::{Decoder, Setting};
use crate::source::{Node, Value};

/// A deployment as `algen.yaml` describes it.
#[derive(Clone, Debug, Default)]
pub struct Deployment<'a> {
    /// Everything but the plugins.
    pub settings: DeploymentSettings,
    /// The plugins that it declares, in the order of writing.
    pub plugins: Vec<DeclaredPlugin<'a>>,
}

impl<'a> Deployment<'a> {
    /// Decodes a document; every problem goes to the decoder. A document without content, `None`
    /// or null, is a deployment of defaults, and whoever read the text says that it is empty.
    pub fn decode_document(root: Option<&Node<'a>>, decoder: &mut Decoder<'_>) -> Self {
        let Some(root) = root.filter(|root| !matches!(root.value, Value::Null)) else {
            return Self::default();
        };
        let Some(settings) = DeploymentSettings::decode(root, decoder) else {
            return Self::default();
        };
        let plugins = match root.get("plugins") {
            Some(node) => decoder.at_field("plugins", |decoder| plugins::decode(node, decoder)),
            None => Vec::new(),
        };
        secrets::check_references(&plugins, &settings.secrets, decoder);
        Self { settings, plugins }
    }

    /// Returns the plugin that `agent.yaml` names with this reference.
    pub fn plugin(&self, reference: &str) -> Option<&DeclaredPlugin<'a>> {
        let mut plugins = self.plugins.iter();
        plugins.find(|plugin| plugin.reference.value == reference)
    }
}
