//! The service behind the connector of the tests: it counts what really arrives.
//!
//! It lives in the process of the test, so what it heard outlives every caller. Each line that
//! arrives is kept before it is answered:
//!
//! - `open`, `close`: the client of a toolkit; one that goes without `close` is heard as `lost`.
//! - `read`, `write`, `send`, `destroy`, `hold` and a key: done, answered `ok`.
//! - `unanswered` and a key: done, and not answered while the peer is patient.
//! - `refuse` and a key: not done, answered `no`.
//! - `at`, a place and a key: the caller stops there until [`Peer::release`], or goes on at once
//!   where the peer is not patient.
//! - `login` and a token: not answered.
//!
//! [`Peer::behave`] makes it break the rules, and say more than `ok` or `no`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long a line is waited for. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// Verbs of lines that are an effect.
const EFFECTS: [&str; 5] = ["write", "send", "destroy", "hold", "unanswered"];

/// How long a connection is left unread before it is reset. Its first line has arrived by then.
const UNREAD: Duration = Duration::from_millis(50);

/// How the peer treats its callers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Manner {
    /// As it is described.
    #[default]
    Kind,
    /// Closes a connection of which it has read nothing, so that the caller's system sees a reset.
    Reset,
    /// Closes a connection after `open`.
    DropBefore,
    /// Closes a connection after it has done what it was told, without an answer.
    DropAfter,
    /// Answers what is no text.
    Garbage,
}

/// The service.
pub(crate) struct Peer {
    folder: TempDir,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    heard: Mutex<Heard>,
    changed: Condvar,
}

#[derive(Default)]
struct Heard {
    lines: Vec<String>,
    /// Callers that stop somewhere, with the key that they told.
    stopped: Vec<(String, UnixStream)>,
    /// Connections that are heard.
    connections: usize,
    /// Questions of [`Peer::drain`] that have arrived.
    drains: usize,
    /// Whether nobody is made to wait.
    hurries: bool,
    manner: Manner,
    /// What stands behind every answer.
    says: String,
    ended: bool,
}

