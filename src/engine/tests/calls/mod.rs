//! Whole calls through the executor, with a ledger in memory, scripted tools and scripted people.

mod approval;
mod guardrails;
mod outcomes;
mod property;
mod rows;
mod variants;

use std::future::ready;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use algen_core::config::Names;
use algen_core::config::agent::{AgentDefinition, ApprovalPolicy};
use algen_core::config::deployment::{Policy, StoredResults};
use algen_core::config::host_policy::HostPolicy;
use algen_core::governance::Preset;
use algen_core::governance::approval::{Answer, Approver, Question};
use algen_core::governance::arguments::InputSchema;
use algen_core::governance::authorize::Governance;
use algen_core::governance::call::{Authorized, Plan, Request, Reserved, Target, Targeted};
use algen_core::governance::identity::{CallIdentity, Key, Person};
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::registry::{RegisteredTool, ToolSource, ToolSpec};
use algen_core::source::Spanned;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::ledger::{BUSY, LedgerSettings, Place, SqliteLedger};
use crate::runtime::call_id::new_call_id;
use crate::runtime::{
    CallOptions, CallReport, Cancellation, Ending, Event, EventSink, Executor, RowSpool, Tool,
    ToolAnswer, ToolContext, ToolError,
};

/// What a scripted tool does once its call is reserved.
#[derive(Clone, Debug)]
enum Act {
    /// Gives this.
    Give(Value),
    /// Gives this after the mark of sending.
    SendAndGive(Value),
    /// Gives these rows.
    GiveRows(Vec<Value>),
    /// Fails before the mark.
    FailBefore(ToolError),
    /// Fails after it.
    FailAfter(ToolError),
    /// Never answers; whether it sets the mark first.
    Hang { sent: bool },
    /// Has a bug; whether it sets the mark first.
    Panic { sent: bool },
}

/// A tool that does what it is told, attempt by attempt; the last act repeats.
struct Scripted {
    acts: Vec<Act>,
    attempts: AtomicU32,
    confirm: Option<String>,
    hosts: Vec<String>,
}

impl Scripted {
    fn new(acts: impl IntoIterator<Item = Act>) -> Self {
        Self {
            acts: acts.into_iter().collect(),
            attempts: AtomicU32::new(0),
            confirm: None,
            hosts: Vec::new(),
        }
    }

    fn attempts(&self) -> u32 {
        self.attempts.load(Ordering::SeqCst)
    }
}

impl Tool for Scripted {
    fn target<'a>(&'a self, _: &'a Authorized) -> BoxFuture<'a, Result<Target, ToolError>> {
        let text = self.hosts.first().map(|host| format!("https://{host}"));
        Box::pin(ready(Ok(Target {
            text,
            hosts: self.hosts.clone(),
        })))
    }

    fn prepare<'a>(&'a self, _: &'a Targeted) -> BoxFuture<'a, Result<Plan, ToolError>> {
        Box::pin(ready(Ok(Plan {
            preview: Some("what will be done".to_owned()),
            confirm: self.confirm.clone(),
            payload: Some(Box::new(7_u8)),
        })))
    }

    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        context: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        Box::pin(async move {
            assert_eq!(call.payload::<u8>(), Some(&7));
            let attempt = self.attempts.fetch_add(1, Ordering::SeqCst) as usize;
            let act = self.acts.get(attempt).or(self.acts.last());
            match act.expect("a tool has an act").clone() {
                Act::Give(value) => Ok(value.into()),
                Act::SendAndGive(value) => {
                    context.sending().await?;
                    Ok(value.into())
                }
                Act::GiveRows(rows) => {
                    let mut writer = context.rows();
                    for row in rows {
                        let written = writer.push(|text| {
                            text.extend_from_slice(row.to_string().as_bytes());
                            Ok(())
                        });
                        written.map_err(ToolError::Rejected)?;
                    }
                    writer.finish().map_err(ToolError::Rejected)
                }
                Act::FailBefore(error) => Err(error),
                Act::FailAfter(error) => {
                    context.sending().await?;
                    Err(error)
                }
                Act::Hang { sent } => {
                    if sent {
                        context.sending().await?;
                    }
                    std::future::pending().await
                }
                Act::Panic { sent } => {
                    if sent {
                        context.sending().await?;
                    }
                    panic!("a bug of the tool")
                }
            }
        })
    }
}

/// A person who gives these answers in turn, and then is not there.
#[derive(Default)]
struct Answering {
    answers: Mutex<Vec<Answer>>,
    asked: Mutex<Vec<Question>>,
}

impl Answering {
    fn with(answers: impl IntoIterator<Item = Answer>) -> Self {
        let mut answers: Vec<Answer> = answers.into_iter().collect();
        answers.reverse();
        Self {
            answers: Mutex::new(answers),
            asked: Mutex::default(),
        }
    }

    fn times_asked(&self) -> usize {
        self.asked.lock().expect("no test panics with it").len()
    }
}

impl Approver for Answering {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Answer> {
        let mut asked = self.asked.lock().expect("no test panics with it");
        asked.push(question.clone());
        let mut answers = self.answers.lock().expect("no test panics with it");
        Box::pin(ready(answers.pop().unwrap_or(Answer::NobodyToAsk)))
    }
}

