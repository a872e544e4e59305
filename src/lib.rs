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

use std::any::Any;
use std::cell::RefCell;
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;

use algen_connectors::Connector;
use exit::Exit;
use ui::{ColorChoice, TerminalVariables, Ui};

thread_local! {
    /// Where the last bug showed itself.
    static BUG: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs the program with its arguments, the first of which is its own name.
///
/// A bug ends it with an honest message and the code for "could not run": none of the commands
/// sends anything.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_with(arguments, &[])
}

/// Runs the program with connectors besides its own.
pub fn run_with(
    arguments: impl IntoIterator<Item = OsString>,
    connectors: &'static [Connector],
) -> ExitCode {
    panic::set_hook(Box::new(remember));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| cli::run(arguments, connectors)));
    let exit = outcome.unwrap_or_else(|bug| told(&*bug));
    ExitCode::from(exit.number())
}

/// Keeps the place of a bug; its message may hold values and is not kept.
fn remember(bug: &PanicHookInfo<'_>) {
    let place = bug.location().map(ToString::to_string);
    BUG.with_borrow_mut(|kept| *kept = place);
}

/// Says that there is a bug, and where.
fn told(_: &(dyn Any + Send)) -> Exit {
    let place = BUG.with_borrow_mut(Option::take);
    let place = place.unwrap_or_else(|| "an unknown place".to_owned());
    let ui = Ui::new(TerminalVariables::default(), ColorChoice::Never, false);
    ui.complain(&format!(
        "error: this is a bug in algen, at {place}; nothing was sent and nothing was changed by it"
    ));
    Exit::NotRun
}
