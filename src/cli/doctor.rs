//! `algen doctor`: what would keep calls of a project from working. It looks at files and at whether
//! variables are set, never at a value; nothing is started, connected to or resolved.

use algen_core::config::deployment::{PluginSource, ToolkitSource};
use algen_core::config::{Decoder, Reference};
use algen_core::diagnostics::Severity;
use algen_core::governance::trust::{Standing, Trust};
use algen_core::registry::ConnectorSpec;
use algen_core::registry::resolve::{Plugin, PluginOrigin};
use algen_core::registry::{Maturity, PluginSpec};
use algen_core::source::Sources;
use algen_engine::files::state::StateFolder;
use algen_engine::files::trust::TrustStore;
use algen_engine::process;

use super::arguments::DoctorArguments;
use super::inspection::is_loadable;
use super::ledger::{default_ledger, state_place};
use super::project::{self, LoadedProject};
use super::request::Request;
use super::{Program, give, machine_policy, references};
use crate::exit::Exit;
use crate::render::doctor::{self, Finding, Health};
use crate::render::report::counted;
use crate::ui::prompt;

/// Looks at everything that calls need.
pub(crate) fn run(arguments: &DoctorArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let request = match Request::of(&arguments.project, program) {
        Ok(request) => request,
        Err(exit) => return exit,
    };
    let sources = Sources::default();
    let mut findings = vec![machine(), state(), ledger(), terminal()];
    project::load(&sources, request, |project, decoder| {
        findings.push(loading(&project, &decoder));
        if is_loadable(&decoder.diagnostics) {
            findings.push(trust(&project));
            let plugins = project.registry.plugins.iter();
            findings.extend(plugins.flat_map(|plugin| toolkit(plugin, program)));
            findings.extend(local_files(&project, program));
        }
    });
    let text = match arguments.json {
        true => doctor::json(&findings),
        false => doctor::text(&findings, &ui.stdout_style()),
    };
    let exit = match doctor::is_broken(&findings) {
        true => Exit::Missing,
        false => Exit::Done,
    };
    give(ui, &text, exit)
}

fn machine() -> Finding {
    let sources = Sources::default();
    let mut heard = Decoder::new(&sources);
    let policies = machine_policy::load(&sources, &mut heard);
    let subject = "policy of this machine";
    match heard.diagnostics.first() {
        Some(problem) => Finding::new(subject, Health::Broken, problem.message.clone())
            .help("No call is made before it can be read."),
        None => {
            let message = match policies.len() {
                0 => "there is none".to_owned(),
                count => format!("{} read", counted(count, "file")),
            };
            Finding::new(subject, Health::Fine, message)
        }
    }
}

fn state() -> Finding {
    let subject = "state directory";
    let place = match state_place() {
        Ok(place) => place,
        Err(problem) => return Finding::new(subject, Health::Broken, problem),
    };
    let shown = place.display();
    match StateFolder::open(&place) {
        Ok(Some(_)) => Finding::new(subject, Health::Fine, format!("{shown} is yours alone")),
        Ok(None) => {
            let message = format!("{shown} is made when it is needed");
            Finding::new(subject, Health::Fine, message)
        }
        Err(problem) => Finding::new(subject, Health::Broken, problem.to_string()),
    }
}

