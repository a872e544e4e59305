//! `algen add`: gives an agent a connector, with the change of the agent file shown first.
//!
//! What the connector says of itself decides what is written: its plugin, its default tools and
//! only the permissions that these need. What widens more than that (programs, hosts, secrets) is
//! said and never set. The changed text is loaded in memory before anybody is asked; one that would
//! not load is never written.

use std::collections::BTreeSet;

use algen_connectors::Connector;
use algen_core::check::addition::{self, Addition, ChangedFile};
use algen_core::config::Decoder;
use algen_core::config::agent::AgentDefinition;
use algen_core::diagnostics::closest::closest;
use algen_core::registry::{Maturity, ToolSpec};
use algen_core::source::{Source, Sources};

use super::arguments::{AddArguments, ProjectOptions};
use super::inspection::{is_loadable, show_problems};
use super::project::{self, LoadedProject};
use super::request::Request;
use super::trust::quoted;
use super::{Program, fix};
use crate::exit::Exit;
use crate::render::change::diff;
use crate::render::visible::visible;
use crate::ui::Ui;

/// What is to be done, and where.
struct Task<'a> {
    arguments: &'a AddArguments,
    connector: &'static Connector,
    ui: &'a Ui,
}

/// Adds a connector.
pub(crate) fn run(arguments: &AddArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let mut connectors = program.connectors();
    let name = arguments.connector.as_str();
    let found = connectors.find(|each| each.connector.name == name || each.reference == name);
    let Some(connector) = found else {
        return fails(&unknown(name, program), ui);
    };
    let options = ProjectOptions {
        config: arguments.config.iter().cloned().collect(),
        deployment: arguments.deployment.clone(),
    };
    let mut request = match Request::of(&options, program) {
        Ok(request) => request,
        Err(exit) => return exit,
    };
    if request.standard_input.is_some() {
        return fails("standard input cannot be changed; name a file", ui);
    }
    // The file is changed as it is written, whatever variables lay over it.
    request.variables.clear();
    let task = Task {
        arguments,
        connector,
        ui,
    };
    let sources = Sources::default();
    let again = request.clone();
    project::load(&sources, request, |project, decoder| {
        match project.complete && is_loadable(&decoder.diagnostics) {
            true => task.add(&sources, &project, &decoder, again),
            false => show_problems(&sources, &project.config, decoder, ui),
        }
    })
}

