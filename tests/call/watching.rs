//! What those get who watch: events, the whole outcome as JSON, and calls without a ledger.

use std::fs;

use serde_json::json as value;

use super::*;
use crate::support::pty::{Ended, Pty};

/// The words of a call, its exit code, how it ended, the kind of its failure, and the events before
/// the last.
type Watched<'w> = (&'w [&'w str], i32, &'w str, Value, &'w [&'w str]);

/// Returns the events of one call, as JSON.
fn events(world: &World, file: &str) -> Vec<Value> {
    world.project.read(file).lines().map(json).collect()
}

#[test]
fn every_call_has_one_last_event() {
    let world = World::with(Setup {
        toolkit: "approval: false",
        deployment: "policy: {capabilities: {faulty.hold: deny}}\n",
        ..Setup::default()
    });
    let began = ["call.started"];
    let sent = ["call.started", "call.sending"];
    let cases: [Watched<'_>; 15] = [
        (&["faulty.write"], 0, "done", Value::Null, &sent),
        (&["faulty.read"], 0, "done", Value::Null, &began),
        (&["faulty.pure"], 0, "done", Value::Null, &began),
        (
            &["faulty.write", "step=rejected"],
            1,
            "rejected",
            value!("refused"),
            &sent,
        ),
        (
            &["faulty.write", "step=garbage"],
            7,
            "done",
            value!("result-schema"),
            &sent,
        ),
        (
            &["faulty.write", "step=target"],
            1,
            "refused",
            value!("refused"),
            &began,
        ),
        (
            &["faulty.write", "step=panic_prepare"],
            2,
            "refused",
            value!("bug"),
            &began,
        ),
        (
            &["faulty.write", "step=missing"],
            5,
            "not_attempted",
            value!("missing-setting"),
            &began,
        ),
        (
            &["faulty.write", "step=panic_before"],
            2,
            "not_attempted",
            value!("bug"),
            &began,
        ),
        (
            &["faulty.write", "step=panic_after"],
            6,
            "unknown",
            value!("bug"),
            &sent,
        ),
        (
            &["faulty.write", "step=panic_after"],
            6,
            "refused",
            value!("outcome-unknown"),
            &began,
        ),
        (
            &["faulty.write", "step=nowhere"],
            2,
            "refused",
            value!("invalid-arguments"),
            &began,
        ),
        (
            &["faulty.write", "bogus=1"],
            2,
            "refused",
            value!("invalid-arguments"),
            &began,
        ),
        (
            &["faulty.hold"],
            3,
            "refused",
            value!("capability-policy"),
            &began,
        ),
        (
            &["faulty.send", "--dry-run"],
            0,
            "planned",
            Value::Null,
            &began,
        ),
    ];
    for (number, (words, code, ending, kind, before)) in cases.into_iter().enumerate() {
        let file = format!("events-{number}");
        let shown = world.call(&[words, &["--json", "--events", &file]].concat());
        assert_eq!(shown.code, Some(code), "{words:?}: {shown:?}");
        let call = json(&shown.stdout)["call_id"].clone();
        let events = events(&world, &file);
        let names: Vec<&str> = events
            .iter()
            .map(|event| event["event"].as_str().unwrap())
            .collect();
        let expected = [before, &["call.finished"]].concat();
        assert_eq!(names, expected, "{words:?}");
        for event in &events {
            assert_eq!(event["schema"], "algen.event/1");
            assert_eq!(event["call_id"], call, "{words:?}");
        }
        let last = events.last().unwrap();
        assert_eq!(
            (&last["ending"], &last["kind"]),
            (&value!(ending), &kind),
            "{words:?}"
        );
    }
}

