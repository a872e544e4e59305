//! Leads the dialog on the terminal: waits for keys, signals and time.

use std::io;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Instant, sleep_until, timeout};

use super::dialog::{Decision, Dialog, Next};
use super::gate::{Gate, Passed};
use super::keys::{Key, KeyReader};
use super::terminal::Terminal;

/// How long a window that is dragged to another size is given to settle.
const SETTLE: Duration = Duration::from_millis(100);

/// How long the kernel is given to stop this process.
const STOP: Duration = Duration::from_millis(100);

/// How often the time that is left is shown.
const MINUTE: Duration = Duration::from_secs(60);

/// Bytes read at once. A person types less.
const INPUT_BYTES: usize = 1_024;

/// How a conversation ends.
pub(super) enum Ending {
    /// With a decision.
    Decided(Decision),
    /// Without anyone to look at it: the process was sent to the background.
    Background,
}

/// What wakes the conversation.
enum Event {
    Continued,
    Resized,
    Input(usize),
    Time,
}

/// The signals that tell about the terminal. Both are ignored where nobody listens, so listening
/// for the rest of the process changes nothing.
struct Signals {
    resized: Signal,
    continued: Signal,
}

/// A conversation on a terminal.
pub(super) struct Conversation<'a> {
    terminal: &'a Terminal,
    dialog: Dialog<'a>,
    reader: KeyReader,
    gate: Option<Gate>,
    signals: Signals,
    resize_at: Option<Instant>,
    deadline: Instant,
    /// When the time that is left is shown next.
    minute_at: Option<Instant>,
}

impl<'a> Conversation<'a> {
    /// Prepares a conversation that ends at `deadline`, which its caller watches.
    ///
    /// # Errors
    /// The operating system gives no signals.
    pub(super) fn new(
        terminal: &'a Terminal,
        dialog: Dialog<'a>,
        deadline: Instant,
    ) -> io::Result<Self> {
        Ok(Self {
            terminal,
            dialog,
            reader: KeyReader::default(),
            gate: None,
            signals: Signals {
                resized: signal(SignalKind::window_change())?,
                continued: signal(SignalKind::from_raw(rustix::process::Signal::CONT.as_raw()))?,
            },
            resize_at: None,
            deadline,
            minute_at: None,
        })
    }

    /// Leads it to its end.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) async fn lead(mut self) -> io::Result<Ending> {
        let mut bytes = [0; INPUT_BYTES];
        self.tell_time();
        self.draw().await?;
        loop {
            let wake = self.wake();
            let event = tokio::select! {
                biased;
                _ = self.signals.continued.recv() => Event::Continued,
                _ = self.signals.resized.recv() => Event::Resized,
                read = self.terminal.read(&mut bytes) => Event::Input(read?),
                () = sleep_until(wake) => Event::Time,
            };
            let ending = match event {
                Event::Continued => self.resume().await?,
                Event::Resized => {
                    self.resize_at = Some(Instant::now() + SETTLE);
                    None
                }
                Event::Input(0) => Some(Ending::Decided(Decision::End)),
                Event::Input(read) => self.input(bytes.get(..read).unwrap_or_default()).await?,
                // Input that came before this moment was typed before it, however late it is read.
                Event::Time => match self.terminal.read_now(&mut bytes) {
                    0 => self.time().await?,
                    read => self.input(bytes.get(..read).unwrap_or_default()).await?,
                },
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    fn wake(&self) -> Instant {
        let gate = self.gate.as_ref().and_then(Gate::wake).map(Instant::from);
        let times = [gate, self.resize_at, self.minute_at, Some(self.deadline)];
        times.into_iter().flatten().min().unwrap_or(self.deadline)
    }

    /// Draws everything; from now on it has to be readable for a while.
    async fn draw(&mut self) -> io::Result<()> {
        self.resize_at = None;
        self.dialog.resize(self.terminal.size());
        self.terminal.write(&self.dialog.draw()).await?;
        let now = Instant::now().into_std();
        self.gate = self.dialog.passage().map(|passage| Gate::new(passage, now));
        Ok(())
    }

    async fn input(&mut self, bytes: &[u8]) -> io::Result<Option<Ending>> {
        let keys = self.reader.read(bytes);
        if keys.contains(&Key::Suspend) {
            self.terminal.suspend();
            // It returns when the process goes on, or at once where it was not stopped.
            let _ = timeout(STOP, self.signals.continued.recv()).await;
            return self.resume().await;
        }
        let now = Instant::now().into_std();
        match &mut self.gate {
            None => self.keys(keys).await,
            Some(gate) => {
                let passed = gate.heard(keys, now);
                self.passed(passed).await
            }
        }
    }

    async fn passed(&mut self, passed: Passed) -> io::Result<Option<Ending>> {
        match passed {
            Passed::Nothing => Ok(None),
            Passed::Keys(keys) => self.keys(keys).await,
            Passed::Dropped => {
                self.dialog.dropped();
                self.terminal.write(&self.dialog.rewritten()).await?;
                Ok(None)
            }
        }
    }

    /// Takes keys that count, up to the first that draws anew: the rest was typed before that could
    /// be read.
    async fn keys(&mut self, keys: Vec<Key>) -> io::Result<Option<Ending>> {
        let mut changed = false;
        for key in keys {
            if key == Key::Enter && std::mem::take(&mut changed) {
                self.terminal.write(&self.dialog.rewritten()).await?;
            }
            match self.dialog.key(key) {
                Next::Row => changed = true,
                Next::Say(words) => {
                    let text = format!("\n{words}\n{}", self.dialog.row());
                    self.terminal.write(&text).await?;
                    changed = false;
                }
                Next::Draw => {
                    self.draw().await?;
                    return Ok(None);
                }
                Next::Decided(decision) => return Ok(Some(Ending::Decided(decision))),
            }
        }
        if changed {
            self.terminal.write(&self.dialog.rewritten()).await?;
        }
        Ok(None)
    }

    async fn time(&mut self) -> io::Result<Option<Ending>> {
        let now = Instant::now();
        if self.resize_at.is_some_and(|at| at <= now) {
            self.resize_at = None;
            if self.terminal.size() != self.dialog.size() {
                self.draw().await?;
            }
            return Ok(None);
        }
        if self.minute_at.is_some_and(|at| at <= now) {
            self.tell_time();
            self.terminal.write(&self.dialog.rewritten()).await?;
        }
        let passed = self.gate.as_mut().map(|gate| gate.tick(now.into_std()));
        self.passed(passed.unwrap_or(Passed::Nothing)).await
    }

    /// Notes how much time is left, and when to say so again.
    fn tell_time(&mut self) {
        let now = Instant::now();
        let left = self.deadline.saturating_duration_since(now);
        self.minute_at = (left > MINUTE).then(|| now + MINUTE);
        let seconds = left.as_millis().div_ceil(1_000);
        self.dialog.note(match left > MINUTE {
            true => format!("{} min left", seconds.div_ceil(60)),
            false => format!("{seconds} s left"),
        });
    }

    /// Goes on after the process was stopped.
    async fn resume(&mut self) -> io::Result<Option<Ending>> {
        if !self.terminal.is_foreground() {
            return Ok(Some(Ending::Background));
        }
        self.terminal.enter()?;
        self.reader = KeyReader::default();
        self.draw().await?;
        Ok(None)
    }
}
