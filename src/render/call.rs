//! A call that is over: its result as data, and what else there is to say.

use std::fmt::Display;

use algen_core::governance::approval::QuestionSource;
use algen_core::governance::deliver::ToolResult;
use algen_core::governance::outcome::{Failure, Outcome, Sent, State};
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::governance::rule::Spoken;
use algen_core::source::{Sources, Span};
use algen_engine::runtime::{CallReport, Ending, Signal};
use serde::Serialize;

use super::json_text;
use super::style::Style;
use super::visible::visible;
use crate::exit::Exit;

/// Returns how a command that made a call ends.
pub fn exit(report: &CallReport) -> Exit {
    match &report.ending {
        Ending::Planned { .. } => Exit::Done,
        Ending::Refused(refusal) => exit_of(refusal),
        Ending::Open(_) => Exit::NotApproved,
        Ending::Missing(_) => Exit::Missing,
        Ending::Cancelled(Signal::Interrupt) => Exit::Interrupted,
        Ending::Cancelled(Signal::Terminate) => Exit::Terminated,
        Ending::Ended { outcome, withheld } => match outcome {
            Outcome::Done if withheld.is_some() || report.truncated.is_some() => Exit::Withheld,
            Outcome::Done => Exit::Done,
            Outcome::NotAttempted(failure) if failure.kind == "bug" => Exit::NotRun,
            Outcome::NotAttempted(failure) if failure.kind == "not-recorded" => Exit::Missing,
            Outcome::NotAttempted(_) | Outcome::Rejected(_) => Exit::No,
            Outcome::Unknown(_) => Exit::Unknown,
        },
    }
}

/// Returns how a command ends that was refused.
pub fn exit_of(refusal: &Refusal) -> Exit {
    match refusal.kind {
        RefusalKind::Input => Exit::NotRun,
        RefusalKind::Policy => Exit::Refused,
        RefusalKind::Approval => Exit::NotApproved,
        RefusalKind::Missing => Exit::Missing,
        RefusalKind::Unresolved => Exit::Unknown,
        RefusalKind::Tool if refusal.failure.kind == "bug" => Exit::NotRun,
        RefusalKind::Tool => Exit::No,
    }
}

/// What `--json` writes.
#[derive(Serialize)]
struct Envelope<'r> {
    schema: &'static str,
    tool: &'r str,
    call_id: &'r str,
    key: &'r str,
    fingerprint: Option<&'r str>,
    outcome: &'static str,
    sent: Sent,
    attempts: u32,
    result: Option<&'r ToolResult>,
    truncated: bool,
    redacted: bool,
    untrusted_content: bool,
    replayed: bool,
    fake: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    canceled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approval: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<PlanDocument<'r>>,
    error: Option<ErrorDocument<'r>>,
}

/// What is known of a call that was only planned.
#[derive(Serialize)]
struct PlanDocument<'r> {
    target: Option<&'r str>,
    asks: Vec<QuestionSource>,
    preview_digest: Option<&'r str>,
    preview_bytes: Option<usize>,
}

#[derive(Serialize)]
struct ErrorDocument<'r> {
    kind: &'r str,
    field: Option<&'r str>,
    message: &'r str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    details: &'r [String],
    help: Option<&'r str>,
}

/// Returns the whole outcome as JSON.
pub fn envelope(report: &CallReport) -> String {
    let failure = failure(&report.ending);
    let refusal = match &report.ending {
        Ending::Refused(refusal) => Some(refusal),
        _ => None,
    };
    let error = failure.map(|failure| ErrorDocument {
        kind: &failure.kind,
        field: failure.field.as_deref(),
        message: &failure.message,
        details: refusal.map_or(&[], |refusal| &refusal.details),
        help: refusal.and_then(|refusal| refusal.help.as_deref()),
    });
    json_text::pretty(&Envelope {
        schema: "algen.call/1",
        tool: &report.tool,
        call_id: &report.call.0,
        key: &report.key.text,
        fingerprint: report.fingerprint.as_deref(),
        outcome: outcome(&report.ending),
        sent: report.sent,
        attempts: report.attempts,
        result: report.result.as_ref(),
        truncated: report.truncated.is_some(),
        redacted: report.redacted,
        untrusted_content: report.untrusted_content,
        replayed: report.replayed,
        fake: report.fake,
        canceled: is_cancelled(&report.ending).then_some(true),
        approval: match &report.ending {
            // One of a stand-in ends with the call.
            Ending::Open(approval) if !report.fake => Some(&approval.id.0),
            _ => None,
        },
        plan: plan(&report.ending),
        error,
    })
}

