//! Listing, showing, resolving and exporting.

use algen_core::governance::ledger::Resolution;
use algen_core::governance::outcome::State;
use serde_json::Value;

use super::super::{ExportError, Filter, Found, REASON_CHARS_MAX};
use super::*;

fn keys(ledger: &SqliteLedger, filter: &Filter) -> Vec<String> {
    let entries = wait(ledger.list(filter)).expect("it answers");
    entries.into_iter().map(|entry| entry.key.text).collect()
}

fn all() -> Filter {
    Filter {
        limit: 1_000,
        ..Filter::default()
    }
}

#[test]
fn entries_are_listed_as_asked_the_latest_first() {
    let world = World::new();
    let ledger = world.in_memory();
    let begin = world.wall();
    let done = hold(&ledger, &intent("done", "a"));
    settle(&ledger, &done, &Outcome::Done);
    world.pass(Duration::from_secs(1));
    let mut other = intent("other", "b");
    other.tool = "smtp.other".to_owned();
    other.agent = "other".to_owned();
    other.scope.namespace = "elsewhere".to_owned();
    let lease = hold(&ledger, &other);
    settle(&ledger, &lease, &Outcome::Rejected(failure()));
    world.pass(Duration::from_secs(1));
    let lost = hold(&ledger, &intent("lost", "c"));
    sending(&ledger, &lost);
    world.pass(LEASE);
    let none = || None::<String>;
    let cases = [
        ("all", all(), vec!["lost", "other", "done"]),
        ("two", Filter { limit: 2, ..all() }, vec!["lost", "other"]),
        ("none", Filter { limit: 0, ..all() }, vec![]),
        (
            "tool",
            Filter {
                tool: Some("smtp.other".to_owned()),
                ..all()
            },
            vec!["other"],
        ),
        (
            "agent",
            Filter {
                agent: Some("clerk".to_owned()),
                ..all()
            },
            vec!["lost", "done"],
        ),
        (
            "namespace",
            Filter {
                namespace: Some("elsewhere".to_owned()),
                ..all()
            },
            vec!["other"],
        ),
        (
            "nowhere",
            Filter {
                namespace: Some("x".to_owned()),
                tool: none(),
                ..all()
            },
            vec![],
        ),
        (
            "since",
            Filter {
                since: Some(begin + 1_000),
                ..all()
            },
            vec!["lost", "other"],
        ),
        (
            "rejected",
            Filter {
                state: Some(State::Rejected),
                ..all()
            },
            vec!["other"],
        ),
        // Nobody settled it yet, but its owner has lost it.
        (
            "unknown",
            Filter {
                state: Some(State::Unknown),
                ..all()
            },
            vec!["lost"],
        ),
        (
            "sending",
            Filter {
                state: Some(State::Sending),
                ..all()
            },
            vec![],
        ),
    ];
    for (name, filter, expected) in cases {
        assert_eq!(keys(&ledger, &filter), expected, "{name}");
    }
}

#[test]
fn more_entries_than_a_page_are_listed_whole() {
    let ledger = World::new().in_memory();
    for number in 0..600 {
        let mut intent = intent(&format!("k{number}"), "r");
        intent.side_effect = SideEffect::Read;
        wait(ledger.record(&intent, &Outcome::Done, None)).expect("it answers");
    }
    let listed: BTreeSet<String> = keys(&ledger, &all()).into_iter().collect();
    assert_eq!(listed.len(), 600);
    let some = Filter {
        limit: 300,
        ..all()
    };
    assert_eq!(keys(&ledger, &some).len(), 300);
}

#[test]
fn a_call_is_found_by_the_beginning_of_its_name() {
    let world = World::new();
    let ledger = world.in_memory();
    let names = ["0000000000aaaa", "0000000000aabb", "0000000001cccc"];
    for name in names {
        let mut intent = intent(name, name);
        intent.call = CallId(name.to_owned());
        let lease = hold(&ledger, &intent);
        sending(&ledger, &lease);
        settle(&ledger, &lease, &Outcome::Done);
    }
    let cases = [
        ("0000000001", "one 0000000001cccc"),
        ("0000000000AABB", "one 0000000000aabb"),
        ("0000000000aa", "several 2"),
        ("0", "several 3"),
        ("1", "nothing"),
        ("", "nothing"),
        ("%", "nothing"),
        ("0000000001cccc0", "nothing"),
    ];
    for (beginning, expected) in cases {
        let got = match wait(ledger.show(beginning)).expect("it answers") {
            Found::One(history) => format!("one {}", history.entry.call),
            Found::Several(names) => format!("several {}", names.len()),
            Found::Nothing => "nothing".to_owned(),
        };
        assert_eq!(got, expected, "{beginning:?}");
    }
    let Found::One(history) = wait(ledger.show(names[2])).expect("it answers") else {
        panic!("it is found");
    };
    let kinds: Vec<&str> = history
        .events
        .iter()
        .map(|event| event.kind.as_str())
        .collect();
    assert_eq!(kinds, ["reserved", "sending", "settled"]);
    let sequences: Vec<u64> = history.events.iter().map(|event| event.sequence).collect();
    assert_eq!(sequences, [7, 8, 9]);
    assert_eq!(history.events[0].body["tool"], "smtp.send_email");
    assert_eq!(history.events[2].body["state"], "done");
    assert_eq!(wait(ledger.events("none")), Ok(vec![]));
}

