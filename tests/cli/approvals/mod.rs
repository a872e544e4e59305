//! `approvals`: who may say yes, where, and what becomes of it.

mod terminal;
mod watch;

use std::thread;
use std::time::{Duration, Instant};

use algen_core::config::deployment::StoredResults;
use algen_core::governance::approval::{
    Approval, ApprovalId, ApprovalState, NewApproval, Question, QuestionSource,
};
use algen_core::governance::identity::{CallIdentity, Person};
use algen_core::governance::ledger::{Ledger as _, Opened};
use algen_core::model::SideEffect;
use algen_engine::ledger::{BUSY, LedgerSettings, Place, SqliteLedger};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::call::{POLICY_ASKS, Setup, World, json as document, wait_for};
use crate::support::pty::{Pty, Running};
use crate::support::{Project, Shown, agent_file};

const PROMPT: &str = "approve? [y/N] ";

/// Long enough for a question to have been read, on a busy machine as well.
const READ: Duration = Duration::from_millis(800);

fn shown(code: i32, stdout: &str, stderr: &str) -> Shown {
    Shown {
        code: Some(code),
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
    }
}

/// A project without tools that ask; questions are opened by [`open`].
fn project() -> Project {
    Project::with(&[
        ("agent.yaml", &agent_file("")),
        ("algen.yaml", "algen: 1\nnamespace: billing\n"),
    ])
}

fn ledger(project: &Project, account: &str) -> SqliteLedger {
    let file = project.path().join(".local/state/algen/ledger.sqlite3");
    SqliteLedger::new(LedgerSettings {
        place: Place::File(file),
        store: StoredResults::Redacted,
        account: account.to_owned(),
        busy: BUSY,
    })
}

/// The account that runs the tests.
fn account() -> String {
    let id = std::process::Command::new("id").arg("-un").output();
    let user = String::from_utf8(id.expect("id runs").stdout).expect("a name is text");
    user.trim().to_owned()
}

fn new(namespace: &str, request: &str, wait: Duration) -> NewApproval {
    NewApproval {
        namespace: namespace.to_owned(),
        request_digest: request.repeat(64),
        contract_digest: "c".repeat(64),
        target_digest: "d".repeat(64),
        question: Question {
            tool: "smtp.send_email".to_owned(),
            agent: "assistant".to_owned(),
            identity: CallIdentity::default(),
            side_effect: SideEffect::External,
            sources: vec![QuestionSource::ApprovalPolicy],
            arguments: json!({"to": "ada@example.com", "subject": format!("Report {request}")}),
            target: Some("smtp://mail.example.com:587".to_owned()),
            preview: Some("To: ada@example.com\n1 recipient\u{1b}[2J\n".to_owned()),
            confirm: None,
            fingerprint: request.repeat(64),
            may_grant: true,
            exact_only: Vec::new(),
            wait,
        },
    }
}

/// Opens a question as a call of that account would.
fn open_for(project: &Project, account: &str, new: &NewApproval) -> Approval {
    wait_for(async {
        let ledger = ledger(project, account);
        let opened = ledger.open_approval(new).await.unwrap();
        ledger.close().await;
        match opened {
            Opened::New(approval) => approval,
            other => panic!("{other:?}"),
        }
    })
}

fn open(project: &Project, request: &str) -> String {
    let new = new("billing", request, Duration::from_secs(900));
    open_for(project, &account(), &new).id.0
}

fn approval(project: &Project, id: &str) -> Approval {
    let id = ApprovalId(id.to_owned());
    wait_for(async {
        let ledger = ledger(project, "tester");
        let found = ledger.approval(&id).await.unwrap();
        ledger.close().await;
        found.unwrap()
    })
}

fn someone() -> Person {
    Person {
        user: "ada".to_owned(),
        terminal: "/dev/pts/7".to_owned(),
        host: "desk".to_owned(),
    }
}

/// The question as `approvals show` and a pipe have it, below its first lines.
const WHOLE: &str = "
approve smtp.send_email?
  agent       assistant
  effect      external
  because     the agent's approval policy asks
  target      smtp://mail.example.com:587
  fingerprint aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
