//! Callers that are killed: nothing is done twice, nothing that was done is lost, and the ledger
//! never says what is not true.
//!
//! A caller is killed where it stands still and says so, and at random moments between. The same
//! command is then given again, and its own recovery decides. What was done is counted at the peer.
//! `ALGEN_KILL_ROUNDS` sets how many callers are killed.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::*;

/// Callers that are killed unless the environment says otherwise.
const ROUNDS: usize = 100;

/// Worlds in which callers are killed at the same time.
const WORLDS: usize = 4;

/// Where a caller is killed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    /// Nothing is reserved.
    Preparing,
    /// It is reserved.
    Reserved,
    /// The mark of sending is set, and nothing was sent.
    Marked,
    /// The peer has done it and has not answered.
    Committed,
    /// The peer has answered, and nothing is settled.
    Answered,
    /// The outcome is settled and the call over.
    Settled,
    /// Anywhere from the start of the program on.
    SinceStart,
    /// Anywhere from the start of the call on.
    SinceCall,
    /// Anywhere from the mark of sending on.
    SinceMark,
}

impl Place {
    const ALL: [Self; 9] = [
        Self::Preparing,
        Self::Reserved,
        Self::Marked,
        Self::Committed,
        Self::Answered,
        Self::Settled,
        Self::SinceStart,
        Self::SinceCall,
        Self::SinceMark,
    ];

    /// Returns the place of a round: random ones are half of all.
    fn of_round(round: usize) -> Self {
        match (round % 2, round / 2) {
            (0, half) => Self::ALL[half % 6],
            (_, half) => Self::ALL[6 + half % 3],
        }
    }

    /// Returns the step of the tool that stops there.
    fn step(self) -> &'static str {
        match self {
            Self::Preparing => "hang_prepare",
            Self::Reserved => "hang_before",
            Self::Marked => "hang_after",
            Self::Committed => "no_answer",
            Self::Answered => "hang_answered",
            Self::Settled | Self::SinceStart | Self::SinceCall | Self::SinceMark => "none",
        }
    }

    /// Returns what a repetition under the same key must come to; `None` where that depends.
    fn repeated(self) -> Option<Repeated> {
        match self {
            Self::Preparing | Self::Reserved => Some(Repeated::Done),
            Self::Marked | Self::Committed | Self::Answered => Some(Repeated::NotKnown),
            Self::Settled => Some(Repeated::Replayed),
            Self::SinceStart | Self::SinceCall | Self::SinceMark => None,
        }
    }
}

/// What a repetition came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Repeated {
    /// It was done now.
    Done,
    /// It was done before.
    Replayed,
    /// It was done before, and the caller was killed before it kept the result.
    ReplayedWithoutResult,
    /// Whether it was done before is not known.
    NotKnown,
}

/// One world with the duration of its calls, in milliseconds.
struct Killer {
    world: World,
    from_start: f64,
    from_call: f64,
    counts: BTreeMap<(Place, Repeated), usize>,
}

impl Killer {
    fn new() -> Self {
        let world = World::with(Setup {
            toolkit: "approval: false",
            ..Setup::default()
        });
        world.peer.be_patient(false);
        let started = Instant::now();
        let mut call = world.start("warm", &["faulty.write", "text=warm", "--events", "warm"]);
        while event_is_missing(&world, "warm", "call.started") && !call.has_ended() {
            thread::sleep(Duration::from_micros(200));
        }
        let at_call = started.elapsed().as_secs_f64() * 1_000.0;
        assert_eq!(call.wait().code, Some(0));
        let from_start = started.elapsed().as_secs_f64() * 1_000.0;
        Self {
            world,
            from_start,
            from_call: (from_start - at_call).max(5.0),
            counts: BTreeMap::new(),
        }
    }

