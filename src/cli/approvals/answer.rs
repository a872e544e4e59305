//! Approving and denying.
//!
//! A yes comes from a key on the terminal and from nowhere else: the whole question is shown by the
//! same prompt that asks during a call.

use std::time::Duration;

use algen_core::config::host_policy::{ApprovedBy, HostPolicy};
use algen_core::governance::approval::{
    Answer, Approval, ApprovalId, ApprovalState, Approver as _, Question,
};
use algen_core::governance::grant::{ArgumentPatterns, GRANT_SECONDS, GRANT_USES, NewGrant};
use algen_core::governance::identity::Person;
use algen_core::governance::ledger::{Ledger as _, LedgerError};
use algen_core::source::Sources;
use algen_engine::ledger::{ChangeStamp, Decision, REASON_CHARS_MAX, SqliteLedger};
use tokio::time::sleep;

use super::{find, now};
use crate::cli::Program;
use crate::cli::arguments::{ApprovalsApproveArguments, ApprovalsDenyArguments};
use crate::cli::interruption::Interruption;
use crate::cli::ledger::{LedgerAccess, fails, machine, person, unusable};
use crate::exit::Exit;
use crate::render::report::counted;
use crate::render::time::utc;
use crate::ui::{TerminalApprover, Ui, prompt};

/// How often the ledger is asked whether something has changed.
const POLL: Duration = Duration::from_millis(250);

/// Shows a question and asks for the answer.
pub(super) fn approve(arguments: &ApprovalsApproveArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let machine = match machine(&Sources::default(), ui) {
        Ok(machine) => machine,
        Err(exit) => return exit,
    };
    let access = match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access,
        Err(exit) => return exit,
    };
    access.run(async {
        let approval = match find(&access.ledger, &arguments.id, ui).await {
            Ok(approval) => approval,
            Err(exit) => return exit,
        };
        if approval.state != ApprovalState::Pending {
            return fails(&standing(&approval), Exit::No, ui);
        }
        if let Err(problem) = may_answer(&machine, &approval) {
            return fails(&problem, Exit::Refused, ui);
        }
        if arguments.ledger.no_input || !prompt::has_terminal() {
            let id = &approval.id;
            let problem = format!(
                "nobody can be asked here: an approval is a key on a terminal; at one, run: algen \
                 approvals approve {id}"
            );
            return fails(&problem, Exit::NotApproved, ui);
        }
        let mut asking = match Asking::begin(&access.ledger, &machine, ui) {
            Ok(asking) => asking,
            Err(exit) => return exit,
        };
        match asking.ask(&approval).await {
            Asked::Approved => Exit::Done,
            Asked::Denied | Asked::LeftOpen => Exit::NotApproved,
            Asked::Elsewhere => Exit::No,
            Asked::Ended(exit) => exit,
        }
    })
}

/// Denies a question without asking: a no needs no terminal.
pub(super) fn deny(arguments: &ApprovalsDenyArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let access = match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access,
        Err(exit) => return exit,
    };
    access.run(async {
        let approval = match find(&access.ledger, &arguments.id, ui).await {
            Ok(approval) => approval,
            Err(exit) => return exit,
        };
        if approval.state != ApprovalState::Pending {
            return fails(&standing(&approval), Exit::No, ui);
        }
        let reason = arguments.reason.as_deref();
        let reason = reason.map(str::trim).filter(|reason| !reason.is_empty());
        let decision = access.ledger.deny(&approval.id, &person(), reason).await;
        match recorded(decision, ui) {
            Ok(approval) => {
                ui.say(&format!("denied: {}", approval.id));
                Exit::Done
            }
            Err(exit) => exit,
        }
    })
}

