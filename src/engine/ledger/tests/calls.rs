//! What each function makes of each state.

use algen_core::governance::ledger::StoredResult;
use algen_core::governance::outcome::State;
use serde_json::json;

use super::*;

/// Brings a call under the key `k` into a state.
fn bring(ledger: &SqliteLedger, state: State) -> Lease {
    let lease = hold(ledger, &intent("k", "r"));
    let after = match state {
        State::Reserved => return lease,
        State::NotAttempted => {
            settle(ledger, &lease, &Outcome::NotAttempted(failure()));
            return lease;
        }
        State::Sending => None,
        State::Done => Some(Outcome::Done),
        State::Rejected => Some(Outcome::Rejected(failure())),
        State::Unknown | State::NotDone => Some(Outcome::Unknown(failure())),
    };
    sending(ledger, &lease);
    if let Some(outcome) = after {
        settle(ledger, &lease, &outcome);
    }
    if state == State::NotDone {
        let resolved = resolve(ledger, &lease.call, Verdict::NotDone, "I looked");
        wait(resolved).expect("it answers");
    }
    lease
}

#[test]
fn what_may_be_reserved_after_what() {
    // Same key and request; same key, other request; other key, same request; the same `again`.
    let cases = [
        (State::Reserved, "taken reserved", "held 1", "held 1"),
        (State::Sending, "taken sending", "held 1", "held 1"),
        (State::Done, "taken done", "held 1", "held 1"),
        (State::Rejected, "held 2", "held 1", "held 1"),
        (State::NotAttempted, "held 2", "held 1", "held 1"),
        (
            State::Unknown,
            "taken unknown",
            "unresolved unknown",
            "held 1",
        ),
        (State::NotDone, "held 3", "held 1", "held 1"),
    ];
    for (state, same, other_key, again) in cases {
        let asked = |intent: Intent| {
            let ledger = World::new().in_memory();
            bring(&ledger, state);
            short(&reserve(&ledger, &intent))
        };
        assert_eq!(
            asked(intent("k", "r")),
            same,
            "{state}: same key and request"
        );
        let other = asked(intent("k", "q"));
        assert_eq!(other, format!("taken {state}"), "{state}: other request");
        assert_eq!(asked(intent("l", "r")), other_key, "{state}: other key");
        let mut repeated = intent("l", "r");
        repeated.again = true;
        assert_eq!(asked(repeated), again, "{state}: other key, again");
        let mut elsewhere = intent("k", "r");
        elsewhere.scope.tenant = "acme".to_owned();
        assert_eq!(asked(elsewhere), "held 1", "{state}: another tenant");
    }
}

#[test]
fn a_later_attempt_keeps_the_call_and_starts_anew() {
    let world = World::new();
    let ledger = world.in_memory();
    let first = bring(&ledger, State::Rejected);
    world.pass(Duration::from_secs(1));
    world.become_process(2);
    let second = hold(&ledger, &intent("k", "r"));
    assert_eq!((&second.call, second.fence), (&first.call, 2));
    let entry = find(&ledger, "k");
    assert_eq!(entry.call, first.call);
    assert_eq!((entry.attempts, entry.state), (2, State::Reserved));
    assert_eq!(
        (entry.failure, entry.sending_at, entry.settled_at),
        (None, None, None)
    );
    assert_eq!((entry.owner.process, entry.reserved_at), (2, world.wall()));
}

#[test]
fn what_was_written_is_read() {
    let world = World::new();
    let ledger = world.in_memory();
    let mut asked = intent("k", "r");
    asked.approved_by = ApprovedBy::Person { person: person() };
    let reserved_at = world.wall();
    let lease = hold(&ledger, &asked);
    world.pass(Duration::from_millis(5));
    sending(&ledger, &lease);
    world.pass(Duration::from_millis(5));
    settle(&ledger, &lease, &Outcome::Rejected(failure()));
    let expected = Entry {
        call: asked.call.clone(),
        scope: asked.scope.clone(),
        key: asked.key.clone(),
        tool: asked.tool.clone(),
        agent: asked.agent.clone(),
        identity: asked.identity.clone(),
        side_effect: asked.side_effect,
        digests: asked.digests.clone(),
        argument_names: asked.argument_names.clone(),
        approved_by: asked.approved_by.clone(),
        state: State::Rejected,
        owner: world.owner(),
        attempts: 1,
        failure: Some(Failure {
            message: String::new(),
            ..failure()
        }),
        result: None,
        resolution: None,
        reserved_at,
        sending_at: Some(reserved_at + 5),
        settled_at: Some(reserved_at + 10),
    };
    assert_eq!(find(&ledger, "k"), expected);
    assert_eq!(wait(ledger.find(&scope(), "other")), Ok(None));
}

