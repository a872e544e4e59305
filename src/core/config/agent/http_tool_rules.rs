//! What an HTTP tool's address, parameters, headers and proof demand of each other.

use serde_json::{Map, Value as Json};

use super::http_address::HttpAddress;
use super::http_tool::{
    HttpAuthentication, HttpTool, HttpToolAuthentication, HttpToolPagination, HttpToolResponse,
};
use super::json_schema::check_schema;
use super::{findings, masking};
use crate::config::Decoder;
use crate::diagnostics::closest::closest;
use crate::source::{Node, Span, Spanned};

/// Headers that the runtime sets itself.
const RESERVED_HEADERS: &[&str] = &["authorization", "cookie", "host"];

pub(super) fn check_tool(tool: &HttpTool, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    for key in ["query", "headers", "body"] {
        masking::mask_secret_entries(node.get(key), decoder);
    }
    masking::mask_credentials(Some(&tool.url), decoder);
    check_name(tool, decoder);
    check_body(tool, node, decoder);
    check_headers(tool, decoder);
    check_schema("parameters", node, decoder);
    let Some(parameters) = Parameters::of(tool, node, decoder) else {
        return;
    };
    check_address(tool, &parameters, decoder);
    for (key, value) in tool.query.iter() {
        parameters.check_text(&format!("query.{key}"), value, value.span, decoder);
    }
    for (key, value) in tool.headers.iter() {
        parameters.check_text(&format!("headers.{key}"), value, value.span, decoder);
    }
    if let Some(body) = node.get("body") {
        parameters.check_node("body", body, decoder);
    }
}

fn check_name(tool: &HttpTool, decoder: &mut Decoder<'_>) {
    if let Some(span) = tool.name.span
        && tool.name.starts_with("core.")
    {
        let message = "names that start with `core.` are the runtime's own";
        let diagnostic = decoder.report_below("name", "invalid-value", span, message, "");
        diagnostic.name = Some(tool.name.value.clone());
        diagnostic.help = Some("Choose another first word.".to_owned());
    }
}

fn check_body(tool: &HttpTool, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    // A method that could not be read has its default, GET.
    let reads = tool.method == super::HttpMethod::Get;
    let sound = findings::are_sound(decoder, node, &["method"]);
    if reads && sound && !findings::is_absent(node, "body") {
        let help = "Remove the body, or set method to POST.";
        findings::conflict(decoder, node, "body", "a GET request has no `body`", help);
    }
}

fn check_headers(tool: &HttpTool, decoder: &mut Decoder<'_>) {
    for (name, value) in tool.headers.iter() {
        let lowered = name.to_lowercase();
        let Some(span) = name.span else { continue };
        if !RESERVED_HEADERS.contains(&lowered.as_str()) {
            continue;
        }
        decoder.masked.extend(value.span);
        let message = format!("`headers` takes no `{name}`: the runtime sets it");
        let field = format!("headers.{name}");
        let diagnostic = decoder.report_below(&field, "reserved-header", span, message, "");
        diagnostic.name = Some(name.value.clone());
        diagnostic.help = Some(
            match lowered.as_str() {
                "authorization" => {
                    "Use auth with an env:// reference; if the value was real, replace it."
                }
                "cookie" => {
                    "Use auth of type header with an env:// reference where the service takes one."
                }
                _ => "Remove it; the host is the one of the url.",
            }
            .to_owned(),
        );
    }
}

fn check_address(tool: &HttpTool, parameters: &Parameters<'_>, decoder: &mut Decoder<'_>) {
    let Some(span) = tool.url.span else { return };
    let Some(address) = HttpAddress::parse(&tool.url) else {
        let message = "`url` takes an absolute http or https address";
        decoder.report_below("url", "invalid-value", span, message, "");
        return;
    };
    if address.host.contains(['{', '}']) {
        let message = "the host of `url` is fixed and takes no argument";
        let diagnostic = decoder.report_below("url", "invalid-value", span, message, "");
        diagnostic.help = Some(
            "Write the host out; a placeholder may stand in the path and the query.".to_owned(),
        );
    }
    for name in placeholders(address.path) {
        if parameters.declares(name) && !parameters.requires(name) {
            let message = format!(
                "`{{{name}}}` stands in the path of `url`, so `{name}` has to be a required \
                 parameter"
            );
            let diagnostic = decoder.report_below("url", "unknown-placeholder", span, message, "");
            diagnostic.name = Some(name.to_owned());
            diagnostic.help = Some(format!("Add {name} to required in parameters."));
        }
    }
    parameters.check_text("url", address.path, Some(span), decoder);
    parameters.check_text("url", address.query, Some(span), decoder);
}

