//! Addresses in settings: base addresses of services, and stores that are a file or a database.

use std::borrow::Cow;

use algen_core::config::{Decoder, Given, Pattern, PlaceReference, Reference, Setting, View};
use algen_core::source::Node;
use schemars::{JsonSchema, SchemaGenerator};

/// An address that a deployment sends requests to instead of the service's own.
pub(crate) static BASE_URL: Pattern = Pattern::new(
    "^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:[0-9]{1,5})?)(/[^?#\\s@]*)?$",
    "an https address without query, or an http address of this machine",
);

/// Returns the host that requests go to: that of a written address, else the service's own;
/// `None` where a reference decides.
pub(crate) fn host(address: Option<&Given<String>>, service: &str) -> Option<String> {
    match address {
        None => Some(service.to_owned()),
        Some(Given::Literal(address)) => host_of(address),
        Some(Given::Reference(_)) => None,
    }
}

/// Returns the host of an http or https address that has no user part.
pub(crate) fn host_of(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = match authority.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next()?,
        None => authority.split(':').next()?,
    };
    (!host.is_empty() && !host.contains('@')).then(|| host.to_ascii_lowercase())
}

/// A store of data: the path of a SQLite file, or the address of a database server, which is kept
/// outside the file because it holds a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StoreAddress {
    /// A path, relative to the file it is written in.
    Path(String),
    /// A path or an address in a variable or a file.
    Reference(PlaceReference),
}

impl Default for StoreAddress {
    fn default() -> Self {
        Self::Path(String::new())
    }
}

impl Setting for StoreAddress {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(written) = node.as_str() else {
            decoder.wrong_type(node, "a path or a reference");
            return None;
        };
        if Reference::parse(written).is_none() && !written.contains("://") {
            return Some(Self::Path(written.to_owned()));
        }
        PlaceReference::decode(node, decoder).map(Self::Reference)
    }

    fn view(&self) -> View<'_> {
        match self {
            Self::Path(path) => View::Text(path),
            Self::Reference(_) => View::Other,
        }
    }
}

impl JsonSchema for StoreAddress {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "StoreAddress".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string"})
    }
}
