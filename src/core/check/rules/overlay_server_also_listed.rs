//! Rule `overlay-server-also-listed`: the server of an overlay stands under `mcp_servers` too.

use std::collections::HashMap;

use crate::check::{Project, Rule};
use crate::config::agent::McpServer;
use crate::config::overlay::Overlay;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;

pub(super) const RULE: Rule = Rule {
    name: "overlay-server-also-listed",
    code: Code::Governance,
    severity: Severity::Error,
    summary: "The server of an overlay stands under `mcp_servers` too.",
    page: r#"
## Why it matters

An overlay offers the tools of an MCP server that a person has reviewed, each with its effect,
permission and pinned schema. The same server under `mcp_servers` offers all of its tools, as the
server itself describes them today: a way around the review.

Two entries are the same server if their addresses are equal, or the program with its arguments.

## Example

An overlay of the project says

```text
name: tracker
server: {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
```

and `agent.yaml` says

```text
mcp_servers:
  - {name: tracker, transport: streamable_http, url: "https://mcp.example.com/"}
```

## What to do

Remove the entry from `mcp_servers`. Tools that are missing then belong into the overlay:
`algen mcp snapshot --update` drafts them.
"#,
    run: Some(run),
};

/// What makes two entries the same server.
#[derive(PartialEq, Eq, Hash)]
enum Address<'a> {
    Url(String),
    Program(&'a str, Vec<&'a str>),
}

fn address(server: &McpServer) -> Option<Address<'_>> {
    if let Some(url) = &server.url {
        return Some(Address::Url(comparable(url)));
    }
    let arguments = server.args.iter().map(|argument| argument.value.as_str());
    let command = server.command.as_ref()?;
    Some(Address::Program(command, arguments.collect()))
}

/// Writes scheme and host in small letters and drops a final slash, which address the same server.
fn comparable(url: &str) -> String {
    let url = url.trim().trim_end_matches('/');
    let host_end = url.find("://").map_or(0, |scheme| {
        let path = url.get(scheme + 3..).and_then(|rest| rest.find('/'));
        path.map_or(url.len(), |path| scheme + 3 + path)
    });
    let (host, path) = url.split_at_checked(host_end).unwrap_or(("", url));
    format!("{}{path}", host.to_lowercase())
}

fn place(server: &McpServer) -> Option<Span> {
    let address = server.url.as_ref().or(server.command.as_ref())?;
    address.span
}

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    let overlays = project.registry.overlays.iter();
    let reviewed: HashMap<Address<'_>, &Overlay> = overlays
        .filter_map(|overlay| Some((address(&overlay.server)?, overlay)))
        .collect();
    if reviewed.is_empty() {
        return;
    }
    for (index, server) in project.agents.mcp_servers.iter().enumerate() {
        let Some(overlay) = address(server).and_then(|address| reviewed.get(&address)) else {
            continue;
        };
        let (name, toolkit) = (&server.name, &overlay.name);
        let message = format!(
            "the MCP server `{name}` is also the server of the overlay `{toolkit}`: its tools can \
             be called unreviewed"
        );
        findings.push(
            Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
                .at(place(server), "all tools of the server")
                .at(place(&overlay.server), "the reviewed ones")
                .field(format!("mcp_servers.{index}"))
                .name(name.value.as_str())
                .help(format!(
                    "Remove {name} from mcp_servers; agents call the tools as {toolkit}.<tool>."
                )),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_server_compare_equal() {
        let cases = [
            ("HTTPS://MCP.example.com/", "https://mcp.example.com"),
            ("https://a.example/MCP/", "https://a.example/MCP"),
            ("not an address", "not an address"),
            ("https://é.example", "https://é.example"),
            ("", ""),
        ];
        for (url, expected) in cases {
            assert_eq!(comparable(url), expected, "{url}");
        }
    }
}
