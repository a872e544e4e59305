//! The tools: one for every effect, and one that ends its own work.

use std::sync::Arc;

use algen_core::governance::Preset;
use algen_core::governance::call::{Authorized, Plan, Reserved, Target, Targeted};
use algen_core::governance::deliver::ToolResult;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::registry::ToolSpec;
use algen_engine::runtime::{Tool, ToolAnswer, ToolContext, ToolError};
use serde_json::{Value, json};

use super::client::Service;
use super::step::Step;

/// The most bytes of a result.
const RESULT_BYTES: u64 = 4_096;

/// What a tool does to the peer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Read,
    Write,
    Send,
    Destroy,
    Pure,
    /// Writes, and ends its own work when the call is cancelled.
    Hold,
}

impl Action {
    pub(super) const ALL: [Self; 6] = [
        Self::Read,
        Self::Write,
        Self::Send,
        Self::Destroy,
        Self::Pure,
        Self::Hold,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Send => "send",
            Self::Destroy => "destroy",
            Self::Pure => "pure",
            Self::Hold => "hold",
        }
    }

    fn preset(self) -> Preset {
        match self {
            Self::Read => Preset::READ,
            Self::Write | Self::Hold => Preset::WRITE,
            Self::Send => Preset::EXTERNAL,
            Self::Destroy => Preset::DESTRUCTIVE,
            Self::Pure => Preset::PURE,
        }
    }

    pub(super) fn spec(self, toolkit: &str) -> ToolSpec {
        let input = json!({
            "type": "object",
            "properties": {
                "step": {"type": "string", "enum": Step::WORDS, "default": "none"},
                "text": {"type": "string", "maxLength": 200, "default": ""},
            },
            "additionalProperties": false,
        });
        let output = json!({
            "type": "object",
            "properties": {"text": {"type": "string"}, "attempt": {"type": "integer"}},
            "required": ["text", "attempt"],
            "additionalProperties": false,
        });
        let description = "Fail where it is told to.";
        let tool = self
            .preset()
            .tool(toolkit, self.word(), description, input, output);
        ToolSpec {
            policy_capabilities: vec![format!("faulty.{}", self.word())],
            result_bytes: RESULT_BYTES,
            ..tool
        }
    }
}

/// One tool.
pub(super) struct FaultyTool {
    pub(super) action: Action,
    service: Arc<Service>,
}

impl FaultyTool {
    pub(super) fn new(action: Action, service: &Arc<Service>) -> Self {
        Self {
            action,
            service: Arc::clone(service),
        }
    }

    /// Does it, up to the place that the arguments name.
    async fn work(
        &self,
        call: &Reserved,
        context: &ToolContext<'_>,
    ) -> Result<ToolResult, ToolError> {
        let step = step(call.arguments());
        let key = &call.key().text;
        match step {
            Step::Output => {
                for text in ["one\ntwo \u{1b}[31m", "red\nthr"] {
                    let fields = json!({"channel": "stdout", "text": text});
                    context.emit("process.output", fields);
                }
            }
            Step::Missing => self.service.token().await?,
            Step::BeforeSending => return Err(refused("it refuses before sending")),
            Step::HangBefore => self.service.stop_at(step.word(), key).await?,
            Step::PanicBefore => panic!("{}", self.service.confession().await),
            _ => {}
        }
        if self.action == Action::Pure {
            return self.answered(call, context, "").await;
        }
        self.service.open().await?;
        context.sending().await?;
        match step {
            Step::HangAfter => self.service.stop_at(step.word(), key).await?,
            Step::PanicAfter => panic!("{}", self.service.confession().await),
            Step::Transient => return Err(lost(true)),
            _ => {}
        }
        let verb = match step {
            Step::NoAnswer => "unanswered",
            Step::Rejected => "refuse",
            _ => self.action.word(),
        };
        let answer = self.service.ask(&format!("{verb} {key}")).await?;
        let (word, said) = answer.split_once(' ').unwrap_or((&answer, ""));
        match (step, word) {
            (Step::AfterSending, _) => Err(lost(false)),
            (_, "no") => Err(ToolError::Rejected(Failure::new(
                "refused",
                "the peer refuses it",
            ))),
            _ => self.answered(call, context, said).await,
        }
    }

