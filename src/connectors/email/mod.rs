//! Plain mail of one account at Gmail, at Microsoft or over IMAP and SMTP.

mod tools;

use algen_core::config::{CredentialReference, Decoder, Given};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::source::Node;
use algen_core::{choice, settings};
use schemars::JsonSchema;

use crate::shared::address::{self, BASE_URL};
use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::{account, google, graph};

choice! {
    /// Where the mailbox is.
    pub(crate) enum EmailBackend {
        /// Gmail's API.
        Gmail = "gmail",
        /// Microsoft Graph.
        Outlook = "outlook",
        /// IMAP for reading and drafts, SMTP for sending.
        Imap = "imap",
    }
}

settings! {
    /// Plain mail of one account.
    pub(crate) struct EmailSettings as "an email toolkit" {
        /// Where the mailbox is.
        backend: Given<EmailBackend>;
        /// An access token, for Gmail and Outlook.
        token: Option<CredentialReference> = None;
        /// A program and its arguments that print an access token, run for each request.
        token_command: Option<Vec<String>> = None, [MinLength(1), MaxLength(64)];
        /// The id of the OAuth client, with a refresh token.
        client_id: Option<Given<String>> = None, [MinLength(1), MaxLength(255)];
        /// The secret of the OAuth client, with a refresh token.
        client_secret: Option<CredentialReference> = None;
        /// The refresh token of the account.
        refresh_token: Option<CredentialReference> = None;
        /// The directory of a Microsoft account; `common` where absent.
        tenant_id: Option<Given<String>> = None, [MinLength(1), MaxLength(255)];
        /// The account of the mailbox at Microsoft; the signed-in one where absent.
        user_id: Option<Given<String>> = None, [MinLength(1), MaxLength(320)];
        /// The name to log in with, for IMAP and SMTP.
        username: Option<Given<String>> = None, [MinLength(1), MaxLength(320)];
        /// The password, for IMAP and SMTP.
        password: Option<CredentialReference> = None;
        /// The IMAP server.
        imap_host: Option<Given<String>> = None, [MinLength(1), MaxLength(255)];
        /// The IMAP server's port for TLS from the first byte.
        imap_port: Given<i64> = Given::Literal(993), [Minimum(1.0), Maximum(65_535.0)];
        /// The address that messages come from; Gmail and IMAP need it to compose, unless the
        /// login is one.
        sender: Option<Given<String>> = None, [MinLength(3), MaxLength(320)];
        /// The SMTP server, for sending beside IMAP.
        smtp_host: Option<Given<String>> = None, [MinLength(1), MaxLength(255)];
        /// The SMTP server's port.
        smtp_port: Given<i64> = Given::Literal(465), [Minimum(1.0), Maximum(65_535.0)];
        /// Whether TLS starts with `STARTTLS`, as on port 587, and not with the first byte.
        smtp_starttls: Given<bool> = Given::Literal(false);
        /// The folder that is read over IMAP.
        mailbox: Given<String> = Given::Literal("INBOX".to_owned()), [MinLength(1), MaxLength(255)];
        /// The folder, which must exist, that drafts are put into over IMAP.
        drafts_mailbox: Option<Given<String>> = None, [MinLength(1), MaxLength(255)];
        /// Whether drafts may be created.
        allow_write: Given<bool> = Given::Literal(false);
        /// Whether messages may be sent; drafts are another matter.
        allow_send: Given<bool> = Given::Literal(false);
        /// Largest message that is read or composed over IMAP and SMTP, in bytes.
        max_message_bytes: Given<i64> = Given::Literal(2_097_152),
            [Minimum(1.0), Maximum(104_857_600.0)];
        /// Longest wait for one step of a connection over IMAP and SMTP, in seconds.
        socket_timeout: Given<f64> = Given::Literal(15.0), [Above(0.0), Maximum(300.0)];
        /// Deadline of a call, in seconds.
        timeout_seconds: Given<f64> = Given::Literal(30.0), [Above(0.0), Maximum(300.0)];
        /// A file of certificates to trust instead of the system's, for IMAP and SMTP.
        ca_file: Option<Given<String>> = None, [MinLength(1)];
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
    check account_is_complete;
}

fn account_is_complete(settings: &EmailSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    kit::at_most_one(&["token_store", "on_refresh_token"], node, decoder);
    let Some(backend) = settings
        .backend
        .literal()
        .filter(|_| node.entry("backend").is_some())
    else {
        return;
    };
    let written = |key: &str| kit::written(node, key);
    let enabled = |switch: &Given<bool>| switch.literal() == Some(&true);
    match backend {
        EmailBackend::Imap => {
            for key in ["imap_host", "username", "password"] {
                if !written(key) {
                    decoder.missing(node, key, "an email toolkit with the backend `imap`");
                }
            }
            if enabled(&settings.allow_send) && !written("smtp_host") {
                decoder.missing(node, "smtp_host", "an email toolkit that sends beside IMAP");
            }
            if enabled(&settings.allow_write) && !written("drafts_mailbox") {
                let section = "an email toolkit that drafts over IMAP";
                decoder.missing(node, "drafts_mailbox", section);
            }
        }
        EmailBackend::Gmail | EmailBackend::Outlook => {
            account::check("an email toolkit", node, decoder);
            let composes = enabled(&settings.allow_send) || enabled(&settings.allow_write);
            if *backend == EmailBackend::Gmail && composes && !written("sender") {
                decoder.missing(node, "sender", "an email toolkit that composes at Gmail");
            }
        }
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "email",
    summary: "Read plain mail at Gmail, at Microsoft or over IMAP, draft it and send it",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["email.list_email_messages", "email.read_email"],
    settings: EmailSettings::fields,
    schema: EmailSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.email", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: EmailSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let backend = settings
        .backend
        .literal()
        .copied()
        .filter(|_| !kit.built_in);
    let kit = kit.reaching(hosts(backend, &settings));
    let seconds = settings.timeout_seconds.literal().copied().unwrap_or(30.0);
    let writing = kit.switch("allow_write", &settings.allow_write);
    let sending = kit.switch("allow_send", &settings.allow_send);
    let mut tools = vec![
        tools::list_email_messages(&kit, backend, seconds),
        tools::read_email(&kit, seconds),
    ];
    tools.extend(writing.tool(tools::create_email_draft(&kit, seconds)));
    tools.extend(sending.tool(tools::send_email(&kit, seconds)));
    kit.toolkit(tools)
}

/// Returns the hosts of the backend; where a variable decides, those of Gmail and Microsoft.
fn hosts(backend: Option<EmailBackend>, settings: &EmailSettings) -> Vec<String> {
    let gmail = [google::MAIL_HOST, google::TOKEN_HOST];
    let microsoft = [graph::GRAPH_HOST, graph::TOKEN_HOST];
    let chosen = match backend {
        Some(EmailBackend::Gmail) => vec![gmail],
        Some(EmailBackend::Outlook) => vec![microsoft],
        Some(EmailBackend::Imap) => {
            let servers = [&settings.imap_host, &settings.smtp_host];
            let written = servers
                .into_iter()
                .filter_map(|host| host.as_ref()?.literal());
            return written.cloned().collect();
        }
        None => vec![gmail, microsoft],
    };
    let hosts = chosen.into_iter().flat_map(|[api, token]| {
        [
            address::host(settings.base_url.as_ref(), api),
            address::host(settings.token_url.as_ref(), token),
        ]
    });
    hosts.flatten().collect()
}