/// Keeps the names of events.
#[derive(Default)]
struct Heard(Mutex<Vec<&'static str>>);

impl EventSink for Heard {
    fn emit(&self, event: &Event) {
        let mut heard = self.0.lock().expect("no test panics with it");
        heard.push(event.name);
    }
}

fn person() -> Person {
    Person {
        user: "ada".to_owned(),
        terminal: "/dev/pts/1".to_owned(),
        host: "here".to_owned(),
    }
}

fn yes() -> Answer {
    Answer::Approved {
        person: person(),
        always: None,
    }
}

/// A world in which calls are made: an agent, policies, a ledger, a person, somebody who watches.
struct World {
    agent: AgentDefinition,
    policy: Option<Policy>,
    machine: Vec<HostPolicy>,
    ledger: SqliteLedger,
    person: Answering,
    heard: Heard,
    cancellation: Cancellation,
    store: StoredResults,
    spool: RowSpool,
    budget: Duration,
}

impl World {
    /// A world with an agent that may do everything and is asked about nothing.
    fn new() -> Self {
        let mut agent = AgentDefinition {
            name: Spanned::implied("assistant".to_owned()),
            enabled_tools: Names::of(&["t.act"]),
            tool_permissions: Names::of(&["t.read", "t.write"]),
            ..AgentDefinition::default()
        };
        agent.approval_policy = section(|policy: &mut ApprovalPolicy| {
            policy.require_for_side_effects = false;
            policy.require_for_destructive = false;
        });
        Self {
            agent,
            policy: None,
            machine: Vec::new(),
            ledger: SqliteLedger::new(LedgerSettings {
                place: Place::Memory,
                store: StoredResults::Redacted,
                account: "ada".to_owned(),
                busy: BUSY,
            }),
            person: Answering::default(),
            heard: Heard::default(),
            cancellation: Cancellation::default(),
            store: StoredResults::Redacted,
            spool: RowSpool {
                folder: std::env::temp_dir(),
                memory_bytes: RowSpool::MEMORY_BYTES,
            },
            budget: Duration::from_secs(60),
        }
    }

    /// Asks before every call that changes something, as agents do by default.
    fn asking() -> Self {
        let mut world = Self::new();
        world.agent.approval_policy = section(|_: &mut ApprovalPolicy| {});
        world
    }

    async fn call(&self, spec: &ToolSpec, tool: &dyn Tool, call: Call) -> CallReport {
        let id = new_call_id().expect("random bytes");
        let key = match call.key {
            Some(key) => Key {
                text: key.to_owned(),
                given: true,
            },
            None => Key {
                text: format!("call-{id}"),
                given: false,
            },
        };
        let request = Request {
            call: id,
            arguments: call.arguments,
            identity: CallIdentity::default(),
            key,
            again: call.again,
            fake: false,
        };
        let registered = RegisteredTool {
            spec: spec.clone(),
            source: ToolSource::Plugin("test".to_owned()),
            callable: true,
        };
        let governance = Governance {
            namespace: "test",
            agent: &self.agent,
            allow_subprocess_tools: false,
            policy: self.policy.as_ref(),
            machine: &self.machine,
            attended: true,
        };
        let executor = Executor {
            ledger: &self.ledger,
            approver: &self.person,
            events: &self.heard,
            cancellation: &self.cancellation,
            store: self.store,
            spool: self.spool.clone(),
            budget_ends: Instant::now() + self.budget,
        };
        let input = InputSchema::compile(&spec.input_schema).expect("a schema");
        executor
            .call(
                request,
                &registered,
                &input,
                tool,
                &governance,
                &call.options,
            )
            .await
    }

    fn heard(&self) -> Vec<&'static str> {
        self.heard.0.lock().expect("no test panics with it").clone()
    }
}

/// How a call of a test is made.
#[derive(Clone)]
struct Call {
    arguments: Value,
    key: Option<&'static str>,
    again: bool,
    options: CallOptions,
}

impl Default for Call {
    fn default() -> Self {
        Self {
            arguments: json!({"text": "hi"}),
            key: None,
            again: false,
            options: CallOptions::default(),
        }
    }
}

fn with_arguments(arguments: Value) -> Call {
    Call {
        arguments,
        ..Call::default()
    }
}

fn with_key(key: &'static str) -> Call {
    Call {
        key: Some(key),
        ..Call::default()
    }
}

/// A policy section with changes.
fn section<T>(change: impl FnOnce(&mut T)) -> algen_core::config::Section<T>
where
    T: Default,
{
    let mut section = T::default();
    change(&mut section);
    algen_core::config::Section::of(section)
}

/// The tool `t.act` with this preset: it takes a text and gives anything.
fn tool(preset: Preset) -> ToolSpec {
    preset.tool(
        "t",
        "act",
        "Does what a test says.",
        json!({
            "type": "object",
            "properties": {"text": {"type": "string", "minLength": 1, "maxLength": 100}},
            "required": ["text"],
            "additionalProperties": false,
        }),
        json!({}),
    )
}

fn transient(kind: &'static str) -> ToolError {
    ToolError::NoAnswer {
        failure: Failure::new(kind, "no answer"),
        transient: true,
    }
}

/// Returns how a call ended, in few words: the ending, and the kind of its failure.
fn ended(report: &CallReport) -> String {
    match &report.ending {
        Ending::Planned { .. } => "planned".to_owned(),
        Ending::Refused(refusal) => format!("refused {}", refusal.failure.kind),
        Ending::Open(_) => "open".to_owned(),
        Ending::Missing(failure) => format!("missing {}", failure.kind),
        Ending::Cancelled(_) => "cancelled".to_owned(),
        Ending::Ended { outcome, withheld } => {
            let failure = outcome.failure().or(withheld.as_ref());
            let kind = failure.map_or("", |failure| &*failure.kind);
            format!("{} {kind}", outcome.state()).trim_end().to_owned()
        }
    }
}
