//! Commands that print a credential, and the references that name them.

use super::plugins::{DeclaredPlugin, PluginSource, ToolkitSource};
use crate::config::{Decoder, Map, Pattern, Reference, ReferenceScheme};
use crate::diagnostics::closest::closest;
use crate::diagnostics::{Edit, Fix};
use crate::settings;
use crate::source::{Node, Value};

/// What a command's name looks like.
static COMMAND_NAME: Pattern = Pattern::new(
    "^[a-z][a-z0-9_-]{0,63}$",
    "a small letter, then up to 63 small letters, digits, `_` and `-`",
);

settings! {
    /// A command whose output is a credential.
    pub struct SecretCommand as "a secret's command" {
        /// The program and its arguments, one by one; no shell reads them.
        command: Vec<String>, [MinLength(1), MaxLength(64)];
    }
    check check_command;
}

/// Reports a command without a program.
fn check_command(secret: &SecretCommand, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    if secret.command.first().is_some_and(String::is_empty) {
        let span = node.get("command").map_or(node.span, |node| node.span);
        decoder.at_field("command", |decoder| {
            let message = "`command` starts with the name of a program";
            decoder.report("invalid-value", span, message, "the first entry is empty");
        });
    }
}

/// Reports names under `secrets` that a reference cannot hold.
pub(super) fn check_names(secrets: &Map<SecretCommand>, decoder: &mut Decoder<'_>) {
    decoder.at_field("secrets", |decoder| {
        for (name, secret) in secrets.iter() {
            let Some(span) = name.span.or(secret.span) else {
                continue;
            };
            if !COMMAND_NAME.matches(name) {
                let message = format!(
                    "the name of a secret's command is {}",
                    COMMAND_NAME.explanation()
                );
                decoder.at_key(name, |decoder| {
                    decoder.report("invalid-value", span, message, "");
                });
            }
        }
    });
}

/// Reports `exec://` references in toolkits that name no command.
pub(super) fn check_references(
    plugins: &[DeclaredPlugin<'_>],
    secrets: &Map<SecretCommand>,
    decoder: &mut Decoder<'_>,
) {
    decoder.at_field("plugins", |decoder| {
        for plugin in plugins {
            let PluginSource::Toolkits { toolkits, .. } = &plugin.source else {
                continue;
            };
            decoder.at_key(&plugin.reference, |decoder| {
                decoder.at_field("toolkits", |decoder| {
                    for toolkit in toolkits {
                        if let ToolkitSource::Connector { entry, .. } = &toolkit.source {
                            decoder.at_key(&toolkit.name, |decoder| {
                                check_node(entry, secrets, decoder);
                            });
                        }
                    }
                });
            });
        }
    });
}

/// Looks at one value and what is in it; composing has bounded depth and number of nodes.
fn check_node(node: &Node<'_>, secrets: &Map<SecretCommand>, decoder: &mut Decoder<'_>) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries.iter() {
                match entry.key.as_str() {
                    Some(key) => {
                        decoder.at_key(key, |decoder| check_node(&entry.value, secrets, decoder));
                    }
                    None => check_node(&entry.value, secrets, decoder),
                }
            }
        }
        Value::Sequence(items) | Value::Set(items) => {
            for (index, item) in items.iter().enumerate() {
                decoder.at_index(index, |decoder| check_node(item, secrets, decoder));
            }
        }
        _ => {
            let reference = node.as_str().and_then(Reference::parse);
            let command = reference.filter(|each| each.scheme == ReferenceScheme::Command);
            if let Some(command) = command
                && secrets.get(&command.name).is_none()
            {
                report_unknown(node, &command.name, secrets, decoder);
            }
        }
    }
}

/// Reports a reference to a command that is not declared.
fn report_unknown(
    node: &Node<'_>,
    name: &str,
    secrets: &Map<SecretCommand>,
    decoder: &mut Decoder<'_>,
) {
    let near = closest(name, secrets.keys());
    let message = match near {
        Some(near) => {
            format!("`secrets` has no command named `{name}`; did you mean `{near}`?")
        }
        None => format!("`secrets` has no command named `{name}`"),
    };
    let diagnostic = decoder.report("unknown-secret-command", node.span, message, "named here");
    diagnostic.name = Some(name.to_owned());
    diagnostic.suggestion = near.map(str::to_owned);
    diagnostic.fix = near.map(|near| Fix {
        description: format!("name the command `{near}`"),
        edits: vec![Edit {
            span: node.span,
            replacement: format!("{}{near}", ReferenceScheme::Command.prefix()),
        }],
        unambiguous: true,
    });
    if near.is_none() {
        diagnostic.help = Some(
            "Declare it under `secrets` of this file, as NAME: {command: [PROGRAM, ARGUMENT]}."
                .to_owned(),
        );
    }
}
