//! Calls that are told to stop: at once, and once more.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::*;

const CANCELLED: &str = "error: cancelled; nothing was sent\n";
const NOT_KNOWN: &str = "error: whether `TOOL` happened is not known: the call was cancelled\n  \
                         help: Find out, then `algen log resolve CALL --as done` or `--as \
                         not-done`.\n";

/// Starts a call, and waits until it stops at the step.
fn stopped(world: &World, tool: &str, step: &str, key: &str) -> Started {
    let step_word = format!("step={step}");
    let call = world.start(key, &[tool, &step_word, "text=t"]);
    match step {
        "no_answer" => world.peer.wait_for(&format!("unanswered {key}")),
        _ => world.peer.wait_for(&format!("at {step} {key}")),
    }
    call
}

#[test]
fn a_signal_ends_the_call_and_says_whether_it_may_be_repeated() {
    let before = (None, CANCELLED);
    let after = (Some(6), NOT_KNOWN);
    let read = (None, "error: cancelled before an answer came\n");
    let cases = [
        ("faulty.write", "hang_prepare", before, None),
        (
            "faulty.write",
            "hang_before",
            before,
            Some(State::NotAttempted),
        ),
        ("faulty.write", "hang_after", after, Some(State::Unknown)),
        ("faulty.write", "no_answer", after, Some(State::Unknown)),
        ("faulty.send", "hang_answered", after, Some(State::Unknown)),
        (
            "faulty.read",
            "hang_before",
            before,
            Some(State::NotAttempted),
        ),
        ("faulty.read", "no_answer", read, Some(State::NotAttempted)),
        ("faulty.pure", "hang_before", before, None),
    ];
    let world = World::new();
    for (signal, code, word) in [(Signal::INT, 130, "int"), (Signal::TERM, 143, "term")] {
        for (tool, step, (after_mark, stderr), state) in cases {
            // Keys differ, and so do requests: what is not known would block them.
            let key = format!("{word}-{tool}-{step}");
            let world = match after_mark {
                Some(_) => &World::new(),
                None => &world,
            };
            let call = stopped(world, tool, step, &key);
            let sent = Instant::now();
            call.signal(signal);
            let shown = call.wait();
            assert!(sent.elapsed() < Duration::from_secs(4), "{key}");
            let expected = Shown {
                code: Some(after_mark.unwrap_or(code)),
                stdout: String::new(),
                stderr: stderr
                    .replace("TOOL", tool)
                    .replace("CALL", &call_in(&shown.stderr)),
            };
            assert_eq!(shown, expected, "{key}");
            assert_eq!(world.state(&key), state, "{key}");
            world.assert_closed(&key);
        }
    }
}

#[test]
fn a_call_that_waits_for_others_can_be_interrupted() {
    let asking = World::with(Setup {
        agent: POLICY_ASKS,
        ..Setup::default()
    });
    let words = [
        "faulty.write",
        "--no-input",
        "--wait",
        "20",
        "--events",
        "events",
    ];
    let waits = asking.start("k", &words);
    while !asking.ledger_file().exists() || !asking.project.read("events").contains("pending") {
        std::thread::sleep(Duration::from_millis(5));
    }
    let holding = World::new();
    let first = stopped(&holding, "faulty.write", "hang_after", "k");
    let second = holding.start("k", &["faulty.write", "step=hang_after", "text=t"]);
    std::thread::sleep(Duration::from_millis(500));
    for (name, call) in [("an answer", waits), ("a key", second)] {
        call.signal(Signal::INT);
        let shown = call.wait();
        assert_eq!(
            (shown.code, shown.stdout.as_str()),
            (Some(130), ""),
            "{name}"
        );
        // The first line says which answer the call waits for.
        let waits = name == "an answer" && shown.stderr.starts_with("waiting: ");
        let last = shown.stderr.split_inclusive('\n').skip(usize::from(waits));
        assert_eq!(last.collect::<String>(), CANCELLED, "{name}");
        assert_eq!(waits, name == "an answer");
    }
    assert_eq!(asking.peer.heard(), Vec::<String>::new());
    assert_eq!(asking.entries(), []);
    holding.peer.release("k");
    assert_eq!(first.wait().code, Some(0));
    assert_eq!(holding.peer.effects(), 1);
}

