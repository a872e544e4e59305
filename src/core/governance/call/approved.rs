//! A call that may be done: nothing asked, or somebody said yes to exactly this plan.

use std::time::Duration;

use super::authorized::Authorized;
use super::prepared::Prepared;
use super::reserved::Reserved;
use super::targeted::{Standing, unresolved};
use crate::governance::approval::{Answer, Approval, Approver, Question, QuestionSource};
use crate::governance::grant::{GRANT_SECONDS, GRANT_USES, NewGrant};
use crate::governance::ledger::{ApprovedBy, Intent, Ledger, LedgerError, Opened, Reservation};
use crate::governance::outcome::Failure;
use crate::governance::refusal::{Refusal, RefusalKind};
use crate::model::SideEffect;

/// What the caller answers to a question that only the agent's own policy asks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallerAnswer {
    /// Whether `--yes` was given; never an answer for destructive effects.
    pub yes: bool,
    /// The fingerprint that was approved beforehand.
    pub fingerprint: Option<String>,
}

/// A call that may be done.
#[derive(Debug)]
pub struct Approved {
    pub(super) prepared: Prepared,
    pub(super) approved_by: ApprovedBy,
}

/// Why a call may not be done now.
#[derive(Debug)]
pub enum Unapproved {
    /// Nobody could be asked here. The question is open in the ledger; once it is answered, the
    /// call can be approved again.
    Open {
        /// The call.
        prepared: Box<Prepared>,
        /// The question.
        approval: Box<Approval>,
    },
    /// It is over.
    Refused(Box<Refusal>),
}

impl From<Box<Refusal>> for Unapproved {
    fn from(refusal: Box<Refusal>) -> Self {
        Self::Refused(refusal)
    }
}

impl Prepared {
    /// Answers the question of approval, in this order: nobody asks; the caller's own word, where
    /// only the agent's policy asks; a yes that a person gave before to exactly this plan; a grant;
    /// the person at the terminal; and where there is none, a question in the ledger.
    ///
    /// # Errors
    /// Nobody approved it.
    pub async fn approve(
        self,
        ledger: &dyn Ledger,
        approver: &dyn Approver,
        caller: &CallerAnswer,
    ) -> Result<Approved, Unapproved> {
        let Some(question) = self.question() else {
            self.check_fingerprint(caller)?;
            return Ok(self.by(ApprovedBy::Nobody));
        };
        self.check_fingerprint(caller)?;
        // Where another account has to answer, the caller's word is not one.
        let takes_caller = !self.authorized().other_user_approves;
        if takes_caller && caller_may_answer(&question, caller) {
            return Ok(self.by(ApprovedBy::Caller));
        }
        if let Some(earlier) = self.earlier_answer(&question, ledger).await? {
            return Ok(self.by(earlier));
        }
        // Where another account has to answer, whoever sits here cannot.
        if self.authorized().other_user_approves {
            return self.open(question, ledger).await;
        }
        match approver.ask(&question).await {
            Answer::Approved { person, always } => {
                if let Some(patterns) = always.filter(|_| question.may_grant) {
                    let grant = NewGrant {
                        namespace: self.authorized().namespace.clone(),
                        agent: question.agent.clone(),
                        tool: question.tool.clone(),
                        contract_digest: self.digests.contract.clone(),
                        target_digest: self.targeted.target_digest(),
                        fixed_digest: patterns.fixed_digest(self.authorized().arguments()),
                        patterns,
                        person: person.clone(),
                        seconds: GRANT_SECONDS,
                        uses: GRANT_USES,
                    };
                    ledger
                        .add_grant(&grant)
                        .await
                        .map_err(|error| not_recorded(&error))?;
                }
                Ok(self.by(ApprovedBy::Person { person }))
            }
            Answer::Denied { person, reason } => {
                if let Some(person) = &person {
                    // What cannot be recorded is refused all the same.
                    let open = self.new_approval(question);
                    let _ = ledger.deny_open(&open, person, reason.as_deref()).await;
                }
                Err(Refusal::denied(reason).into())
            }
            Answer::Expired => Err(Refusal::approval_expired().into()),
            Answer::NobodyToAsk => self.open(question, ledger).await,
        }
    }

    fn by(self, approved_by: ApprovedBy) -> Approved {
        Approved {
            prepared: self,
            approved_by,
        }
    }

    /// Refuses a plan that is not the one that was approved beforehand, whether or not anybody
    /// asks: the caller relies on it.
    fn check_fingerprint(&self, caller: &CallerAnswer) -> Result<(), Box<Refusal>> {
        match &caller.fingerprint {
            Some(given) if *given != self.digests.fingerprint => {
                let message = "the plan is not the one that was approved: its fingerprint differs";
                let failure = Failure::new("fingerprint-differs", message).about("approve");
                let now = &self.digests.fingerprint;
                Err(Refusal::new(RefusalKind::Approval, failure)
                    .help(format!("Look at it with `--dry-run`; it is {now} now.")))
            }
            _ => Ok(()),
        }
    }