/// Tells whether somebody ended the call, also where something had been sent by then.
fn is_cancelled(ending: &Ending) -> bool {
    matches!(ending, Ending::Cancelled(_))
        || failure(ending).is_some_and(|failure| failure.kind == "cancelled")
}

fn plan(ending: &Ending) -> Option<PlanDocument<'_>> {
    let Ending::Planned { question, preview } = ending else {
        return None;
    };
    Some(PlanDocument {
        target: question
            .as_ref()
            .and_then(|question| question.target.as_deref()),
        asks: question
            .as_ref()
            .map(|question| question.sources.clone())
            .unwrap_or_default(),
        preview_digest: preview.as_ref().map(|(digest, _)| digest.as_str()),
        preview_bytes: preview.as_ref().map(|(_, bytes)| *bytes),
    })
}

/// Returns the word for how a call ended.
fn outcome(ending: &Ending) -> &'static str {
    match ending {
        Ending::Planned { .. } => "planned",
        Ending::Refused(refusal) => match refusal.kind {
            RefusalKind::Approval => "not_approved",
            RefusalKind::Unresolved => State::Unknown.word(),
            RefusalKind::Input | RefusalKind::Policy | RefusalKind::Missing | RefusalKind::Tool => {
                "refused"
            }
        },
        Ending::Open(_) => "not_approved",
        Ending::Missing(_) | Ending::Cancelled(_) => State::NotAttempted.word(),
        Ending::Ended { outcome, .. } => outcome.state().word(),
    }
}

fn failure(ending: &Ending) -> Option<&Failure> {
    match ending {
        Ending::Planned { .. } | Ending::Open(_) | Ending::Cancelled(_) => None,
        Ending::Refused(refusal) => Some(&refusal.failure),
        Ending::Missing(failure) => Some(failure),
        Ending::Ended { outcome, withheld } => outcome.failure().or(withheld.as_ref()),
    }
}

/// Returns why a result is not shown that was asked for in a way it cannot be shown in, and how to
/// get it.
pub fn unshown(report: &CallReport, problem: &impl Display, style: &Style) -> String {
    let help = match report.writes {
        true => format!(
            "Do not repeat it. The same command with `--idempotency-key {}` gives the result that \
             the ledger keeps; take another --select or --format.",
            report.key.text
        ),
        false => "It only reads: call it again with another --select or --format.".to_owned(),
    };
    let message = format!(
        "`{}` is done, and its result is not shown: {problem}",
        report.tool
    );
    lines(style, &message, &[], None, Some(&help))
}

/// What is said of every call that a stand-in answered.
const FAKE: &str = "fake: nothing outside this program was touched";

/// Returns what is said about a call on error output; empty where there is nothing to say.
pub fn talk(report: &CallReport, sources: &Sources, style: &Style) -> String {
    let said = said(report, sources, style);
    match report.fake {
        true if said.is_empty() => FAKE.to_owned(),
        true => format!("{said}\n{FAKE}"),
        false => said,
    }
}

