//! Placeholder until the terminal arrives.
use crate::render::style::Style;
use algen_core::governance::approval::{Answer, Approver, Question};
use algen_core::governance::ledger::BoxFuture;

/// Nobody.
#[derive(Clone, Copy, Debug)]
pub struct TerminalApprover;
impl TerminalApprover {
    /// Nobody.
    pub fn new(_: Style, _: bool) -> Self {
        Self
    }
}
impl Approver for TerminalApprover {
    fn ask<'a>(&'a self, _: &'a Question) -> BoxFuture<'a, Answer> {
        Box::pin(std::future::ready(Answer::NobodyToAsk))
    }
}
/// Nobody.
pub fn has_terminal() -> bool {
    false
}
/// Nobody.
pub fn account() -> String {
    "nobody".to_owned()
}
