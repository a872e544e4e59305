//! A Telegram bot: the messages that it receives and plain texts that it sends, in the chats that
//! the deployment lists.

use algen_core::config::{CredentialReference, Decoder, Given};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::address::{self, BASE_URL};
use crate::shared::attachments::AttachmentPolicy;
use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::messaging::Platform;

const HOST: &str = "api.telegram.org";

settings! {
    /// One Telegram bot.
    pub(crate) struct TelegramSettings as "a telegram toolkit" {
        /// The bot's token.
        bot_token: CredentialReference;
        /// The chats that every tool is limited to, by number; `@names` are not taken.
        allowed_chats: Given<Vec<i64>>, [MinLength(1), MaxLength(1000)];
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
    name: "telegram",
    summary: "Read what a Telegram bot receives, and send plain texts",
    maturity: Maturity::Contract,
    egress: &[HOST],
    programs: &[],
    default_tools: &["telegram.list_conversations", "telegram.list_messages"],
    settings: TelegramSettings::fields,
    schema: TelegramSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin(
    "algen_agent_tools.telegram",
    Some("algen_agent_tools.telegram.plugin:TelegramPlugin"),
    &CONNECTOR,
);

const PLATFORM: Platform = Platform {
    conversation: "chat",
    id_pattern: "^-?[0-9]+$",
    text_limit: 4096,
    pages: false,
    listing: "List the messages that wait for the bot, newest first, of one allowed chat or of \
              all. Reading confirms nothing: they stay until Telegram drops them after a day.",
    sending: "Send a plain text to one allowed chat as the bot, without link previews. Each call \
              sends a real message that others see.",
};

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: TelegramSettings = kit::settings(entry, decoder);
    let host = address::host(settings.base_url.as_ref(), HOST);
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(host);
    let mut tools = vec![
        PLATFORM.list_conversations(&kit),
        PLATFORM.list_messages(&kit),
        PLATFORM.send_message(&kit),
    ];
    if settings.sink.is_some() {
        tools.push(PLATFORM.get_attachment(&kit));
    }
    kit.toolkit(tools)
}
