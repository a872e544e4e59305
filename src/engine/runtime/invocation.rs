//! Runs a tool until it answers, time is up or somebody cancels; repeats reads whose failure may
//! pass.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;
use std::time::Duration;

use algen_core::governance::call::Reserved;
use algen_core::governance::deliver::ToolResult;
use algen_core::governance::ledger::{BoxFuture, Ledger};
use algen_core::governance::outcome::{Failure, Outcome, Sent};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::bug::BugPlace;
use super::cancellation::{Cancellation, Signal};
use super::context::ToolContext;
use super::event::EventSink;
use super::rows::RowSpool;
use super::tool::{Tool, ToolAnswer, ToolError};

/// How long a tool that ends its own work has for it.
const GRACE: Duration = Duration::from_secs(5);

/// The pause before the second attempt; it doubles with each.
const PAUSE: Duration = Duration::from_millis(200);

/// Everything that running a tool takes.
pub(super) struct Invocation<'i> {
    pub(super) tool: &'i dyn Tool,
    pub(super) call: &'i Reserved,
    pub(super) ledger: &'i dyn Ledger,
    pub(super) events: &'i dyn EventSink,
    pub(super) cancellation: &'i Cancellation,
    pub(super) spool: &'i RowSpool,
    pub(super) deadline: Instant,
    /// Whether the deadline is the run's budget and not the tool's own.
    pub(super) deadline_is_budget: bool,
}

/// What running a tool came to.
pub(super) struct Invoked {
    pub(super) outcome: Outcome,
    pub(super) result: Option<ToolAnswer>,
    pub(super) sent: Sent,
    pub(super) attempts: u32,
    /// Whether a setting or a credential was missing.
    pub(super) missing: bool,
    /// Who cancelled it.
    pub(super) cancelled: Option<Signal>,
}

/// What one attempt came to.
enum Attempt {
    Answered(ToolAnswer),
    Failed(ToolError),
    TimedOut,
    Cancelled(Signal, Option<ToolResult>),
    Bug(BugPlace),
}

