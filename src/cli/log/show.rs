//! `algen log show`: one call and what happened to it.

use algen_engine::ledger::{Found, History, SqliteLedger};

use crate::cli::arguments::LogShowArguments;
use crate::cli::ledger::{LedgerAccess, fails, unusable};
use crate::cli::{Program, give};
use crate::exit::Exit;
use crate::render::log as render;
use crate::ui::Ui;

/// Shows a call.
pub(super) fn run(arguments: &LogShowArguments, program: &Program) -> Exit {
    let access = match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access,
        Err(exit) => return exit,
    };
    let ui = &program.ui;
    access.run(async {
        let history = match find(&access.ledger, &arguments.call, ui).await {
            Ok(history) => history,
            Err(exit) => return exit,
        };
        let text = match arguments.json {
            true => render::history_json(&history),
            false => render::history(&history),
        };
        give(ui, &text, Exit::Done)
    })
}

/// Finds a call by the beginning of its name. A name belongs to the whole ledger, so it does not
/// matter which project is at hand.
///
/// # Errors
/// No call or several begin so; that was said.
pub(super) async fn find(
    ledger: &SqliteLedger,
    beginning: &str,
    ui: &Ui,
) -> Result<Box<History>, Exit> {
    match ledger.show(beginning).await {
        Ok(Found::One(history)) => Ok(history),
        Ok(Found::Several(names)) => {
            let names: Vec<&str> = names.iter().map(|name| name.0.as_str()).collect();
            let problem = format!(
                "several calls begin with `{beginning}`: {}",
                names.join(", ")
            );
            Err(fails(&problem, Exit::No, ui))
        }
        Ok(Found::Nothing) => {
            let problem = format!("the ledger has no call that begins with `{beginning}`");
            Err(fails(&problem, Exit::No, ui))
        }
        Err(error) => Err(unusable(&error, ui)),
    }
}