#[test]
fn an_unknown_call_is_resolved_by_a_person() {
    let cases = [
        (Verdict::Done, State::Done, "taken done"),
        (Verdict::NotDone, State::NotDone, "held 3"),
    ];
    for (verdict, state, repeated) in cases {
        let world = World::new();
        let ledger = world.in_memory();
        let lease = hold(&ledger, &intent("k", "r"));
        settle(&ledger, &lease, &Outcome::Unknown(failure()));
        let resolve = |reason: &str| {
            let resolved = resolve(&ledger, &lease.call, verdict, reason);
            wait(resolved).expect("it answers")
        };
        assert_eq!(resolve(" \n"), Resolved::ReasonMissing);
        let long = "é".repeat(REASON_CHARS_MAX + 1);
        assert_eq!(resolve(&long), Resolved::ReasonTooLong);
        world.pass(Duration::from_secs(1));
        let Resolved::Recorded(entry) = resolve("I looked") else {
            panic!("it is recorded");
        };
        let resolution = Resolution {
            person: person(),
            reason: "I looked".to_owned(),
        };
        assert_eq!(
            (entry.state, entry.resolution.as_ref()),
            (state, Some(&resolution))
        );
        assert_eq!(entry.settled_at, Some(world.wall()));
        assert_eq!(find(&ledger, "k"), entry);
        assert_eq!(resolve("again"), Resolved::NotUnknown(entry));
        let late = wait(ledger.settle(&lease, &Outcome::Unknown(failure())));
        assert_eq!(late, Err(LedgerError::Fenced));
        let again = reserve(&ledger, &intent("k", "r"));
        assert_eq!(short(&again), repeated, "{state}");
    }
}

#[test]
fn only_what_is_unknown_is_resolved() {
    let world = World::new();
    let ledger = world.in_memory();
    let lease = hold(&ledger, &intent("k", "r"));
    sending(&ledger, &lease);
    let resolve = |call: &CallId| wait(resolve(&ledger, call, Verdict::Done, "I looked"));
    let early = resolve(&lease.call).expect("it answers");
    assert!(matches!(early, Resolved::NotUnknown(entry) if entry.state == State::Sending));
    // Its owner is gone, and nobody looked since.
    world.kill(1);
    let resolved = resolve(&lease.call).expect("it answers");
    assert!(matches!(resolved, Resolved::Recorded(entry) if entry.state == State::Done));
    assert_eq!(
        resolve(&CallId("none".to_owned())),
        Err(LedgerError::NotFound)
    );
}

#[test]
fn everything_is_exported_but_values() {
    let ledger = World::new().in_memory();
    let lease = hold(&ledger, &intent("k", "r"));
    settle(&ledger, &lease, &Outcome::Done);
    let kept = algen_core::governance::ledger::StoredResult {
        digest: "digest of the result".to_owned(),
        bytes: 12,
        text: Some("\"marked value\"".to_owned()),
        withheld: None,
        redacted: false,
    };
    wait(ledger.keep_result(&lease, &kept)).expect("it is ours");
    let mut lines: Vec<Value> = Vec::new();
    let mut sink = |line: &str| {
        assert!(!line.contains('\n'));
        lines.push(serde_json::from_str(line)?);
        Ok(())
    };
    assert_eq!(
        wait(ledger.export(None, &mut sink)).expect("it is taken"),
        4
    );
    let kinds: Vec<(&str, &str)> = lines
        .iter()
        .map(|line| (line["type"].as_str(), line["kind"].as_str()))
        .map(|(kind, event)| (kind.expect("a type"), event.unwrap_or_default()))
        .collect();
    let expected = [
        ("entry", ""),
        ("event", "reserved"),
        ("event", "settled"),
        ("event", "result_kept"),
    ];
    assert_eq!(kinds, expected);
    assert!(lines.iter().all(|line| line["schema"] == "algen.ledger/1"));
    assert_eq!(lines[0]["identity"]["user_id"], "ada");
    assert_eq!(lines[0]["result_digest"], "digest of the result");
    assert_eq!(
        lines[0]["argument_names"],
        serde_json::json!(["body", "to"])
    );
    assert_eq!(lines[2]["previous"], lines[1]["hash"]);
    let text = serde_json::to_string(&lines).expect("JSON");
    assert!(!text.contains("marked value"), "{text}");
}

#[test]
fn an_export_ends_where_its_lines_are_not_taken() {
    let ledger = World::new().in_memory();
    hold(&ledger, &intent("k", "r"));
    let mut sink = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe));
    let failed = wait(ledger.export(None, &mut sink));
    assert!(matches!(failed, Err(ExportError::Sink(_))), "{failed:?}");
    assert_eq!(find(&ledger, "k").state, State::Reserved);
}
