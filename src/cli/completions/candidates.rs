//! What can stand at a place of the line: names of the project and of the program.
//!
//! Places are found by the names of arguments, which mean the same in every command: `tool`,
//! `words`, `agent`, `name`, `connector`. Everything else is completed from its definition.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use algen_connectors::{ALL, Connector};
use algen_core::registry::RegisteredTool;
use algen_core::source::Sources;
use clap::{ArgMatches, Command, CommandFactory};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use serde_json::Value;

use super::question::Question;
use crate::cli::arguments::Arguments;
use crate::cli::explain;
use crate::cli::project::{self, LoadedProject};
use crate::cli::request::Request;
use crate::render::visible::visible;

/// What the line says besides the word that is completed.
#[derive(Default)]
pub(super) struct Typed {
    config: Vec<PathBuf>,
    deployment: Option<PathBuf>,
    agent: Option<String>,
    tool: Option<String>,
    words: Vec<String>,
    /// The word before an empty one, where it may be the beginning of the same.
    beginning: Option<String>,
    extra: &'static [Connector],
}

impl Typed {
    /// Reads the line as far as it is right.
    pub(super) fn read(question: &Question, extra: &'static [Connector]) -> Arc<Self> {
        let command = Arguments::command().ignore_errors(true);
        let matches = command.try_get_matches_from(question.other_words());
        let mut level = matches.as_ref().ok();
        while let Some((_, below)) = level.and_then(ArgMatches::subcommand) {
            level = Some(below);
        }
        let beginning = question.hides_breaks().then(|| question.previous());
        Arc::new(Self {
            config: many(level, "config"),
            deployment: many(level, "deployment").pop(),
            agent: many(level, "agent").pop(),
            tool: many(level, "tool").pop(),
            words: many(level, "words"),
            beginning: beginning.flatten().map(str::to_owned),
            extra,
        })
    }

    fn connectors(&self) -> impl Iterator<Item = &'static Connector> {
        ALL.iter().chain(self.extra)
    }

    /// Reads the project and finds something in it; nothing where it cannot be read.
    fn in_project<T>(&self, find: impl FnOnce(&LoadedProject<'_>) -> Vec<T>) -> Vec<T> {
        let request = Request::of_files(&self.config, self.deployment.as_deref(), self.extra);
        // Standard input is the terminal at which the line is typed.
        let Some(request) = request.ok().filter(Request::is_of_files) else {
            return Vec::new();
        };
        let sources = Sources::default();
        project::load(&sources, request, |project, _| find(&project))
    }

    /// Returns the tools and permissions that the project itself declares.
    fn explained(&self) -> Vec<(String, String)> {
        self.in_project(|project| explain::of_tools(&explain::declared(project)))
    }

    /// Returns the names of the project's agents.
    fn agents(&self) -> Vec<CompletionCandidate> {
        self.in_project(|project| {
            let agents = project.agents.agents.iter();
            agents
                .map(|agent| candidate(&agent.name.value, &agent.description))
                .collect()
        })
    }

    /// Returns the tools of the project, or only those that the agent enables, or any agent where
    /// none is named.
    fn tools(&self, enabled: bool, current: &str) -> Vec<CompletionCandidate> {
        self.in_project(|project| {
            let agents = project.agents.agents.iter();
            let agents: Vec<_> = agents
                .filter(|agent| {
                    self.agent
                        .as_ref()
                        .is_none_or(|name| agent.name.value == *name)
                })
                .collect();
            let can_be_meant = |tool: &&RegisteredTool| {
                let name = tool.spec.name.as_str();
                !enabled
                    || agents
                        .iter()
                        .any(|agent| agent.enabled_tools.contains(name))
            };
            let tools: Vec<_> = project.registry.tools().filter(can_be_meant).collect();
            let as_typed = |name: &str| name.starts_with(current);
            let action = |tool: &RegisteredTool| action(&tool.spec.name).to_owned();
            let whole = tools.iter().filter(|tool| as_typed(&tool.spec.name));
            let mut found: Vec<_> = whole
                .map(|tool| candidate(&tool.spec.name, &tool.spec.description))
                .collect();
            if found.is_empty() {
                // The action is enough where one tool has it.
                let by_action = tools.iter().filter(|tool| as_typed(&action(tool)));
                found = by_action
                    .map(|tool| candidate(&action(tool), &tool.spec.description))
                    .collect();
            }
            found
        })
    }

    /// Returns the arguments that the tool of the line still takes, or the values of the one that
    /// has begun.
    fn arguments(&self, current: &str) -> Vec<CompletionCandidate> {
        let Some(wanted) = &self.tool else {
            return Vec::new();
        };
        self.in_project(|project| {
            let tool = project.registry.tool(wanted).or_else(|| {
                let mut tools = project.registry.tools();
                tools.find(|tool| action(&tool.spec.name) == wanted)
            });
            let properties = tool.and_then(|tool| tool.spec.input_schema.get("properties"));
            let Some(properties) = properties.and_then(Value::as_object) else {
                return Vec::new();
            };
            let begun = self.beginning.as_ref();
            if let Some(schema) = begun.and_then(|name| properties.get(name)) {
                return values(schema, "", false);
            }
            if let Some((name, _)) = current.split_once('=') {
                let (name, is_json) = match name.strip_suffix(':') {
                    Some(name) => (name, true),
                    None => (name, false),
                };
                let start = if is_json { ":=" } else { "=" };
                let schema = properties.get(name);
                let found = schema.map(|schema| values(schema, &format!("{name}{start}"), is_json));
                return found.unwrap_or_default();
            }
            let is_given = |name: &str| {
                let mut words = self.words.iter();
                words.any(|word| word.split([':', '=']).next() == Some(name))
            };
            let open = properties.iter().filter(|(name, _)| !is_given(name));
            open.map(|(name, schema)| {
                let start = if is_structure(schema) { ":=" } else { "=" };
                let help = schema.get("description").and_then(Value::as_str);
                candidate(&format!("{name}{start}"), help.unwrap_or_default())
            })
            .collect()
        })
    }
}

