//! algen: governed, typed tools for agents and people.
//!
//! The program is [`run`]. Data flows one way: arguments, configuration, registry, rules, report.
//!
//! - [`cli`]: one file for each command; the composition root.
//! - [`render`]: values to text, pure.
//! - [`ui`]: the standard streams.
//! - [`exit`]: how a command ends.

pub mod cli;
pub mod exit;
pub mod render;
pub mod ui;

use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use algen_connectors::Connector;
use algen_engine::runtime::bug::{self, BugPlace};
use algen_engine::runtime::process_has_sent;
use exit::Exit;
use ui::{ColorChoice, TerminalVariables, Ui};

/// Runs the program with its arguments, the first of which is its own name.
///
/// A bug ends it with an honest message: that nothing was sent, or that what was sent is unknown.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_with(arguments, &[])
}

/// Runs the program with connectors besides its own.
pub fn run_with(
    arguments: impl IntoIterator<Item = OsString>,
    connectors: &'static [Connector],
) -> ExitCode {
    bug::watch();
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| cli::run(arguments, connectors)));
    let exit = outcome.unwrap_or_else(|_| told(&BugPlace::last()));
    ExitCode::from(exit.number())
}

/// Says that there is a bug, and where.
fn told(place: &BugPlace) -> Exit {
    let ui = Ui::new(TerminalVariables::default(), ColorChoice::Never, false);
    let (consequence, exit) = match process_has_sent() {
        false => (
            "nothing was sent and nothing was changed by it",
            Exit::NotRun,
        ),
        true => (
            "whether the call happened is not known; look first with `algen log`",
            Exit::Unknown,
        ),
    };
    ui.complain(&format!(
        "error: this is a bug in algen, at {place}; {consequence}"
    ));
    exit
}
