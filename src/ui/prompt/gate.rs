//! What keeps keys from answering a question that nobody has read.
//!
//! The gate is shut while the question becomes readable. Afterwards one key passes that comes alone:
//! no input for a while before it, and none for a while after it. What was typed ahead, a key held
//! down from before, a pasted text and the cat on the keyboard never come alone.

use std::time::{Duration, Instant};

use super::keys::Key;

/// How long a question must have been readable before keys count.
pub(super) const READABLE: Duration = Duration::from_millis(500);

/// How long no input must come before a key that counts, and after it. Keyboards repeat a key that
/// is held down after 25 to 100 ms.
pub(super) const QUIET: Duration = Duration::from_millis(150);

/// How keys pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passage {
    /// One key that comes alone.
    Press,
    /// All keys from the first that had quiet before it: text is typed quickly.
    Typing,
}

/// What became of input.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Passed {
    /// Nothing to do.
    Nothing,
    /// These keys count.
    Keys(Vec<Key>),
    /// Keys were dropped, and the person may wonder.
    Dropped,
}

/// The gate before one drawing of a question.
pub(super) struct Gate {
    passage: Passage,
    opens_at: Instant,
    last_input: Instant,
    candidate: Option<Key>,
    dropped: bool,
    is_through: bool,
}

impl Gate {
    /// Shuts the gate at the moment the question is on the screen.
    pub(super) fn new(passage: Passage, now: Instant) -> Self {
        Self {
            passage,
            opens_at: now + READABLE,
            last_input: now,
            candidate: None,
            dropped: false,
            is_through: false,
        }
    }

    /// Takes the keys of one piece of input.
    pub(super) fn heard(&mut self, keys: Vec<Key>, now: Instant) -> Passed {
        if self.is_through {
            return Passed::Keys(keys);
        }
        let is_quiet = now.saturating_duration_since(self.last_input) >= QUIET;
        let was_waiting = self.candidate.take().is_some();
        self.last_input = now;
        let may_pass = now >= self.opens_at && is_quiet && !was_waiting;
        match (self.passage, keys.as_slice()) {
            (Passage::Typing, _) if may_pass => {
                self.is_through = true;
                return Passed::Keys(keys);
            }
            (Passage::Press, &[key]) if may_pass => self.candidate = Some(key),
            _ => self.dropped = true,
        }
        Passed::Nothing
    }

    /// Tells when [`Self::tick`] has something to do, if nothing else comes.
    pub(super) fn wake(&self) -> Option<Instant> {
        let waits = self.candidate.is_some() || self.dropped;
        waits.then(|| self.opens_at.max(self.last_input + QUIET))
    }

    /// Lets time pass; all input so far was heard.
    pub(super) fn tick(&mut self, now: Instant) -> Passed {
        if self.wake().is_none_or(|wake| now < wake) {
            return Passed::Nothing;
        }
        match self.candidate.take() {
            Some(key) => Passed::Keys(vec![key]),
            None => {
                self.dropped = false;
                Passed::Dropped
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const Y: Key = Key::Character('y');

    /// Keys, and the millisecond at which they came.
    type Input<'a> = (u64, &'a [Key]);

    /// A name, what came, and what passed when.
    type Case<'a> = (&'a str, Vec<Input<'a>>, Vec<(u64, Vec<Key>)>);

    /// Plays input at these milliseconds and returns what passed when, in steps of 10 ms.
    fn play(passage: Passage, input: &[Input<'_>]) -> Vec<(u64, Vec<Key>)> {
        let start = Instant::now();
        let mut gate = Gate::new(passage, start);
        let mut passed = Vec::new();
        for at in (0..3_000).step_by(10) {
            let now = start + Duration::from_millis(at);
            let heard = input.iter().filter(|(when, _)| *when == at);
            let mut outcomes: Vec<Passed> = heard
                .map(|(_, keys)| gate.heard(keys.to_vec(), now))
                .collect();
            if outcomes.is_empty() {
                outcomes.push(gate.tick(now));
            }
            passed.extend(outcomes.into_iter().filter_map(|outcome| match outcome {
                Passed::Keys(keys) => Some((at, keys)),
                Passed::Nothing | Passed::Dropped => None,
            }));
        }
        passed
    }

    fn held(from: u64, to: u64, every: usize) -> Vec<Input<'static>> {
        (from..to).step_by(every).map(|at| (at, &[Y][..])).collect()
    }

    #[test]
    fn one_key_alone_passes() {
        let y = || vec![Y];
        let mut held_then_fresh = held(0, 1_500, 30);
        held_then_fresh.push((2_000, &[Y]));
        let mut pressed_then_held = vec![(300, &[Y][..])];
        pressed_then_held.extend(held(800, 1_500, 30));
        let cases: Vec<Case<'_>> = vec![
            ("after reading", vec![(600, &[Y])], vec![(750, y())]),
            ("at once", vec![(0, &[Y])], vec![]),
            ("just too early", vec![(490, &[Y])], vec![]),
            ("at the moment", vec![(500, &[Y])], vec![(650, y())]),
            (
                "too early and later",
                vec![(300, &[Y]), (900, &[Y])],
                vec![(1_050, y())],
            ),
            (
                "too soon after one that was too early",
                vec![(490, &[Y]), (600, &[Y])],
                vec![],
            ),
            ("held down over the moment", held(0, 2_900, 30), vec![]),
            ("held down, slowly repeated", held(0, 2_900, 100), vec![]),
            (
                "held down, then pressed anew",
                held_then_fresh,
                vec![(2_150, y())],
            ),
            (
                "pressed before, repeated after the moment",
                pressed_then_held,
                vec![],
            ),
            (
                "first repeat after the moment",
                held(610, 2_900, 30),
                vec![],
            ),
            ("pasted", vec![(800, &[Y, Key::Enter])], vec![]),
            (
                "two keys close together",
                vec![(800, &[Y]), (900, &[Key::Enter])],
                vec![],
            ),
        ];
        for (name, input, expected) in cases {
            assert_eq!(play(Passage::Press, &input), expected, "{name}");
        }
    }

    #[test]
    fn typing_passes_from_the_first_key_after_quiet() {
        let letters: Vec<Input<'_>> = vec![(300, &[Y]), (600, &[Y]), (640, &[Y, Key::Enter])];
        assert_eq!(
            play(Passage::Typing, &letters),
            [(600, vec![Y]), (640, vec![Y, Key::Enter])]
        );
        assert_eq!(play(Passage::Typing, &held(0, 2_900, 30)), []);
    }

    #[test]
    fn dropped_keys_are_told_once_it_is_quiet() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut gate = Gate::new(Passage::Press, start);
        assert_eq!(gate.wake(), None);
        assert_eq!(gate.heard(vec![Y], at(450)), Passed::Nothing);
        assert_eq!(gate.wake(), Some(at(600)));
        assert_eq!(gate.tick(at(590)), Passed::Nothing);
        assert_eq!(gate.tick(at(600)), Passed::Dropped);
        assert_eq!(gate.tick(at(900)), Passed::Nothing);
    }
}
