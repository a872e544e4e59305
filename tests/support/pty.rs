//! Programs on a pseudo-terminal: what they show, what is typed, and how they end.
//!
//! [`Pty::command`] prepares a program whose controlling terminal is the pty, with its standard
//! streams there as well; a test redirects standard output or error as usual. [`Pty::start`] starts
//! it. The terminal stays open after the program ends, so that its modes can be looked at.

use std::ffi::OsStr;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};

/// How long a text or an end is waited for. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(20);

/// The program that starts another one in a session of its own.
const SETSID: &str = "/usr/bin/setsid";

/// A byte that no program writes.
const MARK: u8 = 0;

/// A pseudo-terminal.
pub(crate) struct Pty {
    keyboard: OwnedFd,
    device: OwnedFd,
    path: String,
    screen: Arc<Screen>,
    /// How much of the screen was waited for.
    seen: usize,
}

/// What was written to a terminal.
#[derive(Default)]
struct Screen {
    bytes: Mutex<Vec<u8>>,
    grown: Condvar,
}

/// How a program ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Exit code; `None` where a signal ended it.
    pub(crate) code: Option<i32>,
    /// The signal that ended it.
    pub(crate) signal: Option<i32>,
    /// What it wrote to standard output, where that is a pipe.
    pub(crate) stdout: String,
}

/// A program on a terminal. It is killed when it is dropped before it ended.
pub(crate) struct Running {
    child: Child,
    stdout: Option<JoinHandle<String>>,
}

impl Pty {
    /// Opens a terminal of this size.
    pub(crate) fn open(columns: u16, rows: u16) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let keyboard = openpt(flags).expect("a pseudo-terminal can be opened");
        grantpt(&keyboard).expect("it is ours");
        unlockpt(&keyboard).expect("it can be unlocked");
        let path = ptsname(&keyboard, Vec::new()).expect("it has a name");
        let path = path.into_string().expect("its name is text");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let device = rustix::fs::open(&path, flags, Mode::empty()).expect("it can be opened");
        let screen = Arc::new(Screen::default());
        let source = keyboard.try_clone().expect("a descriptor can be copied");
        let reader = Arc::clone(&screen);
        thread::spawn(move || reader.read(&source));
        let pty = Self {
            keyboard,
            device,
            path,
            screen,
            seen: 0,
        };
        pty.resize(columns, rows);
        pty
    }

    /// Returns the path of the terminal.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Prepares a program on this terminal.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(SETSID);
        command.arg("--ctty").arg(program);
        self.connect(&mut command);
        command
    }

    /// Prepares a program on this terminal that reads a file as its standard input.
    pub(crate) fn command_reading(&self, input: &Path, program: impl AsRef<OsStr>) -> Command {
        let mut command = self.command("/bin/sh");
        command
            .args(["-c", "exec \"$@\" <\"$0\""])
            .arg(input)
            .arg(program);
        command
    }

    /// Prepares a program in the same place that has no controlling terminal.
    pub(crate) fn command_without_terminal(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(SETSID);
        command.arg(program);
        self.connect(&mut command);
        command.stdin(Stdio::null());
        command
    }

    fn connect(&self, command: &mut Command) {
        let stream = || Stdio::from(self.device.try_clone().expect("a descriptor can be copied"));
        command.stdin(stream()).stdout(stream()).stderr(stream());
    }

    /// Starts a prepared program.
    #[expect(clippy::unused_self, reason = "a program runs on a terminal")]
    pub(crate) fn start(&self, mut command: Command) -> Running {
        let mut child = command.spawn().expect("the program starts");
        let stdout = child.stdout.take().map(|mut pipe| {
            thread::spawn(move || {
                let mut text = String::new();
                pipe.read_to_string(&mut text).expect("output is UTF-8");
                text
            })
        });
        Running { child, stdout }
    }

    /// Types on the keyboard.
    pub(crate) fn type_keys(&self, keys: &str) {
        let mut rest = keys.as_bytes();
        while !rest.is_empty() {
            let written = rustix::io::write(&self.keyboard, rest).expect("the terminal is open");
            rest = &rest[written..];
        }
    }

    /// Changes the size, which tells the program.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let size = Winsize {
            ws_col: columns,
            ws_row: rows,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&self.device, size).expect("a terminal has a size");
    }

    /// Returns the modes of the terminal, to be compared.
    pub(crate) fn modes(&self) -> String {
        format!(
            "{:?}",
            tcgetattr(&self.device).expect("a terminal has modes")
        )
    }

    /// Returns everything that was written to the terminal so far, byte for byte but for the
    /// carriage returns that the terminal puts before line breaks.
    pub(crate) fn shown(&self) -> String {
        // What a program wrote before this mark has been read when the mark has.
        let marks = self.marks() + 1;
        rustix::io::write(&self.device, &[MARK]).expect("the terminal is open");
        let deadline = Instant::now() + PATIENCE;
        while self.marks() < marks {
            assert!(Instant::now() < deadline, "the terminal is not read");
            thread::sleep(Duration::from_millis(1));
        }
        let bytes = self.screen.bytes.lock().expect("no reader failed");
        let text = String::from_utf8_lossy(&bytes);
        text.replace(char::from(MARK), "").replace("\r\n", "\n")
    }

    fn marks(&self) -> usize {
        let bytes = self.screen.bytes.lock().expect("no reader failed");
        bytes.iter().filter(|byte| **byte == MARK).count()
    }

    /// Waits until the terminal shows a text, after what was waited for before.
    pub(crate) fn wait_for(&mut self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        let mut bytes = self.screen.bytes.lock().expect("no reader failed");
        loop {
            let new = &bytes[self.seen..];
            let found = new
                .windows(text.len())
                .position(|window| window == text.as_bytes());
            if let Some(place) = found {
                self.seen += place + text.len();
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "no {text:?} after {} bytes of:\n{}",
                self.seen,
                String::from_utf8_lossy(&bytes)
            );
            let waited = self.screen.grown.wait_timeout(bytes, left);
            bytes = waited.expect("no reader failed").0;
        }
    }
}

impl Screen {
    /// Collects what is written until the terminal is closed.
    fn read(&self, source: &OwnedFd) {
        let mut piece = [0; 4_096];
        while let Ok(read @ 1..) = rustix::io::read(source, &mut piece) {
            let mut bytes = self.bytes.lock().expect("no waiter failed");
            bytes.extend_from_slice(&piece[..read]);
            self.grown.notify_all();
        }
    }
}

impl Running {
    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).expect("the program runs");
    }

    /// Waits until the program has ended.
    pub(crate) fn wait(mut self) -> Ended {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                break status;
            }
            assert!(Instant::now() < deadline, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        };
        let stdout = self.stdout.take();
        Ended {
            code: status.code(),
            signal: status.signal(),
            stdout: stdout.map_or_else(String::new, |it| it.join().expect("the reader ends")),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended needs nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