#[test]
fn a_call_that_is_not_trusted_or_waits_has_a_last_event_too() {
    let world = World::with(Setup {
        agent: POLICY_ASKS,
        ..Setup::default()
    });
    let open = world.call(&["faulty.write", "--no-input", "--events", "open"]);
    assert_eq!(open.code, Some(4), "{open:?}");
    let names = events(&world, "open");
    let names: Vec<&Value> = names.iter().map(|event| &event["event"]).collect();
    let expected = [
        "call.started",
        "approval.requested",
        "approval.pending",
        "call.finished",
    ];
    assert_eq!(names, expected);
    world.call(&["faulty.write", "--yes", "--events", "open"]);
    assert_eq!(events(&world, "open").len(), 9, "a file is continued");

    let changed = world.project.read("algen.yaml") + "policy: {default_effect: allow}\n";
    world.project.write("algen.yaml", changed.as_bytes());
    let untrusted = world.call(&["faulty.write", "--no-input", "--events", "untrusted"]);
    assert_eq!(
        (untrusted.code, untrusted.stdout.as_str()),
        (Some(3), ""),
        "{untrusted:?}"
    );
    let last = events(&world, "untrusted").pop().unwrap();
    assert_eq!(
        (&last["event"], &last["kind"]),
        (&value!("call.finished"), &value!("trust"))
    );
    assert_eq!(world.peer.effects(), 1);

    let nowhere = world.call(&["faulty.write", "--events", "no/such/folder"]);
    assert_eq!((nowhere.code, nowhere.stdout.as_str()), (Some(2), ""));
    assert!(
        nowhere
            .stderr
            .starts_with("error: cannot write events to no/such/folder: "),
        "{nowhere:?}"
    );
    let full = world.call(&[
        "faulty.pure",
        "text=t",
        "--events",
        "/dev/full",
        "--no-input",
    ]);
    assert_eq!(full.code, Some(3), "{full:?}");
    assert!(
        full.stderr
            .starts_with("warning: the events are not whole: "),
        "{full:?}"
    );
    world.trust();
    let input = world.call(&["faulty.write", "--input", "@missing", "--events", "input"]);
    assert_eq!(input.code, Some(2), "{input:?}");
    assert!(
        input
            .stderr
            .starts_with("error: cannot read the file of --input: "),
        "{input:?}"
    );
    let last = events(&world, "input").pop().unwrap();
    assert_eq!(
        (&last["event"], &last["kind"]),
        (&value!("call.finished"), &value!("unreadable-input"))
    );
    let missing = world.call(&["faulty.write", "text=@missing", "--events", "unreadable"]);
    assert_eq!(missing.code, Some(2), "{missing:?}");
    let last = events(&world, "unreadable").pop().unwrap();
    assert_eq!(
        (&last["event"], &last["ending"]),
        (&value!("call.finished"), &value!("refused"))
    );
}

