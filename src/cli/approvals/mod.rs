//! `algen approvals`: questions that wait for a person, and what persons granted.
//!
//! Only [`answer`] approves, and only after a key on the terminal. A new command is a variant of
//! [`ApprovalsAction`] and a function here.

mod answer;
mod grants;
mod watch;

use algen_core::governance::approval::{Approval, ApprovalId, ApprovalState};
use algen_core::governance::ledger::Ledger as _;
use algen_engine::ledger::SqliteLedger;
use jiff::Timestamp;

use super::arguments::{
    ApprovalsAction, ApprovalsArguments, ApprovalsListArguments, ApprovalsShowArguments,
};
use super::ledger::{LedgerAccess, fails, unusable};
use super::log::cut;
use super::{Program, give};
use crate::exit::Exit;
use crate::render::approvals::{self as render, ApprovalList};
use crate::ui::Ui;

/// The latest questions among which one is looked for that was nearly named.
const NEAR_MAX: u32 = 1_000;

/// Runs one of the commands.
pub(crate) fn run(arguments: &ApprovalsArguments, program: &Program) -> Exit {
    let Some(action) = &arguments.action else {
        return list(&arguments.list, program);
    };
    match action {
        ApprovalsAction::List(arguments) => list(arguments, program),
        ApprovalsAction::Show(arguments) => show(arguments, program),
        ApprovalsAction::Approve(arguments) => answer::approve(arguments, program),
        ApprovalsAction::Deny(arguments) => answer::deny(arguments, program),
        ApprovalsAction::Watch(arguments) => watch::run(arguments, program),
        ApprovalsAction::Grants(arguments) => grants::list(arguments, program),
        ApprovalsAction::Revoke(arguments) => grants::revoke(arguments, program),
    }
}

fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

fn list(arguments: &ApprovalsListArguments, program: &Program) -> Exit {
    match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access.run(listed(&access, arguments, &program.ui)),
        Err(exit) => exit,
    }
}

async fn listed(access: &LedgerAccess, arguments: &ApprovalsListArguments, ui: &Ui) -> Exit {
    let namespace = access.namespace(&arguments.scope);
    let state = arguments.state.state();
    let limit = arguments.limit.saturating_add(1);
    let mut approvals = match access.ledger.list_approvals(namespace, state, limit).await {
        Ok(approvals) => approvals,
        Err(error) => return unusable(&error, ui),
    };
    let truncated = cut(&mut approvals, arguments.limit);
    let list = ApprovalList {
        approvals: &approvals,
        truncated,
        all_namespaces: namespace.is_none(),
        now: now(),
    };
    let text = match arguments.json {
        true => render::list_json(&list),
        false => render::list(&list, &ui.stdout_style()),
    };
    if approvals.is_empty() {
        ui.say(match state {
            Some(ApprovalState::Pending) => "no question is open",
            _ => "there are no such questions",
        });
    }
    if truncated {
        ui.say("there are more: raise --limit");
    }
    give(ui, &text, Exit::Done)
}

fn show(arguments: &ApprovalsShowArguments, program: &Program) -> Exit {
    let access = match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access,
        Err(exit) => return exit,
    };
    let ui = &program.ui;
    access.run(async {
        let approval = match find(&access.ledger, &arguments.id, ui).await {
            Ok(approval) => approval,
            Err(exit) => return exit,
        };
        let text = match arguments.json {
            true => render::question_json(&approval),
            false => render::question(&approval, &ui.stdout_style()),
        };
        give(ui, &text, Exit::Done)
    })
}

/// Finds a question by its name. A name belongs to the whole ledger, so it does not matter which
/// project is at hand.
///
/// # Errors
/// Nothing has that name, which was said with the one question that it begins.
async fn find(ledger: &SqliteLedger, name: &str, ui: &Ui) -> Result<Approval, Exit> {
    let found = ledger.approval(&ApprovalId(name.to_owned())).await;
    if let Some(approval) = found.map_err(|error| unusable(&error, ui))? {
        return Ok(approval);
    }
    let all = ledger.list_approvals(None, None, NEAR_MAX).await;
    let all = all.map_err(|error| unusable(&error, ui))?;
    let names = all.iter().map(|approval| approval.id.0.as_str());
    Err(unknown("question", name, names, ui))
}

/// Says that nothing has a name, and what the one is that begins so.
fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>, ui: &Ui) -> Exit {
    let near = begun_by(name, names);
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    fails(
        &format!("the ledger has no {what} `{name}`{near}"),
        Exit::No,
        ui,
    )
}

/// Returns the one name that begins so, whatever its letters' case.
fn begun_by<'n>(beginning: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let beginning = beginning.to_lowercase();
    let mut begun = names.filter(|name| name.starts_with(&beginning));
    let first = begun.next().filter(|_| !beginning.is_empty())?;
    begun.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_name_is_suggested() {
        let names = ["k3mz9a2b", "k3xz9a2b", "q7"];
        for (beginning, expected) in [
            ("k3m", Some("k3mz9a2b")),
            ("K3M", Some("k3mz9a2b")),
            ("q", Some("q7")),
            ("k3", None),
            ("", None),
            ("q77", None),
        ] {
            let found = begun_by(beginning, names.into_iter());
            assert_eq!(found, expected, "{beginning}");
        }
    }
}
