//! Walks a call through its stages.

use std::time::Duration;

use algen_core::config::deployment::StoredResults;
use algen_core::governance::approval::Approver;
use algen_core::governance::arguments::InputSchema;
use algen_core::governance::authorize::Governance;
use algen_core::governance::call::{
    Approved, Authorized, CallerAnswer, Prepared, Request, Reserved, Settled, Standing, Targeted,
};
use algen_core::governance::deliver::deliver;
use algen_core::governance::ledger::{Ledger, LedgerError, StoredResult};
use algen_core::governance::outcome::{Failure, Outcome};
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::model::SideEffect;
use algen_core::registry::RegisteredTool;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::cancellation::{Cancellation, Signal};
use super::event::{Event, EventSink};
use super::invocation::{Invocation, Invoked, Looked, failed_by_bug, looked};
use super::replay::with_result;
use super::report::{CallReport, Ending};
use super::rows::{CANCELLED, RowSpool, guarded};
use super::tool::{Tool, ToolAnswer, ToolError};

/// How often a key that others hold, or an open question, is looked at.
pub(super) const POLL: Duration = Duration::from_millis(200);

/// How much longer a lease lasts than the call may take.
const LEASE_MARGIN: Duration = Duration::from_secs(5);

/// The longest time that a tool may be given, in seconds.
const TIMEOUT_SECONDS_MAX: f64 = 86_400.0;

/// How one call is made.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallOptions {
    /// What the caller answers to the agent's own policy.
    pub caller: CallerAnswer,
    /// How long to wait for an open question to be answered elsewhere.
    pub wait: Duration,
    /// A shorter deadline than the tool's.
    pub timeout: Option<Duration>,
    /// Whether to stop before anybody is asked and anything is sent.
    pub plan_only: bool,
}

/// Walks calls through their stages, for one run.
pub struct Executor<'e> {
    /// Where calls are recorded.
    pub ledger: &'e dyn Ledger,
    /// Who is asked.
    pub approver: &'e dyn Approver,
    /// Who watches.
    pub events: &'e dyn EventSink,
    /// Who may stop it.
    pub cancellation: &'e Cancellation,
    /// What is kept of results of writes.
    pub store: StoredResults,
    /// Where rows are put that are too many for memory.
    pub spool: RowSpool,
    /// When the budget of the run is spent.
    pub budget_ends: Instant,
}

/// What a call leaves behind where it ends early.
pub(super) type Ended<T> = Result<T, Box<Ending>>;

/// A call on its way.
pub(super) struct Walk<'w> {
    pub(super) executor: &'w Executor<'w>,
    pub(super) report: CallReport,
    /// The time that the tool may still take; waiting for a person does not count.
    pub(super) left: Duration,
}

impl Executor<'_> {
    /// Makes one call, from what was asked for to its end. `input` is the schema of the tool's
    /// arguments, `implementation` is what runs the tool.
    pub async fn call(
        &self,
        request: Request,
        tool: &RegisteredTool,
        input: &InputSchema,
        implementation: &dyn Tool,
        governance: &Governance<'_>,
        options: &CallOptions,
    ) -> CallReport {
        let spec = &tool.spec;
        let seconds = spec.timeout_seconds.clamp(0.0, TIMEOUT_SECONDS_MAX);
        let own = Duration::from_secs_f64(seconds);
        let mut walk = Walk {
            executor: self,
            report: CallReport::started(&request.call, &request.key, &spec.name),
            left: options.timeout.map_or(own, |given| given.min(own)),
        };
        self.events.emit(&walk.report.begun());
        if let Err(ending) = walk
            .run(request, tool, input, implementation, governance, options)
            .await
        {
            walk.report.ending = *ending;
        }
        walk.finish()
    }
}

