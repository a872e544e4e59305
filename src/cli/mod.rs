//! The command line: one file for each command, and the arguments of all of them.
//!
//! A command turns its arguments into calls of the library and the answer into text; nothing else
//! reads the environment. A new command is a variant of [`arguments::Command`] and a file here.

mod add;
mod approvals;
pub mod arguments;
mod call;
mod check;
pub mod completions;
mod describe;
mod doctor;
mod explain;
mod fix;
#[cfg(test)]
mod generated;
mod input;
mod inspection;
mod interruption;
mod ledger;
mod log;
mod machine_policy;
pub mod manual;
mod new;
mod project;
mod references;
mod request;
mod schema;
mod selection;
mod trust;
mod why;

use std::ffi::OsString;

use algen_connectors::{ALL, Connector};
use clap::Parser as _;
use clap::error::ErrorKind;

use crate::exit::Exit;
use crate::ui::{ColorChoice, TerminalVariables, Ui};
use arguments::{Arguments, Command, ManArguments};

/// What every command has: the streams, and connectors besides those of the program.
pub(crate) struct Program {
    /// The standard streams.
    pub(crate) ui: Ui,
    /// Connectors besides those of the program.
    pub(crate) extra: &'static [Connector],
}

impl Program {
    /// Returns every connector.
    pub(crate) fn connectors(&self) -> impl Iterator<Item = &'static Connector> {
        ALL.iter().chain(self.extra)
    }

    /// Returns the connector of this name, as toolkits give it.
    pub(crate) fn connector(&self, name: &str) -> Option<&'static Connector> {
        self.connectors().find(|each| each.connector.name == name)
    }

    /// Returns the connector whose built-in plugin is declared so.
    pub(crate) fn built_in(&self, reference: &str) -> Option<&'static Connector> {
        self.connectors().find(|each| each.is_called(reference))
    }
}

/// Reads the arguments and runs the command that they name.
pub(crate) fn run(
    arguments: impl IntoIterator<Item = OsString>,
    extra: &'static [Connector],
) -> Exit {
    let variables = TerminalVariables::read(|name| std::env::var(name).ok());
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // A variable that somebody left behind turns no command into a question.
    let asks = arguments.get(1).is_some_and(|word| word == "--");
    if let Some(shell) = std::env::var(completions::VARIABLE).ok().filter(|_| asks) {
        let answer = completions::answer(&shell, arguments, |name| std::env::var(name).ok(), extra);
        return give(
            &Ui::new(variables, ColorChoice::Never, true),
            &answer,
            Exit::Done,
        );
    }
    let parsed = match Arguments::try_parse_from(arguments) {
        Ok(parsed) => parsed,
        Err(error) => return usage(&error, &Ui::new(variables, ColorChoice::Auto, false)),
    };
    let program = Program {
        ui: Ui::new(variables, parsed.talk.color.into(), parsed.talk.quiet),
        extra,
    };
    let ui = &program.ui;
    match parsed.command {
        Command::Check(arguments) => check::run(&arguments, &program),
        Command::Describe(arguments) => describe::run(&arguments, &program),
        Command::Call(arguments) => call::run(&arguments, &program),
        Command::Why(arguments) => why::run(&arguments, &program),
        Command::New(arguments) => new::run(&arguments, &program),
        Command::Add(arguments) => add::run(&arguments, &program),
        Command::Trust(arguments) => trust::run(&arguments, &program),
        Command::Log(arguments) => log::run(&arguments, &program),
        Command::Approvals(arguments) => approvals::run(&arguments, &program),
        Command::Doctor(arguments) => doctor::run(&arguments, &program),
        Command::Explain(arguments) => explain::run(&arguments, &program),
        Command::Schema(arguments) => {
            let text = schema::text(arguments.kind);
            give(ui, &text, Exit::Done)
        }
        Command::Completions(arguments) => {
            let text = completions::script(arguments.shell);
            give(ui, &text, Exit::Done)
        }
        Command::Man(arguments) => write_manual(&arguments, ui),
    }
}

/// Writes data to standard output; the command ends as given, or with the code for "could not run"
/// where the data cannot be written whole.
fn give(ui: &Ui, text: &str, exit: Exit) -> Exit {
    match ui.write(text) {
        Ok(()) => exit,
        Err(problem) => {
            ui.complain(&format!(
                "error: cannot write to standard output: {problem}"
            ));
            Exit::NotRun
        }
    }
}

/// Shows help and the version as data, wrong usage as talk.
fn usage(error: &clap::Error, ui: &Ui) -> Exit {
    let rendered = error.render();
    let painted = |color: bool| match color {
        true => rendered.ansi().to_string(),
        false => rendered.to_string(),
    };
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            give(ui, &painted(ui.stdout_style().color), Exit::Done)
        }
        _ => {
            ui.complain(&painted(ui.stderr_style().color));
            Exit::NotRun
        }
    }
}

fn write_manual(arguments: &ManArguments, ui: &Ui) -> Exit {
    let directory = arguments.directory.display();
    match manual::write(&arguments.directory) {
        Ok(pages) => {
            ui.say(&format!("{directory}: wrote {} manual pages", pages.len()));
            Exit::Done
        }
        Err(problem) => {
            ui.complain(&format!("error: cannot write to {directory}: {problem}"));
            Exit::NotRun
        }
    }
}

/// Returns the variables that overlay the agent file; one whose name or value is not UTF-8 cannot
/// be meant.
fn overlay_variables() -> Vec<(String, String)> {
    let prefix = algen_core::config::load::OVERLAY_PREFIX;
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(name, _)| name.starts_with(prefix))
        .collect()
}
