//! Damage and tampering: what is found without a head, and what only with one.

use algen_core::governance::outcome::State;
use sqlx::AssertSqlSafe;

use super::super::{Compared, Damage, DamageKind, Head, Mismatch, NotHead, Pruned, Report};
use super::questions::{approve, by_approval, new_grant, new_question, open};
use super::*;

const DAY: Duration = Duration::from_secs(86_400);

/// Changes the ledger as nobody should.
fn tamper(ledger: &SqliteLedger, statements: &str) {
    wait(async {
        let mut opened = ledger.writing().await.expect("it is ours");
        let statements = sqlx::raw_sql(AssertSqlSafe(statements));
        let done = statements.execute(&mut opened.connection).await;
        done.expect("a statement");
    });
}

fn verify(ledger: &SqliteLedger, heads: &[Head]) -> Report {
    wait(ledger.verify(heads)).expect("it answers")
}

fn heads(ledger: &SqliteLedger) -> Vec<Head> {
    wait(ledger.heads()).expect("it answers")
}

/// Three calls, of three events each.
fn three_calls(ledger: &SqliteLedger) {
    for key in ["a", "b", "c"] {
        let mut asked = intent(key, key);
        asked.call = CallId(format!("call{key}"));
        let lease = hold(ledger, &asked);
        sending(ledger, &lease);
        settle(ledger, &lease, &Outcome::Done);
    }
}

/// Rewrites the hashes of every event from a place on, as somebody who knows how would.
fn rewrite_chain(ledger: &SqliteLedger) {
    wait(async {
        let mut opened = ledger.writing().await.expect("it is ours");
        let mut previous = String::new();
        let rows = sqlx::query("SELECT * FROM events ORDER BY sequence")
            .fetch_all(&mut opened.connection)
            .await
            .expect("events");
        for row in &rows {
            let (mut event, _) = super::super::change::Event::read(row).expect("an event");
            event.previous = previous;
            previous = event.hash();
            sqlx::query("UPDATE events SET previous = $1, hash = $2 WHERE sequence = $3")
                .bind(&event.previous)
                .bind(&previous)
                .bind(event.sequence)
                .execute(&mut opened.connection)
                .await
                .expect("an update");
        }
    });
}

#[test]
fn a_whole_ledger_is_whole() {
    let ledger = World::new().in_memory();
    assert_eq!(verify(&ledger, &[]), Report::default());
    three_calls(&ledger);
    let heads = heads(&ledger);
    assert_eq!(heads.len(), 1);
    assert_eq!((heads[0].sequence, heads[0].writer.as_str()), (9, "here"));
    let report = verify(&ledger, &[]);
    assert!(report.is_whole(), "{report:?}");
    assert_eq!(
        (report.chains[0].events, &report.chains[0].head),
        (9, &heads[0])
    );
    assert_eq!(report.chains[0].compared, Compared::NoHead);
    three_calls_more(&ledger);
    let report = verify(&ledger, &heads);
    assert!(report.is_whole(), "{report:?}");
    assert_eq!(report.chains[0].compared, Compared::Same);
}

fn three_calls_more(ledger: &SqliteLedger) {
    for key in ["x", "y", "z"] {
        hold(ledger, &intent(key, key));
    }
}

#[test]
fn the_first_damage_is_found_where_it_is() {
    use DamageKind::{Changed, Missing, Unlinked};

    let swap = "UPDATE events SET sequence = -1 WHERE sequence = 4;
                UPDATE events SET sequence = 4 WHERE sequence = 5;
                UPDATE events SET sequence = 5 WHERE sequence = -1";
    let cases = [
        (
            "a time",
            "UPDATE events SET at = at + 1 WHERE sequence = 4",
            4,
            Changed,
        ),
        (
            "a kind",
            "UPDATE events SET kind = 'done' WHERE sequence = 9",
            9,
            Changed,
        ),
        (
            "a subject",
            "UPDATE events SET subject = 'callb' WHERE sequence = 1",
            1,
            Changed,
        ),
        (
            "a body",
            "UPDATE events SET body = '{}' WHERE sequence = 5",
            5,
            Changed,
        ),
        (
            "a hash",
            "UPDATE events SET hash = 'x' WHERE sequence = 5",
            5,
            Changed,
        ),
        (
            "another kind of value",
            "UPDATE events SET at = 'x' WHERE sequence = 3",
            3,
            Changed,
        ),
        (
            "a place that is none",
            "UPDATE events SET sequence = 'x' WHERE sequence = 3",
            3,
            Missing,
        ),
        ("order", swap, 4, Changed),
        (
            "an event is gone",
            "DELETE FROM events WHERE sequence = 4",
            4,
            Missing,
        ),
        (
            "the first is gone",
            "DELETE FROM events WHERE sequence = 1",
            1,
            Missing,
        ),
    ];
    for (name, statements, sequence, kind) in cases {
        let ledger = World::new().in_memory();
        three_calls(&ledger);
        tamper(&ledger, statements);
        let report = verify(&ledger, &[]);
        let expected = Some(Damage { sequence, kind });
        assert_eq!(report.chains[0].damage, expected, "{name}");
        assert_eq!(report.chains[0].head.sequence, sequence - 1, "{name}");
        assert!(!report.is_whole(), "{name}");
    }
    // An event with the right hash of its own that does not follow the one before it.
    let ledger = World::new().in_memory();
    three_calls(&ledger);
    wait(async {
        let mut opened = ledger.writing().await.expect("it is ours");
        let row = sqlx::query("SELECT * FROM events WHERE sequence = 5")
            .fetch_one(&mut opened.connection)
            .await
            .expect("an event");
        let (mut event, _) = super::super::change::Event::read(&row).expect("an event");
        event.previous = "another".to_owned();
        sqlx::query("UPDATE events SET previous = $1, hash = $2 WHERE sequence = 5")
            .bind(&event.previous)
            .bind(event.hash())
            .execute(&mut opened.connection)
            .await
            .expect("an update");
    });
    let damage = verify(&ledger, &[]).chains[0].damage;
    assert_eq!(
        damage,
        Some(Damage {
            sequence: 5,
            kind: Unlinked
        })
    );
}