impl Task<'_> {
    fn add(
        &self,
        sources: &Sources,
        project: &LoadedProject<'_>,
        decoder: &Decoder<'_>,
        request: Request,
    ) -> Exit {
        let (index, agent) = match self.agent(&project.agents.agents) {
            Ok(found) => found,
            Err(problem) => return fails(&problem, self.ui),
        };
        let Some(source) = agent.span.and_then(|span| sources.get(span.source)) else {
            return fails("the agent is not written in a file", self.ui);
        };
        let tools = self.default_tools();
        let changed = self.plan(sources, source, index, project, &tools);
        let shown = visible(source.name());
        let connector = self.connector.connector.name;
        let agent = agent.name.value.as_str();
        let changed = match changed {
            Ok(Some(changed)) => changed,
            Ok(None) => {
                let done = format!("{shown}: {agent} has {connector} already; nothing to do");
                self.ui.say(&done);
                return Exit::Done;
            }
            Err(problem) => return fails(&format!("{shown}: {problem}"), self.ui),
        };
        if let Err(exit) = self.loads(&changed, request) {
            return exit;
        }
        let mut talk = diff(
            source,
            &changed.edits,
            &decoder.masked,
            &self.ui.stderr_style(),
        );
        talk.push_str(&self.notes(project, &tools));
        if self.arguments.yes {
            self.ui.say(&talk);
        } else {
            self.ui.complain(&talk);
            if let Err(exit) = self.asked(agent) {
                return exit;
            }
        }
        match fix::replace(source, &changed.text) {
            Ok(()) => {
                self.ui
                    .say(&format!("{shown}: added {connector} to {agent}"));
                let project = self.project_words();
                self.ui.say(&format!(
                    "The file has changed; see it through with: algen check{project} && algen \
                     trust{project}"
                ));
                Exit::Done
            }
            Err(problem) => {
                let problem = format!("cannot write {shown}: {problem}; nothing was changed");
                fails(&problem, self.ui)
            }
        }
    }

    /// Finds the agent, with its place in the list.
    fn agent<'p>(
        &self,
        agents: &'p [AgentDefinition],
    ) -> Result<(usize, &'p AgentDefinition), String> {
        let names = || agents.iter().map(|agent| agent.name.value.as_str());
        let listed = || names().collect::<Vec<_>>().join(", ");
        let wanted = self.arguments.agent.as_deref();
        let fits = |agent: &AgentDefinition| wanted.is_none_or(|name| agent.name.value == name);
        let mut fitting = agents.iter().enumerate().filter(|(_, agent)| fits(agent));
        match (fitting.next(), fitting.next(), wanted) {
            (Some(found), None, _) => Ok(found),
            (Some(_), Some(_), Some(name)) => Err(format!(
                "several agents are called {name}; give each a name of its own first"
            )),
            (Some(_), Some(_), None) => Err(format!(
                "the file has several agents ({}); say which with --agent",
                visible(&listed())
            )),
            (None, _, None) => Err("the file declares no agent to add to".to_owned()),
            (None, _, Some(name)) => {
                let near = closest(name, names());
                let near = near.map(|near| format!("; did you mean {near}?"));
                let problem = format!("no agent is called {name}{}", near.unwrap_or_default());
                Err(visible(&problem).into_owned())
            }
        }
    }

    /// Returns the contracts of the tools that are enabled.
    fn default_tools(&self) -> Vec<ToolSpec> {
        let connector = self.connector.connector;
        let sources = Sources::default();
        let mut unheard = Decoder::new(&sources);
        let toolkit = (connector.contract)(connector.name, None, &mut unheard);
        let tools = toolkit.tools.into_iter();
        tools
            .filter(|tool| connector.default_tools.contains(&tool.name.as_str()))
            .collect()
    }

    fn plan(
        &self,
        sources: &Sources,
        source: &Source,
        index: usize,
        project: &LoadedProject<'_>,
        tools: &[ToolSpec],
    ) -> Result<Option<ChangedFile>, String> {
        let plugin = &self.connector.plugin;
        let names = [Some(plugin.reference), plugin.class_reference];
        let names: Vec<&str> = names.into_iter().flatten().collect();
        // A plugin that another agent declares keeps the name that it has there.
        let agents = project.agents.agents.iter();
        let declared = agents
            .flat_map(|agent| &agent.domain_plugins)
            .map(|declared| declared.value.as_str())
            .find(|declared| names.contains(declared));
        let permissions = tools.iter().flat_map(|tool| &tool.permissions);
        let permissions: BTreeSet<&str> = permissions.map(String::as_str).collect();
        let addition = Addition {
            plugin: declared.unwrap_or(plugin.reference),
            other_names: &names,
            tools: plugin.connector.default_tools,
            permissions: &permissions.into_iter().collect::<Vec<_>>(),
        };
        addition::plan(sources, source, index, &addition).map_err(|error| error.to_string())
    }

    /// Makes sure that the changed file loads.
    fn loads(&self, changed: &ChangedFile, mut request: Request) -> Result<(), Exit> {
        request.replacement = Some(changed.text.clone().into_bytes());
        let sources = Sources::default();
        project::load(&sources, request, |project, decoder| {
            if project.complete && is_loadable(&decoder.diagnostics) {
                return Ok(());
            }
            let exit = show_problems(&sources, &project.config, decoder, self.ui);
            let problem = "with the connector the file would not load; nothing was changed";
            self.ui.complain(&format!("error: {problem}"));
            Err(exit)
        })
    }

    /// Says what a person has to know or do besides the change, a line each.
    fn notes(&self, project: &LoadedProject<'_>, tools: &[ToolSpec]) -> String {
        let plugin = &self.connector.plugin;
        let connector = plugin.connector;
        let mut notes = Vec::new();
        if connector.maturity == Maturity::Contract {
            notes.push(format!(
                "{} is a contract only in this version: it can be declared and checked, and every \
                 call is refused",
                connector.name
            ));
        }
        if tools.is_empty() {
            notes.push("no tool is enabled; choose from what algen describe lists".to_owned());
        }
        if plugin.class_reference.is_none() && plugin.reference.starts_with("algen.") {
            notes.push(format!(
                "the Python runtime does not have {}: with it the file loads in algen alone",
                plugin.reference
            ));
        }
        let security = &project.agents.security;
        if tools.iter().any(starts_programs) && !security.allow_subprocess_tools {
            notes.push(
                "its tools start programs and are refused until you set \
                 security.allow_subprocess_tools to true yourself"
                    .to_owned(),
            );
        }
        notes.extend(self.unlisted_hosts(project));
        for (required, words) in [(true, "needs the variables"), (false, "may be set, too:")] {
            let fields = (connector.settings)().into_iter();
            let variables: BTreeSet<String> = fields
                .filter(|field| field.from_variable && field.required == required)
                .map(|field| plugin.variable(field.key))
                .collect();
            if !variables.is_empty() {
                let variables: Vec<String> = variables.into_iter().collect();
                notes.push(format!("{words} {}", variables.join(", ")));
            }
        }
        notes.iter().map(|note| format!("note: {note}\n")).collect()
    }

    /// Says which hosts the deployment's policy keeps the connector from.
    fn unlisted_hosts(&self, project: &LoadedProject<'_>) -> Option<String> {
        let listed = project.policy()?.egress.as_ref()?;
        let covered = |host: &str| listed.iter().any(|pattern| pattern.value.covers(host));
        let hosts = self.connector.connector.egress.iter().copied();
        let unlisted: Vec<&str> = hosts.filter(|host| !covered(host)).collect();
        (!unlisted.is_empty()).then(|| {
            format!(
                "policy.egress of algen.yaml does not list {}: add it there, or nothing is reached",
                unlisted.join(", ")
            )
        })
    }

    /// Asks whether the change is written.
    fn asked(&self, agent: &str) -> Result<(), Exit> {
        if !self.ui.can_ask() {
            let command = self.command_to_type();
            self.ui.complain(&format!(
                "error: nobody can be asked here; to write this change, run: {command}"
            ));
            return Err(Exit::NotApproved);
        }
        let connector = self.connector.connector.name;
        match self.ui.ask(&format!("Add {connector} to {agent}?")) {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.ui.complain("not added; nothing was changed");
                Err(Exit::NotApproved)
            }
            Err(problem) => {
                let problem = format!("error: the answer cannot be read: {problem}");
                self.ui.complain(&problem);
                Err(Exit::NotApproved)
            }
        }
    }

    /// Returns the command that makes the same change without asking.
    fn command_to_type(&self) -> String {
        let connector = quoted(&self.arguments.connector);
        let agent = self.arguments.agent.as_ref();
        let agent = agent.map(|agent| format!(" --agent {}", quoted(agent)));
        let project = self.project_words();
        format!(
            "algen add {connector} --yes{}{project}",
            agent.unwrap_or_default()
        )
    }

    /// Returns the options that name the same project, each after a blank.
    fn project_words(&self) -> String {
        let files = [
            ("-c", &self.arguments.config),
            ("--deployment", &self.arguments.deployment),
        ];
        let named = files.into_iter().filter_map(|(option, file)| {
            let file = file.as_ref()?.to_string_lossy();
            Some(format!(" {option} {}", quoted(&file)))
        });
        named.collect()
    }
}

/// Tells whether `security.allow_subprocess_tools` decides over a tool; git has its own grants.
fn starts_programs(tool: &ToolSpec) -> bool {
    let mut capabilities = tool.policy_capabilities.iter();
    let is_git = capabilities.clone().any(|name| name.starts_with("git."));
    capabilities.any(|name| name == "process.execute") && !is_git
}

/// Says that there is no such connector, with the closest name or all of them.
fn unknown(name: &str, program: &Program) -> String {
    let names: Vec<&str> = program
        .connectors()
        .map(|each| each.connector.name)
        .collect();
    let shown = visible(name);
    match closest(name, names.iter().copied()) {
        Some(near) => format!("no connector is called {shown}; did you mean {near}?"),
        None => format!(
            "no connector is called {shown}; there are {}",
            names.join(", ")
        ),
    }
}

fn fails(problem: &str, ui: &Ui) -> Exit {
    ui.complain(&format!("error: {problem}"));
    Exit::NotRun
}
