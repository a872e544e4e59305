//! The line that says that a call is still running, for a person who waits.
//!
//! It comes after 300 ms, on a terminal only, and goes before anything else is written: while a
//! question is up and once the call has ended nothing of it is left.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, interval_at};

use crate::ui::Ui;

/// How long a call may take before the line comes.
const PATIENCE: Duration = Duration::from_millis(300);

/// How often the line moves.
const STEP: Duration = Duration::from_millis(100);

/// What turns, where characters beyond ASCII are shown.
const WHEEL: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// What turns elsewhere.
const ASCII_WHEEL: [&str; 4] = ["|", "/", "-", "\\"];

/// The line of one call.
pub(super) struct Progress {
    ui: Ui,
    turning: Mutex<Option<Turning>>,
}

/// A line that moves, or will.
struct Turning {
    task: JoinHandle<()>,
    line: Arc<Mutex<Line>>,
}

/// Whoever holds it writes alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Waiting,
    Shown,
    Over,
}

impl Progress {
    /// Prepares the line.
    pub(super) fn new(ui: &Ui) -> Self {
        Self {
            ui: ui.clone(),
            turning: Mutex::new(None),
        }
    }

    /// Begins to wait, where somebody sees the line.
    pub(super) fn begin(&self) {
        self.end();
        if !self.ui.shows_status() {
            return;
        }
        let line = Arc::new(Mutex::new(Line::Waiting));
        let task = tokio::spawn(turn(self.ui.clone(), Arc::clone(&line)));
        let mut turning = self.turning.lock().unwrap_or_else(PoisonError::into_inner);
        *turning = Some(Turning { task, line });
    }

    /// Takes the line away; it does not come back by itself.
    pub(super) fn end(&self) {
        let mut turning = self.turning.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Turning { task, line }) = turning.take() else {
            return;
        };
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        if *line == Line::Shown {
            self.ui.clear_status();
        }
        *line = Line::Over;
        task.abort();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

async fn turn(ui: Ui, line: Arc<Mutex<Line>>) {
    let started = Instant::now();
    let mut steps = interval_at(started + PATIENCE, STEP);
    let wheel: &[&str] = match ui.stderr_style().unicode {
        true => &WHEEL,
        false => &ASCII_WHEEL,
    };
    for sign in wheel.iter().cycle() {
        steps.tick().await;
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        if *line == Line::Over {
            return;
        }
        *line = Line::Shown;
        ui.write_status(&format!(
            "{sign} running, {} s",
            started.elapsed().as_secs()
        ));
    }
}
