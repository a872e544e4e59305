//! A marked mail goes through everything that can happen to a call. Its mark may be on the terminal
//! where it is asked about, in the question as long as it is open, and in the result that the
//! caller gets. It is never in the ledger's entries, in decided questions, in an export, in events
//! or in what the program says of itself.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use algen_core::governance::approval::{Approval, ApprovalState};
use serde_json::{Value, json};

use crate::support::peer::Peer;
use crate::support::planted::{EVENTS, Ground, Place, PlantedSecret, wait_for};
use crate::support::pty::Pty;
use crate::support::{Project, agent_file};

/// Long enough for a question to have been read, on a busy machine as well.
const READ: Duration = Duration::from_millis(800);

/// A mail with a mark, and what sends it.
struct Mail {
    ground: Ground,
    peer: Peer,
}

impl Mail {
    /// Writes the mail: arguments of a tool, in a file, so that they are in no argument of a
    /// program.
    fn with(agent: &str, step: &str, store: &str) -> Self {
        let peer = Peer::start();
        let mark = PlantedSecret::free("mark");
        let arguments = json!({"text": mark.text(), "step": step}).to_string();
        let agent = agent_file(agent)
            .replace("[algen_agent_tools.sample]", "[acme.test]")
            .replace("[sample.echo]", "[faulty.send, faulty.destroy]")
            .replace("[sample.read]", "[faulty.read, faulty.write]")
            .replace("[algen_agent_tools]", "[acme]");
        let deployment = json!({
            "algen": 1,
            "namespace": "planted",
            "plugins": {"acme.test": {
                "version": "1.0.0",
                "publisher": "acme",
                "toolkits": {"faulty": {"connector": "faulty", "address": peer.address()}},
            }},
            "ledger": {"store": store},
        });
        let project = Project::with(&[
            ("agent.yaml", &agent),
            ("algen.yaml", &deployment.to_string()),
            ("mail.json", &arguments),
        ])
        .with_test_connectors();
        let ground = Ground::of(project, &[mark]).trusted();
        Self { ground, peer }
    }

    /// Calls without anybody to ask, with events.
    #[track_caller]
    fn call(&mut self, words: &[&str], code: i32) {
        let call = ["call", "faulty.send", "--input", "@mail.json", "--json"];
        let words = [&call[..], &["--events", EVENTS, "-v"], words].concat();
        let shown = self.ground.run(&words);
        assert_eq!(shown.code, Some(code), "{shown:?}");
    }

    /// The mark came out at exactly these places, in all that was run since the last time and in
    /// every file.
    #[track_caller]
    fn assert_only_at(&mut self, places: &[Place], when: &str) {
        let found = self.ground.places();
        assert_eq!(found, BTreeSet::from_iter(places.iter().copied()), "{when}");
    }

    fn questions(&self) -> Vec<Approval> {
        let ledger = self.ground.ledger();
        let questions = wait_for(async {
            let questions = ledger.list_approvals(None, None, 100).await;
            ledger.close().await;
            questions
        });
        questions.expect("the ledger can be read")
    }

    /// Decides about the open question as a person does; a yes takes a terminal.
    #[track_caller]
    fn decide(&mut self, is_yes: bool) {
        let questions = self.questions();
        let open = questions
            .iter()
            .find(|question| question.state == ApprovalState::Pending);
        let id = &*open.expect("a question is open").id.0;
        let (code, shown) = match is_yes {
            true => self.answer(&["approvals", "approve", id], |pty| pty.type_keys("y")),
            false => {
                let denied = self.ground.run(&["approvals", "deny", id]);
                (denied.code, denied.stdout + &denied.stderr)
            }
        };
        assert_eq!(code, Some(0), "{shown}");
    }

    /// Runs what asks at a terminal, and answers once it was read.
    fn answer(&mut self, words: &[&str], type_keys: impl Fn(&mut Pty)) -> (Option<i32>, String) {
        self.ground.run_on_terminal(words, |pty| {
            pty.wait_for("approve? [y/N] ");
            thread::sleep(READ);
            type_keys(pty);
        })
    }

    /// Nothing that the ledger tells of what is decided holds arguments.
    #[track_caller]
    fn assert_told_without_values(&mut self) {
        let questions = self.questions();
        for question in &questions {
            assert_eq!(question.question, None, "{:?}", question.state);
            let id = &*question.id.0;
            self.tell(&["approvals", "show", id]);
            self.tell(&["approvals", "show", id, "--json"]);
        }
        let listed = self.tell(&["log", "list", "--json"]);
        let listed: Value = serde_json::from_str(&listed).unwrap();
        for entry in listed["entries"].as_array().unwrap() {
            let call = entry["call_id"].as_str().unwrap();
            let told = self.tell(&["log", "show", call]);
            assert!(told.contains("text"), "arguments have names: {told}");
            self.tell(&["log", "show", call, "--json"]);
        }
        let looks: [&[&str]; 7] = [
            &["log"],
            &["log", "export"],
            &["log", "head"],
            &["log", "verify", "--json"],
            &["approvals", "list", "--state", "any"],
            &["approvals", "list", "--state", "any", "--json"],
            &["approvals", "grants", "--ended", "--json"],
        ];
        for words in looks {
            self.tell(words);
        }
    }

