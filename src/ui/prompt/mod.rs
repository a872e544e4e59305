//! The question of approval on the terminal.
//!
//! [`TerminalApprover`] opens `/dev/tty`, never the standard streams: what is piped into a program
//! cannot answer for the person. The question is drawn by [`crate::render::approval`], `dialog`
//! knows what a key does, `gate` which keys count, `conversation` waits for keys, signals and time,
//! and `terminal` brings the modes of the terminal back on every way out.
//!
//! A new key is a case of `dialog`; a new way to answer that shows something new is a state there,
//! with the passage that its keys take.

mod conversation;
mod dialog;
mod gate;
mod keys;
mod line;
mod person;
mod terminal;
mod widening;

use std::time::Duration;

use algen_core::governance::approval::{Answer, Approver, Question};
use algen_core::governance::ledger::BoxFuture;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

use crate::render::style::Style;
use conversation::{Conversation, Ending};
use dialog::{Decision, Dialog};
use terminal::Terminal;

pub use person::person;
pub use terminal::has_terminal;

/// The longest that an answer is waited for: 30 days.
const WAIT_MAX: Duration = Duration::from_secs(30 * 24 * 3_600);

/// A process has one terminal, and a person answers one question after the other.
static TERMINAL: Mutex<()> = Mutex::const_new(());

/// Puts questions to the person at the terminal of this process.
///
/// Keys count once a question was readable for 500 ms, and only keys that come alone. `y` says yes;
/// `n`, Enter, Esc and Ctrl-D say no, as does the end of the time (expired). `v` shows everything
/// page by page, `d` asks for a reason, `a` offers a grant where the question allows one. A question
/// with a word to confirm takes that word and Enter instead, and Tab shows everything.
///
/// It runs on a tokio runtime with I/O and time. SIGINT and SIGTERM answer no for nobody, with the
/// terminal as it was. The first question leaves handlers for both behind, since a runtime takes
/// none back: a caller listens for them too, from before it asks until it ends.
#[derive(Clone, Copy, Debug)]
pub struct TerminalApprover {
    style: Style,
    may_ask: bool,
}

impl TerminalApprover {
    /// Prepares questions in this style, whose width is that of the terminal when it is asked.
    /// Unless `may_ask`, as with `--no-input`, there is nobody to ask.
    pub fn new(style: Style, may_ask: bool) -> Self {
        Self { style, may_ask }
    }

    async fn answer(&self, question: &Question) -> Answer {
        if !self.may_ask {
            return Answer::NobodyToAsk;
        }
        let deadline = Instant::now() + question.wait.min(WAIT_MAX);
        let turn = tokio::select! {
            turn = TERMINAL.lock() => turn,
            () = sleep_until(deadline) => return Answer::Expired,
        };
        let answer = self.answer_on_terminal(question, deadline).await;
        drop(turn);
        answer
    }

    async fn answer_on_terminal(&self, question: &Question, deadline: Instant) -> Answer {
        // Listening starts before raw mode: a signal in between would leave it behind.
        let signals = (
            signal(SignalKind::interrupt()),
            signal(SignalKind::terminate()),
        );
        let (Ok(mut interrupt), Ok(mut terminate)) = signals else {
            return Answer::NobodyToAsk;
        };
        let Some(screen) = Screen::open() else {
            return Answer::NobodyToAsk;
        };
        let terminal = &screen.0;
        let dialog = Dialog::new(question, self.style, terminal.size());
        let Ok(conversation) = Conversation::new(terminal, dialog, deadline) else {
            return Answer::NobodyToAsk;
        };
        let nobody = Answer::Denied {
            person: None,
            reason: None,
        };
        tokio::select! {
            biased;
            _ = interrupt.recv() => nobody,
            _ = terminate.recv() => nobody,
            () = sleep_until(deadline) => {
                screen.0.write_now("\nno answer in time");
                Answer::Expired
            }
            ending = conversation.lead() => match ending {
                Ok(Ending::Background) => Answer::NobodyToAsk,
                Ok(Ending::Decided(decision)) => screen.told(decision),
                Err(_) => nobody,
            },
        }
    }
}

impl Approver for TerminalApprover {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Answer> {
        Box::pin(self.answer(question))
    }
}

/// The terminal with a question on it; what is written after the question begins a row of its own.
struct Screen(Terminal);

impl Screen {
    fn open() -> Option<Self> {
        Terminal::open().map(Self)
    }

    /// Says what was decided, and returns the answer.
    fn told(&self, decision: Decision) -> Answer {
        let (words, answer) = match decision {
            Decision::Yes(always) => {
                let words = match always {
                    Some(_) => "approved, and granted for later calls",
                    None => "approved",
                };
                let person = person();
                (words, Answer::Approved { person, always })
            }
            Decision::No(reason) => {
                let person = Some(person());
                ("denied", Answer::Denied { person, reason })
            }
            Decision::End => {
                let nobody = Answer::Denied {
                    person: None,
                    reason: None,
                };
                ("denied", nobody)
            }
        };
        self.0.write_now(&format!("\n{words}"));
        answer
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.0.write_now("\n");
    }
}