    /// Starts a call, kills it, and gives the same command again.
    fn round(&mut self, round: usize) {
        let place = Place::of_round(round);
        let tool = ["write", "send", "destroy", "hold"][(round / 7) % 4];
        let (tool, key) = (format!("faulty.{tool}"), format!("key-{round}"));
        let words = [
            tool,
            format!("step={}", place.step()),
            format!("text=text-{round}"),
        ];
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        let request = words.clone();
        // A call without a key is held to be the same by its request alone.
        let has_key = (round / 3) % 3 != 2;
        if has_key {
            words.extend(["--idempotency-key", &key]);
        }
        let before = self.world.peer.effects();
        let ended = self.kill(place, round, &words);
        let peer = &self.world.peer;
        peer.drain();
        let done = peer.effects() - before;
        let name = format!("round {round}, killed at {place:?}, done {done} times");
        assert!(done <= 1, "{name}");
        if ended.code == Some(0) {
            assert_eq!(done, 1, "{name}: it said that it was done");
        }

        peer.be_patient(false);
        let repeated = self.world.call(&words);
        peer.drain();
        let after = peer.effects() - before - done;
        let came_to = match (repeated.code, repeated.stderr.as_str()) {
            (Some(0), talk) if talk.is_empty() || talk.starts_with("key: ") => Repeated::Done,
            (Some(0), talk) if talk.starts_with("replayed: ") => Repeated::Replayed,
            (Some(7), talk) if talk.contains("it was not kept") => Repeated::ReplayedWithoutResult,
            (Some(6), talk) if talk.contains("is not known") => Repeated::NotKnown,
            _ => panic!("{name}: {repeated:?}"),
        };
        let expected_effects = match came_to {
            Repeated::Done => 1,
            Repeated::Replayed | Repeated::ReplayedWithoutResult | Repeated::NotKnown => 0,
        };
        assert_eq!(after, expected_effects, "{name}: {repeated:?}");
        let text = format!("{{\"text\":\"text-{round}\",\"attempt\":1}}\n");
        match came_to {
            Repeated::Done if has_key => assert_eq!(done, 0, "{name}: done twice under one key"),
            Repeated::Replayed | Repeated::ReplayedWithoutResult => {
                assert_eq!(done, 1, "{name}: it was not done: {repeated:?}");
            }
            Repeated::Done | Repeated::NotKnown => {}
        }
        if matches!(came_to, Repeated::Done | Repeated::Replayed) {
            assert_eq!(repeated.stdout, text, "{name}");
        }
        if let Some(expected) = place.repeated().filter(|_| has_key) {
            assert_eq!(came_to, expected, "{name}: {repeated:?}");
        }
        *self.counts.entry((place, came_to)).or_default() += 1;
        self.call_again(&name, &request, came_to);
    }

    /// Gives the same request under no key: one that is not known blocks it, unless it is to be
    /// done again.
    fn call_again(&self, name: &str, request: &[&str], came_to: Repeated) {
        let peer = &self.world.peer;
        let before = peer.effects();
        let again = self.world.call(request);
        let is_blocked = came_to == Repeated::NotKnown;
        let expected = if is_blocked { 6 } else { 0 };
        assert_eq!(again.code, Some(expected), "{name}, no key: {again:?}");
        peer.drain();
        let done = usize::from(!is_blocked);
        assert_eq!(peer.effects() - before, done, "{name}, no key: {again:?}");
        if is_blocked {
            let forced = self.world.call(&[request, &["--again"]].concat());
            assert_eq!(forced.code, Some(0), "{name}, again: {forced:?}");
            peer.drain();
            assert_eq!(peer.effects() - before, 1, "{name}, again: {forced:?}");
        }
    }