pub(super) fn check_authentication(
    auth: &HttpToolAuthentication,
    node: &Node<'_>,
    decoder: &mut Decoder<'_>,
) {
    let needed: &[(&str, &str)] = match auth.type_name {
        HttpAuthentication::None => &[],
        HttpAuthentication::Bearer => &[("token", "env://NAME")],
        HttpAuthentication::Basic => &[("username", "env://NAME"), ("password", "env://NAME")],
        HttpAuthentication::Header => &[("header_name", "X-Api-Key"), ("token", "env://NAME")],
    };
    for (key, form) in needed {
        findings::require(decoder, node, key, "type", form);
    }
}

pub(super) fn check_pagination(
    pagination: &HttpToolPagination,
    _: &Node<'_>,
    decoder: &mut Decoder<'_>,
) {
    check_pointer("items_pointer", &pagination.items_pointer, decoder);
}

pub(super) fn check_response(
    response: &HttpToolResponse,
    node: &Node<'_>,
    decoder: &mut Decoder<'_>,
) {
    check_pointer("select", &response.select, decoder);
    check_schema("output_schema", node, decoder);
}

/// A JSON pointer is empty or starts with a slash (RFC 6901, section 3).
fn check_pointer(key: &'static str, pointer: &Spanned<String>, decoder: &mut Decoder<'_>) {
    if let Some(span) = pointer.span
        && !pointer.is_empty()
        && !pointer.starts_with('/')
    {
        let message = format!("`{key}` takes a JSON pointer, as /data/items");
        let diagnostic = decoder.report_below(key, "invalid-value", span, message, "");
        diagnostic.help = Some(format!("Write `/{}`.", pointer.replace('.', "/")));
    }
}

/// What a tool's schema says about its parameters.
struct Parameters<'a> {
    properties: Option<&'a Map<String, Json>>,
    required: &'a [Json],
}

impl<'a> Parameters<'a> {
    /// Reads the schema; reports one that is not of type object. `None` where it could not be
    /// read, so that nothing is said about placeholders.
    fn of(tool: &'a HttpTool, node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        if !findings::are_sound(decoder, node, &["parameters"]) {
            return None;
        }
        let schema = &tool.parameters.0;
        if schema.get("type").and_then(Json::as_str) != Some("object") {
            let span = findings::place(node, "parameters");
            let message = "`parameters` takes a JSON Schema whose `type` is object";
            let diagnostic =
                decoder.report_below("parameters", "invalid-schema", span, message, "");
            diagnostic.help = Some("Add type: object.".to_owned());
        }
        Some(Self {
            properties: schema.get("properties").and_then(Json::as_object),
            required: schema
                .get("required")
                .and_then(Json::as_array)
                .map_or(&[], Vec::as_slice),
        })
    }

    fn declares(&self, name: &str) -> bool {
        self.properties
            .is_some_and(|properties| properties.contains_key(name))
    }

    fn requires(&self, name: &str) -> bool {
        self.required
            .iter()
            .any(|entry| entry.as_str() == Some(name))
    }

    /// Reports the placeholders of a text that name no parameter.
    fn check_text(&self, field: &str, text: &str, span: Option<Span>, decoder: &mut Decoder<'_>) {
        let Some(span) = span else { return };
        for name in placeholders(text) {
            if self.declares(name) {
                continue;
            }
            let names = self.properties.into_iter().flat_map(Map::keys);
            let suggestion = closest(name, names.map(String::as_str));
            let message = match suggestion {
                Some(near) => {
                    format!(
                        "`parameters` has no `{name}` for `{{{name}}}`; did you mean `{{{near}}}`?"
                    )
                }
                None => format!("`parameters` has no `{name}` for `{{{name}}}`"),
            };
            let diagnostic = decoder.report_below(field, "unknown-placeholder", span, message, "");
            diagnostic.name = Some(name.to_owned());
            diagnostic.suggestion = suggestion.map(str::to_owned);
            diagnostic.help = suggestion
                .is_none()
                .then(|| format!("Add {name} to the properties of parameters."));
        }
    }

    /// Does so for every text inside a value.
    fn check_node(&self, field: &str, node: &Node<'_>, decoder: &mut Decoder<'_>) {
        if let Some(text) = node.as_str() {
            self.check_text(field, text, Some(node.span), decoder);
        }
        for item in node.items().unwrap_or_default() {
            self.check_node(field, item, decoder);
        }
        for entry in node.entries().unwrap_or_default() {
            self.check_node(field, &entry.value, decoder);
        }
    }
}

/// Finds the names in braces, as `{name}`; other braces are text.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once('}')?;
        let mut bytes = name.bytes();
        let first = bytes.next()?;
        let starts = first.is_ascii_alphabetic() || first == b'_';
        let goes_on = bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        (starts && goes_on).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::placeholders;

    #[test]
    fn placeholders_are_names_in_braces() {
        let cases: [(&str, &[&str]); 6] = [
            ("/x/{id}/{part_2}", &["id", "part_2"]),
            ("{ id } {} {1a}", &[]),
            ("{{id}}", &["id"]),
            ("{a}{b", &["a"]),
            ("query { viewer { login } }", &[]),
            ("plain", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(placeholders(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
