//! An MCP server whose tools an agent may call.
//!
//! The keys depend on `transport`: a program is started by `command`, a service is reached at
//! `url`. One type holds them all; [`check_server`] keeps each transport to its own keys, and
//! the schema is made of one closed object for each.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::{findings, masking};
use crate::config::{
    Decoder, EnvironmentReference, FieldDefinition, Map, Names, Pattern, object_schema,
};
use crate::model::{Idempotency, SideEffect};
use crate::source::{Entry, Node, Spanned};
use crate::{choice, settings};

static SERVER_NAME: Pattern = Pattern::new(
    "^[a-z][a-z0-9_-]+$",
    "at least 2 characters: a small letter, then small letters, digits, `_` and `-`",
);

settings! {
    /// An MCP server whose tools an agent may call.
    pub struct McpServer as "the MCP server" {
        /// The name; its tools are called `mcp.<name>.<tool>` unless `prefix` is set.
        name: Spanned<String>, [Matches(&SERVER_NAME)];
        /// How the server is reached, which decides the other keys.
        transport: Transport;
        /// The tools that may be used, by the server's own names; `*` stands for all.
        allowed_tools: Names = Names::of(&["*"]);
        /// How long a call may take, in seconds.
        timeout_seconds: f64 = 30.0, [Above(0.0)];
        /// Bytes of one result.
        max_result_bytes: i64 = 1_048_576, [Minimum(1.0)];
        /// What the names of its tools start with, in place of `mcp.<name>.`.
        prefix: Option<Spanned<String>> = None;
        /// Whether nothing starts while the server cannot be reached.
        required: bool = false;
        /// Governance of single tools, by the server's own names.
        tool_policies: Map<McpToolPolicy> = Map::default();
        /// Whether the server's own hints about its tools are believed.
        trust_tool_annotations: bool = false;
        /// The program to start.
        command: Option<Spanned<String>> = None;
        /// The program's arguments.
        args: Vec<Spanned<String>> = Vec::new();
        /// Variables of the program, besides a few of the parent's.
        env: Map<Spanned<String>> = Map::default();
        /// The folder that the program starts in.
        cwd: Option<Spanned<String>> = None;
        /// The address of the service.
        url: Option<Spanned<String>> = None;
        /// Headers of every request; none that holds a secret.
        headers: Map<Spanned<String>> = Map::default();
        /// Headers whose values are secrets, each as env://NAME.
        secret_headers: Map<Spanned<EnvironmentReference>> = Map::default();
        /// The bearer token of every request, as env://NAME.
        auth_token_ref: Option<Spanned<EnvironmentReference>> = None;
    }
    check check_server;
    schema server_schema;
}

choice! {
    /// How an MCP server is reached.
    pub enum Transport {
        /// A program that talks on its standard input and output.
        Stdio = "stdio" near ["command", "local", "process", "std_io"],
        /// A service with server-sent events, the older protocol.
        Sse = "sse" near ["server_sent_events"],
        /// A service over plain HTTP.
        StreamableHttp = "streamable_http"
            near ["http", "https", "streamable-http", "streamablehttp", "streamable http"],
    }
}

settings! {
    /// Governance of one tool of an MCP server, in place of what is assumed.
    pub struct McpToolPolicy as "the tool's policy" {
        /// What the tool changes.
        side_effect: Option<SideEffect> = None;
        /// What a repeated call does.
        idempotency: Option<Idempotency> = None;
        /// How long a call may take, in seconds.
        timeout_seconds: Option<f64> = None, [Above(0.0)];
        /// Bytes of one result.
        max_result_bytes: Option<i64> = None, [Minimum(1.0)];
    }
}

/// The keys of a program that is started.
const PROGRAM_KEYS: &[&str] = &["command", "args", "env", "cwd"];
/// The keys of a service that is reached.
const SERVICE_KEYS: &[&str] = &["url", "headers", "secret_headers", "auth_token_ref"];

impl Transport {
    const ALL: [Self; 3] = [Self::Stdio, Self::Sse, Self::StreamableHttp];

    /// Returns the key without which the transport reaches nothing.
    fn address_key(self) -> &'static str {
        match self {
            Self::Stdio => "command",
            Self::Sse | Self::StreamableHttp => "url",
        }
    }

    /// Returns the keys of the other transports.
    fn foreign_keys(self) -> &'static [&'static str] {
        match self {
            Self::Stdio => SERVICE_KEYS,
            Self::Sse | Self::StreamableHttp => PROGRAM_KEYS,
        }
    }

    /// Names the transports that take the foreign keys.
    fn others(self) -> &'static str {
        match self {
            Self::Stdio => "`sse` and `streamable_http`",
            Self::Sse | Self::StreamableHttp => "`stdio`",
        }
    }
}

