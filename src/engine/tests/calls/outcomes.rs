//! How calls end, and what that means for a repetition.

use algen_core::governance::identity::Scope;
use algen_core::governance::ledger::Ledger as _;
use algen_core::governance::outcome::{Sent, State};

use super::*;
use crate::runtime::Signal;

fn scope() -> Scope {
    Scope {
        namespace: "test".to_owned(),
        tenant: String::new(),
    }
}

fn definite(kind: &'static str) -> ToolError {
    ToolError::Rejected(Failure::new(kind, "no"))
}

fn no_answer(kind: &'static str) -> ToolError {
    ToolError::NoAnswer {
        failure: Failure::new(kind, "no answer"),
        transient: false,
    }
}

/// What a tool does, for each effect: how the call ends, whether something was sent, the state in
/// the ledger, and how often it was tried.
#[tokio::test]
async fn every_failure_has_its_meaning() {
    let refused = || ToolError::refused(Failure::new("refused", "no"));
    let missing = || ToolError::Missing(Failure::new("setting", "no host"));
    use Act::{FailAfter, FailBefore, Give, Hang, Panic, SendAndGive};
    let ok = || json!({"ok": true});
    let cases = [
        // Writes.
        (
            Preset::WRITE,
            SendAndGive(ok()),
            "done",
            Sent::Yes,
            State::Done,
            1,
        ),
        // A tool that forgets the mark has still done something.
        (Preset::WRITE, Give(ok()), "done", Sent::Yes, State::Done, 1),
        (
            Preset::WRITE,
            FailBefore(refused()),
            "not_attempted refused",
            Sent::No,
            State::NotAttempted,
            1,
        ),
        (
            Preset::WRITE,
            FailBefore(missing()),
            "missing setting",
            Sent::No,
            State::NotAttempted,
            1,
        ),
        (
            Preset::WRITE,
            FailBefore(transient("reset")),
            "not_attempted reset",
            Sent::No,
            State::NotAttempted,
            1,
        ),
        (
            Preset::WRITE,
            FailBefore(definite("http-422")),
            "rejected http-422",
            Sent::No,
            State::Rejected,
            1,
        ),
        (
            Preset::WRITE,
            FailAfter(definite("http-422")),
            "rejected http-422",
            Sent::Yes,
            State::Rejected,
            1,
        ),
        (
            Preset::WRITE,
            FailAfter(no_answer("reset")),
            "unknown reset",
            Sent::Unknown,
            State::Unknown,
            1,
        ),
        (
            Preset::WRITE,
            FailAfter(transient("http-503")),
            "unknown http-503",
            Sent::Unknown,
            State::Unknown,
            1,
        ),
        (
            Preset::WRITE,
            FailAfter(refused()),
            "unknown refused",
            Sent::Unknown,
            State::Unknown,
            1,
        ),
        (
            Preset::WRITE,
            Hang { sent: false },
            "not_attempted timeout",
            Sent::No,
            State::NotAttempted,
            1,
        ),
        (
            Preset::WRITE,
            Hang { sent: true },
            "unknown timeout",
            Sent::Unknown,
            State::Unknown,
            1,
        ),
        (
            Preset::WRITE,
            Panic { sent: false },
            "not_attempted bug",
            Sent::No,
            State::NotAttempted,
            1,
        ),
        (
            Preset::WRITE,
            Panic { sent: true },
            "unknown bug",
            Sent::Unknown,
            State::Unknown,
            1,
        ),
        (
            Preset::EXTERNAL,
            FailAfter(no_answer("reset")),
            "unknown reset",
            Sent::Unknown,
            State::Unknown,
            1,
        ),
        // Reads: three attempts where the failure may pass.
        (Preset::READ, Give(ok()), "done", Sent::No, State::Done, 1),
        (
            Preset::READ,
            SendAndGive(ok()),
            "done",
            Sent::Yes,
            State::Done,
            1,
        ),
        (
            Preset::READ,
            FailAfter(transient("http-503")),
            "not_attempted http-503",
            Sent::Unknown,
            State::NotAttempted,
            3,
        ),
        (
            Preset::READ,
            FailAfter(no_answer("garbage")),
            "not_attempted garbage",
            Sent::Unknown,
            State::NotAttempted,
            1,
        ),
        (
            Preset::READ,
            FailAfter(definite("http-404")),
            "rejected http-404",
            Sent::Yes,
            State::Rejected,
            1,
        ),
        (
            Preset::READ,
            Hang { sent: true },
            "not_attempted timeout",
            Sent::Unknown,
            State::NotAttempted,
            1,
        ),
        (
            Preset::READ,
            Panic { sent: true },
            "not_attempted bug",
            Sent::Unknown,
            State::NotAttempted,
            1,
        ),
        (
            Preset::ONCE,
            FailAfter(transient("http-503")),
            "not_attempted http-503",
            Sent::Unknown,
            State::NotAttempted,
            1,
        ),
    ];
    for (preset, act, expected, sent, state, attempts) in cases {
        let name = format!("{} {act:?}", preset.name);
        let world = World::new();
        // Only what never answers needs the deadline.
        let hangs = matches!(act, Hang { .. });
        let seconds = if hangs { 0.3 } else { 30.0 };
        let scripted = Scripted::new([act]);
        let spec = tool(preset.timeout(seconds));
        let report = world.call(&spec, &scripted, with_key("k")).await;
        assert_eq!(ended(&report), expected, "{name}");
        assert_eq!((report.sent, report.attempts), (sent, attempts), "{name}");
        assert_eq!(scripted.attempts(), attempts, "{name}");
        let entry = world.ledger.find(&scope(), "k").await.expect("a ledger");
        assert_eq!(entry.map(|entry| entry.state), Some(state), "{name}");
        let heard = world.heard();
        assert_eq!(heard.first(), Some(&"call.started"), "{name}");
        assert_eq!(heard.last(), Some(&"call.finished"), "{name}");
        let finished = heard.iter().filter(|name| **name == "call.finished");
        assert_eq!(finished.count(), 1, "{name}");
    }
}