impl Walk<'_> {
    async fn run(
        &mut self,
        request: Request,
        tool: &RegisteredTool,
        input: &InputSchema,
        implementation: &dyn Tool,
        governance: &Governance<'_>,
        options: &CallOptions,
    ) -> Ended<()> {
        self.check_budget()?;
        let authorized = request
            .authorize(tool, input, governance)
            .map_err(refused)?;
        self.report.spoken = authorized.spoken().to_vec();
        self.report.writes = authorized.governed().writes();
        let targeted = self.target(authorized, implementation).await?;
        if !options.plan_only && self.is_replayed(&targeted).await? {
            return Ok(());
        }
        let prepared = self.prepare(targeted, implementation).await?;
        self.report.fingerprint = Some(prepared.digests().fingerprint.clone());
        if options.plan_only {
            let preview = prepared.preview();
            return Err(Box::new(Ending::Planned {
                question: prepared.question().map(Box::new),
                preview: preview.map(|(digest, bytes)| (digest.to_owned(), bytes)),
            }));
        }
        let approved = self.approve(prepared, options).await?;
        self.check_budget()?;
        let Some(reserved) = self.reserve(approved).await? else {
            return Ok(());
        };
        self.report.call = reserved.call().clone();
        self.invoke(reserved, implementation).await;
        Ok(())
    }

    /// Asks the tool where the call goes.
    async fn target(
        &mut self,
        authorized: Authorized,
        implementation: &dyn Tool,
    ) -> Ended<Targeted> {
        let deadline = self.deadline();
        let work = Box::pin(async { implementation.target(&authorized).await });
        let looked = looked(work, deadline, self.executor.cancellation).await;
        let target = looked.map_err(looked_in_vain)?;
        authorized.target(target).map_err(refused)
    }

    /// A call that changes something is not made without the ledger; one that reads goes on.
    pub(super) fn ledger_is_silent(
        &mut self,
        authorized: &Authorized,
        error: &LedgerError,
    ) -> Ended<()> {
        if authorized.governed().writes() {
            return Err(refused(Refusal::unrecorded(error)));
        }
        self.warn(format!("the call is not recorded: {error}"));
        Ok(())
    }

    /// Lets the tool look at what it will do.
    async fn prepare(&mut self, targeted: Targeted, implementation: &dyn Tool) -> Ended<Prepared> {
        let started = Instant::now();
        let work = Box::pin(async { implementation.prepare(&targeted).await });
        let looked = looked(work, self.deadline(), self.executor.cancellation).await;
        self.left = self.left.saturating_sub(started.elapsed());
        Ok(targeted.prepare(looked.map_err(looked_in_vain)?))
    }

    /// Reserves the call; `None` where the answer is that of an earlier one.
    async fn reserve(&mut self, approved: Approved) -> Ended<Option<Reserved>> {
        let lease = self.left + LEASE_MARGIN;
        let authorized = approved.authorized().clone();
        match approved.reserve(self.executor.ledger, lease).await {
            Ok(reserved) => Ok(Some(reserved)),
            Err(Standing::Replay(entry)) => {
                let entry = with_result(self.executor.ledger, *entry).await;
                self.replay(&authorized, entry);
                Ok(None)
            }
            Err(Standing::Held(entry)) => match self.wait_for_owner(&entry).await? {
                Some(done) => {
                    self.replay(&authorized, done);
                    Ok(None)
                }
                None => Err(refused(Standing::refuse_held(&entry))),
            },
            Err(Standing::Refused(refusal)) => Err(refused(refusal)),
            // A key without an entry is never a reason not to reserve.
            Err(Standing::New) => Err(refused(Refusal::overtaken())),
        }
    }

    /// Runs the tool, records how it ended, and then looks at the result.
    async fn invoke(&mut self, reserved: Reserved, implementation: &dyn Tool) {
        let own = Instant::now() + self.left;
        let deadline = own.min(self.executor.budget_ends);
        let ledger = self.executor.ledger;
        let invocation = Invocation {
            tool: implementation,
            call: &reserved,
            ledger,
            events: self.executor.events,
            cancellation: self.executor.cancellation,
            spool: &self.executor.spool,
            deadline,
            deadline_is_budget: deadline < own,
        };
        let is_recorded = reserved.authorized().governed().side_effect != SideEffect::None;
        let invoked = match is_recorded && !reserved.is_recorded() {
            // A read, whose record comes right behind it.
            true => tokio::join!(invocation.run(), ledger.open()).0,
            false => invocation.run().await,
        };
        self.report.attempts = invoked.attempts;
        self.report.sent = invoked.sent;
        self.settle(reserved, invoked).await;
    }

    async fn settle(&mut self, reserved: Reserved, invoked: Invoked) {
        let ledger = self.executor.ledger;
        let Invoked {
            outcome,
            result,
            missing,
            cancelled,
            ..
        } = invoked;
        let measured = result.as_ref().map(ToolAnswer::measured);
        // Of a call that is recorded already, the result is kept once it has passed.
        let kept = measured.as_ref().filter(|_| !reserved.is_recorded());
        let settled = reserved.settle(ledger, outcome, kept).await;
        if let Some(problem) = settled.problem() {
            self.warn(format!("the call is not recorded: {problem}"));
        }
        let withheld = match result.zip(measured) {
            Some((answer, measured)) => self.deliver(&settled, answer, measured).await,
            None => None,
        };
        // Only rows of reads are withheld for that, and nobody has seen one of them.
        let unseen = withheld
            .as_ref()
            .filter(|failure| failure.kind == CANCELLED);
        if let Some(signal) = unseen.and_then(|_| self.executor.cancellation.signal()) {
            self.report.ending = Ending::Cancelled(signal);
            return;
        }
        self.report.ending = match (settled.outcome(), cancelled, missing) {
            (Outcome::NotAttempted(_), Some(signal), _) => Ending::Cancelled(signal),
            (Outcome::NotAttempted(failure), None, true) => Ending::Missing(failure.clone()),
            (outcome, _, _) => Ending::Ended {
                outcome: outcome.clone(),
                withheld,
            },
        };
    }

    /// Looks at the result of a call that is settled; returns why it is withheld.
    async fn deliver(
        &mut self,
        settled: &Settled,
        answer: ToolAnswer,
        measured: StoredResult,
    ) -> Option<Failure> {
        let authorized = settled.reserved().authorized();
        let (spec, guardrails) = (authorized.spec(), authorized.guardrails());
        self.report.untrusted_content = is_untrusted(authorized);
        let writes = authorized.governed().writes();
        let (mut stored, withheld) = match answer {
            ToolAnswer::Rows(rows) if !writes => {
                let Executor {
                    spool,
                    cancellation,
                    ..
                } = self.executor;
                let guarded = guarded(rows, spec, guardrails, spool, cancellation).await;
                self.report.redacted = guarded.redacted;
                self.report.rows = guarded.rows;
                let kind = guarded.withheld.as_ref().map(|failure| &failure.kind);
                let stored = StoredResult {
                    withheld: kind.map(ToString::to_string),
                    redacted: guarded.redacted,
                    ..measured
                };
                (stored, guarded.withheld)
            }
            answer => match answer.into_result() {
                Ok(raw) => {
                    let store = self.executor.store;
                    let delivered = deliver(spec, guardrails, raw, measured, store);
                    self.report.redacted = delivered.redacted;
                    self.report.result = delivered.value;
                    (delivered.stored, delivered.withheld)
                }
                Err(failure) => {
                    let kind = failure.kind.to_string();
                    let stored = StoredResult {
                        withheld: Some(kind),
                        ..measured
                    };
                    (stored, Some(failure))
                }
            },
        };
        if !writes {
            stored.text = None;
        }
        if let Err(error) = settled.keep_result(self.executor.ledger, &stored).await {
            self.warn(format!("a repetition will get no result: {error}"));
        }
        withheld
    }

    /// Waits a moment, unless somebody cancels or the budget is spent.
    pub(super) async fn pause(&self) -> Ended<()> {
        tokio::select! {
            biased;
            signal = self.executor.cancellation.cancelled() => {
                Err(Box::new(Ending::Cancelled(signal)))
            }
            () = tokio::time::sleep_until(self.executor.budget_ends) => Err(budget_spent()),
            () = sleep(POLL) => Ok(()),
        }
    }

    pub(super) fn check_budget(&self) -> Ended<()> {
        match Instant::now() >= self.executor.budget_ends {
            true => Err(budget_spent()),
            false => Ok(()),
        }
    }

    fn deadline(&self) -> Instant {
        (Instant::now() + self.left).min(self.executor.budget_ends)
    }

    fn warn(&mut self, warning: String) {
        if !self.report.warnings.contains(&warning) {
            self.report.warnings.push(warning);
        }
    }

    pub(super) fn emit(&self, name: &'static str, fields: Value) {
        let event = Event::new(name, &self.report.call, fields);
        self.executor.events.emit(&event);
    }

    /// Tells whoever watches that the call is over.
    fn finish(self) -> CallReport {
        self.executor.events.emit(&self.report.finished());
        self.report
    }
}

