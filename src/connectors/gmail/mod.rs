//! One Gmail mailbox, through Google's API with an OAuth refresh token.

mod tools;

use algen_core::config::{CredentialReference, Decoder, Given, Names};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::address::{self, BASE_URL};
use crate::shared::attachments::{ArtifactSource, AttachmentPolicy, DocumentReader};
use crate::shared::declared::Declared;
use crate::shared::google::{MAIL_HOST, TOKEN_HOST};
use crate::shared::kit::{self, Kit};
use crate::shared::mail::read::{attachment_tools, get_message, get_thread};
use crate::shared::mail::send::send_email;

settings! {
    /// One Gmail mailbox.
    pub(crate) struct GmailSettings as "a gmail toolkit" {
        /// The id of the OAuth client.
        client_id: Given<String>, [MinLength(1), MaxLength(255)];
        /// The secret of the OAuth client.
        client_secret: CredentialReference;
        /// The refresh token of the mailbox.
        refresh_token: CredentialReference;
        /// The address that messages come from; without it nothing can be sent.
        sender: Option<Given<String>> = None, [MinLength(3), MaxLength(320)];
        /// Domains that every recipient and the reply address must be in, with their subdomains;
        /// any where absent.
        allowed_domains: Option<Given<Names>> = None, [MinLength(1), MaxLength(1000)];
        /// Where attached files come from; without it nothing can be attached.
        artifacts: Declared<Option<ArtifactSource>> = Declared(None);
        /// Where received attachments are saved: `store` or a folder; without it none is.
        sink: Declared<Option<Given<String>>> = Declared(None), [MinLength(1)];
        /// How the text of received attachments is read; without it none is.
        documents: Option<DocumentReader> = None;
        /// Which attachments pass.
        attachment_policy: AttachmentPolicy = AttachmentPolicy::default();
        /// A file, readable by its owner alone, that keeps a refresh token that Google replaced.
        token_store: Declared<Option<Given<String>>> = Declared(None), [MinLength(1)];
        /// A program and its arguments that get a replaced refresh token on standard input.
        on_refresh_token: Declared<Option<Vec<String>>> = Declared(None),
            [MinLength(1), MaxLength(64)];
        /// Where the API is, for a stand-in.
        base_url: Declared<Option<Given<String>>> = Declared(None), [Matches(&BASE_URL)];
        /// Where tokens are exchanged, for a stand-in.
        token_url: Declared<Option<Given<String>>> = Declared(None), [Matches(&BASE_URL)];
    }
    check tokens_are_kept_once;
}

fn tokens_are_kept_once(_: &GmailSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    kit::at_most_one(&["token_store", "on_refresh_token"], node, decoder);
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "gmail",
    summary: "Read and send mail of one Gmail mailbox",
    maturity: Maturity::Contract,
    egress: &[MAIL_HOST, TOKEN_HOST],
    programs: &[],
    default_tools: &[
        "gmail.list_messages",
        "gmail.get_message",
        "gmail.get_thread",
    ],
    settings: GmailSettings::fields,
    schema: GmailSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.gmail",
    Some("algen_agent_tools.gmail.plugin:GmailPlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: GmailSettings = kit::settings(entry, decoder);
    let hosts = [
        address::host(settings.base_url.as_ref(), MAIL_HOST),
        address::host(settings.token_url.as_ref(), TOKEN_HOST),
    ];
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(hosts.into_iter().flatten());
    let mut tools = vec![
        tools::list_messages(&kit),
        get_message(&kit),
        get_thread(&kit),
    ];
    let sending = kit.presence("sender", settings.sender.as_ref());
    tools.extend(sending.tool(send_email(&kit, "Gmail", settings.artifacts.is_some())));
    tools.extend(attachment_tools(
        &kit,
        &settings.sink,
        settings.documents.as_ref(),
    ));
    kit.toolkit(tools)
}
