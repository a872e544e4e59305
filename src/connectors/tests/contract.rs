//! Every toolkit, built-in or declared, against the contract of `algen_core::check::contract`, and
//! what holds for the list of connectors itself.

use std::collections::BTreeSet;

use algen_core::check::contract::contract_problems;
use algen_core::model::SideEffect;
use algen_core::registry::{ToolSpec, Toolkit};

use super::{built_in, declared, entries, plugin};
use crate::ALL;
use crate::shared::FOREIGN;

/// Every toolkit: the built-in ones, and one full entry for each connector.
fn toolkits() -> Vec<(&'static str, Toolkit)> {
    let mut toolkits: Vec<_> = ALL
        .iter()
        .map(|plugin| (plugin.connector.name, built_in(plugin)))
        .collect();
    for (connector, name, entry) in entries::full() {
        let (toolkit, diagnostics) = declared(connector, name, &entry);
        assert_eq!(diagnostics, [], "the full entry of {connector}");
        toolkits.push((name, toolkit));
    }
    toolkits
}

fn tools() -> Vec<(&'static str, ToolSpec)> {
    toolkits()
        .into_iter()
        .flat_map(|(name, toolkit)| toolkit.tools.into_iter().map(move |tool| (name, tool)))
        .collect()
}

#[test]
fn every_connector_has_a_full_entry() {
    let listed: Vec<&str> = ALL.iter().map(|plugin| plugin.connector.name).collect();
    let entries: Vec<&str> = entries::full().iter().map(|(name, _, _)| *name).collect();
    assert_eq!(entries, listed);
}

#[test]
fn plugins_are_named_after_their_connector() {
    let mut references = BTreeSet::new();
    for plugin in ALL {
        let name = plugin.connector.name;
        let (package, last) = plugin.reference.rsplit_once('.').expect("a dotted name");
        assert_eq!(last, name);
        let class = match package {
            "algen_agent_tools" => {
                let capital = name[..1].to_uppercase() + &name[1..];
                Some(format!("algen_agent_tools.{name}.plugin:{capital}Plugin"))
            }
            "algen" => None,
            other => panic!("{other} is not a package of ours"),
        };
        assert_eq!(plugin.class_reference.map(str::to_owned), class);
        assert_eq!(plugin.version, env!("CARGO_PKG_VERSION"));
        assert!(
            references.insert(plugin.reference),
            "{name} is listed twice"
        );
    }
}

/// Returns what the tools of each toolkit break, a line for each problem.
fn broken(toolkits: impl IntoIterator<Item = (&'static str, Toolkit)>) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, toolkit) in toolkits {
        for problem in contract_problems(name, &toolkit.tools) {
            let (rule, tool) = (problem.rule.word(), &problem.tool);
            let (pointer, message) = (&problem.pointer, &problem.message);
            lines.push(format!("{rule}: {tool}{pointer}: {message}"));
        }
    }
    lines
}

#[test]
fn every_tool_keeps_the_contract() {
    let all = toolkits();
    assert_eq!(all.len(), 2 * ALL.len());
    assert_eq!(broken(all), [""; 0]);
}

#[test]
fn no_toolkit_is_without_tools() {
    // Webhooks are tools only where targets are declared; the tools of GitHub are those of an
    // overlay that a later version ships.
    let empty: Vec<&str> = toolkits()
        .into_iter()
        .filter(|(_, toolkit)| toolkit.tools.is_empty())
        .map(|(name, _)| name)
        .collect();
    assert_eq!(empty, ["webhook", "github", "github"]);
}

#[test]
fn default_tools_exist() {
    for plugin in ALL {
        let tools = built_in(plugin).tools;
        for default in plugin.connector.default_tools {
            let exists = tools.iter().any(|tool| tool.name == *default);
            assert!(exists, "{default} is a default and not a tool");
        }
    }
}

#[test]
fn no_two_built_in_tools_have_one_name() {
    let mut names = BTreeSet::new();
    for tool in ALL.iter().flat_map(|plugin| built_in(plugin).tools) {
        assert!(
            names.insert(tool.name.clone()),
            "{} exists twice",
            tool.name
        );
    }
}

/// Tools that read and return only what this program, a clock or a catalog says.
const OWN_WORDS: &[&str] = &[
    "echo",
    "list_tables",
    "describe_table",
    "get_attachment",
    "list_keys",
    "list_changes",
    "database_schema",
    // Declared queries are described by whoever declares them.
    "my_open_invoices",
    "names",
];

#[test]
fn tools_that_return_foreign_text_say_so() {
    for (_, tool) in tools() {
        let (_, action) = tool.name.split_once('.').expect("a dotted name");
        if tool.side_effect != SideEffect::Read {
            continue;
        }
        let expected = !OWN_WORDS.contains(&action);
        assert_eq!(
            tool.description.contains(FOREIGN),
            expected,
            "{}",
            tool.name
        );
    }
}

