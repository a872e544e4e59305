//! What a rule said about a call, as data: `why` prints it, a refusal quotes it.

use super::approval::QuestionSource;
use crate::source::Span;

/// What a rule decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The call goes on.
    Passes,
    /// A person is asked, for this reason.
    Asks(QuestionSource),
    /// The call ends.
    Refuses,
}

impl Verdict {
    /// Returns the word of reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Asks(_) => "asks",
            Self::Refuses => "refuses",
        }
    }
}

/// One rule that spoke about a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Spoken {
    /// The rule's name, in small letters with hyphens.
    pub rule: &'static str,
    /// What it decided.
    pub verdict: Verdict,
    /// Where it is written; `None` for a default or a rule of the program.
    pub place: Option<Span>,
    /// One sentence without a final period.
    pub message: String,
    /// What would change the decision; full sentences.
    pub help: Option<String>,
}

impl Spoken {
    /// Describes what a rule said.
    pub fn new(rule: &'static str, verdict: Verdict, message: impl Into<String>) -> Self {
        Self {
            rule,
            verdict,
            place: None,
            message: message.into(),
            help: None,
        }
    }

    /// Says where the rule is written.
    #[must_use]
    pub fn at(self, place: Option<Span>) -> Self {
        Self { place, ..self }
    }

    /// Says what would change the decision.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// Returns who asks for approval, each once.
pub fn question_sources(spoken: &[Spoken]) -> Vec<QuestionSource> {
    let asking = spoken.iter().filter_map(|rule| match rule.verdict {
        Verdict::Asks(source) => Some(source),
        Verdict::Passes | Verdict::Refuses => None,
    });
    let mut sources: Vec<QuestionSource> = asking.collect();
    sources.sort_unstable();
    sources.dedup();
    sources
}
