//! Whatever tools, people and callers do: nothing runs unasked, nothing happens twice under a key,
//! and the ledger says what is true.

use algen_core::governance::identity::Scope;
use algen_core::governance::ledger::Ledger as _;
use algen_core::governance::outcome::State;
use proptest::prelude::*;

use super::*;

fn any_act() -> impl Strategy<Value = Act> {
    let failure = || Failure::new("failed", "it failed");
    prop_oneof![
        Just(Act::Give(json!(1))),
        Just(Act::SendAndGive(json!({"n": 1}))),
        Just(Act::FailBefore(ToolError::refused(failure()))),
        Just(Act::FailBefore(ToolError::Missing(failure()))),
        Just(Act::FailAfter(ToolError::Rejected(failure()))),
        Just(Act::FailAfter(transient("reset"))),
        Just(Act::Hang { sent: false }),
        Just(Act::Hang { sent: true }),
    ]
}

fn any_answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        Just(yes()),
        Just(Answer::Denied {
            person: None,
            reason: None
        }),
        Just(Answer::Expired),
        Just(Answer::NobodyToAsk),
    ]
}

fn any_preset() -> impl Strategy<Value = Preset> {
    prop_oneof![
        Just(Preset::READ),
        Just(Preset::WRITE),
        Just(Preset::EXTERNAL),
        Just(Preset::DESTRUCTIVE),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_call_keeps_its_promises(
        preset in any_preset(),
        acts in prop::collection::vec(any_act(), 1..4),
        answers in prop::collection::vec(any_answer(), 0..4),
        calls in 1_usize..4,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()

            .build()
            .expect("a runtime");
        let reads = preset == Preset::READ;
        let (reports, attempts, asked, state) = runtime.block_on(async {
            let world = World { person: Answering::with(answers.clone()), ..World::asking() };
            let scripted = Scripted::new(acts.clone());
            let spec = tool(preset.timeout(0.1));

            let mut reports = Vec::new();
            for _ in 0..calls {
                reports.push(world.call(&spec, &scripted, with_key("k")).await);
            }
            let scope = Scope { namespace: "test".to_owned(), tenant: String::new() };
            let entry = world.ledger.find(&scope, "k").await.expect("a ledger");
            let state = entry.map(|entry| entry.state);
            (reports, scripted.attempts(), world.person.times_asked(), state)
        });
        let approved = answers.iter().take(asked).filter(|answer| matches!(answer, Answer::Approved { .. }));
        if !reads {
            // Each run of the tool had a yes of its own.
            prop_assert_eq!(attempts as usize, approved.count());
        }
        let ran_to_the_end = reports.iter().filter(|report| {
            ended(report).starts_with("done") && !report.replayed
        });
        prop_assert!(reads || ran_to_the_end.count() <= 1);
        let last = reports.last().expect("a call was made");
        match state {
            None => prop_assert_eq!(attempts, 0),
            Some(State::Done) => prop_assert!(ended(last).starts_with("done")),
            Some(State::Unknown) => {
                let ending = ended(last);
                prop_assert!(ending.starts_with("unknown") || ending == "refused outcome-unknown");
            }
            Some(state) => prop_assert!(state.is_settled(), "{} after the call", state),
        }
    }
}
