//! Questions of approval and grants, as tables and as JSON.
//!
//! Lists hold no values. One question that is open is shown whole ([`question`], [`question_json`]):
//! whoever can read the ledger of an account may answer for it.

mod grants;

pub use grants::{GrantList, grants, grants_json, is_in_force};

use std::fmt::Write as _;

use algen_core::governance::approval::{Approval, ApprovalState, QuestionSource};
use algen_core::governance::identity::{CallIdentity, Person};
use algen_core::model::SideEffect;
use serde::Serialize;
use serde_json::Value;

use super::approval::{Detail, rows};
use super::grid::Grid;
use super::json_text;
use super::log::when;
use super::style::Style;
use super::time::utc;
use super::visible::visible;

/// Questions, the latest first.
pub struct ApprovalList<'a> {
    /// The questions.
    pub approvals: &'a [Approval],
    /// Whether there are more.
    pub truncated: bool,
    /// Whether they may be of several namespaces.
    pub all_namespaces: bool,
    /// The time, in milliseconds of Unix time.
    pub now: i64,
}

/// Shows questions in columns: name, when it was opened, when it expires, state, effect, tool, agent
/// and the namespace where there may be several; empty where there are none.
pub fn list(list: &ApprovalList<'_>, style: &Style) -> String {
    if list.approvals.is_empty() {
        return String::new();
    }
    let mut titles = vec![
        "Question", "Opened", "Expires", "State", "Effect", "Tool", "Agent",
    ];
    titles.extend(list.all_namespaces.then_some("Namespace"));
    let mut grid = Grid::list(style, titles);
    for approval in list.approvals {
        let opened = when(approval.opened_at, list.now, style);
        let expires = when(approval.expires_at, list.now, style);
        let mut cells = vec![
            approval.id.0.as_str(),
            &opened,
            &expires,
            approval.state.word(),
            approval.side_effect.word(),
            &approval.tool,
            &approval.agent,
        ];
        cells.extend(list.all_namespaces.then_some(approval.namespace.as_str()));
        grid.row(cells);
    }
    grid.render(0)
}

/// Shows questions as JSON, `algen.approvals/1`.
pub fn list_json(list: &ApprovalList<'_>) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        approvals: Vec<ApprovalDocument<'a>>,
        truncated: bool,
    }
    json_text::pretty(&Document {
        schema: "algen.approvals/1",
        approvals: list.approvals.iter().map(ApprovalDocument::of).collect(),
        truncated: list.truncated,
    })
}

/// A question as JSON, without values.
#[derive(Serialize)]
struct ApprovalDocument<'a> {
    id: &'a str,
    namespace: &'a str,
    tool: &'a str,
    agent: &'a str,
    side_effect: SideEffect,
    sources: &'a [QuestionSource],
    state: ApprovalState,
    fingerprint: &'a str,
    request_digest: &'a str,
    opened_at: String,
    expires_at: String,
    asked_by: &'a str,
    decided_by: Option<&'a Person>,
    reason: Option<&'a str>,
}

impl<'a> ApprovalDocument<'a> {
    fn of(approval: &'a Approval) -> Self {
        Self {
            id: &approval.id.0,
            namespace: &approval.namespace,
            tool: &approval.tool,
            agent: &approval.agent,
            side_effect: approval.side_effect,
            sources: &approval.sources,
            state: approval.state,
            fingerprint: &approval.fingerprint,
            request_digest: &approval.request_digest,
            opened_at: utc(approval.opened_at),
            expires_at: utc(approval.expires_at),
            asked_by: &approval.asked_by,
            decided_by: approval.decided_by.as_ref(),
            reason: approval.reason.as_deref(),
        }
    }
}

/// Shows one question: where it stands, and while it is open all that is asked.
pub fn question(approval: &Approval, style: &Style) -> String {
    let mut lines = vec![
        ("question", approval.id.0.clone()),
        ("state", approval.state.word().to_owned()),
        ("namespace", approval.namespace.clone()),
        ("asked by", approval.asked_by.clone()),
        ("opened", utc(approval.opened_at)),
        ("expires", utc(approval.expires_at)),
    ];
    let person = approval.decided_by.as_ref().map(ToString::to_string);
    lines.extend(person.map(|person| ("decided by", person)));
    let reason = approval.reason.clone();
    lines.extend(reason.map(|reason| ("reason", reason)));
    // What was asked is deleted once it is decided.
    if approval.question.is_none() {
        lines.push(("tool", approval.tool.clone()));
        lines.push(("agent", approval.agent.clone()));
        lines.push(("effect", approval.side_effect.word().to_owned()));
        let sources = approval.sources.iter();
        lines.extend(sources.map(|source| ("because", source.words().to_owned())));
        lines.push(("fingerprint", approval.fingerprint.clone()));
    }
    let mut text = String::new();
    for (label, value) in lines {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{label:<12}{}", visible(&value));
    }
    if let Some(question) = &approval.question {
        text.push('\n');
        text.push_str(&rows(question, style, Detail::Whole).join("\n"));
        text.push('\n');
    }
    text
}

/// Shows one question as JSON, `algen.approval/1`.
pub fn question_json(approval: &Approval) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        #[serde(flatten)]
        approval: ApprovalDocument<'a>,
        question: Option<QuestionDocument<'a>>,
    }
    #[derive(Serialize)]
    struct QuestionDocument<'a> {
        identity: &'a CallIdentity,
        target: Option<&'a str>,
        arguments: &'a Value,
        preview: Option<&'a str>,
        confirm: Option<&'a str>,
        may_grant: bool,
    }
    json_text::pretty(&Document {
        schema: "algen.approval/1",
        approval: ApprovalDocument::of(approval),
        question: approval.question.as_ref().map(|question| QuestionDocument {
            identity: &question.identity,
            target: question.target.as_deref(),
            arguments: &question.arguments,
            preview: question.preview.as_deref(),
            confirm: question.confirm.as_deref(),
            may_grant: question.may_grant,
        }),
    })
}
