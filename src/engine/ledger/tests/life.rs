//! Any sequence of what owners, clocks and deaths do, against a model of what must come of it.

use std::collections::BTreeMap;

use algen_core::governance::outcome::State;
use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Step {
    Reserve {
        process: usize,
        key: usize,
        request: usize,
        again: bool,
    },
    Send {
        lease: prop::sample::Index,
    },
    Settle {
        lease: prop::sample::Index,
        outcome: usize,
    },
    Find {
        key: usize,
    },
    Unresolved {
        request: usize,
    },
    Pass {
        milliseconds: u64,
    },
    SetWall {
        wall: i64,
    },
    Kill {
        process: usize,
    },
    Resolve {
        lease: prop::sample::Index,
        done: bool,
    },
}

fn any_step() -> impl Strategy<Value = Step> {
    let lease = any::<prop::sample::Index>();
    prop_oneof![
        4 => (0..2_usize, 0..2_usize, 0..2_usize, any::<bool>()).prop_map(
            |(process, key, request, again)| Step::Reserve { process, key, request, again }
        ),
        3 => lease.clone().prop_map(|lease| Step::Send { lease }),
        4 => (lease, 0..4_usize).prop_map(|(lease, outcome)| Step::Settle { lease, outcome }),
        1 => (0..2_usize).prop_map(|key| Step::Find { key }),
        1 => (0..2_usize).prop_map(|request| Step::Unresolved { request }),
        2 => (0..720_000_u64).prop_map(|milliseconds| Step::Pass { milliseconds }),
        1 => (0..4_000_000_000_000_i64).prop_map(|wall| Step::SetWall { wall }),
        1 => (0..2_usize).prop_map(|process| Step::Kill { process }),
        1 => (any::<prop::sample::Index>(), any::<bool>())
            .prop_map(|(lease, done)| Step::Resolve { lease, done }),
    ]
}

/// What the ledger must hold of one key.
#[derive(Clone, Debug)]
struct Row {
    request: usize,
    state: State,
    fence: u64,
    process: u32,
    sent: bool,
    lease_ends: u64,
}

/// Times are milliseconds since the test began.
#[derive(Default)]
struct Model {
    rows: BTreeMap<usize, Row>,
    now: u64,
    gone: BTreeSet<u32>,
}

impl Model {
    fn take_over(&mut self, fits: impl Fn(usize, &Row) -> bool) {
        for (key, row) in &mut self.rows {
            let lost = self.gone.contains(&row.process) || self.now >= row.lease_ends;
            if fits(*key, row) && !row.state.is_settled() && lost {
                row.state = match row.sent {
                    true => State::Unknown,
                    false => State::NotAttempted,
                };
                row.fence += 1;
            }
        }
    }

    fn unknown(&self, request: usize) -> Option<&Row> {
        let mut rows = self.rows.values();
        rows.find(|row| row.request == request && row.state == State::Unknown)
    }

    fn reserve(&mut self, process: u32, key: usize, request: usize, again: bool) -> String {
        self.take_over(|other, _| other == key);
        let earlier = self.rows.get(&key);
        if let Some(row) = earlier
            && (row.request != request || !row.state.may_run_again())
        {
            return format!("taken {}", row.state);
        }
        let fence = earlier.map_or(1, |row| row.fence + 1);
        if !again {
            self.take_over(|_, row| row.request == request);
            if self.unknown(request).is_some() {
                return "unresolved unknown".to_owned();
            }
        }
        let row = Row {
            request,
            state: State::Reserved,
            fence,
            process,
            sent: false,
            lease_ends: self.now + LEASE.as_millis() as u64,
        };
        self.rows.insert(key, row);
        format!("held {fence}")
    }

    fn send(&mut self, key: usize, fence: u64) -> Result<(), LedgerError> {
        let now = self.now;
        let row = self.rows.get_mut(&key).filter(|row| row.fence == fence);
        match row {
            Some(row) if row.state == State::Reserved && now < row.lease_ends => {
                row.state = State::Sending;
                row.sent = true;
                Ok(())
            }
            _ => Err(LedgerError::Fenced),
        }
    }

    fn settle(&mut self, key: usize, fence: u64, state: State) -> Result<(), LedgerError> {
        let row = self.rows.get_mut(&key).filter(|row| row.fence == fence);
        let row = row.ok_or(LedgerError::Fenced)?;
        let state = match state {
            State::NotAttempted if row.sent => State::Unknown,
            state => state,
        };
        if row.state.is_settled() && row.state != state {
            return Err(LedgerError::Fenced);
        }
        row.state = state;
        Ok(())
    }

