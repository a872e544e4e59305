//! `algen approvals watch`: asks each question as it comes.

use std::collections::BTreeSet;

use algen_core::config::host_policy::HostPolicy;
use algen_core::governance::approval::{Approval, ApprovalId, ApprovalState};
use algen_core::governance::ledger::LedgerError;

use super::answer::{Asked, Asking, changed, may_answer};
use crate::cli::Program;
use crate::cli::arguments::ApprovalsWatchArguments;
use crate::cli::ledger::{LedgerAccess, fails, machine, unusable};
use crate::exit::Exit;
use crate::ui::{Ui, prompt};
use algen_core::source::Sources;

/// Open questions that are looked at together, the latest: an agent may have 20.
const OPEN_MAX: u32 = 200;

/// Watches until it is interrupted.
pub(super) fn run(arguments: &ApprovalsWatchArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    if arguments.ledger.no_input || !prompt::has_terminal() {
        let problem = "nobody can be asked here: an approval is a key on a terminal; run it at one";
        return fails(problem, Exit::NotApproved, ui);
    }
    let machine = match machine(&Sources::default(), ui) {
        Ok(machine) => machine,
        Err(exit) => return exit,
    };
    match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => {
            let namespace = access.namespace(&arguments.scope);
            access.run(watch(&access, namespace, &machine, ui))
        }
        Err(exit) => exit,
    }
}

async fn watch(
    access: &LedgerAccess,
    namespace: Option<&str>,
    machine: &[HostPolicy],
    ui: &Ui,
) -> Exit {
    let mut asking = match Asking::begin(&access.ledger, machine, ui) {
        Ok(asking) => asking,
        Err(exit) => return exit,
    };
    ui.say("waiting for questions; Ctrl-C ends");
    let mut passed = Passed::default();
    loop {
        let next = tokio::select! {
            biased;
            exit = asking.interruption.wait() => return exit,
            next = passed.next(access, namespace) => next,
        };
        let approval = match next {
            Ok(approval) => approval,
            Err(error) => return unusable(&error, ui),
        };
        // Whatever comes of it, it is not asked again.
        passed.0.insert(approval.id.clone());
        if let Err(problem) = may_answer(machine, &approval) {
            ui.complain(&problem);
            continue;
        }
        match asking.ask(&approval).await {
            Asked::Approved | Asked::Denied | Asked::LeftOpen | Asked::Elsewhere => {}
            // Others were faster by a moment; that was said.
            Asked::Ended(Exit::No) => {}
            Asked::Ended(exit) => return exit,
        }
    }
}

/// Open questions that are not asked again.
#[derive(Default)]
struct Passed(BTreeSet<ApprovalId>);

impl Passed {
    /// Waits for the oldest open question that was not asked yet.
    async fn next(
        &mut self,
        access: &LedgerAccess,
        namespace: Option<&str>,
    ) -> Result<Approval, LedgerError> {
        let ledger = &access.ledger;
        let pending = Some(ApprovalState::Pending);
        let mut seen = None;
        loop {
            changed(ledger, &mut seen).await?;
            let open = ledger.list_approvals(namespace, pending, OPEN_MAX).await?;
            self.0
                .retain(|id| open.iter().any(|approval| approval.id == *id));
            let new = open.into_iter().rev();
            let mut new = new.filter(|approval| !self.0.contains(&approval.id));
            if let Some(approval) = new.next() {
                return Ok(approval);
            }
        }
    }
}