/// Tells whether the account of this process may approve.
///
/// # Errors
/// The machine wants another one; why.
pub(super) fn may_answer(machine: &[HostPolicy], approval: &Approval) -> Result<(), String> {
    let user = person().user;
    if !by_other_user(machine) || approval.asked_by != user {
        return Ok(());
    }
    Err(format!(
        "the policy of this machine lets only another account approve, and {user} asked: {} waits \
         for somebody else",
        approval.id
    ))
}

fn by_other_user(machine: &[HostPolicy]) -> bool {
    let mut machine = machine.iter();
    machine.any(|policy| policy.approvals.by == ApprovedBy::OtherUser)
}

/// Says where a question stands that is not open.
fn standing(approval: &Approval) -> String {
    let id = &approval.id;
    let by = approval.decided_by.as_ref();
    let by = by.map_or_else(String::new, |person| format!(" by {person}"));
    match approval.state {
        ApprovalState::Pending => format!("{id} is open"),
        ApprovalState::Approved => format!("{id} was approved{by} already"),
        ApprovalState::Denied => match &approval.reason {
            Some(reason) => format!("{id} was denied{by}: {reason}"),
            None => format!("{id} was denied{by}"),
        },
        ApprovalState::Expired => format!("{id} has expired; the same call asks again"),
        ApprovalState::Used => format!("{id} was approved{by}, and a call has used it"),
    }
}

/// Takes what came of an answer.
///
/// # Errors
/// It was not recorded; why was said.
fn recorded(decision: Result<Decision, LedgerError>, ui: &Ui) -> Result<Approval, Exit> {
    match decision {
        Ok(Decision::Recorded(approval)) => Ok(approval),
        Ok(Decision::NotPending(approval)) => Err(fails(&standing(&approval), Exit::No, ui)),
        Ok(Decision::ReasonTooLong) => {
            let problem = format!("the reason has more than {REASON_CHARS_MAX} characters");
            Err(fails(&problem, Exit::NotRun, ui))
        }
        Err(error) => Err(unusable(&error, ui)),
    }
}

/// What came of asking.
pub(super) enum Asked {
    /// The answer is yes.
    Approved,
    /// The answer is no.
    Denied,
    /// There was no answer.
    LeftOpen,
    /// It was decided at another terminal, or its time was over.
    Elsewhere,
    /// The command ends so.
    Ended(Exit),
}

/// Asks questions of the ledger at the terminal, one after the other.
pub(super) struct Asking<'a> {
    pub(super) ledger: &'a SqliteLedger,
    pub(super) interruption: Interruption,
    approver: TerminalApprover,
    /// Whether a grant counts: not where another account has to answer each time.
    may_grant: bool,
    ui: &'a Ui,
}

impl<'a> Asking<'a> {
    /// Prepares to ask; from now on signals are ours.
    ///
    /// # Errors
    /// The operating system gives no signals, which was said.
    pub(super) fn begin(
        ledger: &'a SqliteLedger,
        machine: &[HostPolicy],
        ui: &'a Ui,
    ) -> Result<Self, Exit> {
        let interruption = Interruption::listen()
            .map_err(|problem| fails(&format!("cannot ask: {problem}"), Exit::NotRun, ui))?;
        Ok(Self {
            ledger,
            interruption,
            approver: ui.approver(false),
            may_grant: !by_other_user(machine),
            ui,
        })
    }