#[test]
fn the_whole_outcome_is_one_document() {
    let world = World::new();
    let words = ["text=t", "--json", "--idempotency-key", "k"];
    let done = world.call(&[&["faulty.write"], &words[..]].concat());
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let mut document = json(&done.stdout);
    let call = world.entry("k").unwrap();
    let expected = value!({
        "schema": "algen.call/1",
        "tool": "faulty.write",
        "call_id": call.call,
        "key": "k",
        "fingerprint": call.digests.fingerprint,
        "outcome": "done",
        "sent": "yes",
        "attempts": 1,
        "result": {"text": "t", "attempt": 1},
        "truncated": false,
        "redacted": false,
        "untrusted_content": true,
        "replayed": false,
        "fake": false,
        "error": null,
    });
    assert_eq!(document, expected);

    let refused = world.call(&["faulty.write", "txt=t", "--json"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    document = json(&refused.stdout);
    assert_eq!(document["outcome"], "refused");
    assert_eq!(document["fingerprint"], Value::Null);
    assert_eq!(document["error"]["kind"], "invalid-arguments");
    let details = document["error"]["details"].as_array().unwrap();
    assert!(details[0].as_str().unwrap().contains("txt"), "{document}");

    let unknown = world.call(&["faulty.write", "step=after_sending", "--json"]);
    assert_eq!(unknown.code, Some(6), "{unknown:?}");
    document = json(&unknown.stdout);
    assert_eq!(document["outcome"], "unknown");
    assert_eq!(document["sent"], "unknown");
    assert_eq!(
        document["error"],
        value!({
            "kind": "connection-lost",
            "field": null,
            "message": "the connection to the peer was lost",
            "help": null,
        })
    );
}

#[test]
fn without_a_ledger_nothing_is_changed_and_reads_go_on() {
    // No folder can be made there, not even by root.
    let world = World::with(Setup {
        deployment: "ledger: {url: env://LEDGER}\n",
        toolkit: "approval: false",
        variables: &[("LEDGER", "/proc/algen/ledger.sqlite3")],
        ..Setup::default()
    });
    for tool in ["faulty.write", "faulty.send", "faulty.destroy"] {
        let shown = world.call(&[tool, "text=t"]);
        assert_eq!(
            (shown.code, shown.stdout.as_str()),
            (Some(5), ""),
            "{shown:?}"
        );
        assert!(
            shown
                .stderr
                .starts_with("error: the ledger cannot be written: "),
            "{shown:?}"
        );
        assert!(
            shown.stderr.ends_with(
                "  help: A call that changes something is recorded first, so nothing was sent.\n"
            ),
            "{shown:?}"
        );
    }
    assert_eq!(world.peer.heard(), Vec::<String>::new());
    let read = world.call(&["faulty.read", "text=t"]);
    assert_eq!(read.code, Some(0), "{read:?}");
    assert_eq!(read.stdout, "{\"text\":\"t\",\"attempt\":1}\n");
    let warning = "warning: the call is not recorded: the ledger cannot be written: ";
    assert!(read.stderr.starts_with(warning), "{read:?}");
    assert_eq!(read.stderr.lines().count(), 1, "{read:?}");
    let pure = world.call(&["faulty.pure", "text=t"]);
    assert_eq!((pure.code, pure.stderr.as_str()), (Some(0), ""), "{pure:?}");
    world.assert_closed("no ledger");
}

#[test]
fn a_damaged_ledger_stops_what_changes_something() {
    let world = World::new();
    fs::create_dir_all(world.ledger_file().parent().unwrap()).unwrap();
    fs::write(world.ledger_file(), "this is no database").unwrap();
    let write = world.call_with("k", &["faulty.write", "text=t"]);
    assert_eq!(
        (write.code, write.stdout.as_str()),
        (Some(5), ""),
        "{write:?}"
    );
    let read = world.call_with("k", &["faulty.read", "text=t"]);
    assert_eq!(read.code, Some(0), "{read:?}");
    assert!(
        read.stderr
            .starts_with("warning: the call is not recorded: "),
        "{read:?}"
    );
    assert_eq!(read.stderr.lines().count(), 1, "{read:?}");
    assert_eq!(world.peer.effects(), 0);
    assert_eq!(
        fs::read_to_string(world.ledger_file()).unwrap(),
        "this is no database"
    );
}

/// What a tool writes while it works is shown as it comes, where somebody looks.
#[test]
fn output_of_a_running_tool_is_shown_on_a_terminal() {
    let world = World::new();
    let words = ["call", "faulty.pure", "step=output", "text=t"];
    let result = "{\"text\":\"t\",\"attempt\":1}\n";
    let mut pty = Pty::open(80, 24);
    let running = pty.start(world.project.command_on(&pty, &words));
    pty.wait_for("thr");
    assert_eq!(
        running.wait(),
        Ended {
            code: Some(0),
            signal: None,
            stdout: result.to_owned(),
        }
    );
    let shown = pty.shown();
    assert!(shown.contains("one"), "{shown}");
    assert!(shown.contains("two \\u{1b}[31mred"), "{shown}");

    let piped = world
        .project
        .run(&[&words[..], &["--events", "events"]].concat());
    assert_eq!((piped.code, piped.stderr.as_str()), (Some(0), ""));
    let told: Vec<Value> = events(&world, "events")
        .into_iter()
        .filter(|event| event["event"] == "process.output")
        .map(|event| event["text"].clone())
        .collect();
    assert_eq!(told, ["one\ntwo \u{1b}[31m", "red\nthr"]);
}
