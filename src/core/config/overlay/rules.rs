//! Rules of an overlay that look at more than one field.

use std::collections::HashMap;

use super::{Effect, Overlay, OverlayTool, action};
use crate::config::agent::{McpServer, is_secret_header};
use crate::config::{Decoder, EnvironmentReference, TOOLKIT_NAME, host_of_url};
use crate::diagnostics::Label;
use crate::source::{Node, Spanned};

/// Applies every rule.
pub(super) fn check_overlay(overlay: &Overlay, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    decoder.at_field("server", |decoder| {
        check_governance(&overlay.server, decoder);
        check_url(&overlay.server, decoder);
        if let Some(server) = node.get("server") {
            check_references(server, decoder);
        }
    });
    check_allowed_hosts(overlay, decoder);
    decoder.at_field("tools", |decoder| {
        check_names(overlay, decoder);
        for (name, tool) in overlay.tools.iter() {
            decoder.at_key(name, |decoder| check_tool(overlay, name, tool, decoder));
        }
    });
}

/// Reports governance that stands at the server: in an overlay it stands at each tool.
fn check_governance(server: &McpServer, decoder: &mut Decoder<'_>) {
    let help = "In an overlay `tools` says which tools there are and how they are governed: \
                remove this key.";
    let mut allowed = server.allowed_tools.iter();
    let every = allowed.next().is_some_and(|name| name.value == "*") && allowed.next().is_none();
    let written = [
        ("allowed_tools", server.allowed_tools.span, !every),
        (
            "tool_policies",
            server.tool_policies.span,
            !server.tool_policies.is_empty(),
        ),
    ];
    for (key, span, broken) in written {
        if let (Some(span), true) = (span, broken) {
            decoder.at_field(key, |decoder| {
                let message = format!("`{key}` and the overlay's `tools` both decide");
                let diagnostic = decoder.report("conflicting-settings", span, message, "");
                diagnostic.help = Some(help.to_owned());
            });
        }
    }
}

/// Reports an address that no client could use, or that holds a user or password.
fn check_url(server: &McpServer, decoder: &mut Decoder<'_>) {
    let Some(url) = &server.url else {
        return;
    };
    let Some(span) = url.span else {
        return;
    };
    decoder.at_field("url", |decoder| {
        if !is_http(url) || host_of_url(url).is_none() {
            let message = "`url` takes an absolute address that starts with https:// or http://";
            decoder.report("invalid-value", span, message, "not such an address");
        }
        let authority = url.split("://").nth(1).unwrap_or_default();
        let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.contains('@') {
            decoder.masked.push(span);
            let message = "`url` holds a user or password";
            let diagnostic = decoder.report("literal-secret", span, message, "before the `@`");
            diagnostic.help = Some(
                "Take it out of the address, name the token in auth_token_ref or secret_headers \
                 as env://NAME, and replace it if it was real."
                    .to_owned(),
            );
        }
    });
}

/// Tells whether an address has one of the schemes that a client can use.
fn is_http(url: &str) -> bool {
    let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
}

/// Reports literals where an overlay takes references alone: the program's variables and headers.
fn check_references(server: &Node<'_>, decoder: &mut Decoder<'_>) {
    for key in ["env", "headers"] {
        let entries = server.get(key).and_then(Node::entries).unwrap_or_default();
        decoder.at_field(key, |decoder| {
            for entry in entries {
                // What is no text was reported with its section, and so was a header that is a
                // secret by its name.
                let reported = |name: &str| key == "headers" && is_secret_header(name);
                if let (Some(name), Some(_)) = (entry.key.as_str(), entry.value.as_str())
                    && !reported(name)
                {
                    // Only the findings count: the section has the value.
                    drop(decoder.keyed::<EnvironmentReference>(name, &entry.value));
                }
            }
        });
    }
}

/// Reports a list of hosts that leaves out the server's own.
fn check_allowed_hosts(overlay: &Overlay, decoder: &mut Decoder<'_>) {
    let (Some(url), Some(hosts)) = (&overlay.server.url, &overlay.allowed_hosts) else {
        return;
    };
    let host = host_of_url(url).filter(|_| is_http(url));
    let (Some(host), Some(first)) = (host, hosts.first()) else {
        return;
    };
    let place = (first.span, hosts.last().and_then(|last| last.span));
    let (Some(start), Some(end)) = place else {
        return;
    };
    if hosts.iter().any(|allowed| allowed.covers_domain(&host)) {
        return;
    }
    decoder.at_field("allowed_hosts", |decoder| {
        let message = format!("`allowed_hosts` leaves out `{host}`, where the server is");
        let diagnostic = decoder.report("host-not-allowed", start.to(end), message, "");
        diagnostic.help = Some("Add the host, or remove the key to allow it alone.".to_owned());
        diagnostic.name = Some(host);
    });
}