#[tokio::test]
async fn a_read_that_fails_once_is_tried_again() {
    let world = World::new();
    let acts = [
        Act::FailAfter(transient("reset")),
        Act::SendAndGive(json!(1)),
    ];
    let scripted = Scripted::new(acts);
    let report = world
        .call(&tool(Preset::READ), &scripted, Call::default())
        .await;
    assert_eq!(ended(&report), "done");
    assert_eq!(report.attempts, 2);
}

#[tokio::test]
async fn a_pure_call_leaves_no_trace() {
    let world = World::new();
    let scripted = Scripted::new([Act::Give(json!(4))]);
    let report = world
        .call(&tool(Preset::PURE), &scripted, with_key("k"))
        .await;
    assert_eq!((ended(&report).as_str(), report.sent), ("done", Sent::No));
    let entry = world.ledger.find(&scope(), "k").await.expect("a ledger");
    assert_eq!(entry, None);
}

/// After the first call under a key: what the second does, and how often the tool ran in all.
#[tokio::test]
async fn a_key_is_used_once() {
    let again = |key| Call {
        again: true,
        ..with_key(key)
    };
    let other = || Call {
        arguments: json!({"text": "other"}),
        ..with_key("k")
    };
    let unknown = || Act::FailAfter(no_answer("reset"));
    let rejected = || Act::FailAfter(definite("http-422"));
    let not_sent = || Act::FailBefore(ToolError::refused(Failure::new("refused", "no")));
    let done = || Act::SendAndGive(json!({"n": 1}));
    let cases = [
        ("done, the same", done(), with_key("k"), "done", 1),
        (
            "done, another request",
            done(),
            other(),
            "refused key-reused",
            1,
        ),
        ("done, without the key", done(), Call::default(), "done", 2),
        (
            "rejected",
            rejected(),
            with_key("k"),
            "rejected http-422",
            2,
        ),
        (
            "not attempted",
            not_sent(),
            with_key("k"),
            "not_attempted refused",
            2,
        ),
        (
            "unknown",
            unknown(),
            with_key("k"),
            "refused outcome-unknown",
            1,
        ),
        (
            "unknown, without the key",
            unknown(),
            Call::default(),
            "refused outcome-unknown",
            1,
        ),
        (
            "unknown, again without the key",
            unknown(),
            Call {
                key: None,
                ..again("k")
            },
            "unknown reset",
            2,
        ),
        (
            "unknown, again with the key",
            unknown(),
            again("k"),
            "refused outcome-unknown",
            1,
        ),
        (
            "unknown, another request",
            unknown(),
            Call {
                key: None,
                ..other()
            },
            "unknown reset",
            2,
        ),
    ];
    for (name, act, second, expected, runs) in cases {
        let world = World::new();
        let scripted = Scripted::new([act]);
        let spec = tool(Preset::WRITE);
        let first = world.call(&spec, &scripted, with_key("k")).await;
        let report = world.call(&spec, &scripted, second).await;
        assert_eq!(ended(&report), expected, "{name}");
        assert_eq!(scripted.attempts(), runs, "{name}");
        let replayed = name == "done, the same";
        assert_eq!(report.replayed, replayed, "{name}");
        if replayed {
            assert_eq!(report.result, first.result, "{name}");
            assert_eq!(report.call, first.call, "{name}");
        }
    }
}

