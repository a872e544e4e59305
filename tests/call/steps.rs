//! Every step of every effect: how the call ends, and what arrived at the peer.

use std::thread;

use super::*;
use crate::support::connector::Step;

/// How a call ends, and how often it was done at the peer.
struct Case {
    step: &'static str,
    /// `r`: reads; `w`: everything that changes something; `p`: computes.
    effects: &'static str,
    code: i32,
    stdout: &'static str,
    /// With TOOL and CALL for the names of both, and PLACE for that of a bug.
    stderr: &'static str,
    done: usize,
    state: Option<State>,
}

impl Case {
    /// Tells whether the call stops until its time is over.
    fn is_late(&self) -> bool {
        self.step.starts_with("hang") || self.step == "no_answer"
    }
}

const PLAIN: &str = "{\"text\":\"t\",\"attempt\":1}\n";
const REDACTED: &str = "{\"text\":\"call [REDACTED_PHONE], password=[REDACTED]\",\"attempt\":1}\n";

const fn case(
    step: &'static str,
    effects: &'static str,
    code: i32,
    output: (&'static str, &'static str),
    done: usize,
    state: Option<State>,
) -> Case {
    Case {
        step,
        effects,
        code,
        stdout: output.0,
        stderr: output.1,
        done,
        state,
    }
}

const BUG: &str =
    "error: `TOOL`: the tool failed by a bug of its own, at PLACE; nothing was sent\n";
const MISFIT: &str = "error: `TOOL` is done, and its result is withheld: the result does not fit \
                      the tool's output schema (`/attempt`)\n";
const LARGE: &str = "error: `TOOL` is done, and its result is withheld: the result has 5023 \
                     bytes, more than the 4096 of the tool (`max_result_bytes`)\n";
const LOST: &str = "error: `TOOL`: the connection to the peer was lost\n";
const NOT_KNOWN: &str = "error: whether `TOOL` happened is not known: the connection to the peer \
                         was lost\n  help: Find out, then `algen log resolve CALL --as done` or \
                         `--as not-done`.\n";

const CASES: [Case; 38] = [
    case("none", "rw", 0, (PLAIN, ""), 1, Some(State::Done)),
    case("none", "p", 0, (PLAIN, ""), 0, None),
    case("output", "rw", 0, (PLAIN, ""), 1, Some(State::Done)),
    case("output", "p", 0, (PLAIN, ""), 0, None),
    case(
        "target",
        "rwp",
        1,
        (
            "",
            "error: it does not know where to go; nothing was sent\n",
        ),
        0,
        None,
    ),
    case(
        "prepare",
        "rwp",
        1,
        ("", "error: it refuses to prepare; nothing was sent\n"),
        0,
        None,
    ),
    case(
        "panic_prepare",
        "rwp",
        2,
        (
            "",
            "error: the tool failed by a bug of its own, at PLACE; nothing was sent\n",
        ),
        0,
        None,
    ),
    case(
        "missing",
        "rw",
        5,
        ("", "error: there is no token (`token`); nothing was sent\n"),
        0,
        Some(State::NotAttempted),
    ),
    case(
        "missing",
        "p",
        5,
        ("", "error: there is no token (`token`); nothing was sent\n"),
        0,
        None,
    ),
    case(
        "before_sending",
        "rw",
        1,
        (
            "",
            "error: `TOOL`: it refuses before sending; nothing was sent\n",
        ),
        0,
        Some(State::NotAttempted),
    ),
    case(
        "before_sending",
        "p",
        1,
        (
            "",
            "error: `TOOL`: it refuses before sending; nothing was sent\n",
        ),
        0,
        None,
    ),
    case(
        "panic_before",
        "rw",
        2,
        ("", BUG),
        0,
        Some(State::NotAttempted),
    ),
    case("panic_before", "p", 2, ("", BUG), 0, None),
    case(
        "panic_after",
        "r",
        2,
        (
            "",
            "error: `TOOL`: the tool failed by a bug of its own, at PLACE\n",
        ),
        0,
        Some(State::NotAttempted),
    ),
    case(
        "panic_after",
        "w",
        6,
        (
            "",
            "error: whether `TOOL` happened is not known: the tool failed by a bug of its own, at \
             PLACE\n  help: Find out, then `algen log resolve CALL --as done` or `--as not-done`.\n",
        ),
        0,
        Some(State::Unknown),
    ),
    case("panic_after", "p", 0, (PLAIN, ""), 0, None),
    case(
        "transient",
        "r",
        1,
        ("", LOST),
        0,
        Some(State::NotAttempted),
    ),
    case(
        "transient",
        "w",
        6,
        ("", NOT_KNOWN),
        0,
        Some(State::Unknown),
    ),
    case("transient", "p", 0, (PLAIN, ""), 0, None),
    case(
        "after_sending",
        "r",
        1,
        ("", LOST),
        1,
        Some(State::NotAttempted),
    ),
    case(
        "after_sending",
        "w",
        6,
        ("", NOT_KNOWN),
        1,
        Some(State::Unknown),
    ),
    case("after_sending", "p", 0, (PLAIN, ""), 0, None),
    case(
        "rejected",
        "rw",
        1,
        ("", "error: `TOOL` was rejected: the peer refuses it\n"),
        0,
        Some(State::Rejected),
    ),
    case("rejected", "p", 0, (PLAIN, ""), 0, None),
    case("garbage", "rw", 7, ("", MISFIT), 1, Some(State::Done)),
    case("garbage", "p", 7, ("", MISFIT), 0, None),
    case("huge", "rw", 7, ("", LARGE), 1, Some(State::Done)),
    case("huge", "p", 7, ("", LARGE), 0, None),
    case("secret", "rw", 0, (REDACTED, ""), 1, Some(State::Done)),
    case("secret", "p", 0, (REDACTED, ""), 0, None),
    // Stops that nobody ends, until the time is over.
    case(
        "hang_prepare",
        "rwp",
        1,
        (
            "",
            "error: the tool took too long to prepare; nothing was sent\n",
        ),
        0,
        None,
    ),
    case(
        "hang_before",
        "rw",
        1,
        (
            "",
            "error: `TOOL`: no answer came in time; nothing was sent\n",
        ),
        0,
        Some(State::NotAttempted),
    ),
    case(
        "hang_before",
        "p",
        1,
        (
            "",
            "error: `TOOL`: no answer came in time; nothing was sent\n",
        ),
        0,
        None,
    ),
    case(
        "hang_after",
        "r",
        1,
        ("", LATE),
        0,
        Some(State::NotAttempted),
    ),
    case(
        "hang_after",
        "w",
        6,
        ("", LATE_NOT_KNOWN),
        0,
        Some(State::Unknown),
    ),
    case(
        "no_answer",
        "r",
        1,
        ("", LATE),
        1,
        Some(State::NotAttempted),
    ),
    case(
        "no_answer",
        "w",
        6,
        ("", LATE_NOT_KNOWN),
        1,
        Some(State::Unknown),
    ),
    case(
        "hang_answered",
        "w",
        6,
        ("", LATE_NOT_KNOWN),
        1,
        Some(State::Unknown),
    ),
];

