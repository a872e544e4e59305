//! Limits on calls.

use algen_core::config::Rate;

use super::*;

fn limited(key: &str, rates: &[&str]) -> Intent {
    let mut intent = intent(key, key);
    let rates = rates.iter().map(|rate| Rate::parse(rate).expect("a rate"));
    intent.limits = rates.collect();
    intent
}

/// Reserves, settles, and returns what it came to with the seconds to wait.
fn call(ledger: &SqliteLedger, intent: &Intent, outcome: &Outcome) -> (String, f64) {
    let reservation = reserve(ledger, intent);
    let wait = match &reservation {
        Reservation::Limited { retry_after, .. } => retry_after.as_secs_f64(),
        Reservation::Held(lease) => {
            settle(ledger, lease, outcome);
            0.0
        }
        _ => 0.0,
    };
    (short(&reservation), wait)
}

#[test]
fn any_stretch_of_the_period_holds_at_most_so_many_calls() {
    let world = World::new();
    let ledger = world.in_memory();
    // Seconds since the call before, and what comes of it with at most three calls a minute.
    let steps = [
        ("first", 0, "held 1", 0.0),
        ("second", 10, "held 1", 0.0),
        ("third", 10, "held 1", 0.0),
        ("fourth, too early", 10, "limited 3/minute", 30.0),
        ("still", 29, "limited 3/minute", 1.0),
        ("the first has left", 1, "held 1", 0.0),
        ("the second has not", 0, "limited 3/minute", 10.0),
        ("all have left but one", 59, "held 1", 0.0),
    ];
    for (name, seconds, expected, retry) in steps {
        world.pass(Duration::from_secs(seconds));
        let got = call(&ledger, &limited(name, &["3/minute"]), &Outcome::Done);
        assert_eq!(got, (expected.to_owned(), retry), "{name}");
    }
}

#[test]
fn every_call_counts_but_those_that_were_not_attempted() {
    let cases = [
        ("done", Outcome::Done, "limited 1/hour"),
        ("rejected", Outcome::Rejected(failure()), "limited 1/hour"),
        ("unknown", Outcome::Unknown(failure()), "limited 1/hour"),
        ("not attempted", Outcome::NotAttempted(failure()), "held 1"),
    ];
    for (name, outcome, expected) in cases {
        let ledger = World::new().in_memory();
        call(&ledger, &limited("a", &["1/hour"]), &outcome);
        let got = call(&ledger, &limited("b", &["1/hour"]), &Outcome::Done);
        assert_eq!(got.0, expected, "{name}");
    }
    let ledger = World::new().in_memory();
    hold(&ledger, &limited("a", &[]));
    let got = reserve(&ledger, &limited("b", &["1/hour"]));
    assert_eq!(short(&got), "limited 1/hour", "reserved");
}

#[test]
fn the_first_limit_that_is_reached_is_told_and_others_do_not_count() {
    let ledger = World::new().in_memory();
    for key in ["a", "b"] {
        call(&ledger, &limited(key, &[]), &Outcome::Done);
    }
    let cases = [
        (vec!["3/second", "3/day"], "held 1"),
        (vec!["9/second", "3/day"], "limited 3/day"),
        (vec!["1/day", "1/second"], "limited 1/day"),
    ];
    for (index, (rates, expected)) in cases.into_iter().enumerate() {
        let intent = limited(&format!("k{index}"), &rates);
        assert_eq!(
            call(&ledger, &intent, &Outcome::Done).0,
            expected,
            "{rates:?}"
        );
    }
    let mut other = limited("other tool", &["1/day"]);
    other.tool = "smtp.other".to_owned();
    assert_eq!(call(&ledger, &other, &Outcome::Done).0, "held 1");
    let mut other = limited("other namespace", &["1/day"]);
    other.scope.namespace = "office".to_owned();
    assert_eq!(call(&ledger, &other, &Outcome::Done).0, "held 1");
    let mut other = limited("other tenant", &["1/day"]);
    other.scope.tenant = "acme".to_owned();
    assert_eq!(call(&ledger, &other, &Outcome::Done).0, "limited 1/day");
}

#[test]
fn a_clock_set_back_waits_at_most_the_period() {
    let world = World::new();
    let ledger = world.in_memory();
    call(&ledger, &limited("a", &[]), &Outcome::Done);
    world.set_wall(0);
    let got = call(&ledger, &limited("b", &["1/hour"]), &Outcome::Done);
    assert_eq!(got, ("limited 1/hour".to_owned(), 3_600.0));
}
