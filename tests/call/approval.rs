//! Who may say yes, to what, and what is left open.

use std::thread;
use std::time::Duration;

use algen_core::governance::approval::{ApprovalId, ApprovalState};
use algen_core::governance::identity::Person;

use super::*;
use crate::support::pty::{Ended, Pty};

const RESULT: &str = "{\"text\":\"t\",\"attempt\":1}\n";

fn person() -> Person {
    Person {
        user: "ada".to_owned(),
        terminal: "/dev/pts/7".to_owned(),
        host: "desk".to_owned(),
    }
}

/// Returns the fingerprint of a plan.
fn fingerprint(world: &World, words: &[&str]) -> String {
    let plan = world.call(&[words, &["--dry-run", "--json"]].concat());
    assert_eq!(plan.code, Some(0), "{plan:?}");
    let document = json(&plan.stdout);
    document["fingerprint"].as_str().unwrap().to_owned()
}

#[test]
fn a_plan_is_shown_and_nothing_is_sent() {
    let world = World::with(Setup {
        agent: POLICY_ASKS,
        ..Setup::default()
    });
    let plan = world.call(&["faulty.destroy", "text=t", "--dry-run", "--no-input"]);
    let fingerprint = fingerprint(&world, &["faulty.destroy", "text=t"]);
    let digest = world.call(&["faulty.destroy", "text=t", "--dry-run", "--json"]);
    let document = json(&digest.stdout);
    assert_eq!(document["outcome"], "planned");
    assert_eq!(document["sent"], "no");
    assert_eq!(document["attempts"], 0);
    assert_eq!(
        document["plan"]["asks"],
        serde_json::json!(["tool", "approval_policy"])
    );
    assert_eq!(document["plan"]["target"], "faulty://peer");
    assert_eq!(document["plan"]["preview_bytes"], 26);
    let digest = document["plan"]["preview_digest"].as_str().unwrap();
    let expected = Shown {
        code: Some(0),
        stdout: String::new(),
        stderr: format!(
            "plan of `faulty.destroy`: nothing was sent\n  asks: the tool asks before every call\n  \
             asks: the agent's approval policy asks\n  target: faulty://peer\n  preview: 26 bytes, \
             SHA-256 {digest}\n  fingerprint: {fingerprint}\n"
        ),
    };
    assert_eq!(plan, expected);
    assert_eq!(world.peer.heard(), Vec::<String>::new());
    assert_eq!(world.entries(), []);
    assert!(!world.ledger_file().exists(), "a plan makes no ledger");
}

#[test]
fn a_fingerprint_approves_exactly_its_plan() {
    let world = World::with(Setup {
        agent: POLICY_ASKS,
        toolkit: "approval: false",
        ..Setup::default()
    });
    for tool in ["faulty.write", "faulty.send", "faulty.destroy"] {
        let words = [tool, "text=t", "--no-input"];
        let approved = fingerprint(&world, &words[..2]);
        let others = [
            ("other arguments", vec![tool, "text=u"]),
            ("another user", vec![tool, "text=t", "--user-id", "ada"]),
            ("another tool", vec!["faulty.hold", "text=t"]),
        ];
        for (name, other) in others {
            let own = fingerprint(&world, &other);
            let shown = world.call(&[&other[..], &["--no-input", "--approve", &approved]].concat());
            let expected = Shown {
                code: Some(4),
                stdout: String::new(),
                stderr: format!(
                    "error: the plan is not the one that was approved: its fingerprint differs \
                     (`approve`); nothing was sent\n  help: Look at it with `--dry-run`; it is \
                     {own} now.\n"
                ),
            };
            assert_eq!(shown, expected, "{tool}, {name}");
        }
        let shown = world.call(&[&words[..], &["--approve", &approved]].concat());
        assert_eq!(
            (shown.code, shown.stdout.as_str()),
            (Some(0), RESULT),
            "{shown:?}"
        );
    }
    assert_eq!(world.peer.effects(), 3);
}

#[test]
fn the_callers_word_answers_the_agents_policy_alone() {
    let policy = Setup {
        agent: POLICY_ASKS,
        ..Setup::default()
    };
    let capability = Setup {
        deployment: "policy: {capabilities: {faulty.*: require_approval}}\n",
        ..Setup::default()
    };
    let silent_tool = Setup {
        toolkit: "approval: false",
        ..policy
    };
    // Who asks, the tool, whether `--yes` is enough, and whether a fingerprint is.
    let cases = [
        ("policy", policy, "faulty.read", true, true),
        ("policy", policy, "faulty.write", true, true),
        ("policy", policy, "faulty.send", true, true),
        ("tool and policy", policy, "faulty.destroy", false, false),
        ("policy", silent_tool, "faulty.destroy", false, true),
        ("capability", capability, "faulty.read", false, false),
        ("capability", capability, "faulty.write", false, false),
        ("tool", Setup::default(), "faulty.destroy", false, false),
    ];
    for (who, setup, tool, yes, lock) in cases {
        let world = World::with(setup);
        let approved = fingerprint(&world, &[tool, "text=t"]);
        let flags = [
            (&["--yes"][..], yes),
            (&["--approve", &approved][..], lock),
            (&["--yes", "--approve", &approved][..], lock),
        ];
        for (flags, is_enough) in flags {
            let before = world.peer.count("open");
            let shown = world.call(&[&[tool, "text=t", "--no-input"], flags].concat());
            let name = format!("{who}, {tool}, {flags:?}");
            let code = if is_enough { 0 } else { 4 };
            assert_eq!(shown.code, Some(code), "{name}: {shown:?}");
            let opened = world.peer.count("open") - before;
            assert_eq!(opened, usize::from(is_enough), "{name}");
        }
    }
}