#[test]
fn the_mark_of_sending_is_set_once_by_whom_it_is_ours() {
    for state in State::ALL {
        let ledger = World::new().in_memory();
        let lease = bring(&ledger, state);
        let expected = match state {
            State::Reserved => Ok(()),
            _ => Err(LedgerError::Fenced),
        };
        assert_eq!(wait(ledger.sending(&lease)), expected, "{state}");
    }
    let ledger = World::new().in_memory();
    let lease = bring(&ledger, State::Reserved);
    let mut wrong = lease.clone();
    wrong.fence = 2;
    assert_eq!(wait(ledger.sending(&wrong)), Err(LedgerError::Fenced));
    let mut wrong = lease.clone();
    wrong.call = call_id();
    assert_eq!(wait(ledger.sending(&wrong)), Err(LedgerError::Fenced));
    let mut wrong = lease;
    wrong.scope.tenant = "acme".to_owned();
    assert_eq!(wait(ledger.sending(&wrong)), Err(LedgerError::Fenced));
}

#[test]
fn how_each_state_may_end() {
    let outcomes = [
        Outcome::Done,
        Outcome::Rejected(failure()),
        Outcome::NotAttempted(failure()),
        Outcome::Unknown(failure()),
    ];
    // What may have been sent cannot be taken back: `not_attempted` is `unknown` after the mark.
    let cases = [
        (
            State::Reserved,
            ["done", "rejected", "not_attempted", "unknown"],
        ),
        (State::Sending, ["done", "rejected", "unknown", "unknown"]),
        (State::Done, ["done", "fenced", "fenced", "fenced"]),
        (State::Rejected, ["fenced", "rejected", "fenced", "fenced"]),
        (
            State::NotAttempted,
            ["fenced", "fenced", "not_attempted", "fenced"],
        ),
        (State::Unknown, ["fenced", "fenced", "unknown", "unknown"]),
        (State::NotDone, ["fenced", "fenced", "fenced", "fenced"]),
    ];
    for (state, expected) in cases {
        for (outcome, expected) in outcomes.iter().zip(expected) {
            let ledger = World::new().in_memory();
            let lease = bring(&ledger, state);
            let answer = match wait(ledger.settle(&lease, outcome)) {
                Ok(()) => find(&ledger, "k").state.word(),
                Err(LedgerError::Fenced) => "fenced",
                Err(error) => panic!("{error}"),
            };
            assert_eq!(answer, expected, "{state} {outcome:?}");
        }
    }
}

#[test]
fn an_owner_that_is_gone_or_late_loses_its_call() {
    type Happens = fn(&World);
    let gone: Happens = |world| world.kill(1);
    let late: Happens = |world| world.pass(LEASE);
    let set_back: Happens = |world| {
        world.pass(LEASE);
        world.set_wall(0);
    };
    let restarted: Happens = |world| {
        let mut says = world.says();
        says.me.boot = "later".to_owned();
        says.now.boot = "later".to_owned();
    };
    let cases = [
        ("gone", gone, "owner-gone"),
        ("late", late, "lease-over"),
        ("late, the wall clock set back", set_back, "lease-over"),
        ("restarted", restarted, "machine-restarted"),
    ];
    let ends = [
        (State::Reserved, State::NotAttempted, "held 3"),
        (State::Sending, State::Unknown, "taken unknown"),
    ];
    for (name, happens, kind) in cases {
        for (before, after, repeated) in ends {
            let world = World::new();
            let ledger = world.in_memory();
            let lease = bring(&ledger, before);
            happens(&world);
            world.become_process(2);
            let entry = find(&ledger, "k");
            assert_eq!(entry.state, after, "{name} {before}");
            assert_eq!(
                entry.failure.map(|failure| failure.kind),
                Some(kind.into()),
                "{name}"
            );
            assert_eq!(entry.settled_at, Some(world.wall()), "{name} {before}");
            assert_eq!(
                wait(ledger.sending(&lease)),
                Err(LedgerError::Fenced),
                "{name}"
            );
            let done = wait(ledger.settle(&lease, &Outcome::Done));
            assert_eq!(done, Err(LedgerError::Fenced), "{name} {before}");
            assert_eq!(
                short(&reserve(&ledger, &intent("k", "r"))),
                repeated,
                "{name} {before}"
            );
        }
    }
}

