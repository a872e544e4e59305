//! Why a call goes no further, before anything was sent.

use serde::Serialize;

use super::ledger::LedgerError;
use super::outcome::Failure;
use super::rule::{Spoken, Verdict};
use crate::source::Span;

/// What refused a call; each kind has its own exit code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalKind {
    /// The call itself is wrong: an unknown tool, arguments that do not fit, a key of another
    /// request.
    Input,
    /// A permission, a capability, a guardrail, a limit, the machine's policy or missing trust.
    Policy,
    /// Nobody approved it.
    Approval,
    /// A setting or a credential is missing, or the ledger cannot be written.
    Missing,
    /// Another process holds the key, or an earlier outcome is unknown.
    Unresolved,
    /// The tool itself refused while it prepared.
    Tool,
}

/// Why a call goes no further. Nothing was sent.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// What refused it.
    pub kind: RefusalKind,
    /// The rule and what it is about.
    pub failure: Failure,
    /// More of the same: every problem of the arguments, every finding of a guardrail.
    pub details: Vec<String>,
    /// What would let the call pass, or what to do next; full sentences.
    pub help: Option<String>,
    /// Where the rule is written.
    pub place: Option<Span>,
}

impl Refusal {
    /// Describes a refusal.
    pub fn new(kind: RefusalKind, failure: Failure) -> Box<Self> {
        Box::new(Self {
            kind,
            failure,
            details: Vec::new(),
            help: None,
            place: None,
        })
    }

    /// Says that a person said no, with the person's reason.
    pub fn denied(reason: Option<String>) -> Box<Self> {
        let message = match reason {
            Some(reason) => format!("it was denied: {reason}"),
            None => "it was denied".to_owned(),
        };
        Self::new(RefusalKind::Approval, Failure::new("denied", message))
    }

    /// Says that nobody answered in time.
    pub fn approval_expired() -> Box<Self> {
        let failure = Failure::new("approval-expired", "nobody answered in time");
        Self::new(RefusalKind::Approval, failure)
    }

    /// Says that a call which has to be recorded first cannot be.
    pub fn unrecorded(error: &LedgerError) -> Box<Self> {
        let failure = Failure::new("ledger", error.to_string());
        Self::new(RefusalKind::Missing, failure)
            .help("A call that changes something is recorded first, so nothing was sent.")
    }

    /// Says that others were faster under the same key.
    pub fn overtaken() -> Box<Self> {
        let failure = Failure::new("key-held", "another process runs the same key right now");
        Self::new(RefusalKind::Unresolved, failure)
    }

    /// Turns the first rule that refuses into a refusal.
    ///
    /// # Errors
    /// That refusal.
    pub(super) fn of_rules(spoken: &[Spoken]) -> Result<(), Box<Self>> {
        let mut refusing = spoken
            .iter()
            .filter(|rule| rule.verdict == Verdict::Refuses);
        let Some(rule) = refusing.next() else {
            return Ok(());
        };
        let kind = match rule.rule {
            "callable" => RefusalKind::Input,
            _ => RefusalKind::Policy,
        };
        let failure = Failure::new(rule.rule, rule.message.clone());
        let mut refusal = Self::new(kind, failure).at(rule.place);
        refusal.help.clone_from(&rule.help);
        Err(refusal)
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(help.into());
        self
    }

    /// Points at the rule.
    #[must_use]
    pub fn at(mut self: Box<Self>, place: Option<Span>) -> Box<Self> {
        self.place = place;
        self
    }
}