    /// Puts an open question to the person at the terminal and records the answer.
    pub(super) async fn ask(&mut self, approval: &Approval) -> Asked {
        let left = u64::try_from(approval.expires_at.saturating_sub(now())).unwrap_or(0);
        let Some(question) = &approval.question else {
            return self.elsewhere(&approval.id);
        };
        let question = Question {
            wait: Duration::from_millis(left),
            may_grant: question.may_grant && self.may_grant,
            ..question.clone()
        };
        let answer = tokio::select! {
            biased;
            exit = self.interruption.wait() => return Asked::Ended(exit),
            answer = self.approver.ask(&question) => answer,
            decided = decided(self.ledger, &approval.id) => {
                return match decided {
                    Ok(()) => self.elsewhere(&approval.id),
                    Err(error) => Asked::Ended(unusable(&error, self.ui)),
                };
            }
        };
        let id = &approval.id;
        match answer {
            Answer::Approved { person, always } => {
                self.approved(approval, &question, &person, always).await
            }
            Answer::Denied {
                person: Some(person),
                reason,
            } => {
                let decision = self.ledger.deny(id, &person, reason.as_deref()).await;
                match recorded(decision, self.ui) {
                    Ok(_) => Asked::Denied,
                    Err(exit) => Asked::Ended(exit),
                }
            }
            Answer::Denied { person: None, .. } => {
                self.ui
                    .complain(&format!("{id} was not answered and stays open"));
                Asked::LeftOpen
            }
            Answer::Expired => {
                self.ui
                    .complain(&format!("{id} has expired; nobody answered in time"));
                Asked::LeftOpen
            }
            Answer::NobodyToAsk => {
                let problem = format!("the terminal cannot be used; {id} stays open");
                Asked::Ended(fails(&problem, Exit::NotApproved, self.ui))
            }
        }
    }

    async fn approved(
        &self,
        approval: &Approval,
        question: &Question,
        person: &Person,
        always: Option<ArgumentPatterns>,
    ) -> Asked {
        let decision = self.ledger.approve(&approval.id, person).await;
        let decided = match recorded(decision, self.ui) {
            Ok(decided) => decided,
            Err(exit) => return Asked::Ended(exit),
        };
        self.ui.say(&format!(
            "approved: {} holds for one call of exactly this plan until {}",
            decided.id,
            utc(decided.expires_at)
        ));
        let Some(patterns) = always.filter(|_| question.may_grant) else {
            return Asked::Approved;
        };
        let grant = NewGrant {
            namespace: approval.namespace.clone(),
            agent: approval.agent.clone(),
            tool: approval.tool.clone(),
            contract_digest: approval.contract_digest.clone(),
            target_digest: approval.target_digest.clone(),
            fixed_digest: patterns.fixed_digest(&question.arguments),
            patterns,
            person: person.clone(),
            seconds: GRANT_SECONDS,
            uses: GRANT_USES,
        };
        match self.ledger.add_grant(&grant).await {
            Ok(id) => {
                let calls = usize::try_from(GRANT_USES).unwrap_or(usize::MAX);
                let calls = counted(calls, "later call");
                self.ui.say(&format!(
                    "granted: {id} covers {calls} for {} h",
                    GRANT_SECONDS / 3_600
                ));
                Asked::Approved
            }
            Err(error) => {
                self.ui
                    .complain("the call is approved, and nothing was granted");
                Asked::Ended(unusable(&error, self.ui))
            }
        }
    }

    fn elsewhere(&self, id: &ApprovalId) -> Asked {
        self.ui
            .complain(&format!("{id} was decided elsewhere, or its time was over"));
        Asked::Elsewhere
    }
}

/// Waits until a question is no longer open.
async fn decided(ledger: &SqliteLedger, id: &ApprovalId) -> Result<(), LedgerError> {
    let mut seen = None;
    loop {
        changed(ledger, &mut seen).await?;
        let approval = ledger.approval(id).await?;
        if approval.is_none_or(|approval| approval.state != ApprovalState::Pending) {
            return Ok(());
        }
    }
}

/// Waits until the ledger differs from how it was seen last; the first time it returns at once.
pub(super) async fn changed(
    ledger: &SqliteLedger,
    seen: &mut Option<ChangeStamp>,
) -> Result<(), LedgerError> {
    loop {
        match ledger.change_stamp().await {
            // Somebody else writes right now.
            Err(LedgerError::Busy) => {}
            Err(error) => return Err(error),
            Ok(stamp) if *seen == Some(stamp) => {}
            Ok(stamp) => {
                *seen = Some(stamp);
                return Ok(());
            }
        }
        sleep(POLL).await;
    }
}