    /// Makes a result; what the peer said is in those that are withheld.
    async fn answered(
        &self,
        call: &Reserved,
        context: &ToolContext<'_>,
        said: &str,
    ) -> Result<ToolResult, ToolError> {
        let text = call.arguments().get("text").and_then(Value::as_str);
        let text = text.unwrap_or_default().to_owned();
        let text = match step(call.arguments()) {
            Step::Garbage if said.is_empty() => return Ok(json!({"text": 5}).into()),
            Step::Garbage => return Ok(json!({"text": [said], (said): said}).into()),
            step @ (Step::PanicClose | Step::HangClose | Step::PanicDrop) => {
                self.service.fail_to_close(step).await;
                text
            }
            Step::Huge => "x".repeat(5_000) + said,
            Step::Secret => "call +1 415 555 0132, password=hunter2-Zq7vXw2K".to_owned(),
            Step::HangAnswered => {
                let key = &call.key().text;
                self.service.stop_at("hang_answered", key).await?;
                text
            }
            _ => text,
        };
        Ok(json!({"text": text, "attempt": context.attempt()}).into())
    }

    /// Ends its own work when the call is cancelled, with what there is of the result; but for
    /// where it stops until the peer lets it go on.
    async fn held(
        &self,
        call: &Reserved,
        context: &ToolContext<'_>,
    ) -> Result<ToolResult, ToolError> {
        if step(call.arguments()) != Step::NoAnswer {
            return self.work(call, context).await;
        }
        tokio::select! {
            answer = self.work(call, context) => answer,
            () = context.cancelled() => Err(ToolError::Cancelled {
                partial: Some(json!({"text": "partial", "attempt": 0}).into()),
            }),
        }
    }
}

impl Tool for FaultyTool {
    fn target<'a>(&'a self, call: &'a Authorized) -> BoxFuture<'a, Result<Target, ToolError>> {
        let target = match step(call.arguments()) {
            Step::Target => Err(refused("it does not know where to go")),
            _ if self.action == Action::Pure => Ok(Target::default()),
            _ => Ok(Target {
                text: Some("faulty://peer".to_owned()),
                hosts: Vec::new(),
            }),
        };
        Box::pin(std::future::ready(target))
    }

    fn prepare<'a>(&'a self, call: &'a Targeted) -> BoxFuture<'a, Result<Plan, ToolError>> {
        Box::pin(async move {
            match step(call.authorized().arguments()) {
                Step::Prepare => return Err(refused("it refuses to prepare")),
                Step::PanicPrepare => panic!("{}", self.service.confession().await),
                // A real tool has no connection before it is approved; this one says where it is.
                Step::HangPrepare => {
                    let key = &call.key().text;
                    self.service.stop_at("hang_prepare", key).await?;
                }
                _ => {}
            }
            Ok(match self.action {
                Action::Destroy => Plan {
                    preview: Some("- everything\n- at the peer".to_owned()),
                    confirm: Some("everything".to_owned()),
                    payload: None,
                },
                Action::Send => Plan {
                    preview: Some("one line to the peer".to_owned()),
                    ..Plan::default()
                },
                Action::Read | Action::Write | Action::Pure | Action::Hold => Plan::default(),
            })
        })
    }

    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        context: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        match self.action {
            Action::Hold => Box::pin(async { Ok(self.held(call, context).await?.into()) }),
            _ => Box::pin(async { Ok(self.work(call, context).await?.into()) }),
        }
    }

    fn ends_when_cancelled(&self) -> bool {
        self.action == Action::Hold
    }
}

fn step(arguments: &Value) -> Step {
    let word = arguments.get("step").and_then(Value::as_str);
    word.and_then(Step::from_word).unwrap_or_default()
}

fn refused(message: &str) -> ToolError {
    ToolError::refused(Failure::new("refused", message))
}

fn lost(transient: bool) -> ToolError {
    ToolError::NoAnswer {
        failure: Failure::new("connection-lost", "the connection to the peer was lost"),
        transient,
    }
}