    /// Starts a call and kills it at a place, which it may have passed.
    fn kill(&self, place: Place, round: usize, words: &[&str]) -> Shown {
        let world = &self.world;
        let events = format!("events-{round}");
        world.peer.be_patient(true);
        let told = match place {
            Place::Preparing | Place::Reserved | Place::Marked | Place::Answered => {
                format!("at {}", place.step())
            }
            Place::Committed => "unanswered".to_owned(),
            Place::Settled | Place::SinceStart | Place::SinceCall | Place::SinceMark => {
                String::new()
            }
        };
        let heard = world.peer.count(&told);
        let started = Instant::now();
        let words = [&["call"], words, &["--events", &events]].concat();
        let mut call = world.project.start(&words);
        let event = match place {
            Place::Settled => Some("call.finished"),
            Place::SinceCall => Some("call.started"),
            Place::SinceMark => Some("call.sending"),
            _ => None,
        };
        if !told.is_empty() {
            world.peer.wait_for_many(&told, heard + 1);
        }
        if let Some(event) = event {
            while event_is_missing(world, &events, event) && !call.has_ended() {
                thread::sleep(Duration::from_micros(200));
            }
        }
        let most = match place {
            Place::SinceStart => self.from_start * 1.2,
            Place::SinceCall => self.from_call * 1.2,
            Place::SinceMark => self.from_call * 0.6,
            _ => 0.0,
        };
        let pause = Duration::from_secs_f64(most / 1_000.0 * share());
        let since = match place {
            Place::SinceStart => started.elapsed(),
            _ => Duration::ZERO,
        };
        thread::sleep(pause.saturating_sub(since));
        if !call.has_ended() {
            call.signal(Signal::KILL);
        }
        call.wait()
    }

    /// Holds every row of the ledger against what the peer has heard.
    fn check_ledger(&self) -> BTreeMap<&'static str, usize> {
        let world = &self.world;
        let entries = world.entries();
        let mut states = BTreeMap::new();
        let mut known = 0;
        for entry in &entries {
            let done = world.peer.effects_of(&entry.key.text);
            known += done;
            let is_true = match entry.state {
                State::Done => done == 1,
                State::NotAttempted | State::Rejected => done == 0,
                State::Unknown => done <= 1,
                State::Reserved | State::Sending | State::NotDone => false,
            };
            assert!(is_true, "done {done} times: {entry:?}");
            *states.entry(entry.state.word()).or_default() += 1;
        }
        assert_eq!(known, world.peer.effects(), "everything done has a row");
        assert_eq!(world.peer.count("closed twice"), 0);
        let report = wait_for(async { world.ledger().verify(&[]).await });
        let report = report.expect("the ledger can be read");
        assert!(report.is_whole(), "{report:?}");
        states
    }
}

fn event_is_missing(world: &World, file: &str, event: &str) -> bool {
    let text = std::fs::read_to_string(world.project.path().join(file));
    !text.is_ok_and(|text| text.contains(event))
}

/// Returns a random number from 0 to 1.
fn share() -> f64 {
    let random = RandomState::new().build_hasher().finish();
    f64::from(u32::try_from(random >> 32).unwrap()) / f64::from(u32::MAX)
}

#[test]
fn nothing_is_done_twice_and_nothing_is_lost_when_callers_are_killed() {
    let rounds = std::env::var("ALGEN_KILL_ROUNDS").map_or(ROUNDS, |text| text.parse().unwrap());
    let started = Instant::now();
    let next = Mutex::new(0..rounds);
    let totals = Mutex::new((BTreeMap::new(), BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..WORLDS {
            scope.spawn(|| {
                let mut killer = Killer::new();
                while let Some(round) = { next.lock().unwrap().next() } {
                    killer.round(round);
                }
                let states = killer.check_ledger();
                let mut totals = totals.lock().unwrap();
                for (what, count) in killer.counts {
                    *totals.0.entry(what).or_insert(0) += count;
                }
                for (state, count) in states {
                    *totals.1.entry(state).or_insert(0) += count;
                }
            });
        }
    });
    let (counts, states) = totals.into_inner().unwrap();
    println!("{rounds} callers killed in {:?}", started.elapsed());
    println!("repetitions: {counts:#?}\nrows: {states:?}");
    assert_eq!(counts.values().sum::<usize>(), rounds);
}