    #[track_caller]
    fn tell(&mut self, words: &[&str]) -> String {
        let shown = self.ground.run(words);
        assert_eq!(shown.code, Some(0), "{words:?}: {shown:?}");
        shown.stdout
    }
}

#[test]
fn a_denied_mail_leaves_no_mark() {
    let mut mail = Mail::with("", "none", "redacted");
    mail.call(&[], 4);
    mail.assert_only_at(&[Place::Ledger], "the question is open");
    mail.decide(false);
    mail.assert_only_at(&[], "the question was denied");
    mail.assert_told_without_values();
    mail.assert_only_at(&[], "it is told");
    assert_eq!(mail.peer.effects(), 0);
}

#[test]
fn an_approved_mail_leaves_no_mark() {
    // The result says nothing of the mail.
    let mut mail = Mail::with("", "secret", "redacted");
    mail.call(&["--dry-run"], 0);
    mail.assert_only_at(&[], "a plan was shown");
    mail.call(&[], 4);
    mail.assert_only_at(&[Place::Ledger], "the question is open");
    mail.decide(true);
    mail.assert_only_at(&[Place::Screen], "the question was approved");
    mail.assert_told_without_values();
    mail.assert_only_at(&[], "it is told");
    mail.call(&["--idempotency-key", "one"], 0);
    mail.assert_told_without_values();
    mail.assert_only_at(&[], "the mail was sent");
    mail.call(&["--idempotency-key", "one"], 0);
    mail.assert_only_at(&[], "the recorded result was given again");
    assert_eq!(mail.peer.effects(), 1);
}

#[test]
fn a_result_with_the_mark_goes_to_the_caller_alone() {
    let mut mail = Mail::with("", "none", "digest");
    mail.call(&["--yes", "--idempotency-key", "one"], 0);
    mail.assert_only_at(&[Place::StandardOutput], "only a digest is stored");
    mail.assert_told_without_values();
    mail.assert_only_at(&[], "it is told");
    mail.call(&["--yes", "--idempotency-key", "one"], 7);
    mail.assert_only_at(&[], "the result is not there again");

    // What is stored of results is stored on purpose, and not exported.
    let mut mail = Mail::with("", "none", "redacted");
    mail.call(&["--yes"], 0);
    mail.assert_only_at(&[Place::StandardOutput, Place::Ledger], "it is stored");
    mail.assert_told_without_values();
    mail.assert_only_at(&[Place::Ledger], "it is told");
}

#[test]
fn a_mail_that_fails_leaves_no_mark() {
    let cases: [(&str, &[&str], i32); 9] = [
        ("huge", &["--yes"], 7),
        ("garbage", &["--yes"], 7),
        ("rejected", &["--yes"], 1),
        ("before_sending", &["--yes"], 1),
        ("after_sending", &["--yes"], 6),
        ("no_answer", &["--yes", "--timeout", "0.3"], 6),
        ("panic_prepare", &["--yes"], 2),
        ("panic_before", &["--yes"], 2),
        ("panic_after", &["--yes"], 6),
    ];
    for (step, words, code) in cases {
        let mut mail = Mail::with("", step, "redacted");
        mail.call(words, code);
        mail.assert_told_without_values();
        mail.assert_only_at(&[], step);
    }
    let mut mail = Mail::with("", "none", "redacted");
    mail.call(&["--approve", &"0".repeat(64)], 4);
    mail.assert_only_at(&[], "another plan was approved");
}

#[test]
fn a_mail_is_shown_where_it_is_asked_about() {
    let mut mail = Mail::with("", "secret", "redacted");
    let words = ["call", "faulty.send", "--input", "@mail.json"];
    for (key, code) in [("n", 4), ("y", 0)] {
        let (ended, screen) = mail.answer(&words, |pty| pty.type_keys(key));
        assert_eq!(ended, Some(code), "{screen}");
        mail.assert_only_at(&[Place::Screen], key);
    }
    // What is granted for this text alone is kept as a digest.
    let (ended, screen) = mail.answer(&words, |pty| {
        pty.type_keys("a");
        pty.wait_for("Esc goes back");
        pty.type_keys("\r");
        pty.wait_for("grant? [y/N] ");
        thread::sleep(READ);
        pty.type_keys("y");
    });
    assert_eq!(ended, Some(0), "{screen}");
    mail.assert_only_at(&[Place::Screen], "granted");
    mail.call(&[], 0);
    mail.assert_told_without_values();
    mail.assert_only_at(&[], "used and told");
    assert_eq!(mail.peer.effects(), 3);
}
