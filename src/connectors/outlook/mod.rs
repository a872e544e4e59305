//! One Outlook mailbox, through Microsoft Graph: as the signed-in user with a refresh token, or as
//! the application on a named mailbox.

mod tools;

use algen_core::config::{CredentialReference, Decoder, Given, Names};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::address::{self, BASE_URL};
use crate::shared::attachments::{ArtifactSource, AttachmentPolicy, DocumentReader};
use crate::shared::declared::Declared;
use crate::shared::graph::{GRAPH_HOST, TOKEN_HOST};
use crate::shared::kit::{self, Kit};
use crate::shared::mail::read::{attachment_tools, get_message, get_thread};
use crate::shared::mail::send::send_email;

settings! {
    /// One Outlook mailbox.
    pub(crate) struct OutlookSettings as "an outlook toolkit" {
        /// The directory that the application is registered in.
        tenant_id: Given<String>, [MinLength(1), MaxLength(255)];
        /// The id of the application.
        client_id: Given<String>, [MinLength(1), MaxLength(255)];
        /// The secret of the application.
        client_secret: CredentialReference;
        /// The refresh token of the signed-in user. Without it the application acts itself, on
        /// `mailbox`.
        refresh_token: Option<CredentialReference> = None;
        /// The mailbox for access as the application.
        mailbox: Option<Given<String>> = None, [MinLength(1), MaxLength(320)];
        /// Domains that every recipient and the reply address must be in, with their subdomains;
        /// any where absent.
        allowed_domains: Option<Given<Names>> = None, [MinLength(1), MaxLength(1000)];
        /// Where attached files come from; without it nothing can be attached.
        artifacts: Declared<Option<ArtifactSource>> = Declared(None);
        /// Where received attachments are saved: `store` or a folder; without it none is.
        sink: Declared<Option<Given<String>>> = Declared(None), [MinLength(1)];
        /// How the text of received attachments is read; without it none is.
        documents: Option<DocumentReader> = None;
        /// Which attachments pass; what is sent may have 3 MB in all.
        attachment_policy: AttachmentPolicy = AttachmentPolicy::default();
        /// A file, readable by its owner alone, that keeps a refresh token that was replaced.
        token_store: Declared<Option<Given<String>>> = Declared(None), [MinLength(1)];
        /// A program and its arguments that get a replaced refresh token on standard input.
        on_refresh_token: Declared<Option<Vec<String>>> = Declared(None),
            [MinLength(1), MaxLength(64)];
        /// Where the API is, for a stand-in.
        base_url: Declared<Option<Given<String>>> = Declared(None), [Matches(&BASE_URL)];
        /// Where tokens are exchanged, for a stand-in.
        token_url: Declared<Option<Given<String>>> = Declared(None), [Matches(&BASE_URL)];
    }
    check somebody_acts;
}

fn somebody_acts(_: &OutlookSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    kit::at_most_one(&["token_store", "on_refresh_token"], node, decoder);
    let written = |key: &str| kit::written(node, key);
    if !written("refresh_token") && !written("mailbox") {
        decoder.missing(
            node,
            "mailbox",
            "an outlook toolkit without a `refresh_token`",
        );
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "outlook",
    summary: "Read and send mail of one Outlook mailbox",
    maturity: Maturity::Contract,
    egress: &[GRAPH_HOST, TOKEN_HOST],
    programs: &[],
    default_tools: &[
        "outlook.list_messages",
        "outlook.get_message",
        "outlook.get_thread",
    ],
    settings: OutlookSettings::fields,
    schema: OutlookSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.outlook",
    Some("algen_agent_tools.outlook.plugin:OutlookPlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: OutlookSettings = kit::settings(entry, decoder);
    let hosts = [
        address::host(settings.base_url.as_ref(), GRAPH_HOST),
        address::host(settings.token_url.as_ref(), TOKEN_HOST),
    ];
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(hosts.into_iter().flatten());
    let mut tools = vec![
        tools::list_messages(&kit),
        get_message(&kit),
        get_thread(&kit),
        send_email(&kit, "Outlook", settings.artifacts.is_some()),
    ];
    tools.extend(attachment_tools(
        &kit,
        &settings.sink,
        settings.documents.as_ref(),
    ));
    kit.toolkit(tools)
}