pub(super) fn refused(refusal: Box<Refusal>) -> Box<Ending> {
    Box::new(Ending::Refused(refusal))
}

pub(super) fn budget_spent() -> Box<Ending> {
    let message = "the run has taken all its time; waiting for an answer counts";
    let failure = Failure::new("budget", message).about("budget.max_latency_seconds");
    let help = "The agent's `budget.max_latency_seconds` says how long a run may last: 300 s where \
                it says nothing.";
    refused(Refusal::new(RefusalKind::Policy, failure).help(help))
}

/// Says why a step that only looks gave nothing. Nothing was sent.
fn looked_in_vain(looked: Looked) -> Box<Ending> {
    let tool = |failure| refused(Refusal::new(RefusalKind::Tool, failure));
    match looked {
        Looked::Failed(ToolError::Missing(failure)) => Box::new(Ending::Missing(failure)),
        Looked::Failed(
            ToolError::NotAttempted { failure, .. }
            | ToolError::Rejected(failure)
            | ToolError::NoAnswer { failure, .. },
        ) => tool(failure),
        Looked::Failed(ToolError::Cancelled { .. }) => {
            Box::new(Ending::Cancelled(Signal::Interrupt))
        }
        Looked::Bug(place) => tool(failed_by_bug(&place)),
        Looked::TimedOut => tool(Failure::new("timeout", "the tool took too long to prepare")),
        Looked::Cancelled(signal) => Box::new(Ending::Cancelled(signal)),
    }
}

/// Tells whether a result comes from outside this process.
pub(super) fn is_untrusted(authorized: &Authorized) -> bool {
    authorized.governed().side_effect != SideEffect::None
}
