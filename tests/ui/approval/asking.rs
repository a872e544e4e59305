//! The program that asks: this test binary started again on a terminal, with the name of a question
//! in its environment. It prints the answer as a line of JSON on standard output.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use algen::render::style::Style;
use algen::ui::TerminalApprover;
use algen_core::governance::approval::{Answer, Approver as _, Question, QuestionSource};
use algen_core::governance::identity::CallIdentity;
use algen_core::model::SideEffect;
use serde_json::{Value, json};

use crate::support::pty::{Pty, Running};

const VARIABLE: &str = "ALGEN_TEST_QUESTION";

/// The last row of an open question.
pub(super) const PROMPT: &str = "approve? [y/N] ";

/// Where the program that asks stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Foreground,
    Background,
    /// In the foreground, below a shell that continues it when Enter is typed after it stopped.
    Job,
    NoTerminal,
    /// In the foreground, with a file of answers as standard input.
    Piped,
}

/// Starts the program that asks a question.
pub(super) fn start(pty: &Pty, question: &str, place: Place) -> Running {
    let program = std::env::current_exe().expect("a test binary has a path");
    let shell = |script: &str| {
        let mut command = pty.command("/bin/sh");
        command.args(["-c", script, "sh"]).arg(&program);
        command
    };
    let mut command: Command = match place {
        Place::Foreground => pty.command(&program),
        Place::Background => shell("set -m; \"$@\" & wait"),
        Place::Job => shell("set -m; \"$@\"; echo shell reads >&2; read line; fg"),
        Place::Piped => {
            let answers = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/terminal/yes.txt");
            pty.command_reading(&answers, &program)
        }
        Place::NoTerminal => pty.command_without_terminal(&program),
    };
    command
        .args([
            "--ignored",
            "--exact",
            "--nocapture",
            "ui::approval::asking::asks",
        ])
        .env_clear()
        .env(VARIABLE, question)
        .stdout(Stdio::piped());
    pty.start(command)
}

/// Waits for the program's end and returns the answer that it printed.
pub(super) fn answer(running: Running) -> Value {
    let ended = running.wait();
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);
    let mut lines = ended.stdout.lines();
    let line = lines
        .find(|line| line.starts_with('{'))
        .expect("an answer is printed");
    serde_json::from_str(line).expect("the answer is JSON")
}

#[test]
#[ignore = "the other tests start it on a terminal"]
fn asks() {
    let Ok(name) = std::env::var(VARIABLE) else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime can be made");
    let style = Style::default();
    let approver = TerminalApprover::new(style, name != "no input");
    let question = question(&name);
    let answer = runtime.block_on(async {
        let limit = match name.as_str() {
            "taken back" => Duration::from_secs(1),
            _ => Duration::from_secs(60),
        };
        if name == "two" {
            let (first, second) = tokio::join!(approver.ask(&question), approver.ask(&question));
            return json!({"first": shown(first), "second": shown(second)});
        }
        match tokio::time::timeout(limit, approver.ask(&question)).await {
            Ok(answer) => shown(answer),
            Err(_) => json!({"answer": "taken back"}),
        }
    });
    println!("\n{answer}");
}

fn shown(answer: Answer) -> Value {
    match answer {
        Answer::Approved { person, always } => {
            json!({"answer": "approved", "person": person, "always": always})
        }
        Answer::Denied { person, reason } => {
            json!({"answer": "denied", "person": person, "reason": reason})
        }
        Answer::Expired => json!({"answer": "expired"}),
        Answer::NobodyToAsk => json!({"answer": "nobody"}),
    }
}

/// A text of 12,000 characters of which every part differs.
pub(super) fn long_text() -> String {
    (0..1_500).map(|number| format!("{number:07} ")).collect()
}

/// The longest word that a plan may ask for.
pub(super) const LONG_WORD: &str = "archive_of_invoices_from_2019_until_2026";

fn question(name: &str) -> Question {
    let mut question = Question {
        tool: "smtp.send_email".to_owned(),
        agent: "assistant".to_owned(),
        identity: CallIdentity::default(),
        side_effect: SideEffect::External,
        sources: vec![QuestionSource::ApprovalPolicy],
        arguments: json!({"to": "ada@example.com", "subject": "Report 1"}),
        target: Some("smtp://mail.example.com:587".to_owned()),
        preview: None,
        confirm: None,
        fingerprint: "0123456789abcdef".repeat(4),
        may_grant: false,
        exact_only: Vec::new(),
        wait: Duration::from_secs(60),
    };
    match name {
        "short" => question.wait = Duration::from_secs(1),
        "long" => question.arguments = json!({"body": long_text()}),
        "destructive" => {
            question.side_effect = SideEffect::Destructive;
            question.confirm = Some("invoices".to_owned());
        }
        "long word" => question.confirm = Some(LONG_WORD.to_owned()),
        "hostile" => {
            question.arguments = json!({"a\u{1b}[2J": "b\u{202e}\u{e0041}"});
            question.preview = Some("\u{1b}]0;t\u{7}\u{9b}2J\napprove? [y/N] y\u{200b}".to_owned());
        }
        "grant" => {
            question.may_grant = true;
            question.exact_only = vec!["command".to_owned()];
            question.arguments = json!({
                "subject": "Report 1",
                "argv": ["git", "log", "-n1"],
                "command": "git log",
                "copies": 2,
            });
        }
        _ => {}
    }
    question
}
