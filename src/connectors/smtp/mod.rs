//! Mail over SMTP, from the deployment's own address.

use algen_core::config::{CredentialReference, Decoder, Given, Names};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::source::Node;
use algen_core::{choice, settings};
use schemars::JsonSchema;

use crate::shared::attachments::{ArtifactSource, AttachmentPolicy};
use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::mail::send::send_email;

choice! {
    /// How the connection is protected.
    pub(crate) enum Security {
        /// TLS from the `STARTTLS` command on; a server without it is refused.
        StartTls = "starttls",
        /// TLS from the first byte.
        Tls = "tls",
        /// None; only to this machine.
        Plain = "plain",
    }
}

settings! {
    /// One SMTP server to send through.
    pub(crate) struct SmtpSettings as "an smtp toolkit" {
        /// The server.
        host: Given<String>, [MinLength(1), MaxLength(255)];
        /// The address that every message comes from.
        sender: Given<String>, [MinLength(3), MaxLength(320)];
        /// The server's port.
        port: Given<i64> = Given::Literal(587), [Minimum(1.0), Maximum(65_535.0)];
        /// How the connection is protected; `plain` only to localhost, 127.0.0.1 or ::1.
        security: Given<Security> = Given::Literal(Security::StartTls);
        /// The name to log in with; needs a `password`, a `token` or a `token_command`.
        username: Option<Given<String>> = None, [MinLength(1), MaxLength(320)];
        /// The password to log in with.
        password: Option<CredentialReference> = None;
        /// An access token to log in with (XOAUTH2), instead of a password.
        token: Option<CredentialReference> = None;
        /// A program and its arguments that print an access token, run for each message.
        token_command: Option<Vec<String>> = None, [MinLength(1), MaxLength(64)];
        /// Domains that every recipient and the reply address must be in, with their subdomains;
        /// any where absent.
        allowed_domains: Option<Given<Names>> = None, [MinLength(1), MaxLength(1000)];
        /// A file of certificates to trust instead of the system's.
        ca_file: Option<Given<String>> = None, [MinLength(1)];
        /// Where attached files come from; without it nothing can be attached.
        artifacts: Declared<Option<ArtifactSource>> = Declared(None);
        /// Which attachments pass.
        attachment_policy: AttachmentPolicy = AttachmentPolicy::default();
    }
    check login_is_complete;
}

fn login_is_complete(settings: &SmtpSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    kit::at_most_one(&["password", "token", "token_command"], node, decoder);
    let secret = ["password", "token", "token_command"]
        .iter()
        .any(|key| kit::written(node, key));
    let username = kit::written(node, "username");
    if username && !secret {
        decoder.missing(node, "password", "an smtp toolkit with a `username`");
    }
    if !username && secret {
        decoder.missing(node, "username", "an smtp toolkit with a password or token");
    }
    let host = settings.host.literal().map(String::as_str);
    let elsewhere = host.is_some_and(|host| !["localhost", "127.0.0.1", "::1"].contains(&host));
    if elsewhere && settings.security.literal() == Some(&Security::Plain) {
        let place = node
            .get("security")
            .map_or(node.span, |security| security.span);
        decoder
            .report(
                "conflicting-settings",
                place,
                "`security: plain` is for a server on this machine alone",
                "would send mail and password in the clear",
            )
            .help = Some("write `starttls` or `tls`".to_owned());
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "smtp",
    summary: "Send mail over SMTP from the deployment's own address",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["smtp.send_email"],
    settings: SmtpSettings::fields,
    schema: SmtpSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.smtp",
    Some("algen_agent_tools.smtp.plugin:SmtpPlugin"),
    &CONNECTOR,
);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: SmtpSettings = kit::settings(entry, decoder);
    let host = settings.host.literal().filter(|host| !host.is_empty());
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(host.cloned());
    let tools = [send_email(
        &kit,
        "the deployment's SMTP server",
        settings.artifacts.is_some(),
    )];
    kit.toolkit(tools)
}