impl Invocation<'_> {
    /// Runs the tool.
    pub(super) async fn run(&self) -> Invoked {
        let most = match self.call.authorized().governed().writes() {
            true => 1,
            false => self.call.authorized().spec().attempts.max(1),
        };
        let mut attempt = 1;
        let mut pause = PAUSE;
        loop {
            let (ended, sent) = self.attempt(attempt).await;
            let again = matches!(&ended, Attempt::Failed(error) if error.is_transient());
            if !again || attempt >= most || Instant::now() + pause >= self.deadline {
                return self.invoked(ended, sent, attempt);
            }
            tokio::select! {
                biased;
                signal = self.cancellation.cancelled() => {
                    return self.invoked(Attempt::Cancelled(signal, None), sent, attempt);
                }
                () = sleep(pause) => {}
            }
            attempt += 1;
            pause *= 2;
        }
    }

    async fn attempt(&self, attempt: u32) -> (Attempt, bool) {
        let context = ToolContext::new(
            self.call,
            self.ledger,
            self.events,
            self.cancellation,
            self.spool,
            self.deadline,
            attempt,
        );
        let mut work = Box::pin(caught(Box::pin(async {
            self.tool.invoke(self.call, &context).await
        })));
        let ended = tokio::select! {
            biased;
            answer = &mut work => ended(answer, None),
            signal = self.cancellation.cancelled() => {
                match self.tool.ends_when_cancelled() {
                    true => match timeout(GRACE, &mut work).await {
                        Ok(answer) => ended(answer, Some(signal)),
                        Err(_) => Attempt::Cancelled(signal, None),
                    },
                    false => Attempt::Cancelled(signal, None),
                }
            }
            () = tokio::time::sleep_until(self.deadline) => Attempt::TimedOut,
        };
        drop(work);
        (ended, context.has_sent())
    }

    /// Says what an attempt means. What was sent without an answer is unknown for a call that
    /// changes something; for one that reads, nothing can have happened.
    fn invoked(&self, attempt: Attempt, sent: bool, attempts: u32) -> Invoked {
        let effect_possible = sent && self.call.authorized().governed().writes();
        let no_answer = |failure| match effect_possible {
            true => Outcome::Unknown(failure),
            false => Outcome::NotAttempted(failure),
        };
        let mut invoked = Invoked {
            outcome: Outcome::Done,
            result: None,
            sent: match sent {
                true => Sent::Unknown,
                false => Sent::No,
            },
            attempts,
            missing: false,
            cancelled: None,
        };
        invoked.outcome = match attempt {
            Attempt::Answered(value) => {
                invoked.result = Some(value);
                // A tool that never sets the mark and changes nothing has not left this process.
                invoked.sent = match sent || self.call.authorized().governed().writes() {
                    true => Sent::Yes,
                    false => Sent::No,
                };
                Outcome::Done
            }
            Attempt::Failed(ToolError::Rejected(failure)) => {
                if sent {
                    invoked.sent = Sent::Yes;
                }
                Outcome::Rejected(failure)
            }
            Attempt::Failed(ToolError::Missing(failure)) => {
                invoked.missing = !effect_possible;
                no_answer(failure)
            }
            Attempt::Failed(
                ToolError::NotAttempted { failure, .. } | ToolError::NoAnswer { failure, .. },
            ) => no_answer(failure),
            Attempt::Failed(ToolError::Cancelled { partial }) => {
                invoked.result = partial.map(ToolAnswer::Value);
                no_answer(Failure::new("cancelled", "the tool ended its work early"))
            }
            Attempt::TimedOut => no_answer(self.too_late()),
            Attempt::Cancelled(signal, partial) => {
                invoked.result = partial.map(ToolAnswer::Value);
                invoked.cancelled = Some(signal);
                no_answer(Failure::new("cancelled", "the call was cancelled"))
            }
            Attempt::Bug(place) => no_answer(failed_by_bug(&place)),
        };
        invoked
    }

    fn too_late(&self) -> Failure {
        match self.deadline_is_budget {
            true => Failure::new("budget", "no answer came before the run's budget was spent"),
            false => Failure::new("timeout", "no answer came in time"),
        }
    }
}

fn ended(
    answer: Result<Result<ToolAnswer, ToolError>, BugPlace>,
    signal: Option<Signal>,
) -> Attempt {
    match (answer, signal) {
        (Err(place), _) => Attempt::Bug(place),
        (Ok(Err(ToolError::Cancelled { partial })), Some(signal)) => {
            Attempt::Cancelled(signal, partial)
        }
        (Ok(Ok(value)), _) => Attempt::Answered(value),
        (Ok(Err(error)), _) => Attempt::Failed(error),
    }
}

/// Says that a tool has a bug, and where.
pub(super) fn failed_by_bug(place: &BugPlace) -> Failure {
    let message = format!("the tool failed by a bug of its own, at {place}");
    Failure::new("bug", message)
}

/// Runs foreign code so that its panic ends this call and nothing else.
pub(super) async fn caught<T>(mut work: BoxFuture<'_, T>) -> Result<T, BugPlace> {
    poll_fn(
        move |context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
            Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(_) => Poll::Ready(Err(BugPlace::last())),
        },
    )
    .await
}

/// Runs a step that only looks, until the deadline or until somebody cancels.
pub(super) async fn looked<T>(
    work: BoxFuture<'_, Result<T, ToolError>>,
    deadline: Instant,
    cancellation: &Cancellation,
) -> Result<T, Looked> {
    tokio::select! {
        biased;
        signal = cancellation.cancelled() => Err(Looked::Cancelled(signal)),
        answer = timeout_at(deadline, caught(work)) => match answer {
            Ok(Ok(answer)) => answer.map_err(Looked::Failed),
            Ok(Err(place)) => Err(Looked::Bug(place)),
            Err(_) => Err(Looked::TimedOut),
        },
    }
}

/// Why a step that only looks gave nothing.
pub(super) enum Looked {
    Failed(ToolError),
    Bug(BugPlace),
    TimedOut,
    Cancelled(Signal),
}