#[test]
fn a_missing_end_and_a_rewritten_chain_are_found_only_with_a_head() {
    let damage = |sequence, kind| Some(Damage { sequence, kind });
    let cut = "DELETE FROM events WHERE sequence > 6; DELETE FROM entries WHERE call = 'callc'";
    let rewritten = "UPDATE events SET at = at + 1 WHERE sequence = 2";
    let cases = [
        ("cut", cut, damage(7, DamageKind::Missing)),
        ("rewritten", rewritten, damage(9, DamageKind::OtherThanHead)),
        (
            "all gone",
            "DELETE FROM events; DELETE FROM entries",
            damage(1, DamageKind::Missing),
        ),
    ];
    for (name, statements, expected) in cases {
        let ledger = World::new().in_memory();
        three_calls(&ledger);
        let heads = heads(&ledger);
        tamper(&ledger, statements);
        rewrite_chain(&ledger);
        let without = verify(&ledger, &[]);
        assert!(without.is_whole(), "{name}: {without:?}");
        let with = verify(&ledger, &heads);
        assert_eq!(with.chains[0].damage, expected, "{name}");
        assert_eq!(with.chains[0].compared, Compared::Different, "{name}");
        assert!(!with.is_whole(), "{name}");
    }
}

#[test]
fn a_head_of_another_chain_is_missing() {
    let ledger = World::new().in_memory();
    three_calls(&ledger);
    let mut heads = heads(&ledger);
    heads[0].writer = "elsewhere".to_owned();
    let report = verify(&ledger, &heads);
    assert_eq!(report.chains.len(), 2);
    assert_eq!(report.chains[0].damage, None);
    let missing = Damage {
        sequence: 1,
        kind: DamageKind::Missing,
    };
    assert_eq!(report.chains[1].damage, Some(missing));
    let nothing = World::new().in_memory();
    assert!(!verify(&nothing, &heads).is_whole());
}

#[test]
fn a_row_that_contradicts_its_events_is_found() {
    let cases = [
        (
            "state",
            "UPDATE entries SET state = 'not_done' WHERE call = 'callb'",
            "callb",
            Mismatch::Changed,
        ),
        (
            "agent",
            "UPDATE entries SET agent = 'x' WHERE call = 'calla'",
            "calla",
            Mismatch::Changed,
        ),
        (
            "version",
            "UPDATE entries SET version = 9 WHERE call = 'calla'",
            "calla",
            Mismatch::Changed,
        ),
        (
            "blob",
            "UPDATE entries SET tool = x'ff' WHERE call = 'calla'",
            "calla",
            Mismatch::Changed,
        ),
        (
            "name",
            "UPDATE entries SET call = 'new' WHERE call = 'callc'",
            "new",
            Mismatch::WithoutEvent,
        ),
        (
            "gone",
            "DELETE FROM entries WHERE call = 'callc'",
            "callc",
            Mismatch::WithoutRow,
        ),
    ];
    for (name, statement, subject, mismatch) in cases {
        let ledger = World::new().in_memory();
        three_calls(&ledger);
        tamper(&ledger, statement);
        let report = verify(&ledger, &[]);
        assert!(!report.is_whole(), "{name}");
        assert_eq!(report.chains[0].damage, None, "{name}");
        let found = &report.contradictions[0];
        assert_eq!(
            (found.subject.as_str(), found.mismatch),
            (subject, mismatch),
            "{name}"
        );
    }
}

