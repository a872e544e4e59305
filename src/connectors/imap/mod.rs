//! One mailbox over IMAP, read-only: nothing is moved, flagged, deleted or marked as seen. TLS is
//! always on.

mod tools;

use algen_core::config::{CredentialReference, Decoder, Given, Names};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::attachments::{AttachmentPolicy, DocumentReader};
use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::mail::read::{attachment_tools, get_message, get_thread};

settings! {
    /// One mailbox over IMAP.
    pub(crate) struct ImapSettings as "an imap toolkit" {
        /// The server.
        host: Given<String>, [MinLength(1), MaxLength(255)];
        /// The name to log in with.
        username: Given<String>, [MinLength(1), MaxLength(320)];
        /// The password, most often one made for this application.
        password: CredentialReference;
        /// The server's port for TLS from the first byte.
        port: Given<i64> = Given::Literal(993), [Minimum(1.0), Maximum(65_535.0)];
        /// The folders that may be read: names, or `\Sent`, `\All`, `\Archive`, `\Drafts`, `\Junk`,
        /// `\Trash`, `\Flagged` for the folder that the server marks so.
        folders: Given<Names> = Given::Literal(Names::of(&["INBOX"])),
            [MinLength(1), MaxLength(64)];
        /// The server whose verdict on senders is believed, by the name that it writes into
        /// `Authentication-Results`.
        authserv_id: Option<Given<String>> = None, [MinLength(1), MaxLength(255)];
        /// A file of certificates to trust instead of the system's.
        ca_file: Option<Given<String>> = None, [MinLength(1)];
        /// Where received attachments are saved: `store` or a folder; without it none is.
        sink: Declared<Option<Given<String>>> = Declared(None), [MinLength(1)];
        /// How the text of received attachments is read; without it none is.
        documents: Option<DocumentReader> = None;
        /// Which attachments pass.
        attachment_policy: AttachmentPolicy = AttachmentPolicy::default();
    }
    check folders_exist;
}

const SPECIAL_USE: &[&str] = &[
    "\\Sent",
    "\\All",
    "\\Archive",
    "\\Drafts",
    "\\Junk",
    "\\Trash",
    "\\Flagged",
];

fn folders_exist(settings: &ImapSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let Some(folders) = settings.folders.literal() else {
        return;
    };
    for folder in folders {
        let special = folder.value.starts_with('\\');
        if special && !SPECIAL_USE.contains(&folder.value.as_str()) {
            let message = format!("no special use is called `{folder}`");
            decoder
                .report(
                    "unknown-value",
                    folder.span.unwrap_or(node.span),
                    message,
                    "",
                )
                .help = Some(format!("write one of {}", SPECIAL_USE.join(", ")));
        }
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "imap",
    summary: "Read one mailbox over IMAP",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["imap.list_messages", "imap.get_message", "imap.get_thread"],
    settings: ImapSettings::fields,
    schema: ImapSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.imap",
    Some("algen_agent_tools.imap.plugin:ImapPlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: ImapSettings = kit::settings(entry, decoder);
    let host = settings.host.literal().filter(|host| !host.is_empty());
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(host.cloned());
    let mut tools = vec![
        tools::list_folders(&kit),
        tools::list_messages(&kit),
        get_message(&kit),
        get_thread(&kit),
    ];
    tools.extend(attachment_tools(
        &kit,
        &settings.sink,
        settings.documents.as_ref(),
    ));
    kit.toolkit(tools)
}