/// Returns every value that the line has for an argument; none where the command has no such one.
fn many<T: Clone + Send + Sync + 'static>(matches: Option<&ArgMatches>, name: &str) -> Vec<T> {
    let values = matches.and_then(|matches| matches.try_get_many::<T>(name).ok().flatten());
    values
        .map(|values| values.cloned().collect())
        .unwrap_or_default()
}

/// Returns the part of a tool's name behind its toolkit.
fn action(tool: &str) -> &str {
    tool.rsplit('.').next().unwrap_or(tool)
}

/// Tells whether a value of this schema has to be written as JSON.
fn is_structure(schema: &Value) -> bool {
    let types = schema.get("type");
    types == Some(&Value::from("object")) || types == Some(&Value::from("array"))
}

/// Returns the values that a schema lists, each behind `start`: as they are, or as JSON.
fn values(schema: &Value, start: &str, is_json: bool) -> Vec<CompletionCandidate> {
    let mut listed: Vec<Value> = Vec::new();
    add_values(schema, &mut listed);
    let texts = listed.into_iter().filter_map(|value| match value {
        // JSON in quotes in quotes of the shell: nobody types that for a text.
        Value::String(text) => (!is_json).then_some(text),
        value => Some(value.to_string()),
    });
    texts
        .map(|text| CompletionCandidate::new(format!("{start}{text}")))
        .collect()
}

fn add_values(schema: &Value, listed: &mut Vec<Value>) {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        listed.extend(values.iter().filter(|value| !value.is_null()).cloned());
    } else if let Some(value) = schema.get("const") {
        listed.push(value.clone());
    } else if schema.get("type") == Some(&Value::from("boolean")) {
        listed.extend([true, false].map(Value::from));
    }
    for key in ["anyOf", "oneOf"] {
        let alternatives = schema.get(key).and_then(Value::as_array);
        for alternative in alternatives.into_iter().flatten() {
            add_values(alternative, listed);
        }
    }
}

/// Returns a candidate with one line of help, in which a terminal finds nothing to obey.
fn candidate(value: &str, help: &str) -> CompletionCandidate {
    let line = help.lines().next().unwrap_or_default();
    let line = line.split_once(". ").map_or(line, |(first, _)| first);
    let help = (!line.is_empty()).then(|| visible(line).into_owned().into());
    CompletionCandidate::new(value).help(help)
}

/// Gives the arguments of a command, and of those below it, what finds their candidates.
pub(super) fn complete(command: Command, typed: &Arc<Typed>) -> Command {
    let enabled = command.get_name() == "call";
    command
        .mut_args(|argument| {
            let typed = Arc::clone(typed);
            let found: ArgValueCompleter = match argument.get_id().as_str() {
                "tool" => starting(move |current| typed.tools(enabled, current)),
                "words" => starting(move |current| typed.arguments(current)),
                "agent" => starting(move |_| typed.agents()),
                "name" => starting(move |_| {
                    let mut names = explain::names(typed.connectors());
                    names.extend(typed.explained());
                    let names = names.into_iter();
                    names
                        .map(|(name, about)| candidate(&name, &about))
                        .collect()
                }),
                "connector" => starting(move |_| {
                    let known = typed.connectors().map(|each| each.plugin.connector);
                    known
                        .map(|each| candidate(each.name, each.summary))
                        .collect()
                }),
                _ => return argument,
            };
            argument.add(found)
        })
        .mut_subcommands(|below| complete(below, typed))
}

/// Returns a completer that offers those of the candidates that go on from what is typed.
fn starting(
    find: impl Fn(&str) -> Vec<CompletionCandidate> + Send + Sync + 'static,
) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| {
        let Some(current) = current.to_str() else {
            return Vec::new();
        };
        let mut found = find(current);
        let mut seen = BTreeSet::new();
        found.retain(|candidate| {
            let value = candidate.get_value().to_string_lossy();
            value.starts_with(current) && seen.insert(value.into_owned())
        });
        found
    })
}