#[test]
fn approvals_and_grants_that_nobody_gave_are_found() {
    let approved = "UPDATE approvals SET state = 'approved'";
    let longer = "UPDATE approvals SET expires_at = expires_at + 1";
    let more = "UPDATE grants SET uses_left = 99";
    let forgotten = "DELETE FROM grants";
    let made = "INSERT INTO grants SELECT 'made', namespace, agent, tool, contract_digest,
        target_digest, patterns, fixed_digest, person, made_at, expires_at, expires_boot,
        expires_boot_clock, uses_left, revoked_at, revoked_by, version FROM grants";
    let cases = [
        ("approved by nobody", approved, Mismatch::Changed),
        ("open for longer", longer, Mismatch::Changed),
        ("more uses", more, Mismatch::Changed),
        ("a grant is gone", forgotten, Mismatch::WithoutRow),
        ("a grant by nobody", made, Mismatch::WithoutEvent),
    ];
    for (name, statement, mismatch) in cases {
        let ledger = World::new().in_memory();
        open(&ledger, &new_question("r"));
        wait(ledger.add_grant(&new_grant(9))).expect("it answers");
        assert!(verify(&ledger, &[]).is_whole(), "{name}");
        tamper(&ledger, statement);
        let found = verify(&ledger, &[]).contradictions;
        let mismatches: Vec<Mismatch> = found.iter().map(|each| each.mismatch).collect();
        assert_eq!(mismatches, [mismatch], "{name}");
    }
}

#[test]
fn approvals_and_grants_that_ended_long_ago_are_pruned() {
    let world = World::new();
    let ledger = world.in_memory();
    let used = open(&ledger, &new_question("used"));
    open(&ledger, &new_question("expired"));
    approve(&ledger, &used.id);
    hold(&ledger, &by_approval("k", "used", &used.id));
    wait(ledger.add_grant(&new_grant(1))).expect("it answers");
    world.pass(9 * DAY);
    let kept = open(&ledger, &new_question("open"));
    world.pass(2 * DAY);
    let expected = Pruned {
        entries: 0,
        approvals: 2,
        grants: 1,
        events: 6,
    };
    assert_eq!(prune(&ledger), expected);
    assert_eq!(wait(ledger.approval(&used.id)), Ok(None));
    let shown = wait(ledger.approval(&kept.id)).expect("it answers");
    assert!(shown.is_some());
    // The call lost its owner and nobody looked since: it grows old from now on.
    world.pass(11 * DAY);
    assert_eq!(prune(&ledger).entries, 1);
    assert_eq!(wait(ledger.approval(&kept.id)), Ok(None));
    assert!(verify(&ledger, &[]).is_whole());
}

#[test]
fn heads_are_read_as_they_are_written() {
    let head = Head {
        namespace: "billing prod".to_owned(),
        writer: "here".to_owned(),
        sequence: 12,
        hash: "ab".repeat(32),
    };
    assert_eq!(head.to_string().parse(), Ok(head.clone()));
    assert_eq!(
        format!(" {head}\n")
            .to_uppercase()
            .parse::<Head>()
            .map(|head| head.hash),
        Ok(head.hash)
    );
    for text in [
        "",
        "a b 1",
        "a b x hash",
        "a b 1 abcd",
        &format!("a b -1 {}", "a".repeat(64)),
    ] {
        assert_eq!(text.parse::<Head>(), Err(NotHead), "{text}");
    }
}

fn prune(ledger: &SqliteLedger) -> Pruned {
    wait(ledger.prune(None, 10 * DAY)).expect("it answers")
}

