//! Keys, and limits on calls: what runs, what is answered from the ledger, and what is refused.

use super::*;

const RESULT: &str = "{\"text\":\"t\",\"attempt\":1}\n";

fn shown(code: i32, stdout: &str, stderr: &str) -> Shown {
    Shown {
        code: Some(code),
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
    }
}

#[test]
fn a_call_that_was_done_is_replayed_and_nobody_is_asked() {
    let world = World::with(Setup {
        agent: POLICY_ASKS,
        toolkit: "approval: false",
        ..Setup::default()
    });
    for tool in [
        "faulty.write",
        "faulty.send",
        "faulty.destroy",
        "faulty.hold",
    ] {
        let words = [tool, "text=t", "--no-input"];
        let plan = world.call(&[&words[..], &["--dry-run", "--json"]].concat());
        let plan = json(&plan.stdout);
        let fingerprint = plan["fingerprint"].as_str().unwrap();
        let approved = [&words[..], &["--approve", fingerprint]].concat();
        let first = world.call_with(tool, &approved);
        assert_eq!(first, shown(0, RESULT, ""), "{tool}");
        let call = world.entry(tool).unwrap().call;
        let again = world.call_with(tool, &words);
        let said = format!("replayed: the result of {call}\n");
        assert_eq!(again, shown(0, RESULT, &said), "{tool}");
        let document = world.call_with(tool, &[&words[..], &["--json"]].concat());
        let document = json(&document.stdout);
        assert_eq!(document["replayed"], true, "{tool}");
        assert_eq!(document["outcome"], "done", "{tool}");
        assert_eq!(document["sent"], "no", "{tool}");
        assert_eq!(document["call_id"], call.0, "{tool}");
        assert_eq!(document["key"], tool);
        assert_eq!(document["fingerprint"], fingerprint, "{tool}");
        assert_eq!(world.peer.effects_of(tool), 1, "{tool}");
    }
    world.assert_closed("replays open nothing");
    assert_eq!(world.peer.count("open"), 4);
}

#[test]
fn a_key_belongs_to_one_request() {
    let world = World::new();
    assert_eq!(
        world.call_with("k", &["faulty.write", "text=t"]).code,
        Some(0)
    );
    let call = world.entry("k").unwrap().call;
    let refusal = format!(
        "error: the key belongs to another request, of `faulty.write`: {call} \
         (`idempotency_key`)\n  help: Use another key, or repeat that call with the same \
         arguments.\n"
    );
    let others = [
        ("other arguments", &["faulty.write", "text=u"][..]),
        ("another tool", &["faulty.hold", "text=t"]),
        ("a read", &["faulty.read", "text=t"]),
        (
            "another user",
            &["faulty.write", "text=t", "--user-id", "ada"],
        ),
        ("again", &["faulty.write", "text=u", "--again"]),
    ];
    for (name, words) in others {
        assert_eq!(
            world.call_with("k", words),
            shown(2, "", &refusal),
            "{name}"
        );
    }
    assert_eq!((world.peer.effects(), world.peer.count("read")), (1, 0));
    // Another tenant has keys of its own.
    let tenant = world.call_with("k", &["faulty.write", "text=u", "--tenant-id", "acme"]);
    assert_eq!(tenant.code, Some(0), "{tenant:?}");
    assert_eq!(world.peer.effects(), 2);
    for key in ["", "a\nb", &"k".repeat(257)] {
        let refused = world.call_with(key, &["faulty.write"]);
        let message = "error: a key is 1 to 256 characters without control characters \
                       (`idempotency_key`)\n";
        assert_eq!(refused, shown(2, "", message), "{key:?}");
    }
}