/// The only arguments whose content is free, by connector.
const FREE_FORM: &[(&str, &[&str])] = &[
    ("web_search", &["query"]),
    ("fetch_url", &["url"]),
    ("execute_command", &["argv", "cwd", "env"]),
    ("run_shell", &["command"]),
    ("query_database", &["sql", "parameters"]),
    ("http_request", &["path", "query", "body"]),
    ("application_api", &["path", "query", "body"]),
    ("set_value", &["value"]),
];

#[test]
fn free_arguments_are_the_known_ones() {
    for (_, tool) in tools() {
        let (_, action) = tool.name.split_once('.').expect("a dotted name");
        let free = FREE_FORM.iter().find(|(name, _)| *name == action);
        let free = free.map_or(&[][..], |(_, fields)| fields);
        assert_eq!(tool.free_form, free, "{}", tool.name);
    }
}

#[test]
fn built_in_tools_read_the_variables_of_their_settings() {
    for plugin in ALL {
        let expected = plugin.connector.environment();
        for tool in built_in(plugin).tools {
            if tool.name == "web.fetch_url" {
                assert_eq!(tool.environment, [""; 0]);
                continue;
            }
            assert_eq!(tool.environment, expected, "{}", tool.name);
        }
    }
    let variables = plugin("smtp").connector.environment();
    let names = [
        "HOST",
        "PASSWORD",
        "PORT",
        "SECURITY",
        "SENDER",
        "TOKEN",
        "TOKEN_COMMAND",
        "USERNAME",
        "ALLOWED_DOMAINS",
        "CA_FILE",
    ];
    let mut expected: Vec<String> = names
        .iter()
        .map(|name| format!("ALGEN_TOOLS_SMTP_{name}"))
        .collect();
    expected.sort();
    assert_eq!(variables, expected);
    assert_eq!(
        plugin("web").connector.environment(),
        ["BRAVE_SEARCH_API_KEY"]
    );
}

#[test]
fn gated_tools_name_their_variable() {
    let gated: Vec<(String, String)> = ALL
        .iter()
        .flat_map(|plugin| built_in(plugin).tools)
        .filter_map(|tool| tool.requires.map(|variable| (tool.name, variable)))
        .collect();
    let gated: Vec<(&str, &str)> = gated
        .iter()
        .map(|(tool, variable)| (tool.as_str(), variable.as_str()))
        .collect();
    let checkpoints = "ALGEN_TOOLS_FILESYSTEM_CHECKPOINTS";
    assert_eq!(
        gated,
        [
            ("gmail.send_email", "ALGEN_TOOLS_GMAIL_SENDER"),
            ("documents.read_document", "ALGEN_TOOLS_DOCUMENTS_ROOTS"),
            ("documents.search_document", "ALGEN_TOOLS_DOCUMENTS_ROOTS"),
            ("filesystem.create_file", checkpoints),
            ("filesystem.replace_file", checkpoints),
            ("filesystem.edit_file", checkpoints),
            ("filesystem.preview_change", checkpoints),
            ("filesystem.restore_change", checkpoints),
            ("filesystem.list_changes", checkpoints),
            ("storage.set_value", "ALGEN_TOOLS_STORAGE_ALLOW_WRITE"),
            ("storage.delete_value", "ALGEN_TOOLS_STORAGE_ALLOW_WRITE"),
            (
                "calendar.create_calendar_event",
                "ALGEN_TOOLS_CALENDAR_ALLOW_WRITE"
            ),
            ("email.create_email_draft", "ALGEN_TOOLS_EMAIL_ALLOW_WRITE"),
            ("email.send_email", "ALGEN_TOOLS_EMAIL_ALLOW_SEND"),
        ]
    );
    let variants: Vec<(String, Vec<String>, Option<String>)> = ALL
        .iter()
        .flat_map(|plugin| built_in(plugin).tools)
        .flat_map(|tool| {
            let name = tool.name;
            tool.variants
                .into_iter()
                .map(move |variant| (name.clone(), variant.values, variant.requires))
        })
        .collect();
    let owned = |values: &[&str]| {
        values
            .iter()
            .map(|value| (*value).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        variants,
        [
            (
                "git.git".to_owned(),
                owned(&["status", "diff", "log", "show"]),
                None
            ),
            (
                "git.git".to_owned(),
                owned(&["add", "commit"]),
                Some("ALGEN_TOOLS_GIT_ALLOW_WRITE".to_owned()),
            ),
            (
                "http.http_request".to_owned(),
                owned(&["GET", "HEAD"]),
                None
            ),
            (
                "http.http_request".to_owned(),
                owned(&["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
                Some("ALGEN_TOOLS_HTTP_ALLOWED_METHODS".to_owned()),
            ),
        ]
    );
}
