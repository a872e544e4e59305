//! The terminal that controls this process, in raw mode and back.
//!
//! It is opened anew, so that non-blocking mode stays ours: the descriptors that a shell shares
//! with its programs are left alone. Whatever happens, the modes that were there come back when
//! [`Terminal`] is dropped.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags};
use rustix::process::Signal;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, OutputModes, QueueSelector, SpecialCodeIndex, Termios,
};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

/// The terminal of this process, whichever it is.
const DEVICE: &str = "/dev/tty";

/// Rows and columns where a terminal does not tell.
const ROWS: usize = 24;
const COLUMNS: usize = 80;

/// A special character that is switched off.
const DISABLED: u8 = 0;

/// The size of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    /// How many characters stand beside each other.
    pub(super) columns: usize,
    /// How many lines stand below each other.
    pub(super) rows: usize,
}

/// The terminal, and how it was.
pub(super) struct Terminal {
    device: AsyncFd<OwnedFd>,
    before: Termios,
}

/// Tells whether this process has a terminal in whose foreground it stands, so that somebody can be
/// asked.
pub fn has_terminal() -> bool {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let Ok(device) = rustix::fs::open(DEVICE, flags, Mode::empty()) else {
        return false;
    };
    rustix::termios::tcgetpgrp(&device).is_ok_and(|group| group == rustix::process::getpgrp())
}

impl Terminal {
    /// Opens the terminal and sets it to raw mode; what was typed so far is dropped.
    ///
    /// `None` where this process has no terminal or does not stand in its foreground, so that
    /// nobody looks at what it writes, and where the terminal cannot be used.
    pub(super) fn open() -> Option<Self> {
        let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
        let device = rustix::fs::open(DEVICE, flags, Mode::empty()).ok()?;
        let before = rustix::termios::tcgetattr(&device).ok()?;
        #[expect(
            deprecated,
            reason = "the newer constructor is unsafe and asks that the descriptor stay open and \
                      the same, which holds for one that is owned and never handed out mutably"
        )]
        let device = AsyncFd::new(device).ok()?;
        let terminal = Self { device, before };
        (terminal.is_foreground() && terminal.enter().is_ok()).then_some(terminal)
    }

    /// Tells whether this process may read and write: the kernel stops others that try.
    pub(super) fn is_foreground(&self) -> bool {
        rustix::termios::tcgetpgrp(self.device.get_ref())
            .is_ok_and(|group| group == rustix::process::getpgrp())
    }

    /// Sets raw mode and drops what was typed so far. Ctrl-C stays a signal.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) fn enter(&self) -> io::Result<()> {
        let mut modes = self.before.clone();
        modes.local_modes -= LocalModes::ICANON
            | LocalModes::ECHO
            | LocalModes::ECHONL
            | LocalModes::IEXTEN
            | LocalModes::NOFLSH;
        modes.local_modes |= LocalModes::ISIG;
        modes.input_modes -= InputModes::ICRNL
            | InputModes::INLCR
            | InputModes::IGNCR
            | InputModes::ISTRIP
            | InputModes::PARMRK;
        modes.output_modes |= OutputModes::OPOST | OutputModes::ONLCR;
        modes.special_codes[SpecialCodeIndex::VMIN] = 1;
        modes.special_codes[SpecialCodeIndex::VTIME] = 0;
        // These would end or stop the program in raw mode. Ctrl-Z comes as a key instead.
        modes.special_codes[SpecialCodeIndex::VQUIT] = DISABLED;
        modes.special_codes[SpecialCodeIndex::VSUSP] = DISABLED;
        rustix::termios::tcsetattr(self.device.get_ref(), OptionalActions::Now, &modes)?;
        self.forget_input()
    }

    fn forget_input(&self) -> io::Result<()> {
        rustix::termios::tcflush(self.device.get_ref(), QueueSelector::IFlush)?;
        Ok(())
    }

    /// Sets the modes that were there before. In the background they belong to somebody else.
    fn leave(&self) {
        if self.is_foreground() {
            // Keys after the answer are no commands for the shell. A terminal that is gone needs
            // nothing.
            let _ = self.forget_input();
            let device = self.device.get_ref();
            let _ = rustix::termios::tcsetattr(device, OptionalActions::Now, &self.before);
        }
    }

    /// Stops the group of this process as Ctrl-Z does, with the terminal as it was. The kernel may
    /// not stop a group that no shell could continue.
    pub(super) fn suspend(&self) {
        self.leave();
        let _ = rustix::process::kill_current_process_group(Signal::TSTP);
    }

    /// Returns the size; a terminal that does not tell it has 24 rows of 80 columns.
    pub(super) fn size(&self) -> Size {
        let told = rustix::termios::tcgetwinsize(self.device.get_ref()).ok();
        let or = |number: Option<u16>, otherwise: usize| {
            number.map_or(otherwise, |number| match number {
                0 => otherwise,
                number => usize::from(number),
            })
        };
        Size {
            columns: or(told.map(|size| size.ws_col), COLUMNS),
            rows: or(told.map(|size| size.ws_row), ROWS),
        }
    }

    /// Waits for input; 0 bytes where there will be none.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) async fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = |device: &OwnedFd| Ok(rustix::io::read(device, &mut *bytes)?);
        self.device.async_io(Interest::READABLE, read).await
    }

    /// Returns what input is there now.
    pub(super) fn read_now(&self, bytes: &mut [u8]) -> usize {
        rustix::io::read(self.device.get_ref(), bytes).unwrap_or(0)
    }

    /// Writes text, all of it.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) async fn write(&self, text: &str) -> io::Result<()> {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let write = |device: &OwnedFd| Ok(rustix::io::write(device, rest)?);
            let written = self.device.async_io(Interest::WRITABLE, write).await?;
            rest = rest.get(written..).unwrap_or_default();
        }
        Ok(())
    }

    /// Writes a short text if there is room for it.
    pub(super) fn write_now(&self, text: &str) {
        if self.is_foreground() {
            // Nothing depends on it.
            let _ = rustix::io::write(self.device.get_ref(), text.as_bytes());
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.leave();
    }
}