fn said(report: &CallReport, sources: &Sources, style: &Style) -> String {
    let call = &report.call;
    match &report.ending {
        Ending::Planned { question, preview } => {
            let fingerprint = report.fingerprint.as_deref().unwrap_or_default();
            let mut lines = vec![format!("plan of `{}`: nothing was sent", report.tool)];
            match question {
                None => lines.push("  asks: nobody".to_owned()),
                Some(question) => {
                    let sources = question.sources.iter();
                    lines.extend(sources.map(|source| format!("  asks: {}", source.words())));
                    if let Some(target) = &question.target {
                        lines.push(format!("  target: {}", visible(target)));
                    }
                }
            }
            if let Some((digest, bytes)) = preview {
                lines.push(format!("  preview: {bytes} bytes, SHA-256 {digest}"));
            }
            lines.push(format!("  fingerprint: {fingerprint}"));
            lines.join("\n")
        }
        Ending::Refused(refusal) => refused(refusal, sources, style),
        Ending::Open(_) if report.fake => {
            let message = format!(
                "`{}` needs a person's approval, and there is no terminal to ask at",
                report.tool
            );
            let help = "A fake call is approved at the terminal alone: nothing of it is kept.";
            lines(style, &message, &[], None, Some(help))
        }
        Ending::Open(approval) => {
            let minutes = (approval.expires_at - approval.opened_at) / 60_000;
            let id = &approval.id;
            lines(
                style,
                &format!(
                    "`{}` waits for a person's approval: {id}, open for {minutes} min",
                    report.tool
                ),
                &[],
                None,
                Some(&format!(
                    "`algen approvals approve {id}` at a terminal, then the same command again."
                )),
            )
        }
        Ending::Missing(failure) => lines(
            style,
            &format!("{failure}; nothing was sent"),
            &[],
            None,
            None,
        ),
        Ending::Cancelled(_) => {
            let message = match report.sent {
                Sent::No => "cancelled; nothing was sent",
                // A read: an unknown outcome of anything else is told as such.
                Sent::Yes | Sent::Unknown => "cancelled before an answer came",
            };
            lines(style, message, &[], None, None)
        }
        Ending::Ended { outcome, withheld } => match (outcome, withheld) {
            (Outcome::Done, None) => match &report.truncated {
                Some(failure) => lines(
                    style,
                    &format!(
                        "`{}` is done, and its result is cut: {failure}",
                        report.tool
                    ),
                    &[],
                    None,
                    None,
                ),
                None => said_of_done(report),
            },
            (Outcome::Done, Some(failure)) => lines(
                style,
                &format!(
                    "`{}` is done, and its result is withheld: {failure}",
                    report.tool
                ),
                &[],
                None,
                None,
            ),
            (Outcome::Rejected(failure), _) => lines(
                style,
                &format!("`{}` was rejected: {failure}", report.tool),
                &[],
                None,
                None,
            ),
            (Outcome::NotAttempted(failure), _) => lines(
                style,
                &match report.sent {
                    Sent::No => format!("`{}`: {failure}; nothing was sent", report.tool),
                    Sent::Yes | Sent::Unknown => format!("`{}`: {failure}", report.tool),
                },
                &[],
                None,
                None,
            ),
            (Outcome::Unknown(failure), _) => lines(
                style,
                &format!("whether `{}` happened is not known: {failure}", report.tool),
                &[],
                None,
                Some(&format!(
                    "Find out, then `algen log resolve {call} --as done` or `--as not-done`."
                )),
            ),
        },
    }
}

/// A key that was made is worth knowing only where a repetition would be another effect: with it
/// the same call gets this result again.
fn said_of_done(report: &CallReport) -> String {
    if report.replayed {
        return format!("replayed: the result of {}", report.call);
    }
    match report.writes && !report.key.given && !report.fake {
        true => format!("key: {}", report.key.text),
        false => String::new(),
    }
}

fn refused(refusal: &Refusal, sources: &Sources, style: &Style) -> String {
    let mut message = refusal.failure.to_string();
    if refusal.kind != RefusalKind::Input {
        message.push_str("; nothing was sent");
    }
    lines(
        style,
        &message,
        &refusal.details,
        place(refusal.place, sources),
        refusal.help.as_deref(),
    )
}

/// Says why a command was refused that would not have called anything.
pub fn refusal(refusal: &Refusal, sources: &Sources, style: &Style) -> String {
    lines(
        style,
        &refusal.failure.to_string(),
        &refusal.details,
        place(refusal.place, sources),
        refusal.help.as_deref(),
    )
}

fn lines(
    style: &Style,
    message: &str,
    details: &[String],
    place: Option<String>,
    help: Option<&str>,
) -> String {
    let error = style.painted("1;31", "error");
    let mut text = format!("{error}: {}", visible(message));
    for detail in details {
        text.push_str(&format!("\n  - {}", visible(detail)));
    }
    if let Some(place) = place {
        text.push_str(&format!("\n  --> {place}"));
    }
    if let Some(help) = help {
        text.push_str(&format!("\n  help: {}", visible(help)));
    }
    text
}

/// Returns file, line and column of a place.
pub(super) fn place(span: Option<Span>, sources: &Sources) -> Option<String> {
    let span = span?;
    let source = sources.get(span.source)?;
    let position = source.position(span.start);
    Some(format!(
        "{}:{}:{}",
        visible(source.name()),
        position.line,
        position.column
    ))
}

/// Returns what every rule said, one line each.
pub fn rules(spoken: &[Spoken], sources: &Sources) -> String {
    let lines = spoken.iter().map(|rule| {
        let place = place(rule.place, sources).map(|place| format!(" ({place})"));
        format!(
            "{:>7}  {}: {}{}",
            rule.verdict.word(),
            rule.rule,
            visible(&rule.message),
            place.unwrap_or_default()
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}
