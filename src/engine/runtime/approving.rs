//! The stage at which a call is approved: by nobody, by an earlier answer, by a person here or, while
//! it waits, elsewhere.

use algen_core::governance::approval::{Answer, ApprovalId, ApprovalState, Approver, Question};
use algen_core::governance::call::{Approved, Prepared, Unapproved};
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::governance::refusal::{Refusal, RefusalKind};
use serde_json::json;
use tokio::task::yield_now;
use tokio::time::Instant;

use super::executor::{CallOptions, Ended, Executor, Walk, budget_spent, refused};
use super::report::Ending;

impl Walk<'_> {
    /// Gets the call approved, waiting for an answer from elsewhere as long as the options say.
    pub(super) async fn approve(
        &mut self,
        prepared: Prepared,
        options: &CallOptions,
    ) -> Ended<Approved> {
        let asks = prepared.question().is_some();
        if asks {
            let fingerprint = &prepared.digests().fingerprint;
            self.emit("approval.requested", json!({"fingerprint": fingerprint}));
        }
        let waits_until = Instant::now() + options.wait;
        let approver = Hurried {
            approver: self.executor.approver,
            budget_ends: self.executor.budget_ends,
        };
        let mut prepared = prepared;
        loop {
            let Executor {
                ledger,
                cancellation,
                budget_ends,
                ..
            } = self.executor;
            let answer = tokio::select! {
                biased;
                signal = cancellation.cancelled() => return Err(Box::new(Ending::Cancelled(signal))),
                () = tokio::time::sleep_until(*budget_ends) => return Err(budget_spent()),
                answer = prepared.approve(*ledger, &approver, &options.caller) => answer,
            };
            match answer {
                Ok(approved) => {
                    if asks {
                        let by = json!({"approved": approved.approved_by()});
                        self.emit("approval.granted", by);
                    }
                    return Ok(approved);
                }
                Err(Unapproved::Refused(refusal)) => {
                    // Ctrl-C at the question is a no; whoever watches for signals hears of it at
                    // the same moment, and says why.
                    yield_now().await;
                    if let Some(signal) = cancellation.signal() {
                        return Err(Box::new(Ending::Cancelled(signal)));
                    }
                    self.check_budget()?;
                    let kind = json!({"kind": refusal.failure.kind});
                    self.emit("approval.refused", kind);
                    return Err(refused(refusal));
                }
                Err(Unapproved::Open {
                    prepared: again,
                    approval,
                }) => {
                    let id = json!({"approval": approval.id});
                    self.emit("approval.pending", id);
                    let decided = self.wait_for(&approval.id, waits_until).await?;
                    if !decided {
                        return Err(Box::new(Ending::Open(approval)));
                    }
                    prepared = *again;
                }
            }
        }
    }

    /// Waits until an open question was approved; false where the wait was too short.
    async fn wait_for(&mut self, id: &ApprovalId, until: Instant) -> Ended<bool> {
        loop {
            if Instant::now() >= until {
                return Ok(false);
            }
            self.pause().await?;
            let approval = self.executor.ledger.approval(id).await.map_err(|error| {
                let failure = Failure::new("ledger", error.to_string());
                refused(Refusal::new(RefusalKind::Missing, failure))
            })?;
            let Some(approval) = approval else {
                return Ok(false);
            };
            let refusal = match approval.state {
                ApprovalState::Pending => continue,
                ApprovalState::Approved => return Ok(true),
                ApprovalState::Denied => Refusal::denied(approval.reason),
                ApprovalState::Expired => Refusal::approval_expired(),
                ApprovalState::Used => {
                    let message = "another call has used the approval";
                    Refusal::new(
                        RefusalKind::Approval,
                        Failure::new("approval-gone", message),
                    )
                }
            };
            return Err(refused(refusal));
        }
    }
}

/// Who is asked, for no longer than the run may last.
struct Hurried<'a> {
    approver: &'a dyn Approver,
    budget_ends: Instant,
}

impl Approver for Hurried<'_> {
    fn ask<'q>(&'q self, question: &'q Question) -> BoxFuture<'q, Answer> {
        Box::pin(async move {
            let left = self.budget_ends.saturating_duration_since(Instant::now());
            let question = Question {
                wait: question.wait.min(left),
                ..question.clone()
            };
            self.approver.ask(&question).await
        })
    }
}
