//! Signed events to addresses that the deployment fixes. Each target is one tool; targets exist
//! only in `algen.yaml`, so the built-in plugin has none.

mod tools;

use algen_core::config::{CredentialReference, Decoder, Map, PlaceReference};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::field_type::{self, FieldType};
use crate::shared::kit::{self, Kit};

settings! {
    /// One address that events are sent to.
    pub(crate) struct WebhookTarget as "a webhook target" {
        /// What the event says and when to send it, for models and people.
        description: String, [MinLength(1), MaxLength(2000)];
        /// The address; it counts as a secret and is never shown.
        url: PlaceReference;
        /// The key of the signature; events are not signed without it.
        signing_secret: Option<CredentialReference> = None;
        /// The fields of the event: a type for each name, or a JSON Schema.
        payload: Map<FieldType>, [MinLength(1), MaxLength(100)];
        /// Whether to ask before every event.
        approval: bool = false;
        /// Whether the address may be plain http, to private and loopback addresses alone.
        allow_http: bool = false;
        /// Whether approvals show the host of the address.
        show_host: bool = false;
    }
    check fields_are_named_well;
}

fn fields_are_named_well(target: &WebhookTarget, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let names = target.payload.iter();
    let names = names.map(|(name, _)| (name.value.as_str(), name.span));
    field_type::check_arguments(names, node.span, decoder);
}

settings! {
    /// Events to fixed addresses.
    pub(crate) struct WebhookSettings as "a webhook toolkit" {
        /// The targets, each a tool of this name.
        targets: Map<WebhookTarget>, [MinLength(1), MaxLength(100)];
    }
    check targets_are_actions;
}

fn targets_are_actions(settings: &WebhookSettings, _: &Node<'_>, decoder: &mut Decoder<'_>) {
    kit::check_actions(&settings.targets, decoder);
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "webhook",
    summary: "Send signed, typed events to fixed addresses; its targets are declared in algen.yaml",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &[],
    settings: WebhookSettings::fields,
    schema: WebhookSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.webhook", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: WebhookSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let targets = settings.targets.iter();
    let tools: Vec<_> = targets
        .map(|(name, target)| tools::event(&kit, name, target))
        .collect();
    kit.toolkit(tools)
}