    /// Looks for a yes that was given before: an approval of this plan, or a grant.
    async fn earlier_answer(
        &self,
        question: &Question,
        ledger: &dyn Ledger,
    ) -> Result<Option<ApprovedBy>, Box<Refusal>> {
        let authorized = self.authorized();
        let namespace = &authorized.namespace;
        let fingerprint = &self.digests.fingerprint;
        let approval = ledger
            .approved(namespace, fingerprint)
            .await
            .map_err(|error| not_recorded(&error))?;
        let counts = |approval: &Approval| {
            let by = approval.decided_by.as_ref();
            !authorized.other_user_approves
                || by.is_some_and(|person| person.user != approval.asked_by)
        };
        if let Some(approval) = approval.filter(counts) {
            return Ok(Some(ApprovedBy::Approval { id: approval.id }));
        }
        if !question.may_grant || authorized.other_user_approves {
            return Ok(None);
        }
        let contract = &self.digests.contract;
        let grants = ledger
            .grants(namespace, &question.agent, &question.tool, contract)
            .await
            .map_err(|error| not_recorded(&error))?;
        let target = self.targeted.target_digest();
        let mut grants = grants.into_iter();
        let grant = grants.find(|grant| grant.covers(&target, self.authorized().arguments()));
        Ok(grant.map(|grant| ApprovedBy::Grant { id: grant.id }))
    }

    /// Leaves the question in the ledger, for a person at another terminal.
    async fn open(self, question: Question, ledger: &dyn Ledger) -> Result<Approved, Unapproved> {
        let approval = self.new_approval(question);
        match ledger
            .open_approval(&approval)
            .await
            .map_err(|error| not_recorded(&error))?
        {
            // A yes to it would be one to another plan, and this call would never see it.
            Opened::Joined(other) if other.fingerprint != self.digests.fingerprint => {
                let message = format!(
                    "a question about the same request with another plan is open: {}",
                    other.id
                );
                let failure = Failure::new("plan-differs", message);
                Err(Refusal::new(RefusalKind::Approval, failure)
                    .help(format!(
                        "`algen approvals deny {}` closes it; then call again.",
                        other.id
                    ))
                    .into())
            }
            Opened::New(approval) | Opened::Joined(approval) => Err(Unapproved::Open {
                prepared: Box::new(self),
                approval: Box::new(approval),
            }),
            Opened::TooMany(most) => {
                let message = format!("the agent has {most} open questions already");
                let failure = Failure::new("too-many-questions", message);
                Err(Refusal::new(RefusalKind::Approval, failure)
                    .help("Answer them: `algen approvals list`.")
                    .into())
            }
        }
    }
}

/// Tells whether the caller's own word is enough.
fn caller_may_answer(question: &Question, caller: &CallerAnswer) -> bool {
    let own_policy_only = question.sources == [QuestionSource::ApprovalPolicy];
    // That the fingerprint is this plan's was checked before.
    let answered = caller.fingerprint.is_some()
        || (caller.yes && question.side_effect != SideEffect::Destructive);
    own_policy_only && answered
}

/// Says that an approval cannot be looked up or recorded.
fn not_recorded(error: &LedgerError) -> Box<Refusal> {
    let failure = Failure::new("ledger", error.to_string());
    Refusal::new(RefusalKind::Missing, failure)
        .help("An approval has to be recorded before the call; see `algen doctor`.")
}

impl Approved {
    /// Returns the call as it was authorized.
    pub fn authorized(&self) -> &Authorized {
        self.prepared.authorized()
    }

    /// Returns what let it pass the question of approval.
    pub fn approved_by(&self) -> &ApprovedBy {
        &self.approved_by
    }

    /// Reserves the call, where it is one that is recorded before it is done: the use of its
    /// approval and the intent, durably and at once. The lease is how long it may take.
    ///
    /// # Errors
    /// What the ledger says against it; for a call that was done meanwhile the answer is its entry.
    pub async fn reserve(self, ledger: &dyn Ledger, lease: Duration) -> Result<Reserved, Standing> {
        let uses_approval = matches!(
            self.approved_by,
            ApprovedBy::Approval { .. } | ApprovedBy::Grant { .. }
        );
        if !self.prepared.targeted.is_reserved() && !uses_approval {
            return Ok(Reserved {
                approved: self,
                lease: None,
            });
        }
        let intent = self.intent(lease);
        let refused = |refusal| Err(Standing::Refused(refusal));
        match ledger.reserve(&intent).await {
            Ok(Reservation::Held(lease)) => Ok(Reserved {
                approved: self,
                lease: Some(lease),
            }),
            Ok(Reservation::Taken(entry)) => match self.prepared.targeted.judge(*entry) {
                // It could have run again, and others were faster.
                Standing::New => refused(Refusal::overtaken()),
                standing => Err(standing),
            },
            Ok(Reservation::Unresolved(entry)) => refused(unresolved(&entry)),
            Ok(Reservation::Limited { rate, retry_after }) => {
                let message = format!(
                    "the limit of {rate} is reached; the next call fits in {} s",
                    retry_after.as_secs().max(1)
                );
                refused(Refusal::new(
                    RefusalKind::Policy,
                    Failure::new("limit", message),
                ))
            }
            Ok(Reservation::ApprovalGone) => {
                let message = "the approval was used, has expired or was revoked meanwhile";
                let failure = Failure::new("approval-gone", message);
                refused(Refusal::new(RefusalKind::Approval, failure))
            }
            Err(error) => refused(Refusal::unrecorded(&error)),
        }
    }

    /// Returns what is recorded of the call.
    pub(super) fn intent(&self, lease: Duration) -> Intent {
        let prepared = &self.prepared;
        let authorized = prepared.authorized();
        let request = &authorized.request;
        Intent {
            call: request.call.clone(),
            scope: prepared.targeted.scope(),
            key: request.key.clone(),
            again: request.again,
            tool: authorized.spec.name.clone(),
            agent: authorized.agent.clone(),
            identity: request.identity.clone(),
            side_effect: authorized.governed.side_effect,
            digests: prepared.digests.clone(),
            argument_names: prepared.argument_names.clone(),
            approved_by: self.approved_by.clone(),
            lease,
            limits: authorized.limits.clone(),
        }
    }
}
