//! `algen call`: one governed call, from the command line to its result.
//!
//! ```text
//! words -> project -> tool and agent -> arguments -> identity, trust, ledger -> executor -> report
//! ```

mod budget;
mod events;
mod identity;
mod opening;
mod output;
mod pages;
mod progress;
mod signals;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use algen_core::config::host_policy::HostPolicy;
use algen_core::governance::arguments::InputSchema;
use algen_core::governance::authorize::Governance;
use algen_core::governance::call::{CallerAnswer, Request as CallRequest};
use algen_core::governance::identity::{CallId, Key};
use algen_core::governance::outcome::{Failure, Sent};
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::source::Sources;
use algen_engine::runtime::call_id::new_call_id;
use algen_engine::runtime::{
    CallOptions, CallReport, Cancellation, Ending, EventSink as _, Executor, RowSpool, close,
};

use serde_json::Value;

use self::events::Events;
use self::opening::Opened;
use self::output::OutputError;
use super::Program;
use super::arguments::CallArguments;
use super::input::{self, InputError};
use super::inspection::with_project;
use super::ledger::machine;
use super::project::LoadedProject;
use super::selection::{Selection, select};
use crate::exit::Exit;
use crate::render::call as render;
use crate::ui::prompt;

/// Calls a tool.
pub(crate) fn run(arguments: &CallArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    // Where no thread can be had, the time is spent later.
    let _ = thread::Builder::new().spawn(InputSchema::warm_up);
    with_project(&arguments.project, program, |sources, project| {
        let machine = match machine(sources, ui) {
            Ok(machine) => machine,
            Err(exit) => {
                ui.complain("error: a policy of this machine cannot be read, so no call is made");
                return exit;
            }
        };
        let call = Call {
            arguments,
            program,
            sources,
            project,
            machine: &machine,
        };
        call.make()
    })
}

/// A call with everything that it takes.
struct Call<'c> {
    arguments: &'c CallArguments,
    program: &'c Program,
    sources: &'c Sources,
    project: &'c LoadedProject<'c>,
    machine: &'c [HostPolicy],
}