/// Reports tools whose names cannot be made into a tool's, or make the same.
fn check_names(overlay: &Overlay, decoder: &mut Decoder<'_>) {
    let mut first_places: HashMap<String, &Spanned<String>> = HashMap::new();
    for (remote, _) in overlay.tools.iter() {
        let Some(span) = remote.span else {
            continue;
        };
        let Some(action) = action(remote) else {
            let message = format!("`{}` cannot be made into the name of a tool", remote.value);
            decoder.at_key(remote, |decoder| {
                let diagnostic = decoder.report("invalid-tool-name", span, message, "");
                diagnostic.name = Some(remote.value.clone());
                diagnostic.help = Some(
                    "Remove it: with small letters and `_` for `-`, a tool's name is a letter, \
                     then letters, digits and `_`."
                        .to_owned(),
                );
            });
            continue;
        };
        match first_places.get(&action) {
            Some(&first) => {
                let message = format!(
                    "`{}` and `{}` both become the tool `{action}`",
                    first.value, remote.value
                );
                let first_place = first.span;
                decoder.at_key(remote, |decoder| {
                    let diagnostic = decoder.report("duplicate-name", span, message, "this one");
                    diagnostic.labels.extend(first_place.map(|span| Label {
                        span,
                        text: "and this one".to_owned(),
                    }));
                    diagnostic.name = Some(remote.value.clone());
                    diagnostic.help = Some("Keep one of the two.".to_owned());
                });
            }
            None => {
                first_places.insert(action, remote);
            }
        }
    }
}

/// Applies the rules of one tool.
fn check_tool(
    overlay: &Overlay,
    name: &Spanned<String>,
    tool: &OverlayTool,
    decoder: &mut Decoder<'_>,
) {
    let effect = tool.effect.0;
    if let (None, Some(span)) = (effect, tool.effect.span) {
        decoder.at_field("effect", |decoder| {
            let message = format!("nobody has decided what `{}` changes", name.value);
            let diagnostic = decoder.report("unclassified-tool", span, message, "still a draft");
            diagnostic.name = Some(name.value.clone());
            diagnostic.help = Some(
                "Write read, write, external or destructive; or remove the tool, and no agent can \
                 call it."
                    .to_owned(),
            );
        });
    }
    let schema = &tool.input_schema;
    let is_object = schema.0.get("type").is_some_and(|kind| kind == "object");
    if let (Some(span), false) = (schema.span, is_object) {
        decoder.at_field("input_schema", |decoder| {
            let message = format!("the schema of `{}` has no `type: object`", name.value);
            let diagnostic = decoder.report("invalid-value", span, message, "");
            diagnostic.help = Some(
                "Arguments are always an object: take the schema from the server again with \
                 algen mcp snapshot."
                    .to_owned(),
            );
        });
    }
    if let (Some(Effect::Read), Some(approval)) = (effect, &tool.approval)
        && let (true, Some(span)) = (approval.value, approval.span)
    {
        decoder.at_field("approval", |decoder| {
            let message = format!("`{}` reads, and reads do not ask", name.value);
            let diagnostic = decoder.report("conflicting-settings", span, message, "");
            diagnostic.labels.extend(tool.effect.span.map(|span| Label {
                span,
                text: "the effect".to_owned(),
            }));
            diagnostic.help = Some("Remove `approval`, or choose another effect.".to_owned());
        });
    }
    check_permissions(overlay, name, tool, decoder);
}

/// Warns of permissions that do not belong to the toolkit, and of changes that need none.
fn check_permissions(
    overlay: &Overlay,
    name: &Spanned<String>,
    tool: &OverlayTool,
    decoder: &mut Decoder<'_>,
) {
    let Some(permissions) = &tool.permissions else {
        return;
    };
    decoder.at_field("permissions", |decoder| {
        let changes = tool.effect.0.is_some_and(|effect| effect != Effect::Read);
        if let (true, true, Some(span)) =
            (permissions.members.is_empty(), changes, permissions.span)
        {
            let message = format!("`{}` changes something and needs no permission", name.value);
            let diagnostic = decoder.warn("change-without-permission", span, message, "");
            diagnostic.help = Some(format!(
                "Remove the key to ask for `{}.write`.",
                overlay.name.value
            ));
        }
        // Without a name of its own there is no telling which permissions belong.
        let named = TOOLKIT_NAME.matches(&overlay.name);
        for (index, permission) in permissions.iter().enumerate().filter(|_| named) {
            let own = permission
                .strip_prefix(overlay.name.as_str())
                .is_some_and(|rest| rest.starts_with('.'));
            if let (false, Some(span)) = (own, permission.span) {
                let toolkit = &overlay.name.value;
                let message = format!("`{}` is not a permission of `{toolkit}`", permission.value);
                decoder.at_index(index, |decoder| {
                    let diagnostic = decoder.warn("foreign-permission", span, message, "");
                    diagnostic.name = Some(permission.value.clone());
                    diagnostic.help = Some(format!(
                        "Permissions of this toolkit start with `{toolkit}.`; another's grant \
                         more than its own tools."
                    ));
                });
            }
        }
    });
}