#[test]
fn a_late_owner_may_not_send_although_nobody_took_it_over() {
    let world = World::new();
    let ledger = world.in_memory();
    let lease = bring(&ledger, State::Reserved);
    world.pass(LEASE - Duration::from_millis(1));
    world.set_wall(0);
    world.pass(Duration::from_millis(1));
    assert_eq!(wait(ledger.sending(&lease)), Err(LedgerError::Fenced));
    // How it ended is still its to say.
    assert_eq!(
        wait(ledger.settle(&lease, &Outcome::NotAttempted(failure()))),
        Ok(())
    );
}

#[test]
fn a_wall_clock_set_forward_takes_nothing_away() {
    let world = World::new();
    let ledger = world.in_memory();
    let lease = bring(&ledger, State::Reserved);
    world.set_wall(world.wall() + 86_400_000);
    assert_eq!(find(&ledger, "k").state, State::Reserved);
    assert_eq!(wait(ledger.sending(&lease)), Ok(()));
}

#[test]
fn an_unknown_call_of_a_dead_owner_blocks_the_same_request_under_another_key() {
    let world = World::new();
    let ledger = world.in_memory();
    bring(&ledger, State::Sending);
    assert_eq!(wait(ledger.unresolved(&scope(), "r")), Ok(None));
    world.kill(1);
    world.become_process(2);
    assert_eq!(
        short(&reserve(&ledger, &intent("l", "r"))),
        "unresolved unknown"
    );
    let found = wait(ledger.unresolved(&scope(), "r")).expect("it answers");
    assert_eq!(found.map(|entry| entry.key.text), Some("k".to_owned()));
    assert_eq!(wait(ledger.unresolved(&scope(), "q")), Ok(None));
}

#[test]
fn asking_for_what_is_unresolved_settles_what_was_lost() {
    let world = World::new();
    let ledger = world.in_memory();
    bring(&ledger, State::Sending);
    world.pass(LEASE);
    let found = wait(ledger.unresolved(&scope(), "r")).expect("it answers");
    assert_eq!(found, Some(find(&ledger, "k")));
    assert_eq!(found.map(|entry| entry.state), Some(State::Unknown));
}

fn result(text: &str) -> StoredResult {
    StoredResult {
        digest: "digest".to_owned(),
        bytes: text.len() as u64,
        text: Some(text.to_owned()),
        withheld: None,
        redacted: true,
    }
}

#[test]
fn of_a_result_is_kept_what_fits() {
    let without = |text: &str| StoredResult {
        text: None,
        ..result(text)
    };
    let (fits, large) = ("x".repeat(64 << 10), "x".repeat((64 << 10) + 1));
    let write = SideEffect::External;
    let cases = [
        ("small", StoredResults::Redacted, write, "{}", result("{}")),
        ("as it came", StoredResults::Full, write, "{}", result("{}")),
        (
            "at the limit",
            StoredResults::Redacted,
            write,
            fits.as_str(),
            result(&fits),
        ),
        (
            "above it",
            StoredResults::Redacted,
            write,
            large.as_str(),
            without(&large),
        ),
        (
            "digests only",
            StoredResults::Digest,
            write,
            "{}",
            without("{}"),
        ),
        (
            "a read",
            StoredResults::Redacted,
            SideEffect::Read,
            "{}",
            without("{}"),
        ),
    ];
    for (name, store, side_effect, text, expected) in cases {
        let settings = LedgerSettings {
            store,
            ..settings(Place::Memory)
        };
        let ledger = SqliteLedger::on(Box::new(World::new()), settings);
        let mut asked = intent("k", "r");
        asked.side_effect = side_effect;
        let lease = hold(&ledger, &asked);
        let early = wait(ledger.keep_result(&lease, &result(text)));
        assert_eq!(early, Err(LedgerError::Fenced), "{name}: it is not done");
        settle(&ledger, &lease, &Outcome::Done);
        assert_eq!(
            wait(ledger.keep_result(&lease, &result(text))),
            Ok(()),
            "{name}"
        );
        assert_eq!(find(&ledger, "k").result, Some(expected), "{name}");
    }
}