#[tokio::test]
async fn a_read_under_a_key_runs_again() {
    let world = World::new();
    let scripted = Scripted::new([Act::Give(json!(1)), Act::Give(json!(2))]);
    let spec = tool(Preset::READ);
    for expected in [1, 2] {
        let report = world.call(&spec, &scripted, with_key("k")).await;
        let result = report.result.expect("a result");
        assert_eq!((result.value(), report.replayed), (&json!(expected), false));
    }
    let other = Call {
        arguments: json!({"text": "other"}),
        ..with_key("k")
    };
    let report = world.call(&spec, &scripted, other).await;
    assert_eq!(ended(&report), "refused key-reused");
    assert_eq!(scripted.attempts(), 2);
}

#[tokio::test]
async fn what_is_kept_of_a_result_decides_what_a_repetition_gets() {
    for (store, expected) in [
        (StoredResults::Redacted, "done"),
        (StoredResults::Full, "done"),
        (StoredResults::Digest, "done result-not-kept"),
    ] {
        let world = World {
            store,
            ..World::new()
        };
        let scripted = Scripted::new([Act::SendAndGive(json!({"mail": "ada@example.com"}))]);
        let spec = tool(Preset::WRITE);
        let first = world.call(&spec, &scripted, with_key("k")).await;
        let second = world.call(&spec, &scripted, with_key("k")).await;
        assert_eq!(ended(&second), expected, "{store:?}");
        assert_eq!(
            (scripted.attempts(), second.replayed),
            (1, true),
            "{store:?}"
        );
        let redacted = json!({"mail": "[REDACTED_EMAIL]"});
        let first = first.result.expect("a result");
        assert_eq!(first.value(), &redacted, "{store:?}");
        if store != StoredResults::Digest {
            let second = second.result.expect("a result");
            assert_eq!(second.value(), &redacted, "{store:?}");
        }
    }
}

#[tokio::test]
async fn a_spent_budget_sends_nothing() {
    let world = World {
        budget: Duration::ZERO,
        ..World::new()
    };
    let scripted = Scripted::new([Act::Give(json!(1))]);
    let report = world
        .call(&tool(Preset::READ), &scripted, Call::default())
        .await;
    assert_eq!(ended(&report), "refused budget");
    assert_eq!(scripted.attempts(), 0);
    let world = World {
        budget: Duration::from_millis(300),
        ..World::new()
    };
    let hanging = Scripted::new([Act::Hang { sent: true }]);
    let report = world
        .call(&tool(Preset::WRITE), &hanging, Call::default())
        .await;
    assert_eq!(ended(&report), "unknown budget");
}

