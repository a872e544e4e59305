//! One HTTP API whose address and headers the deployment fixes.

mod tools;

use algen_core::config::{Decoder, Given, Map, Names, Pattern};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::address;
use crate::shared::declared::Declared;
use crate::shared::kit::{self, Gate, Kit};
use tools::METHODS;

static API_URL: Pattern = Pattern::new(
    "^https?://[^/?#\\s@]+(/[^?#\\s]*)?$",
    "an http or https address without credentials, query and fragment",
);

/// Headers that belong to the connection and never to a deployment.
const ROUTING_HEADERS: &[&str] = &["host", "content-length", "transfer-encoding", "connection"];

settings! {
    /// One HTTP API.
    pub(crate) struct HttpSettings as "an http toolkit" {
        /// The address that every path is below. It may be private: the deployment chose it.
        base_url: Given<String>, [MaxLength(2048), Matches(&API_URL)];
        /// Headers of every request, each a reference or a value that is no secret; resolved for
        /// each request.
        headers: Map<Given<String>> = Map::default(), [MaxLength(64)];
        /// The methods that a call may use.
        allowed_methods: Given<Names> = Given::Literal(Names::of(&["GET", "HEAD"]));
        /// Whether the address may be plain http.
        allow_http: Given<bool> = Given::Literal(false);
        /// Deadline of a call, in seconds.
        timeout_seconds: Given<f64> = Given::Literal(30.0), [Above(0.0), Maximum(3600.0)];
        /// Largest request body, in bytes.
        max_request_bytes: Given<i64> = Given::Literal(1_048_576),
            [Minimum(0.0), Maximum(16_777_216.0)];
        /// Largest response body, in bytes.
        max_response_bytes: Given<i64> = Given::Literal(1_048_576),
            [Minimum(1.0), Maximum(16_777_216.0)];
        /// The name of the tool.
        name: Declared<String> = Declared("http_request".to_owned()), [Matches(&kit::ACTION)];
    }
    check requests_can_be_made;
}

/// Names that mark a header as one that proves who is asking.
const SECRET_HEADERS: &[&str] = &[
    "authorization",
    "cookie",
    "token",
    "secret",
    "key",
    "password",
];

fn requests_can_be_made(settings: &HttpSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    for method in settings.allowed_methods.literal().into_iter().flatten() {
        if !METHODS.contains(&method.value.to_ascii_uppercase().as_str()) {
            let message = format!("`{method}` is no method that a call may use");
            let place = method.span.unwrap_or(node.span);
            decoder.report("unknown-value", place, message, "").help =
                Some(format!("write one of {}", METHODS.join(", ")));
        }
    }
    let plain = settings
        .base_url
        .literal()
        .is_some_and(|address| address.starts_with("http://"));
    if plain && settings.allow_http.literal() == Some(&false) {
        let place = node.get("base_url").map_or(node.span, |value| value.span);
        decoder
            .report(
                "conflicting-settings",
                place,
                "`base_url` is plain http, which `allow_http` does not allow",
                "",
            )
            .help = Some("write https, or `allow_http: true`".to_owned());
    }
    for (name, value) in settings.headers.iter() {
        let lowered = name.value.to_ascii_lowercase();
        let written = node
            .get("headers")
            .and_then(|headers| headers.get(name))
            .map_or(node.span, |value| value.span);
        if ROUTING_HEADERS.contains(&lowered.as_str()) {
            let message = format!("the header `{name}` belongs to the connection");
            decoder.report("invalid-value", name.span.unwrap_or(written), message, "");
        } else if value.literal().is_some()
            && SECRET_HEADERS.iter().any(|word| lowered.contains(word))
        {
            decoder.masked.push(written);
            let message = format!("the header `{name}` takes a reference, not the value itself");
            decoder
                .report("literal-secret", written, message, "written out here")
                .help = Some(
                "write env://NAME or file://PATH and set the value outside the file; if this one \
                 was real, replace it"
                    .to_owned(),
            );
        }
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "http",
    summary: "Call one HTTP API at a fixed address",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["http.http_request"],
    settings: HttpSettings::fields,
    schema: HttpSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.http", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: HttpSettings = kit::settings(entry, decoder);
    let host = settings.base_url.literal().map(String::as_str);
    let kit = Kit::new(&CONNECTOR, toolkit, entry).reaching(host.and_then(address::host_of));
    let request = tools::Request {
        name: &settings.name,
        seconds: settings.timeout_seconds.literal().copied().unwrap_or(30.0),
        response_bytes: settings
            .max_response_bytes
            .literal()
            .copied()
            .unwrap_or(1_048_576),
        methods: methods(&kit, &settings.allowed_methods),
    };
    let tools = [request.tool(&kit)];
    kit.toolkit(tools)
}

/// Returns the methods with what decides about each: a literal, or a variable beyond the default.
fn methods(kit: &Kit<'_>, allowed: &Given<Names>) -> Vec<(&'static str, Gate)> {
    let gate = |method: &str| match allowed {
        _ if kit.built_in && tools::READS.contains(&method) => Gate::Open,
        _ if kit.built_in => Gate::Requires(kit.variable("allowed_methods")),
        Given::Literal(names) => {
            let named = names
                .iter()
                .any(|name| name.value.eq_ignore_ascii_case(method));
            if named { Gate::Open } else { Gate::Closed }
        }
        Given::Reference(reference) => Gate::Requires(kit::source(reference)),
    };
    let methods = METHODS.iter().map(|method| (*method, gate(method)));
    methods.filter(|(_, gate)| *gate != Gate::Closed).collect()
}