#[test]
fn what_is_long_over_is_pruned_and_the_chain_holds() {
    let world = World::new();
    let ledger = world.in_memory();
    three_calls(&ledger);
    let unknown = hold(&ledger, &intent("unknown", "u"));
    settle(&ledger, &unknown, &Outcome::Unknown(failure()));
    let early = heads(&ledger);
    let mut long = intent("under way", "w");
    long.lease = 100 * DAY;
    hold(&ledger, &long);
    let rejected = hold(&ledger, &intent("rejected", "q"));
    settle(&ledger, &rejected, &Outcome::Rejected(failure()));
    let middle = heads(&ledger);
    world.pass(9 * DAY);
    assert_eq!(prune(&ledger), Pruned::default());
    let young = hold(&ledger, &intent("young", "y"));
    settle(&ledger, &young, &Outcome::Done);
    world.pass(2 * DAY);

    let prunable = wait(ledger.prunable(None, 10 * DAY)).expect("it answers");
    let pruned = prune(&ledger);
    let expected = Pruned {
        entries: 4,
        events: 11,
        ..Pruned::default()
    };
    assert_eq!(prunable, expected);
    assert_eq!(pruned, expected);
    for (key, state) in [
        ("a", None),
        ("rejected", None),
        ("unknown", Some(State::Unknown)),
        ("under way", Some(State::Reserved)),
        ("young", Some(State::Done)),
    ] {
        let found = wait(ledger.find(&scope(), key)).expect("it answers");
        assert_eq!(found.map(|entry| entry.state), state, "{key}");
    }
    let report = verify(&ledger, &[]);
    assert!(report.is_whole(), "{report:?}");
    assert_eq!(report.chains[0].pruned, [(1, 9), (13, 14)]);
    assert_eq!(verify(&ledger, &early).chains[0].compared, Compared::Same);
    assert_eq!(
        verify(&ledger, &middle).chains[0].compared,
        Compared::Pruned
    );

    // Once more, with what is over by now; the notes of stretches that touch become one.
    world.pass(20 * DAY);
    wait(resolve(&ledger, &unknown.call, Verdict::Done, "x")).expect("it answers");
    assert_eq!(prune(&ledger).entries, 1);
    world.pass(20 * DAY);
    let last = heads(&ledger);
    assert_eq!(prune(&ledger).entries, 1);
    let report = verify(&ledger, &last);
    assert!(report.is_whole(), "{report:?}");
    assert_eq!(report.chains[0].pruned.first(), Some(&(1, 11)));
    three_calls(&ledger);
    assert!(verify(&ledger, &[]).is_whole());
}

#[test]
fn a_chain_whose_end_was_pruned_goes_on_after_it() {
    let world = World::new();
    let ledger = world.in_memory();
    three_calls(&ledger);
    world.pass(11 * DAY);
    let before = heads(&ledger);
    assert_eq!(prune(&ledger).events, 9);
    assert_eq!(heads(&ledger)[0].sequence, before[0].sequence + 1);
    let lease = hold(&ledger, &intent("a", "a"));
    assert_eq!(lease.fence, 1);
    assert!(verify(&ledger, &[]).is_whole());
    assert_eq!(heads(&ledger)[0].sequence, before[0].sequence + 2);
}

#[test]
fn what_is_noted_about_pruned_events_is_told() {
    for (name, statement) in [
        ("a hash", "UPDATE pruned SET hash = 'x'"),
        (
            "an end",
            "UPDATE pruned SET last_sequence = last_sequence + 1",
        ),
        ("no note", "DELETE FROM pruned"),
        (
            "a note that hides a deletion",
            "INSERT INTO pruned SELECT namespace, writer, sequence, sequence, previous, hash
                 FROM events WHERE sequence = 11;
             DELETE FROM events WHERE sequence = 11",
        ),
    ] {
        let world = World::new();
        let ledger = world.in_memory();
        three_calls(&ledger);
        world.pass(11 * DAY);
        prune(&ledger);
        three_calls_more(&ledger);
        tamper(&ledger, statement);
        let report = verify(&ledger, &[]);
        assert!(report.chains[0].damage.is_some(), "{name}: {report:?}");
    }
}

#[test]
fn nothing_of_the_last_day_is_pruned() {
    let world = World::new();
    let ledger = world.in_memory();
    three_calls(&ledger);
    world.pass(DAY / 2);
    let pruned = wait(ledger.prune(None, Duration::ZERO)).expect("it answers");
    assert_eq!(pruned, Pruned::default());
    world.pass(DAY);
    let pruned = wait(ledger.prune(None, Duration::ZERO)).expect("it answers");
    assert_eq!(pruned.entries, 3);
}

#[test]
fn one_namespace_is_pruned_and_exported_alone() {
    let world = World::new();
    let ledger = world.in_memory();
    three_calls(&ledger);
    let mut other = intent("other", "o");
    other.scope.namespace = "elsewhere".to_owned();
    let lease = hold(&ledger, &other);
    settle(&ledger, &lease, &Outcome::Done);
    let lines = |namespace: Option<&str>| {
        wait(ledger.export(namespace, &mut |_| Ok(()))).expect("it is taken")
    };
    assert_eq!((lines(None), lines(Some("elsewhere"))), (12 + 3, 3));
    world.pass(11 * DAY);
    let of = |namespace: &str| {
        let count = wait(ledger.prunable(Some(namespace), 10 * DAY));
        count.expect("it answers").entries
    };
    assert_eq!((of("elsewhere"), of(&scope().namespace)), (1, 3));
    let pruned = wait(ledger.prune(Some("elsewhere"), 10 * DAY)).expect("it answers");
    assert_eq!((pruned.entries, pruned.events), (1, 2));
    assert_eq!((of("elsewhere"), of(&scope().namespace)), (0, 3));
    assert!(verify(&ledger, &[]).is_whole());
}
