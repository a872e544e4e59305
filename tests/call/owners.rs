//! One key and two processes: at the same time, and one that was stopped too long.

use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use super::*;

const RESULT: &str = "{\"text\":\"t\",\"attempt\":1}\n";

/// Pairs of processes that begin at once.
const PAIRS: usize = 20;

#[test]
fn of_two_processes_with_one_key_one_does_it() {
    let world = World::new();
    let mut replays = 0;
    for pair in 0..PAIRS {
        let key = format!("key-{pair}");
        let words = ["faulty.write", "text=t"];
        let calls = [world.start(&key, &words), world.start(&key, &words)];
        let shown = calls.map(Started::wait);
        assert_eq!(world.peer.effects_of(&key), 1, "{shown:?}");
        let done = shown.iter().filter(|shown| {
            (shown.code, shown.stdout.as_str(), shown.stderr.as_str()) == (Some(0), RESULT, "")
        });
        assert_eq!(done.count(), 1, "one does it: {shown:?}");
        let replayed = shown.iter().filter(|shown| {
            let is_result = shown.code == Some(0) && shown.stdout == RESULT;
            is_result && shown.stderr.starts_with("replayed: ")
        });
        let replayed = replayed.count();
        let held = shown.iter().filter(|shown| {
            // Also where both looked when nobody had it yet.
            let says_held = shown.stderr.starts_with("error: another process ");
            shown.code == Some(6) && shown.stdout.is_empty() && says_held
        });
        assert_eq!(replayed + held.count(), 1, "the other does not: {shown:?}");
        assert_eq!(world.state(&key), Some(State::Done));
        replays += replayed;
    }
    println!("{replays} of {PAIRS} got the result of the other");
    world.assert_closed("two at once");
}

#[test]
fn a_process_waits_for_the_one_that_holds_the_key() {
    let world = World::new();
    let words = ["faulty.write", "step=hang_after", "text=t"];
    let first = world.start("k", &words);
    world.peer.wait_for("at hang_after k");
    let late = world.call_with("k", &[&words[..], &["--timeout", "0.5"]].concat());
    assert_eq!((late.code, late.stdout.as_str()), (Some(6), ""), "{late:?}");
    let call = world.entry("k").unwrap().call;
    let start = "error: another process holds this key: ";
    assert!(late.stderr.starts_with(start), "{late:?}");
    let help = format!("  help: `algen log show {call}` tells how it ended.\n");
    assert!(late.stderr.ends_with(&help), "{late:?}");
    let mut second = world.start("k", &words);
    thread::sleep(Duration::from_millis(500));
    assert!(!second.has_ended(), "it waits");
    world.peer.release("k");
    assert_eq!(first.wait().stdout, RESULT);
    let second = second.wait();
    assert_eq!(
        (second.code, second.stdout.as_str()),
        (Some(0), RESULT),
        "{second:?}"
    );
    assert_eq!(second.stderr, format!("replayed: the result of {call}\n"));
    assert_eq!(world.peer.effects_of("k"), 1);
}

#[test]
fn a_process_that_was_stopped_too_long_does_not_send() {
    // Where the first stops; what the second comes to; what both come to at the peer.
    let cases = [("hang_before", 0, 1..=1), ("hang_after", 6, 0..=1)];
    thread::scope(|scope| {
        for (step, code, effects) in cases {
            scope.spawn(move || {
                let world = World::new();
                let step_word = format!("step={step}");
                let words = ["faulty.write", &step_word, "text=t", "--timeout", "1"];
                let first = world.start("k", &words);
                world.peer.wait_for(&format!("at {step} k"));
                first.signal(Signal::STOP);
                // The lease is the time of the call and five seconds.
                thread::sleep(Duration::from_millis(6_300));
                world.peer.be_patient(false);
                let second = world.call_with("k", &words);
                assert_eq!(second.code, Some(code), "{step}: {second:?}");
                // The first may go on at the very moment in which it wakes up.
                world.peer.release("k");
                first.signal(Signal::CONT);
                let first = first.wait();
                world.peer.drain();
                let done = world.peer.effects_of("k");
                assert!(effects.contains(&done), "{step}: {done} {first:?}");
                let lost = "warning: the call is not recorded: the right to send was lost: the \
                            call took longer than its lease\n";
                assert!(first.stderr.starts_with(lost), "{step}: {first:?}");
                assert_eq!(first.stdout, "", "{step}: {first:?}");
                match step {
                    "hang_before" => {
                        assert_eq!(first.code, Some(1), "{first:?}");
                        assert!(first.stderr.ends_with("; nothing was sent\n"), "{first:?}");
                        assert_eq!(world.state("k"), Some(State::Done));
                        assert_eq!(world.entry("k").unwrap().attempts, 2);
                    }
                    _ => {
                        assert_eq!(first.code, Some(6), "{first:?}");
                        assert_eq!(world.state("k"), Some(State::Unknown));
                    }
                }
                world.assert_closed(step);
            });
        }
    });
}