const LATE: &str = "error: `TOOL`: no answer came in time\n";
const LATE_NOT_KNOWN: &str = "error: whether `TOOL` happened is not known: no answer came in time\n  \
                              help: Find out, then `algen log resolve CALL --as done` or `--as \
                              not-done`.\n";

#[test]
fn each_step_of_each_effect_ends_as_it_must() {
    let actions = ["read", "write", "send", "destroy", "hold", "pure"];
    thread::scope(|scope| {
        for action in actions {
            scope.spawn(|| check_steps(action));
        }
    });
}

fn check_steps(action: &str) {
    let effect = match action {
        "read" => 'r',
        "pure" => 'p',
        _ => 'w',
    };
    let world = World::with(Setup {
        toolkit: "approval: false",
        ..Setup::default()
    });
    let tool = format!("faulty.{action}");
    for case in CASES.iter().filter(|case| case.effects.contains(effect)) {
        let name = format!("{action} {}", case.step);
        let key = case.step;
        let step = format!("step={}", case.step);
        let mut words = vec![tool.as_str(), step.as_str(), "text=t", "--no-input"];
        if case.is_late() {
            words.extend(["--timeout", "0.3"]);
        }
        let shown = world.call_with(key, &words);
        let expected = Shown {
            code: Some(case.code),
            stdout: case.stdout.to_owned(),
            stderr: case
                .stderr
                .replace("TOOL", &tool)
                .replace("CALL", &call_in(&shown.stderr))
                .replace("PLACE", &place_in(&shown.stderr)),
        };
        assert_eq!(shown, expected, "{name}");
        let done = world.peer.effects_of(key) + world.peer.count(&format!("read {key}"));
        assert_eq!(done, case.done, "{name}");
        assert_eq!(world.state(key), case.state, "{name}");
        world.assert_closed(&name);
    }
}

#[test]
fn the_table_has_each_step_of_each_effect_once() {
    let mut listed: Vec<(char, &str)> = CASES
        .iter()
        .flat_map(|case| case.effects.chars().map(|effect| (effect, case.step)))
        .collect();
    listed.sort_unstable();
    let count = listed.len();
    listed.dedup();
    assert_eq!(listed.len(), count);
    let writes = listed.iter().filter(|(effect, _)| *effect == 'w');
    let mut writes: Vec<&str> = writes.map(|(_, step)| *step).collect();
    let closes = |step: &&str| !["panic_close", "hang_close", "panic_drop"].contains(step);
    let mut steps: Vec<&str> = Step::WORDS.iter().copied().filter(closes).collect();
    writes.sort_unstable();
    steps.sort_unstable();
    assert_eq!(writes, steps);
}

/// Returns the place of a bug that a message tells; it must be in the tool.
fn place_in(text: &str) -> String {
    let start = text.find("tests/support/connector/tools.rs:").unwrap_or(0);
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.find([';', '\n']).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default().to_owned()
}

#[test]
fn a_read_is_tried_three_times_and_a_write_once() {
    let world = World::new();
    let cases = [("read", 1, 3, "not_attempted"), ("write", 6, 1, "unknown")];
    for (action, code, attempts, outcome) in cases {
        let tool = format!("faulty.{action}");
        let shown = world.call_with(action, &[&tool, "step=transient", "--json"]);
        assert_eq!(shown.code, Some(code), "{shown:?}");
        let document = json(&shown.stdout);
        assert_eq!(document["attempts"], attempts, "{action}");
        assert_eq!(document["outcome"], outcome, "{action}");
        assert_eq!(document["sent"], "unknown", "{action}");
    }
    world.assert_closed("one client for all attempts");
    assert_eq!(world.peer.count("open"), 2);
}