#[tokio::test]
async fn a_deadline_is_only_ever_shorter() {
    for (given, own, expected) in [(300, 20.0, 300), (3_600_000, 0.6, 600)] {
        let world = World {
            budget: Duration::from_secs(7_200),
            ..World::new()
        };
        let hanging = Scripted::new([Act::Hang { sent: false }]);
        let started = Instant::now();
        let call = Call {
            options: CallOptions {
                timeout: Some(Duration::from_millis(given)),
                ..CallOptions::default()
            },
            ..Call::default()
        };
        let spec = tool(Preset::WRITE.timeout(own));
        let report = world.call(&spec, &hanging, call).await;
        assert_eq!(ended(&report), "not_attempted timeout");
        let took = started.elapsed().as_millis();
        // Far from the longer of the two, also on a busy machine.
        let most = expected + 5_000;
        assert!((expected..most).contains(&took), "{given}: {took} ms");
    }
}

#[tokio::test]
async fn whoever_cancels_learns_whether_something_was_sent() {
    for (act, expected) in [
        (Act::Hang { sent: false }, "cancelled"),
        (Act::Hang { sent: true }, "unknown cancelled"),
    ] {
        let world = World::new();
        let hanging = Scripted::new([act]);
        let spec = tool(Preset::WRITE);
        let call = world.call(&spec, &hanging, with_key("k"));
        let cancel = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            world.cancellation.cancel(Signal::Interrupt);
        };
        let (report, ()) = tokio::join!(call, cancel);
        assert_eq!(ended(&report), expected);
    }
}

#[tokio::test]
async fn a_limit_counts_calls_of_any_effect() {
    for preset in [Preset::PURE, Preset::READ, Preset::WRITE] {
        let mut world = World::new();
        let rate = algen_core::config::Rate::parse("2/hour").expect("a rate");
        let mut policy = Policy::default();
        let name = Spanned::implied("t.act".to_owned());
        policy.limits.entries.push((name, Spanned::implied(rate)));
        world.policy = Some(policy);
        let scripted = Scripted::new([Act::Give(json!(1))]);
        let spec = tool(preset);
        let mut endings = Vec::new();
        for _ in 0..3 {
            endings.push(ended(&world.call(&spec, &scripted, Call::default()).await));
        }
        assert_eq!(
            endings,
            ["done", "done", "refused limit"],
            "{}",
            preset.name
        );
        assert_eq!(scripted.attempts(), 2);
    }
}

#[tokio::test]
async fn results_are_bounded_after_the_outcome_is_recorded() {
    let mut small = tool(Preset::WRITE);
    small.result_bytes = 10;
    let mut typed = tool(Preset::WRITE);
    typed.output_schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let cases = [
        (
            "too large",
            small,
            json!("0123456789"),
            "done result-too-large",
        ),
        (
            "of another shape",
            typed.clone(),
            json!({"n": "x"}),
            "done result-schema",
        ),
        ("as it should be", typed, json!({"n": 1}), "done"),
    ];
    for (name, spec, result, expected) in cases {
        let world = World::new();
        let scripted = Scripted::new([Act::SendAndGive(result)]);
        let report = world.call(&spec, &scripted, with_key("k")).await;
        assert_eq!(ended(&report), expected, "{name}");
        let entry = world.ledger.find(&scope(), "k").await.expect("a ledger");
        assert_eq!(entry.map(|entry| entry.state), Some(State::Done), "{name}");
        let again = world.call(&spec, &scripted, with_key("k")).await;
        assert_eq!(scripted.attempts(), 1, "{name}");
        assert_eq!(report.result, again.result, "{name}");
    }
}
