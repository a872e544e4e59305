//! `algen log`: what was called, how it ended, and whether what tells so is whole.
//!
//! Looking makes no ledger where there is none. A new command is a variant of [`LogAction`] and a
//! file here.

mod export;
mod prune;
mod resolve;
mod show;
mod verify;

use algen_engine::ledger::Filter;
use jiff::Timestamp;

use super::arguments::{LogAction, LogArguments, LogListArguments, Since};
use super::ledger::{LedgerAccess, unusable};
use super::{Program, give};
use crate::exit::Exit;
use crate::render::log::{self as render, EntryList};
use crate::ui::Ui;

/// Runs one of the commands.
pub(crate) fn run(arguments: &LogArguments, program: &Program) -> Exit {
    let Some(action) = &arguments.action else {
        return list(&arguments.list, program);
    };
    match action {
        LogAction::List(arguments) => list(arguments, program),
        LogAction::Show(arguments) => show::run(arguments, program),
        LogAction::Resolve(arguments) => resolve::run(arguments, program),
        LogAction::Verify(arguments) => verify::run(arguments, program),
        LogAction::Head(arguments) => verify::head(arguments, program),
        LogAction::Export(arguments) => export::run(arguments, program),
        LogAction::Prune(arguments) => prune::run(arguments, program),
    }
}

fn list(arguments: &LogListArguments, program: &Program) -> Exit {
    match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access.run(listed(&access, arguments, &program.ui)),
        Err(exit) => exit,
    }
}

async fn listed(access: &LedgerAccess, arguments: &LogListArguments, ui: &Ui) -> Exit {
    let now = Timestamp::now().as_millisecond();
    let namespace = access.namespace(&arguments.scope);
    let filter = Filter {
        namespace: namespace.map(str::to_owned),
        tool: arguments.tool.clone(),
        agent: arguments.agent.clone(),
        state: arguments.state,
        since: arguments.since.map(|since: Since| since.milliseconds(now)),
        // One more tells whether there are more.
        limit: arguments.limit.saturating_add(1),
    };
    let mut entries = match access.ledger.list(&filter).await {
        Ok(entries) => entries,
        Err(error) => return unusable(&error, ui),
    };
    let truncated = cut(&mut entries, arguments.limit);
    let list = EntryList {
        entries: &entries,
        truncated,
        all_namespaces: namespace.is_none(),
        now,
    };
    let text = match arguments.json {
        true => render::list_json(&list),
        false => render::list(&list, &ui.stdout_style()),
    };
    if entries.is_empty() {
        ui.say("no calls are recorded");
    }
    if truncated {
        ui.say("there are more: choose with --since, --tool or --state, or raise --limit");
    }
    give(ui, &text, Exit::Done)
}

/// Cuts a list to its limit; tells whether there was more.
pub(super) fn cut<T>(list: &mut Vec<T>, limit: u32) -> bool {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = list.len() > limit;
    list.truncate(limit);
    more
}
