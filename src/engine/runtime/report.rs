//! How a call ended, for whoever asked for it.

use algen_core::governance::approval::{Approval, Question};
use algen_core::governance::deliver::ToolResult;
use algen_core::governance::identity::{CallId, Key};
use algen_core::governance::outcome::{Failure, Outcome, Sent};
use algen_core::governance::refusal::Refusal;
use algen_core::governance::rule::Spoken;

use serde_json::json;

use super::cancellation::Signal;
use super::event::Event;
use super::rows::Rows;

/// How a call ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// It was only planned: what a person would be asked, where somebody asks.
    Planned {
        /// The question.
        question: Option<Box<Question>>,
        /// Digest of the preview and its bytes.
        preview: Option<(String, usize)>,
    },
    /// It went no further, and nothing was sent.
    Refused(Box<Refusal>),
    /// Nobody could be asked; the question is open.
    Open(Box<Approval>),
    /// A setting or a credential is missing; nothing was sent.
    Missing(Failure),
    /// It ended so; for [`Outcome::Done`] the result may still be withheld.
    Ended {
        /// How.
        outcome: Outcome,
        /// Why the result is withheld.
        withheld: Option<Failure>,
    },
    /// It was cancelled before anything that can have an effect was sent.
    Cancelled(Signal),
}

/// A call that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct CallReport {
    /// Its name.
    pub call: CallId,
    /// Its key.
    pub key: Key,
    /// The tool.
    pub tool: String,
    /// Whether it changes something outside this process, as far as that was found out.
    pub writes: bool,
    /// What an approval is bound to; `None` where it never came so far.
    pub fingerprint: Option<String>,
    /// How it ended.
    pub ending: Ending,
    /// Whether the first byte that can have an effect has left.
    pub sent: Sent,
    /// How often it was tried.
    pub attempts: u32,
    /// The result, unless it is in `rows`.
    pub result: Option<ToolResult>,
    /// The result of a read that gives more rows than memory should hold.
    pub rows: Option<Rows>,
    /// Why the result is not all that there is.
    pub truncated: Option<Failure>,
    /// Whether guardrails changed the result.
    pub redacted: bool,
    /// Whether the result comes from outside this process.
    pub untrusted_content: bool,
    /// Whether a stand-in answered instead of the service.
    pub fake: bool,
    /// Whether the result is that of an earlier call under the same key.
    pub replayed: bool,
    /// What the rules said, as far as they were asked.
    pub spoken: Vec<Spoken>,
    /// What the caller should know and what changes nothing.
    pub warnings: Vec<String>,
}

impl CallReport {
    /// Describes a call that has begun: nothing is known of it yet.
    pub(super) fn started(call: &CallId, key: &Key, tool: &str) -> Self {
        Self {
            call: call.clone(),
            key: key.clone(),
            tool: tool.to_owned(),
            writes: false,
            fingerprint: None,
            ending: Ending::Ended {
                outcome: Outcome::Done,
                withheld: None,
            },
            sent: Sent::No,
            attempts: 0,
            result: None,
            rows: None,
            truncated: None,
            redacted: false,
            untrusted_content: false,
            fake: false,
            replayed: false,
            spoken: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Describes a call that was refused before it could be looked at.
    pub fn refused(call: &CallId, key: &Key, tool: &str, refusal: Box<Refusal>) -> Self {
        Self {
            ending: Ending::Refused(refusal),
            ..Self::started(call, key, tool)
        }
    }

    /// Returns the event that begins every call.
    pub fn begun(&self) -> Event {
        Event::new("call.started", &self.call, json!({"tool": self.tool}))
    }

    /// Returns the event that ends every call, also one that was refused.
    pub fn finished(&self) -> Event {
        let (ending, kind) = self.ending.words();
        let fields = json!({
            "tool": self.tool,
            "ending": ending,
            "kind": kind,
            "sent": self.sent,
            "attempts": self.attempts,
            "replayed": self.replayed,
        });
        Event::new("call.finished", &self.call, fields)
    }
}

impl Ending {
    /// Returns how a call ended in one word, and the kind of its failure.
    fn words(&self) -> (&'static str, Option<&str>) {
        match self {
            Self::Planned { .. } => ("planned", None),
            Self::Refused(refusal) => ("refused", Some(&refusal.failure.kind)),
            Self::Open(_) => ("open", None),
            Self::Missing(failure) => ("not_attempted", Some(&failure.kind)),
            Self::Ended { outcome, withheld } => {
                let failure = outcome.failure().or(withheld.as_ref());
                let kind = failure.map(|failure| &*failure.kind);
                (outcome.state().word(), kind)
            }
            Self::Cancelled(_) => ("cancelled", None),
        }
    }
}