#[test]
fn what_was_not_done_runs_again_under_the_same_key() {
    let world = World::new();
    let cases = [("rejected", "refuse"), ("before_sending", "")];
    for (step, heard) in cases {
        let step_word = format!("step={step}");
        for attempt in 1..=3 {
            let call = world.call_with(step, &["faulty.write", &step_word]);
            assert_eq!(call.code, Some(1), "{step}: {call:?}");
            let entry = world.entry(step).unwrap();
            assert_eq!(entry.attempts, attempt, "{step}");
            if !heard.is_empty() {
                let count = usize::try_from(attempt).unwrap();
                assert_eq!(world.peer.count(heard), count, "{step}");
            }
        }
    }
    assert_eq!(world.peer.effects(), 0);
    assert_eq!(
        world.entries().len(),
        2,
        "an attempt is no entry of its own"
    );
    for count in 1..=2 {
        assert_eq!(world.call_with("r", &["faulty.read"]).code, Some(0));
        assert_eq!(world.peer.count("read r"), count, "a read runs again");
    }
}

#[test]
fn an_unknown_outcome_blocks_the_request_until_it_is_called_again() {
    let world = World::new();
    let words = ["faulty.write", "step=after_sending"];
    let first = world.call_with("k", &words);
    assert_eq!(first.code, Some(6), "{first:?}");
    let call = world.entry("k").unwrap().call;
    assert_eq!(call_in(&first.stderr), call.0);
    let blocked = format!(
        "error: whether the same call happened before is not known: {call}; nothing was sent\n  \
         help: Find out, then `algen log resolve {call} --as done` or `--as not-done`; `--again` \
         calls it regardless.\n"
    );
    assert_eq!(
        world.call_with("k", &words),
        shown(6, "", &blocked),
        "same key"
    );
    assert_eq!(
        world.call_with("l", &words),
        shown(6, "", &blocked),
        "another key"
    );
    assert_eq!(world.call(&words), shown(6, "", &blocked), "no key");
    let forced = [&words[..], &["--again"]].concat();
    // What is not known under a key stays so: a key is for one effect.
    let kept = world.call_with("k", &forced);
    assert_eq!(kept, shown(6, "", &blocked), "same key, again");
    assert_eq!(world.peer.effects(), 1);
    let again = world.call_with("m", &forced);
    assert_eq!(again.code, Some(6), "it fails as before: {again:?}");
    assert_eq!(world.peer.effects(), 2);
    let other = world.call(&["faulty.write", "text=another request"]);
    assert_eq!(other.code, Some(0), "{other:?}");
}

#[test]
fn calls_beyond_a_limit_are_refused() {
    let world = World::with(Setup {
        deployment: "policy:\n  limits: {faulty.write: 2/hour, faulty.read: 1/hour}\n",
        ..Setup::default()
    });
    let outcomes = [
        ("before_sending", 1),
        ("none", 0),
        ("before_sending", 1),
        ("rejected", 1),
        ("none", 3),
        ("before_sending", 3),
    ];
    for (number, (step, code)) in outcomes.into_iter().enumerate() {
        let step = format!("step={step}");
        let call = world.call(&["faulty.write", &step]);
        assert_eq!(call.code, Some(code), "{number}: {call:?}");
        if code == 3 {
            let start = "error: the limit of 2/hour is reached; the next call fits in ";
            assert!(call.stderr.starts_with(start), "{call:?}");
            assert!(call.stderr.ends_with(" s; nothing was sent\n"), "{call:?}");
        }
    }
    assert_eq!(
        (world.peer.count("write"), world.peer.count("refuse")),
        (1, 1)
    );
    assert_eq!(world.call(&["faulty.hold"]).code, Some(0), "another tool");
    assert_eq!(world.call(&["faulty.read"]).code, Some(0));
    assert_eq!(
        world.call(&["faulty.read"]).code,
        Some(3),
        "reads are counted too"
    );
    assert_eq!(world.peer.count("read"), 1);
    // A replay is no call.
    let world = World::with(Setup {
        deployment: "policy:\n  limits: {faulty.write: 1/hour}\n",
        ..Setup::default()
    });
    for _ in 0..3 {
        assert_eq!(
            world.call_with("k", &["faulty.write", "text=t"]).stdout,
            RESULT
        );
    }
    assert_eq!(world.peer.effects(), 1);
}
