//! `algen log prune`: forgets what is long over.

use algen_engine::ledger::Pruned;

use crate::cli::Program;
use crate::cli::arguments::LogPruneArguments;
use crate::cli::ledger::{LedgerAccess, fails, unusable};
use crate::exit::Exit;
use crate::render::report::counted;
use crate::render::visible::visible;
use crate::ui::Ui;

/// Shows what would be forgotten, asks, and forgets it.
pub(super) fn run(arguments: &LogPruneArguments, program: &Program) -> Exit {
    match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access.run(prune(&access, arguments, &program.ui)),
        Err(exit) => exit,
    }
}

async fn prune(access: &LedgerAccess, arguments: &LogPruneArguments, ui: &Ui) -> Exit {
    let namespace = access.namespace(&arguments.scope);
    let age = arguments.older_than;
    let prunable = match access.ledger.prunable(namespace, age).await {
        Ok(prunable) => prunable,
        Err(error) => return unusable(&error, ui),
    };
    if prunable == Pruned::default() {
        ui.say("nothing is that old");
        return Exit::Done;
    }
    let of = match namespace {
        Some(namespace) => format!("the namespace {}", visible(namespace)),
        None => "every namespace".to_owned(),
    };
    let list = format!("of {of}: {}", amounts(&prunable));
    if arguments.yes {
        ui.say(&list);
    } else {
        ui.complain(&list);
        if let Err(exit) = asked(arguments, ui) {
            return exit;
        }
    }
    match access.ledger.prune(namespace, age).await {
        Ok(pruned) => {
            ui.say(&format!("forgotten: {}", amounts(&pruned)));
            Exit::Done
        }
        Err(error) => unusable(&error, ui),
    }
}

fn amounts(pruned: &Pruned) -> String {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    format!(
        "{}, {}, {}, {}",
        counted(number(pruned.entries), "call"),
        counted(number(pruned.approvals), "question"),
        counted(number(pruned.grants), "grant"),
        counted(number(pruned.events), "event")
    )
}

/// Asks whether it may be forgotten.
fn asked(arguments: &LogPruneArguments, ui: &Ui) -> Result<(), Exit> {
    if arguments.ledger.no_input || !ui.can_ask() {
        let problem = "nobody can be asked here; to forget it, run the same command with --yes";
        return Err(fails(problem, Exit::NotApproved, ui));
    }
    ui.complain("The keys of forgotten calls are free: a repeated call runs again.");
    match ui.ask("Forget it?") {
        Ok(true) => Ok(()),
        Ok(false) => {
            ui.complain("nothing was forgotten");
            Err(Exit::NotApproved)
        }
        Err(problem) => {
            let problem = format!("the answer cannot be read: {problem}");
            Err(fails(&problem, Exit::NotApproved, ui))
        }
    }
}