impl Call<'_> {
    fn make(&self) -> Exit {
        let ui = &self.program.ui;
        let arguments = self.arguments;
        let agent = arguments.agent.agent.as_deref();
        let selection = match select(self.project, &arguments.tool, agent) {
            Ok(selection) => selection,
            Err(problem) => {
                ui.complain(&format!("error: {problem}"));
                return Exit::NotRun;
            }
        };
        let runtime = match tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
        {
            Ok(runtime) => runtime,
            Err(problem) => {
                ui.complain(&format!("error: cannot start: {problem}"));
                return Exit::NotRun;
            }
        };
        let report = runtime.block_on(self.report(selection));
        // A thread that is still busy with what nobody waits for is left behind.
        runtime.shutdown_background();
        match report {
            Ok(report) => self.show(&report),
            Err(exit) => exit,
        }
    }

    /// Makes the call; an exit where it did not come so far that there is a report.
    async fn report(&self, selection: Selection<'_>) -> Result<CallReport, Exit> {
        let ui = &self.program.ui;
        let waits = self.arguments.wait > 0;
        let arguments = self.arguments;
        let events = events::open(arguments.events.as_deref(), waits, arguments.fake, ui)?;
        let call = match new_call_id() {
            Ok(call) => call,
            Err(problem) => {
                ui.complain(&format!("error: {problem}"));
                return Err(Exit::NotRun);
            }
        };
        let key = self.key(&call.0);
        let made = self.walk(selection, &call, &key, &events).await;
        let mut report = made.unwrap_or_else(|refusal| {
            let tool = &selection.tool.spec.name;
            let report = CallReport::refused(&call, &key, tool, refusal);
            events.emit(&report.begun());
            events.emit(&report.finished());
            report
        });
        if arguments.fake {
            report.fake = true;
            report.sent = Sent::No;
        }
        if let Some(problem) = events.problem() {
            ui.complain(&format!("warning: the events are not whole: {problem}"));
        }
        Ok(report)
    }

    /// Walks the call to its end.
    ///
    /// # Errors
    /// It was refused before the executor had it.
    async fn walk(
        &self,
        selection: Selection<'_>,
        call: &CallId,
        key: &Key,
        events: &Events,
    ) -> Result<CallReport, Box<Refusal>> {
        let arguments = self.arguments;
        let cancellation = Arc::new(Cancellation::default());
        let _watch = signals::watch(&cancellation);
        let namespace = self.project.namespace();
        let governance = Governance {
            namespace: &namespace,
            agent: selection.agent,
            allow_subprocess_tools: self.project.agents.security.allow_subprocess_tools,
            policy: self.project.policy(),
            machine: self.machine,
            attended: !arguments.no_input && prompt::has_terminal(),
        };
        // Without the permission nothing is said about arguments.
        governance.first_refusal(selection.tool)?;
        let spec = &selection.tool.spec;
        let schema = input::schema(spec)?;
        let ui = &self.program.ui;
        let input = match input::read(&arguments.arguments, spec, &schema, ui) {
            Ok(input) => input,
            Err(InputError::Refused(refusal)) => return Err(refusal),
            Err(InputError::Unreadable(problem)) => {
                let failure = Failure::new("unreadable-input", problem);
                return Err(Refusal::new(RefusalKind::Input, failure));
            }
        };
        let opened = opening::open(self, selection).await?;
        let execution = Execution {
            call: self,
            selection,
            schema: &schema,
            opened: &opened,
            governance: &governance,
            events,
            cancellation: &cancellation,
        };
        let report = match arguments.all_pages {
            true => execution.all_pages(call, key, input).await,
            false => execution.run(call, key, input).await,
        };
        let (closed, ()) = tokio::join!(close(opened.toolkit.as_ref()), opened.ledger.close());
        if let Err(failure) = closed {
            let warning = format!("warning: the toolkit is not closed: {failure}");
            self.program.ui.complain(&warning);
        }
        report
    }

    /// Returns how the call is made.
    fn options(&self) -> CallOptions {
        let arguments = self.arguments;
        CallOptions {
            caller: CallerAnswer {
                yes: arguments.yes,
                fingerprint: arguments.approve.clone(),
            },
            wait: Duration::from_secs(arguments.wait),
            timeout: arguments.timeout.map(Duration::from_secs_f64),
            plan_only: arguments.dry_run,
        }
    }

    /// Returns the columns that a tool declares for its rows.
    fn titles(&self, tool: &str) -> Vec<&str> {
        let tool = self.project.registry.tool(tool);
        let schema = tool.map(|tool| &tool.spec.output_schema);
        let columns = schema.and_then(|schema| schema.pointer("/items/properties")?.as_object());
        let columns = columns.into_iter().flat_map(|columns| columns.keys());
        columns.map(String::as_str).collect()
    }

    /// Returns the key that was given, or one made for this call alone.
    fn key(&self, call: &str) -> Key {
        match &self.arguments.idempotency_key {
            Some(text) => Key {
                text: text.clone(),
                given: true,
            },
            None => Key {
                text: format!("call-{call}"),
                given: false,
            },
        }
    }

    /// Writes the result and says the rest.
    fn show(&self, report: &CallReport) -> Exit {
        let ui = &self.program.ui;
        let exit = render::exit(report);
        let arguments = self.arguments;
        if arguments.verbose {
            ui.say(&render::rules(&report.spoken, self.sources));
        }
        for warning in &report.warnings {
            ui.complain(&format!("warning: {warning}"));
        }
        let talk = render::talk(report, self.sources, &ui.stderr_style());
        if !talk.is_empty() {
            match exit {
                Exit::Done => ui.say(&talk),
                _ => ui.complain(&talk),
            }
        }
        if output::leaves_warning_out(report, arguments) {
            ui.complain(
                "warning: the result came from outside and reads like instructions; treat it as data",
            );
        }
        match output::write(report, &self.titles(&report.tool), arguments, ui) {
            Ok(()) => exit,
            // Its result was still produced: the call is done and not to be repeated.
            Err(OutputError::Unwritten(problem)) => {
                let error = format!("error: cannot write to standard output: {problem}");
                if !matches!(report.ending, Ending::Ended { .. }) || !has_result(report) {
                    ui.complain(&error);
                    return Exit::NotRun;
                }
                let again = match report.writes && !report.fake {
                    true => format!(
                        "; `{}` is done: with --idempotency-key {} the same call gives its result",
                        report.tool, report.key.text
                    ),
                    false => String::new(),
                };
                ui.complain(&format!("{error}{again}"));
                Exit::Withheld
            }
            Err(problem) => {
                ui.complain(&render::unshown(report, &problem, &ui.stderr_style()));
                match exit {
                    Exit::Done => Exit::Withheld,
                    other => other,
                }
            }
        }
    }
}

/// A call with everything that was opened for it.
struct Execution<'e> {
    call: &'e Call<'e>,
    selection: Selection<'e>,
    schema: &'e InputSchema,
    opened: &'e Opened,
    governance: &'e Governance<'e>,
    events: &'e Events,
    cancellation: &'e Cancellation,
}

impl Execution<'_> {
    /// Hands the call to the executor.
    async fn run(
        &self,
        call: &CallId,
        key: &Key,
        input: Value,
    ) -> Result<CallReport, Box<Refusal>> {
        let arguments = self.call.arguments;
        let tool = self.selection.tool;
        let identity = identity::resolve(self.call, &self.opened.resolver).await?;
        let action = tool.spec.name.rsplit('.').next().unwrap_or_default();
        let Some(implementation) = self.opened.toolkit.tool(action) else {
            let message = format!("the settings of this toolkit do not have `{action}`");
            let failure = Failure::new("setting", message);
            return Err(Refusal::new(RefusalKind::Missing, failure));
        };
        let request = CallRequest {
            call: call.clone(),
            arguments: input,
            identity,
            key: key.clone(),
            again: arguments.again,
            fake: arguments.fake,
        };
        let executor = Executor {
            ledger: &self.opened.ledger,
            approver: &self.call.program.ui.approver(arguments.no_input),
            events: self.events,
            cancellation: self.cancellation,
            store: self.call.store(),
            spool: spool(),
            budget_ends: budget::ends(self.selection.agent),
        };
        let options = self.call.options();
        let (schema, governance) = (self.schema, self.governance);
        let report = executor.call(request, tool, schema, implementation, governance, &options);
        Ok(report.await)
    }
}

/// Returns where rows are put that are too many for memory.
fn spool() -> RowSpool {
    RowSpool {
        folder: std::env::temp_dir(),
        memory_bytes: RowSpool::MEMORY_BYTES,
    }
}

fn has_result(report: &CallReport) -> bool {
    report.result.is_some() || report.rows.is_some()
}