/// Opens a question and returns its name.
fn pending(world: &World, words: &[&str]) -> ApprovalId {
    let shown = world.call(&[words, &["--no-input", "--json"]].concat());
    assert_eq!(shown.code, Some(4), "{shown:?}");
    let document = json(&shown.stdout);
    assert_eq!(document["outcome"], "not_approved");
    let id = document["approval"].as_str().unwrap();
    let said = format!(
        "error: `{}` waits for a person's approval: {id}, open for 60 min\n  help: `algen \
         approvals approve {id}` at a terminal, then the same command again.\n",
        words[0]
    );
    assert_eq!(shown.stderr, said);
    ApprovalId(id.to_owned())
}

#[test]
fn an_open_question_is_answered_elsewhere_once() {
    let world = World::with(Setup {
        agent: POLICY_ASKS,
        ..Setup::default()
    });
    let words = ["faulty.destroy", "text=t"];
    let id = pending(&world, &words);
    assert_eq!(pending(&world, &words), id, "the same question is joined");
    wait_for(async { world.ledger().approve(&id, &person()).await }).unwrap();
    let other = pending(&world, &["faulty.destroy", "text=u"]);
    assert_ne!(other, id, "a yes is for one plan");
    let done = world.call(&[&words[..], &["--no-input"]].concat());
    assert_eq!(
        (done.code, done.stdout.as_str()),
        (Some(0), RESULT),
        "{done:?}"
    );
    assert_ne!(pending(&world, &words), id, "a yes is used once");
    assert_eq!(world.peer.effects(), 1);
    let approval = wait_for(async { world.ledger().approval(&id).await }).unwrap();
    assert_eq!(approval.unwrap().state, ApprovalState::Used);
}

#[test]
fn a_call_waits_for_an_answer_from_elsewhere() {
    let world = World::with(Setup {
        agent: POLICY_ASKS,
        ..Setup::default()
    });
    let answers = [
        (true, Some(0), RESULT, ""),
        (
            false,
            Some(4),
            "",
            "error: it was denied: not today; nothing was sent\n",
        ),
    ];
    for (is_yes, code, stdout, stderr) in answers {
        let call = world.project.start(&[
            "call",
            "faulty.write",
            "text=t",
            "--no-input",
            "--wait",
            "20",
            "--events",
            "-",
        ]);
        let id = loop {
            let open = wait_for(async {
                let ledger = world.ledger();
                ledger
                    .list_approvals(None, Some(ApprovalState::Pending), 10)
                    .await
            });
            if let Some(open) = open.unwrap().first() {
                break open.id.clone();
            }
            thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(
            world.peer.count("open"),
            usize::from(!is_yes),
            "nothing is open yet"
        );
        wait_for(async {
            match is_yes {
                true => world.ledger().approve(&id, &person()).await,
                false => world.ledger().deny(&id, &person(), Some("not today")).await,
            }
        })
        .unwrap();
        let shown = call.wait();
        assert_eq!(
            (shown.code, shown.stdout.as_str()),
            (code, stdout),
            "{shown:?}"
        );
        let talk: Vec<&str> = shown
            .stderr
            .lines()
            .filter(|line| {
                let aside = ["{", "waiting: ", "key: "];
                !aside.iter().any(|start| line.starts_with(start))
            })
            .collect();
        assert_eq!(talk.join("\n"), stderr.trim_end());
    }
    assert_eq!(world.peer.effects(), 1);
}

#[test]
fn a_person_at_the_terminal_types_the_word() {
    // What is typed, the code, and what is done.
    let cases = [
        ("everything\r", 0, 1),
        ("\x1b", 4, 0),
        ("\r", 4, 0),
        ("\x03", 130, 0),
    ];
    thread::scope(|scope| {
        for (keys, code, done) in cases {
            scope.spawn(move || {
                let world = World::new();
                let mut pty = Pty::open(80, 24);
                let words = ["call", "faulty.destroy", "text=t", "--idempotency-key", "k"];
                let running = pty.start(world.project.command_on(&pty, &words));
                pty.wait_for("- everything");
                pty.wait_for("- at the peer");
                pty.wait_for("> ");
                assert_eq!(
                    world.peer.heard(),
                    Vec::<String>::new(),
                    "nothing is sent yet"
                );
                thread::sleep(Duration::from_millis(800));
                pty.type_keys(keys);
                let expected = Ended {
                    code: Some(code),
                    signal: None,
                    stdout: [RESULT, ""][usize::from(done == 0)].to_owned(),
                };
                assert_eq!(running.wait(), expected, "{keys:?}: {}", pty.shown());
                assert_eq!(world.peer.effects_of("k"), done, "{keys:?}");
                world.assert_closed(keys);
            });
        }
    });
}