/// Looks at the ledger in the state directory. One that `ledger.url` names is behind a reference,
/// which is not resolved here.
fn ledger() -> Finding {
    let subject = "ledger";
    let broken = |problem: String| Finding::new(subject, Health::Broken, problem);
    let ledger = match default_ledger() {
        Ok(ledger) => ledger,
        Err(problem) => return broken(problem),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let Ok(runtime) = runtime else {
        return broken("the program cannot start its clock".to_owned());
    };
    let heads = runtime.block_on(async {
        let heads = ledger.heads().await;
        ledger.close().await;
        heads
    });
    match heads {
        Ok(heads) if heads.is_empty() => {
            Finding::new(subject, Health::Fine, "nothing is recorded yet")
        }
        Ok(heads) => {
            let events: u64 = heads.iter().map(|head| head.sequence).sum();
            let message = format!("can be read; {events} events so far");
            Finding::new(subject, Health::Fine, message)
        }
        Err(problem) => broken(problem.to_string()),
    }
}

fn terminal() -> Finding {
    let subject = "terminal";
    match prompt::has_terminal() {
        true => Finding::new(
            subject,
            Health::Fine,
            "questions of approval can be asked here",
        ),
        false => Finding::new(subject, Health::Note, "nobody can be asked here")
            .help("Calls that need approval leave a question: `algen approvals`."),
    }
}

fn loading(project: &LoadedProject<'_>, decoder: &Decoder<'_>) -> Finding {
    let subject = "project";
    let files = project.config.join(", ");
    let errors = decoder.diagnostics.iter();
    let errors = errors
        .filter(|finding| finding.severity == Severity::Error)
        .count();
    match errors {
        0 => Finding::new(subject, Health::Fine, format!("{files} can be loaded")),
        errors => {
            let message = format!("{files} has {}", counted(errors, "error"));
            Finding::new(subject, Health::Broken, message).help("`algen check` shows them.")
        }
    }
}

fn trust(project: &LoadedProject<'_>) -> Finding {
    let subject = "trust";
    let note = |message: &str| {
        Finding::new(subject, Health::Note, message)
            .help("Calls that leave the project folder are refused before `algen trust`.")
    };
    let provenance = &project.provenance;
    let (Some(folder), Ok(place)) = (&provenance.folder, state_place()) else {
        return note("the project has no folder, or there is no place to remember trust");
    };
    match TrustStore::new(place).is_trusted(folder, &provenance.read) {
        Ok(Standing::Trusted) => Finding::new(subject, Health::Fine, "the files are trusted"),
        Ok(Standing::Changed(_)) => note("the files have changed since they were trusted"),
        Ok(Standing::Never) => note("nobody has trusted the files"),
        Err(problem) => Finding::new(subject, Health::Broken, problem.to_string()),
    }
}

/// Looks at the variables and programs of a plugin.
fn toolkit(plugin: &Plugin, program: &Program) -> Vec<Finding> {
    let reference = plugin.reference.value.as_str();
    let subject = format!("plugin {reference}");
    match plugin.origin {
        PluginOrigin::BuiltIn => {
            let Some(built_in) = program.built_in(reference) else {
                return Vec::new();
            };
            let spec: &PluginSpec = built_in;
            let mut findings = vec![settings(&subject, spec)];
            findings.extend(programs(&subject, spec.connector));
            if spec.connector.maturity == Maturity::Contract {
                let message = "only its contract is there; its tools cannot be called";
                findings = vec![Finding::new(subject, Health::Note, message)];
            }
            findings
        }
        PluginOrigin::Deployment => {
            let unset = plugin.environment.iter().filter(|name| !is_set(name));
            let unset: Vec<&str> = unset.map(String::as_str).collect();
            vec![match unset.as_slice() {
                [] => Finding::new(subject, Health::Fine, "every variable that it names is set"),
                unset => {
                    let message = format!("not set: {}", unset.join(", "));
                    Finding::new(subject, Health::Broken, message)
                        .help("Set them where calls are made.")
                }
            }]
        }
        PluginOrigin::Inventory | PluginOrigin::NotInspected => {
            let message = "it is Python code, which is not run here";
            vec![Finding::new(subject, Health::Note, message)]
        }
    }
}

/// Looks whether the files are there that declared toolkits open. A path from a reference is not
/// known here.
fn local_files(project: &LoadedProject<'_>, program: &Program) -> Vec<Finding> {
    let plugins = project.deployment.map(|deployment| &deployment.plugins);
    let toolkits = plugins
        .into_iter()
        .flatten()
        .flat_map(|plugin| match &plugin.source {
            PluginSource::Toolkits { toolkits, .. } => toolkits.as_slice(),
            PluginSource::Inventory { .. } => &[],
        });
    // Only for what it says of paths; nothing is resolved.
    let places = references::resolver(project, Trust::Untrusted, &[]);
    let is_there = |file: &String| places.path(file).is_ok_and(|place| place.exists());
    let missing = toolkits.filter_map(|toolkit| {
        let ToolkitSource::Connector { connector, entry } = &toolkit.source else {
            return None;
        };
        let files = program
            .connector(connector)?
            .local_files
            .filter(|_| Reference::all_in(entry).is_empty())?;
        let file = files(entry).into_iter().find(|file| !is_there(file))?;
        let subject = format!("toolkit {}", toolkit.name);
        Some(
            Finding::new(&subject, Health::Broken, format!("`{file}` does not exist"))
                .help("It is never created: put it there, or correct `path` in algen.yaml."),
        )
    });
    missing.collect()
}

/// Looks at the variables of a built-in toolkit's settings.
fn settings(subject: &str, plugin: &PluginSpec) -> Finding {
    let fields = (plugin.connector.settings)();
    let (mut set, mut missing) = (0, Vec::new());
    for field in fields.iter().filter(|field| field.from_variable) {
        let variable = plugin.variable(field.key);
        match is_set(&variable) {
            true => set += 1,
            false if field.required => missing.push(variable),
            false => {}
        }
    }
    match missing.as_slice() {
        [] => {
            let message = match set {
                0 => "it needs no setting".to_owned(),
                set => format!("{} set, and none is missing", counted(set, "variable")),
            };
            Finding::new(subject, Health::Fine, message)
        }
        missing => Finding::new(
            subject,
            Health::Broken,
            format!("not set: {}", missing.join(", ")),
        )
        .help("Set them where calls are made."),
    }
}

/// Looks for the programs that a connector starts.
fn programs(subject: &str, connector: &ConnectorSpec) -> Vec<Finding> {
    let path = std::env::var_os("PATH");
    let missing = connector
        .programs
        .iter()
        .filter(|name| !process::is_installed(name, path.as_deref()));
    let findings = missing.map(|name| {
        Finding::new(
            subject,
            Health::Broken,
            format!("the program `{name}` is not in PATH"),
        )
        .help("Install it.")
    });
    findings.collect()
}

/// Tells whether a variable is set to something, without looking at what.
fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}
