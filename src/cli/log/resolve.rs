//! `algen log resolve`: a person's word about a call whose outcome is unknown.

use algen_core::governance::ledger::Entry;
use algen_core::governance::outcome::State;
use algen_engine::ledger::{REASON_CHARS_MAX, Resolved, Verdict};

use super::show::find;
use crate::cli::Program;
use crate::cli::arguments::{FoundOutcome, LogResolveArguments};
use crate::cli::ledger::{LedgerAccess, fails, person, unusable};
use crate::exit::Exit;
use crate::render::time::utc;
use crate::render::visible::visible;
use crate::ui::Ui;

/// The most bytes of a typed reason: each of its characters may have four.
const REASON_BYTES_MAX: u64 = REASON_CHARS_MAX as u64 * 4;

/// Resolves a call.
pub(super) fn run(arguments: &LogResolveArguments, program: &Program) -> Exit {
    match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access.run(resolve(&access, arguments, &program.ui)),
        Err(exit) => exit,
    }
}

async fn resolve(access: &LedgerAccess, arguments: &LogResolveArguments, ui: &Ui) -> Exit {
    let ledger = &access.ledger;
    let entry = match find(ledger, &arguments.call, ui).await {
        Ok(history) => history.entry,
        Err(exit) => return exit,
    };
    if entry.state != State::Unknown {
        return not_unknown(&entry, ui);
    }
    let reason = match reason(&entry, arguments, ui) {
        Ok(reason) => reason,
        Err(exit) => return exit,
    };
    let verdict = match arguments.verdict {
        FoundOutcome::Done => Verdict::Done,
        FoundOutcome::NotDone => Verdict::NotDone,
    };
    match ledger
        .resolve(&entry.call, verdict, &person(), &reason)
        .await
    {
        Ok(Resolved::Recorded(entry)) => {
            ui.say(&format!("{} is {} now", entry.call, in_words(entry.state)));
            Exit::Done
        }
        Ok(Resolved::NotUnknown(entry)) => not_unknown(&entry, ui),
        Ok(Resolved::ReasonMissing) => fails("the reason is empty", Exit::NotRun, ui),
        Ok(Resolved::ReasonTooLong) => {
            let problem = format!("the reason has more than {REASON_CHARS_MAX} characters");
            fails(&problem, Exit::NotRun, ui)
        }
        Err(error) => unusable(&error, ui),
    }
}

fn in_words(state: State) -> &'static str {
    match state {
        State::NotDone => "not done",
        State::NotAttempted => "not attempted",
        other => other.word(),
    }
}

fn not_unknown(entry: &Entry, ui: &Ui) -> Exit {
    let state = in_words(entry.state);
    let problem = format!(
        "{} is {state}; only an outcome that is unknown can be resolved",
        entry.call
    );
    fails(&problem, Exit::No, ui)
}

/// Returns the reason that was given, else asks for it.
fn reason(entry: &Entry, arguments: &LogResolveArguments, ui: &Ui) -> Result<String, Exit> {
    if let Some(reason) = &arguments.reason {
        return Ok(reason.clone());
    }
    let word = match arguments.verdict {
        FoundOutcome::Done => "done",
        FoundOutcome::NotDone => "not-done",
    };
    if arguments.ledger.no_input || !ui.can_ask() {
        let problem = format!(
            "nobody can be asked for the reason here; run: algen log resolve {} --as {word} \
             --reason TEXT",
            entry.call
        );
        return Err(fails(&problem, Exit::NotApproved, ui));
    }
    ui.complain(&format!(
        "{} {} for {}, reserved {}: its outcome is unknown",
        entry.call,
        visible(&entry.tool),
        visible(&entry.agent),
        utc(entry.reserved_at)
    ));
    let question = format!("How do you know that it is {}?", word.replace('-', " "));
    let reason = ui
        .ask_line(&question, REASON_BYTES_MAX)
        .map_err(|problem| fails(&format!("no reason: {problem}"), Exit::NotApproved, ui))?;
    match reason.is_empty() {
        true => Err(fails(
            "no reason was given; nothing was recorded",
            Exit::NotApproved,
            ui,
        )),
        false => Ok(reason),
    }
}