    /// Returns the state that stands against it.
    fn resolve(&mut self, key: usize, state: State) -> Option<State> {
        self.take_over(|other, _| other == key);
        let row = self.rows.get_mut(&key)?;
        if row.state != State::Unknown {
            return Some(row.state);
        }
        row.state = state;
        row.fence += 1;
        None
    }
}

fn outcome(number: usize) -> Outcome {
    match number {
        0 => Outcome::Done,
        1 => Outcome::Rejected(failure()),
        2 => Outcome::NotAttempted(failure()),
        _ => Outcome::Unknown(failure()),
    }
}

fn verdict(done: bool) -> Verdict {
    match done {
        true => Verdict::Done,
        false => Verdict::NotDone,
    }
}

/// Two processes, each followed by another one when it dies.
struct Life {
    world: World,
    ledger: SqliteLedger,
    model: Model,
    processes: [u32; 2],
    leases: Vec<(usize, Lease)>,
}

impl Life {
    fn new() -> Self {
        let world = World::new();
        Self {
            ledger: world.in_memory(),
            world,
            model: Model::default(),
            processes: [1, 2],
            leases: Vec::new(),
        }
    }

    async fn step(&mut self, step: &Step) {
        match step {
            Step::Reserve {
                process,
                key,
                request,
                again,
            } => {
                let process = self.processes[*process];
                self.world.become_process(process);
                let mut asked = intent(&format!("k{key}"), &format!("r{request}"));
                asked.again = *again;
                let got = self.ledger.reserve(&asked).await.expect("it answers");
                let expected = self.model.reserve(process, *key, *request, *again);
                assert_eq!(short(&got), expected, "{step:?}");
                if let Reservation::Held(lease) = got {
                    self.leases.push((*key, lease));
                }
            }
            Step::Send { lease } if !self.leases.is_empty() => {
                let (key, lease) = lease.get(&self.leases);
                let expected = self.model.send(*key, lease.fence);
                assert_eq!(self.ledger.sending(lease).await, expected, "{step:?}");
            }
            Step::Settle {
                lease,
                outcome: number,
            } if !self.leases.is_empty() => {
                let (key, lease) = lease.get(&self.leases);
                let outcome = outcome(*number);
                let expected = self.model.settle(*key, lease.fence, outcome.state());
                let got = self.ledger.settle(lease, &outcome).await;
                assert_eq!(got, expected, "{step:?}");
            }
            Step::Resolve { lease, done } if !self.leases.is_empty() => {
                let (key, lease) = lease.get(&self.leases);
                let expected = self.model.resolve(*key, verdict(*done).state());
                let call = &lease.call;
                let resolved = resolve(&self.ledger, call, verdict(*done), "so");
                let got = match resolved.await.expect("it answers") {
                    Resolved::Recorded(_) => None,
                    Resolved::NotUnknown(entry) => Some(entry.state),
                    other => panic!("{other:?}"),
                };
                assert_eq!(got, expected, "{step:?}");
            }
            Step::Send { .. } | Step::Settle { .. } | Step::Resolve { .. } => {}
            Step::Find { key } => {
                self.model.take_over(|other, _| other == *key);
                let found = self.ledger.find(&scope(), &format!("k{key}")).await;
                let state = found.expect("it answers").map(|entry| entry.state);
                assert_eq!(
                    state,
                    self.model.rows.get(key).map(|row| row.state),
                    "{step:?}"
                );
            }
            Step::Unresolved { request } => {
                self.model.take_over(|_, row| row.request == *request);
                let found = self
                    .ledger
                    .unresolved(&scope(), &format!("r{request}"))
                    .await;
                let found = found.expect("it answers").is_some();
                assert_eq!(found, self.model.unknown(*request).is_some(), "{step:?}");
            }
            Step::Pass { milliseconds } => {
                self.world.pass(Duration::from_millis(*milliseconds));
                self.model.now += milliseconds;
            }
            Step::SetWall { wall } => self.world.set_wall(*wall),
            Step::Kill { process } => {
                let number = self.processes[*process];
                self.world.kill(number);
                self.model.gone.insert(number);
                self.processes[*process] = number + 2;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_ledger_does_what_its_model_does(steps in prop::collection::vec(any_step(), 1..48)) {
        let mut life = Life::new();
        wait(async {
            for step in &steps {
                life.step(step).await;
            }
            for key in 0..2 {
                life.step(&Step::Find { key }).await;
            }
            let report = life.ledger.verify(&[]).await.expect("it answers");
            assert!(report.is_whole(), "{report:?}");
        });
    }
}