#[test]
fn a_tool_that_ends_its_own_work_gives_what_there_is() {
    let world = World::new();
    let call = stopped(&world, "faulty.hold", "no_answer", "k");
    call.signal(Signal::INT);
    let shown = call.wait();
    assert_eq!(shown.code, Some(6), "{shown:?}");
    assert_eq!(shown.stdout, "{\"text\":\"partial\",\"attempt\":0}\n");
    assert_eq!(world.state("k"), Some(State::Unknown));
    world.assert_closed("own end");
}

#[test]
fn the_whole_outcome_says_that_it_was_cancelled() {
    let world = World::new();
    let words = ["faulty.hold", "step=no_answer", "text=t", "--json"];
    let call = world.start("k", &words);
    world.peer.wait_for("unanswered k");
    call.signal(Signal::INT);
    let shown = call.wait();
    assert_eq!(shown.code, Some(6), "{shown:?}");
    let document: Value = serde_json::from_str(&shown.stdout).expect("JSON");
    let partial = serde_json::json!({"text": "partial", "attempt": 0});
    assert_eq!(document["result"], partial);
    assert_eq!(document["canceled"], true);
    assert_eq!(document["outcome"], "unknown");
    assert_eq!(document["error"]["kind"], "cancelled");
}

#[test]
fn a_tool_that_ends_its_own_work_may_finish_it() {
    let world = World::new();
    let call = stopped(&world, "faulty.hold", "hang_after", "k");
    call.signal(Signal::INT);
    std::thread::sleep(Duration::from_millis(300));
    world.peer.release("k");
    let shown = call.wait();
    let expected = Shown {
        code: Some(0),
        stdout: "{\"text\":\"t\",\"attempt\":1}\n".to_owned(),
        stderr: String::new(),
    };
    assert_eq!(shown, expected);
    assert_eq!(world.peer.effects_of("k"), 1);
    assert_eq!(world.state("k"), Some(State::Done));
    world.assert_closed("finished");
}

#[test]
fn a_second_signal_leaves_at_once_and_the_ledger_finds_out() {
    // The step, both signals, the code, and what the same command comes to afterwards.
    let cases = [
        ("hang_before", [Signal::INT, Signal::INT], 130, 0),
        ("hang_before", [Signal::INT, Signal::TERM], 143, 0),
        ("hang_after", [Signal::INT, Signal::INT], 6, 6),
        ("hang_after", [Signal::TERM, Signal::INT], 6, 6),
    ];
    for (step, [first, second], code, repeated) in cases {
        let world = World::new();
        let mut call = stopped(&world, "faulty.hold", step, "k");
        call.signal(first);
        std::thread::sleep(Duration::from_secs(1));
        assert!(
            !call.has_ended(),
            "{step}: the tool has time to end its work"
        );
        let sent = Instant::now();
        call.signal(second);
        let shown = call.wait();
        assert!(sent.elapsed() < Duration::from_secs(2), "{step}");
        assert_eq!(
            (shown.code, shown.stdout.as_str()),
            (Some(code), ""),
            "{step}"
        );
        world.peer.drain();
        world.peer.be_patient(false);
        let step_word = format!("step={step}");
        let again = world.call_with("k", &["faulty.hold", &step_word, "text=t"]);
        assert_eq!(again.code, Some(repeated), "{step}: {again:?}");
        assert_eq!(world.peer.effects(), usize::from(repeated == 0), "{step}");
    }
}

#[test]
fn a_signal_that_comes_twice_at_once_is_one() {
    // timeout(1) signals the process and then its group.
    let world = World::new();
    let call = stopped(&world, "faulty.read", "no_answer", "k");
    call.signal(Signal::INT);
    std::thread::sleep(Duration::from_millis(20));
    call.signal(Signal::INT);
    let shown = call.wait();
    let message = "error: cancelled before an answer came\n";
    assert_eq!((shown.code, &*shown.stderr), (Some(130), message));
    assert_eq!(world.state("k"), Some(State::NotAttempted));
}
