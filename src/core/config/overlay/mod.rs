//! `NAME.overlay.yaml`: one MCP server and the reviewed tools on it; `NAME.overlay.lock` beside it
//! holds what that format has no place for.
//!
//! A tool that stands in no overlay does not exist, and one without an effect is a draft that does
//! not load. The file is the Python program's format, so nothing of ours is added to it: what we
//! pin besides the input schema is in [`OverlayLock`].

mod lock;
mod rules;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};

pub use lock::{Compare, LockedTool, OverlayLock, UnknownFields, lock_path};

use super::agent::McpServer;
use super::{
    Decoder, HostPattern, Map, Names, Object, ReferenceScheme, Setting, TOOLKIT_NAME, host_of_url,
    is_action,
};
use crate::model::SideEffect;
use crate::source::{Node, Spanned, Value};
use crate::{choice, settings};

settings! {
    /// One MCP server and the tools on it that agents may call.
    pub struct Overlay as "the overlay" {
        /// The toolkit: tools are `<name>.<tool>`, permissions `<name>.read` and `<name>.write`.
        name: Spanned<String>, [Matches(&TOOLKIT_NAME)];
        /// How the server is reached; `env`, `headers` and tokens are references.
        server: McpServer;
        /// The reviewed tools, by the server's own names; others do not exist.
        tools: Map<OverlayTool>, [MinLength(1)];
        /// What happens with calls of a tool whose schema is no longer the reviewed one.
        on_drift: OnDrift = OnDrift::Refuse;
        /// Hosts that the connection may reach, each with every host below it; without it the
        /// host of the server's address alone.
        allowed_hosts: Option<Vec<Spanned<HostPattern>>> = None, [MinLength(1)];
    }
    check rules::check_overlay;
}

settings! {
    /// What a person decided about one tool of the server.
    pub struct OverlayTool as "a tool of the overlay" {
        /// What a call changes.
        effect: Spanned<ReviewedEffect>;
        /// The schema of its arguments as the server gave it when it was reviewed.
        input_schema: Spanned<Object>;
        /// What models read in place of the server's words.
        description: Option<Spanned<String>> = None;
        /// Whether a person is asked before every call; without it only for destructive tools.
        approval: Option<Spanned<bool>> = None;
        /// Deadline of a call, in seconds; 30 where it is not set.
        timeout_seconds: Option<f64> = None, [Above(0.0), Maximum(3_600.0)];
        /// What an agent must be granted; without it `<name>.read` or `<name>.write`.
        permissions: Option<Names> = None;
        /// Bytes of one result.
        max_result_bytes: i64 = 262_144, [Minimum(1.0), Maximum(16_777_216.0)];
    }
}

choice! {
    /// What a call of a reviewed tool changes.
    pub enum Effect {
        /// Nothing.
        Read = "read",
        /// Data of the deployment.
        Write = "write",
        /// Something that others see.
        External = "external",
        /// Something that cannot be taken back.
        Destructive = "destructive",
    }
}

impl Effect {
    /// Returns the word that everyone shares.
    pub fn side_effect(self) -> SideEffect {
        match self {
            Self::Read => SideEffect::Read,
            Self::Write => SideEffect::Write,
            Self::External => SideEffect::External,
            Self::Destructive => SideEffect::Destructive,
        }
    }
}

choice! {
    /// What happens with calls of a tool whose schema is no longer the reviewed one.
    pub enum OnDrift {
        /// They are refused until the overlay is reviewed again.
        Refuse = "refuse",
        /// They go on, checked against the reviewed schema.
        Allow = "allow",
    }
}

/// An effect that a person decides; `None` in a draft, where null stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReviewedEffect(pub Option<Effect>);

impl Setting for ReviewedEffect {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        Option::decode(node, decoder).map(Self)
    }
}

impl JsonSchema for ReviewedEffect {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ReviewedEffect".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Effect::json_schema(generator)
    }
}

impl Overlay {
    /// Decodes a document; every problem goes to the decoder. `None` for a document without
    /// content, and for one that is no mapping.
    pub fn decode_document(root: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let root = root.filter(|root| !matches!(root.value, Value::Null))?;
        Self::decode(root, decoder)
    }

    /// Returns every variable that the server's settings name, sorted.
    pub fn environment(&self) -> Vec<String> {
        let server = &self.server;
        let texts = [&server.command, &server.cwd, &server.url]
            .into_iter()
            .flatten();
        let texts = texts
            .chain(&server.args)
            .chain(server.env.iter().map(|(_, value)| value))
            .chain(server.headers.iter().map(|(_, value)| value));
        let mut variables: BTreeSet<&str> = texts.flat_map(|text| variables_in(text)).collect();
        let references = server.secret_headers.iter().map(|(_, value)| value);
        for reference in references.chain(&server.auth_token_ref) {
            variables.insert(&reference.0.name);
        }
        variables.into_iter().map(str::to_owned).collect()
    }

    /// Returns the hosts that the connection may reach; none for a program.
    pub fn hosts(&self) -> Vec<String> {
        let Some(url) = &self.server.url else {
            return Vec::new();
        };
        match &self.allowed_hosts {
            Some(hosts) => hosts.iter().map(|host| host.as_str().to_owned()).collect(),
            None => host_of_url(url).into_iter().collect(),
        }
    }
}

/// Returns the names after each `env://` in a text.
fn variables_in(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(ReferenceScheme::Environment.prefix()).skip(1);
    let names = parts.map(|part| {
        let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        end.and_then(|end| part.get(..end)).unwrap_or(part)
    });
    names.filter(|name| super::reference::is_variable_name(name))
}

/// Returns the part of a tool's name after the dot, made of the server's own name: in small
/// letters, `_` for `-`. `None` where that is not a name that a tool can have.
pub fn action(remote: &str) -> Option<String> {
    let action = remote.to_ascii_lowercase().replace('-', "_");
    is_action(&action).then_some(action)
}