#[test]
fn a_withheld_result_says_why() {
    let ledger = World::new().in_memory();
    let lease = bring(&ledger, State::Done);
    let withheld = StoredResult {
        text: None,
        withheld: Some("output-schema".to_owned()),
        ..result("")
    };
    assert_eq!(wait(ledger.keep_result(&lease, &withheld)), Ok(()));
    assert_eq!(find(&ledger, "k").result, Some(withheld));
}

fn read(key: &str, request: &str) -> Intent {
    let mut intent = intent(key, request);
    intent.side_effect = SideEffect::Read;
    intent
}

#[test]
fn a_read_is_recorded_with_its_outcome_and_replaced_by_a_later_one() {
    let world = World::new();
    let ledger = world.in_memory();
    let record = |intent: &Intent, outcome: &Outcome| {
        wait(ledger.record(intent, outcome, Some(&result("{}")))).expect("it answers")
    };
    let first = record(&read("k", "r"), &Outcome::Unknown(failure()));
    assert_eq!(short(&first), "held 1");
    world.pass(Duration::from_secs(1));
    let lease = held(record(&read("k", "r"), &Outcome::Done));
    assert_eq!(lease.fence, 2);
    let entry = find(&ledger, "k");
    assert_eq!(
        (entry.state, entry.attempts, entry.failure),
        (State::Done, 2, None)
    );
    assert_eq!(entry.settled_at, Some(world.wall()));
    let kept = entry.result.expect("a result");
    assert_eq!((kept.text, kept.bytes), (None, 2));
    // Another request does not take its key, a write under way not either.
    assert_eq!(
        short(&record(&read("k", "q"), &Outcome::Done)),
        "taken done"
    );
    hold(&ledger, &intent("w", "w"));
    assert_eq!(
        short(&record(&read("w", "w"), &Outcome::Done)),
        "taken reserved"
    );
}

#[test]
fn a_file_that_nobody_wrote_is_not_made_by_reading() {
    let folder = Folder::new();
    let ledger = folder.ledger();
    assert_eq!(wait(ledger.find(&scope(), "k")), Ok(None));
    assert_eq!(wait(ledger.unresolved(&scope(), "r")), Ok(None));
    assert_eq!(wait(ledger.approved("shop", "f")), Ok(None));
    assert_eq!(wait(ledger.grants("shop", "a", "t", "c")), Ok(Vec::new()));
    let stamp = wait(ledger.change_stamp()).expect("it answers");
    assert!(!folder.file().exists());
    hold(&ledger, &intent("k", "r"));
    assert!(folder.file().exists());
    assert_ne!(wait(ledger.change_stamp()), Ok(stamp));
}

#[test]
fn the_stamp_differs_after_changes_of_others_and_only_then() {
    let folder = Folder::new();
    let (ledger, other) = (folder.ledger(), folder.ledger());
    hold(&ledger, &intent("k", "r"));
    let stamp = || wait(ledger.change_stamp()).expect("it answers");
    let before = stamp();
    assert_eq!(stamp(), before);
    hold(&other, &intent("l", "q"));
    let after = stamp();
    assert_ne!(after, before);
    assert_eq!(stamp(), after);
}

#[test]
fn no_value_is_in_what_is_shown() {
    let ledger = World::new().in_memory();
    bring(&ledger, State::Rejected);
    let shown = json!(find(&ledger, "k")).to_string();
    assert!(!shown.contains("these words"), "{shown}");
}