fn check_server(server: &McpServer, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    // The format takes literals in these, so anything in them may be a secret.
    masking::mask_values(server.args.iter(), decoder);
    masking::mask_values(server.env.iter().map(|(_, value)| value), decoder);
    masking::mask_values(server.headers.iter().map(|(_, value)| value), decoder);
    masking::mask_credentials(server.url.as_ref(), decoder);

    for (name, _) in server.headers.iter() {
        if masking::is_secret_header(name) {
            report_secret_header(name, decoder);
        }
    }

    if node.get("transport").is_none() {
        explain_transport(decoder);
    }

    // Without a known transport there is no telling which keys belong.
    let word = node.get("transport").and_then(Node::as_str);
    let Some(transport) = word.and_then(Transport::from_word) else {
        return;
    };
    let entries = node.entries().unwrap_or_default();
    for entry in entries {
        report_foreign_key(transport, entry, decoder);
    }
    let address = transport.address_key();
    match node.get(address) {
        None => decoder.missing(node, address, "the MCP server"),
        Some(value) if findings::is_absent(node, address) => {
            decoder.at_field(address, |decoder| decoder.wrong_type(value, "a string"));
        }
        Some(_) => {}
    }
}

/// Adds to the finding that `transport` is missing what it may be.
fn explain_transport(decoder: &mut Decoder<'_>) {
    let latest = decoder.diagnostics.iter_mut().rev();
    let missing = latest.take(McpServer::KEYS.len()).find(|finding| {
        let field = finding.field.as_deref().unwrap_or_default();
        finding.rule == "missing-key" && field.ends_with(".transport")
    });
    if let Some(missing) = missing {
        missing.help = Some(
            "Add transport: stdio for a program, streamable_http or sse for a service.".to_owned(),
        );
    }
}

/// Reports a key that belongs to the other transports.
fn report_foreign_key(transport: Transport, entry: &Entry<'_>, decoder: &mut Decoder<'_>) {
    let Some(key) = entry.key.as_str() else {
        return;
    };
    if !transport.foreign_keys().contains(&key) {
        return;
    }
    let (word, others) = (transport.word(), transport.others());
    let message =
        format!("an MCP server with `transport` {word} has no key `{key}`: it belongs to {others}");
    let span = entry.key.span;
    decoder.masked.push(entry.value.span);
    let diagnostic =
        decoder.report_below(key, "unknown-key", span, message, "not for this transport");
    diagnostic.name = Some(key.to_owned());
    diagnostic.help =
        Some("Remove the key, or choose the transport that it belongs to.".to_owned());
}

/// Reports a header whose name says that its value is a secret.
fn report_secret_header(name: &Spanned<String>, decoder: &mut Decoder<'_>) {
    let Some(span) = name.span else { return };
    let message = format!("`headers` takes no secrets, and the name `{name}` stands for one");
    let below = format!("headers.{name}");
    let diagnostic = decoder.report_below(
        &below,
        "literal-secret",
        span,
        message,
        "a secret by its name",
    );
    diagnostic.name = Some(name.value.clone());
    diagnostic.help = Some(format!(
        "Move it to secret_headers as {name}: env://NAME; if the value was real, replace it."
    ));
}

/// Makes one closed object for each transport.
fn server_schema(
    generator: &mut SchemaGenerator,
    description: &[&str],
    _: Vec<FieldDefinition>,
) -> Schema {
    let variants: Vec<Value> = Transport::ALL
        .into_iter()
        .map(|transport| variant_schema(generator, description, transport).to_value())
        .collect();
    let mut schema = Schema::default();
    schema.insert("oneOf".to_owned(), Value::Array(variants));
    schema
}

fn variant_schema(
    generator: &mut SchemaGenerator,
    description: &[&str],
    transport: Transport,
) -> Schema {
    let mut fields = McpServer::fields();
    fields.retain(|field| !transport.foreign_keys().contains(&field.key));
    for field in &mut fields {
        if field.key == transport.address_key() {
            field.required = true;
            field.default = None;
            field.schema = |generator| generator.subschema_for::<String>();
        }
    }
    let mut schema = object_schema(generator, description, fields);
    let word = schema.pointer_mut("/properties/transport");
    if let Some(Value::Object(word)) = word {
        word.remove("$ref");
        word.insert("const".to_owned(), json!(transport.word()));
    }
    schema
}