impl Peer {
    /// Starts it.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let listener = UnixListener::bind(folder.path().join("peer")).expect("a socket");
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                let mut heard = shared.lock();
                if heard.ended {
                    break;
                }
                heard.connections += 1;
                drop(heard);
                let state = Arc::clone(&shared);
                thread::spawn(move || state.serve(&stream));
            }
        });
        Self { folder, state }
    }

    /// Returns where it is.
    pub(crate) fn address(&self) -> String {
        let path = self.folder.path().join("peer");
        path.to_str().expect("the path is text").to_owned()
    }

    /// Returns everything that arrived so far.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.state.lock().lines.clone()
    }

    /// Returns how many lines begin so.
    pub(crate) fn count(&self, start: &str) -> usize {
        let heard = self.state.lock();
        heard
            .lines
            .iter()
            .filter(|line| line.starts_with(start))
            .count()
    }

    /// Returns how often something was done, under any key.
    pub(crate) fn effects(&self) -> usize {
        EFFECTS
            .iter()
            .map(|verb| self.count(&format!("{verb} ")))
            .sum()
    }

    /// Returns how often something was done under a key.
    pub(crate) fn effects_of(&self, key: &str) -> usize {
        let lines = EFFECTS.map(|verb| format!("{verb} {key}"));
        let heard = self.state.lock();
        heard
            .lines
            .iter()
            .filter(|line| lines.contains(line))
            .count()
    }

    /// Waits until a line that begins so has arrived.
    pub(crate) fn wait_for(&self, start: &str) {
        self.wait_for_many(start, 1);
    }

    /// Waits until so many lines that begin so have arrived.
    pub(crate) fn wait_for_many(&self, start: &str, count: usize) {
        let deadline = Instant::now() + PATIENCE;
        let mut heard = self.state.lock();
        loop {
            let found = heard.lines.iter().filter(|line| line.starts_with(start));
            if found.count() >= count {
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no {start:?} in {:?}", heard.lines);
            let waited = self.state.changed.wait_timeout(heard, left);
            heard = waited.expect("no other thread failed").0;
        }
    }

    /// Waits until everything has arrived that callers sent who have ended. Nobody else may call.
    pub(crate) fn drain(&self) {
        let drains = self.state.lock().drains + 1;
        let path = self.folder.path().join("peer");
        let mut stream = UnixStream::connect(path).expect("the peer listens");
        // Connections are accepted in order, so all earlier ones are known once this is heard.
        stream.write_all(b"drain\n").expect("the peer listens");
        drop(stream);
        let mut heard = self.state.lock();
        while heard.drains < drains || heard.connections > 0 {
            let waited = self.state.changed.wait_timeout(heard, PATIENCE);
            let (after, timeout) = waited.expect("no other thread failed");
            assert!(!timeout.timed_out(), "a caller has not ended");
            heard = after;
        }
    }

    /// Says whether callers stop where they say they do, and wait for answers that do not come.
    pub(crate) fn be_patient(&self, patient: bool) {
        self.state.lock().hurries = !patient;
    }

    /// Says how it treats callers from now on, and what it says behind every answer.
    pub(crate) fn behave(&self, manner: Manner, says: &str) {
        let mut heard = self.state.lock();
        heard.manner = manner;
        says.clone_into(&mut heard.says);
    }

    /// Lets everybody go on who stops somewhere under this key.
    pub(crate) fn release(&self, key: &str) {
        let mut heard = self.state.lock();
        heard.stopped.retain(|(stopped, stream)| {
            if stopped == key {
                // A caller that is gone hears nothing.
                let _ = (&*stream).write_all(b"go\n");
            }
            stopped != key
        });
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let mut heard = self.state.lock();
        heard.ended = true;
        for (_, stream) in heard.stopped.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        drop(heard);
        // Wakes the listener.
        let _ = UnixStream::connect(self.folder.path().join("peer"));
    }
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().expect("no other thread failed")
    }

    fn hear(&self, line: &str) -> MutexGuard<'_, Heard> {
        let mut heard = self.lock();
        heard.lines.push(line.to_owned());
        self.changed.notify_all();
        heard
    }

    /// Hears a connection to its end.
    fn serve(&self, stream: &UnixStream) {
        let manner = self.lock().manner;
        let is_open = match manner {
            Manner::Reset => {
                thread::sleep(UNREAD);
                false
            }
            _ => self.converse(stream, manner),
        };
        if is_open {
            drop(self.hear("lost"));
        }
        self.lock().connections -= 1;
        self.changed.notify_all();
    }

    /// Hears lines and answers; tells whether a client is still open at the end.
    fn converse(&self, stream: &UnixStream, manner: Manner) -> bool {
        let mut is_open = false;
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            if line == "drain" {
                self.lock().drains += 1;
                continue;
            }
            let mut heard = self.hear(&line);
            let mut words = line.split(' ');
            let answer = match words.next() {
                Some("open") if manner == Manner::DropBefore => break,
                Some("open") => {
                    is_open = true;
                    continue;
                }
                Some("close") => {
                    is_open = false;
                    continue;
                }
                Some("at") if heard.hurries => "go",
                Some("unanswered") if heard.hurries => "ok",
                Some("at") => {
                    let key = words.nth(1).expect("a key").to_owned();
                    let copy = stream.try_clone().expect("a socket can be copied");
                    heard.stopped.push((key, copy));
                    continue;
                }
                Some("refuse") => "no",
                Some("read" | "write" | "send" | "destroy" | "hold") => "ok",
                _ => continue,
            };
            let says = heard.says.clone();
            drop(heard);
            let answer = match (manner, answer) {
                (_, "go") => b"go\n".to_vec(),
                (Manner::DropAfter, _) => break,
                (Manner::Garbage, _) => [b"\xff\xfe", says.as_bytes(), b"\n"].concat(),
                _ if says.is_empty() => format!("{answer}\n").into_bytes(),
                _ => format!("{answer} {says}\n").into_bytes(),
            };
            // A caller that is gone hears nothing.
            let _ = (&mut &*stream).write_all(&answer);
        }
        is_open
    }
}