arguments
| {
|   \"to\": \"ada@example.com\",
|   \"subject\": \"Report a\"
| }
preview
| To: ada@example.com
| 1 recipient\\u{1b}[2J
";

#[test]
fn looking_makes_no_ledger() {
    let none = "no question is open\n";
    let unknown = "error: the ledger has no question `k3`\n";
    let approvals = "{\n  \"schema\": \"algen.approvals/1\",\n  \"approvals\": [],\n  \"truncated\": false\n}\n";
    let grants =
        "{\n  \"schema\": \"algen.grants/1\",\n  \"grants\": [],\n  \"truncated\": false\n}\n";
    let cases: [(&[&str], Shown); 11] = [
        (&["approvals"], shown(0, "", none)),
        (&["approvals", "list", "--json"], shown(0, approvals, none)),
        (&["approvals", "-q"], shown(0, "", "")),
        (
            &["approvals", "--state", "any"],
            shown(0, "", "there are no such questions\n"),
        ),
        (&["approvals", "show", "k3"], shown(1, "", unknown)),
        (&["approvals", "approve", "k3"], shown(1, "", unknown)),
        (&["approvals", "deny", "k3"], shown(1, "", unknown)),
        (
            &["approvals", "grants"],
            shown(0, "", "nothing is granted\n"),
        ),
        (
            &["approvals", "grants", "--json"],
            shown(0, grants, "nothing is granted\n"),
        ),
        (
            &["approvals", "revoke", "k3"],
            shown(1, "", "error: the ledger has no grant `k3`\n"),
        ),
        (
            &["approvals", "revoke", "--all"],
            shown(0, "", "revoked: 0 grants\n"),
        ),
    ];
    for project in [project(), Project::with(&[])] {
        for (arguments, expected) in &cases {
            assert_eq!(project.run(arguments), *expected, "{arguments:?}");
        }
        assert!(!project.path().join(".local").exists());
    }
}

#[test]
fn open_questions_are_listed_and_shown_whole() {
    let project = project();
    let id = open(&project, "a");
    let other = new("elsewhere", "b", Duration::from_secs(900));
    let other = open_for(&project, "bob", &other).id.0;
    let list = project.run(&["approvals", "list", "--json"]);
    assert_eq!((list.code, list.stderr.as_str()), (Some(0), ""));
    assert!(!list.stdout.contains("example.com"), "{list:?}");
    let listed = document(&list.stdout);
    let listed = &listed["approvals"][0];
    assert_eq!(listed["id"], *id);
    assert_eq!(listed["state"], "pending");
    assert_eq!(listed["sources"], json!(["approval_policy"]));
    assert_eq!(listed["asked_by"], account());
    let text = |key: &str| listed[key].as_str().unwrap();
    let (opened, expires) = (text("opened_at"), text("expires_at"));
    let line =
        format!("{id}  {opened}  {expires}  pending  external  smtp.send_email  assistant\n");
    assert_eq!(project.run(&["approvals"]), shown(0, &line, ""));
    let all = project.run(&["approvals", "--all"]);
    assert_eq!(all.stdout.lines().count(), 2);
    assert!(all.stdout.starts_with(&other), "the latest first: {all:?}");
    let more = "there are more: raise --limit\n";
    let cut = project.run(&["approvals", "list", "--all", "--limit", "1"]);
    assert_eq!((cut.stdout.lines().count(), &*cut.stderr), (1, more));

    let account = account();
    let head = format!(
        "question    {id}\nstate       pending\nnamespace   billing\nasked by    {account}\n\
         opened      {opened}\nexpires     {expires}\n"
    );
    let whole = project.run(&["approvals", "show", &id]);
    assert_eq!(whole, shown(0, &format!("{head}{WHOLE}"), ""));
    let json_text = project.run(&["approvals", "show", &id, "--json"]);
    let one = document(&json_text.stdout);
    assert_eq!(one["schema"], "algen.approval/1");
    assert_eq!(one["id"], *id);
    assert_eq!(one["question"]["arguments"]["to"], "ada@example.com");
    // A name belongs to the whole ledger.
    assert_eq!(project.run(&["approvals", "show", &other]).code, Some(0));
}

#[test]
fn only_a_key_on_a_terminal_approves() {
    let project = project();
    let id = open(&project, "a");
    let nobody = format!(
        "error: nobody can be asked here: an approval is a key on a terminal; at one, run: algen \
         approvals approve {id}\n"
    );
    let approve = ["approvals", "approve", &*id];
    assert_eq!(project.run(&approve), shown(4, "", &nobody));
    let project = project.input(b"y\ny\ny\n");
    assert_eq!(project.run(&approve), shown(4, "", &nobody));
    let watching = project.run(&["approvals", "watch"]);
    let nobody_watches =
        "error: nobody can be asked here: an approval is a key on a terminal; run it at one\n";
    assert_eq!(watching, shown(4, "", nobody_watches));
    for words in [&["--yes"][..], &["--force"], &["-y"]] {
        let refused = project.run(&[&approve[..], words].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
    }
    assert_eq!(approval(&project, &id).state, ApprovalState::Pending);
}

#[test]
fn names_and_states_that_cannot_be_answered_are_told() {
    let project = project();
    let quick = new("billing", "e", Duration::from_millis(1));
    let expired = open_for(&project, "bob", &quick).id;
    let names = ["a", "b", "c"].map(|request| ApprovalId(open(&project, request)));
    let [approved, denied, denied_why] = &names;
    wait_for(async {
        let ledger = ledger(&project, "bob");
        ledger.approve(approved, &someone()).await.unwrap();
        ledger.deny(denied, &someone(), None).await.unwrap();
        let reason = Some("wrong\u{1b}customer");
        ledger.deny(denied_why, &someone(), reason).await.unwrap();
        ledger.close().await;
    });
    let person = "ada@desk (/dev/pts/7)";
    let beginning: String = approved.0.chars().take(7).collect();
    for (id, problem) in [
        (
            &approved.0,
            format!("{approved} was approved by {person} already"),
        ),
        (&denied.0, format!("{denied} was denied by {person}")),
        (
            &denied_why.0,
            format!("{denied_why} was denied by {person}: wrong\\u{{1b}}customer"),
        ),
        (
            &expired.0,
            format!("{expired} has expired; the same call asks again"),
        ),
        (
            &"zzzz".to_owned(),
            "the ledger has no question `zzzz`".to_owned(),
        ),
        (
            &beginning,
            format!("the ledger has no question `{beginning}`; did you mean `{approved}`?"),
        ),
    ] {
        for command in ["approve", "deny"] {
            let answered = project.run(&["approvals", command, id]);
            let expected = shown(1, "", &format!("error: {problem}\n"));
            assert_eq!(answered, expected, "{command} {id}");
        }
    }
    // What was asked is gone; what was decided is not.
    let text = project.run(&["approvals", "show", &denied_why.0]).stdout;
    for line in [
        "state       denied",
        "decided by  ada@desk (/dev/pts/7)",
        "reason      wrong\\u{1b}customer",
        "tool        smtp.send_email",
        "because     the agent's approval policy asks",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line} in {text}");
    }
    assert!(!text.contains("example.com"), "{text}");
    for (state, count) in [
        ("pending", 0),
        ("approved", 1),
        ("denied", 2),
        ("expired", 1),
        ("any", 4),
    ] {
        let listed = project.run(&["approvals", "--state", state]);
        assert_eq!(listed.stdout.lines().count(), count, "{state}");
    }
}

#[test]
fn a_no_needs_no_terminal() {
    let project = project();
    let [plain, why] = ["a", "b"].map(|request| open(&project, request));
    let denied = project.run(&["approvals", "deny", &plain]);
    assert_eq!(denied, shown(0, "", &format!("denied: {plain}\n")));
    let long = "x".repeat(1_025);
    let refused = project.run(&["approvals", "deny", &why, "--reason", &long]);
    let problem = "error: the reason has more than 1024 characters\n";
    assert_eq!(refused, shown(2, "", problem));
    let denied = project.run(&["approvals", "deny", &why, "--reason", " not today "]);
    assert_eq!(denied.code, Some(0));
    for (id, reason) in [(plain, None), (why, Some("not today"))] {
        let approval = approval(&project, &id);
        assert_eq!(approval.state, ApprovalState::Denied);
        assert_eq!(approval.reason.as_deref(), reason);
        let person = approval.decided_by.unwrap();
        assert_eq!((person.user, &*person.terminal), (account(), "none"));
    }
}

/// `approvals` on a terminal, with the question read.
struct Asked {
    pty: Pty,
    modes: String,
    running: Running,
}

impl Asked {
    fn begin(project: &Project, words: &[&str]) -> Self {
        let pty = Pty::open(100, 40);
        let modes = pty.modes();
        let running = pty.start(project.command_on(&pty, &[&["approvals"], words].concat()));
        Self {
            pty,
            modes,
            running,
        }
    }

    fn read(project: &Project, words: &[&str]) -> Self {
        let mut asked = Self::begin(project, words);
        asked.wait_for_question();
        asked
    }

    fn wait_for_question(&mut self) {
        self.pty.wait_for(PROMPT);
        thread::sleep(READ);
    }

    /// Returns the exit code and all that was shown; the terminal must be as it was.
    fn end(self) -> (Option<i32>, String) {
        let ended = self.running.wait();
        assert_eq!(ended.stdout, "");
        assert_eq!(self.pty.modes(), self.modes, "the modes are as before");
        (ended.code, self.pty.shown())
    }
}

fn asking_world() -> World {
    World::with(Setup {
        agent: POLICY_ASKS,
        ..Setup::default()
    })
}

/// Returns the name of the question that a call left open.
fn left_open(world: &World, words: &[&str]) -> String {
    let called = world.call(&[words, &["--no-input", "--json"]].concat());
    assert_eq!(called.code, Some(4), "{called:?}");
    document(&called.stdout)["approval"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn every_document_names_its_schema() {
    let project = project();
    let id = open(&project, "a");
    for (arguments, schema) in [
        (&["log", "list", "--json"][..], "algen.log/1"),
        (&["log", "verify", "--json"], "algen.verification/1"),
        (&["log", "head"], "algen.heads/1"),
        (&["approvals", "list", "--json"], "algen.approvals/1"),
        (&["approvals", "show", &id, "--json"], "algen.approval/1"),
        (&["approvals", "grants", "--json"], "algen.grants/1"),
    ] {
        let shown = project.run(arguments);
        let document: Value = document(&shown.stdout);
        assert_eq!(document["schema"], schema, "{arguments:?}");
    }
}
