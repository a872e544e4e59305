//! A Discord bot on one server: its text channels, their messages, and plain texts that it sends.

use algen_core::config::{CredentialReference, Decoder, Given};
use algen_core::registry::spec::KeyReach;
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, ToolSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::address::{self, BASE_URL};
use crate::shared::attachments::AttachmentPolicy;
use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::messaging::Platform;

const HOST: &str = "discord.com";
const FILE_HOST: &str = "cdn.discordapp.com";

settings! {
    /// One Discord bot on one server.
    pub(crate) struct DiscordSettings as "a discord toolkit" {
        /// The bot's token.
        bot_token: CredentialReference;
        /// The server, by number.
        guild_id: Given<i64>, [Minimum(1.0)];
        /// The channels that every tool is limited to, by number; every text channel of the server
        /// where absent.
        allowed_channels: Option<Given<Vec<i64>>> = None, [MinLength(1), MaxLength(1000)];
        /// Where received files are saved: `store` or a folder; without it none is.
        sink: Declared<Option<Given<String>>> = Declared(None), [MinLength(1)];
        /// Which files pass.
        attachment_policy: AttachmentPolicy = AttachmentPolicy::default();
        /// Where the API is, for a stand-in.
        base_url: Declared<Option<Given<String>>> = Declared(None), [Matches(&BASE_URL)];
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "discord",
    summary: "Read the text channels of one Discord server, and send plain texts",
    maturity: Maturity::Contract,
    egress: &[HOST],
    programs: &[],
    default_tools: &["discord.list_conversations", "discord.list_messages"],
    settings: DiscordSettings::fields,
    schema: DiscordSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.discord",
    Some("algen_agent_tools.discord.plugin:DiscordPlugin"),
    &CONNECTOR,
);

const PLATFORM: Platform = Platform {
    conversation: "channel",
    id_pattern: "^[0-9]+$",
    text_limit: 2000,
    pages: true,
    listing: "List the messages of one channel or thread, newest first. Pass the last id on as \
              `before` for older ones.",
    sending: "Send a plain text to one channel or thread as the bot. Nobody is notified by a \
              mention, and links are not embedded. Each call sends a real message that others see.",
};

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: DiscordSettings = kit::settings(entry, decoder);
    let address = settings.base_url.as_ref();
    let files = settings.sink.as_ref();
    let hosts = address::host(address, HOST)
        .into_iter()
        .chain(files.and_then(|_| address::host(address, FILE_HOST)));
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(hosts);
    let mut tools = vec![
        PLATFORM.list_conversations(&kit),
        PLATFORM.list_messages(&kit),
        ToolSpec {
            // The key becomes an enforced nonce, so Discord drops the second message.
            key_reaches: KeyReach::Service,
            ..PLATFORM.send_message(&kit)
        },
    ];
    if settings.sink.is_some() {
        tools.push(PLATFORM.get_attachment(&kit));
    }
    kit.toolkit(tools)
}
