//! The only code that touches standard input, output and error, and the terminal.
//!
//! Output is data and goes out whole; error output is talk. A reader that has seen enough and
//! closes its end is no failure: the rest is dropped quietly and the command keeps its own exit
//! code.

mod color;
pub mod prompt;

pub use color::{ColorChoice, TerminalVariables};
pub use prompt::TerminalApprover;

use std::io::{self, BufRead, IsTerminal, Read, Write};

use thiserror::Error;

use crate::render::style::Style;
use crate::render::visible::visible;

/// The most bytes of a line that answers a question.
const ANSWER_BYTES_MAX: u64 = 64;

/// Standard input, output and error of one run.
#[derive(Clone, Debug)]
pub struct Ui {
    variables: TerminalVariables,
    color: ColorChoice,
    quiet: bool,
}

/// Why standard input gives no text.
#[derive(Debug, Error)]
pub enum InputError {
    /// It holds more than the limit, in bytes.
    #[error("standard input is larger than {0} bytes")]
    TooLarge(u64),
    /// The operating system refused.
    #[error("cannot read standard input: {0}")]
    Io(#[from] io::Error),
}

impl Ui {
    /// Prepares a run; `quiet` silences talk that is no error.
    pub fn new(variables: TerminalVariables, color: ColorChoice, quiet: bool) -> Self {
        Self {
            variables,
            color,
            quiet,
        }
    }

    /// Tells whether somebody can answer questions: input and error output are a terminal.
    pub fn can_ask(&self) -> bool {
        io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Tells whether standard output is a terminal.
    pub fn stdout_is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Returns what standard output shows.
    pub fn stdout_style(&self) -> Style {
        self.style(io::stdout().is_terminal())
    }

    /// Returns what error output shows.
    pub fn stderr_style(&self) -> Style {
        self.style(io::stderr().is_terminal())
    }

    fn style(&self, is_terminal: bool) -> Style {
        Style {
            color: self.variables.shows_color(self.color, is_terminal),
            unicode: is_terminal && self.variables.shows_unicode(),
            width: if is_terminal { terminal_width() } else { None },
        }
    }

    /// Returns who asks the person at the terminal; nobody is asked where `no_input` says so.
    pub fn approver(&self, no_input: bool) -> TerminalApprover {
        TerminalApprover::new(self.style(true), !no_input)
    }

    /// Writes text to standard output, all of it.
    ///
    /// # Errors
    /// Says why it could not be written, as when a disk is full. A reader that closed its end
    /// counts as success.
    pub fn write(&self, text: &str) -> io::Result<()> {
        write_whole(&mut io::stdout().lock(), text.as_bytes())
    }

    /// Writes one of many pieces of data to standard output, all of it.
    ///
    /// # Errors
    /// As [`write`](Self::write), but a reader that closed its end is told as
    /// [`io::ErrorKind::BrokenPipe`], so that the pieces after it need not be made.
    pub fn write_piece(&self, piece: &[u8]) -> io::Result<()> {
        let mut output = io::stdout().lock();
        output.write_all(piece)?;
        output.flush()
    }

    /// Says something on error output, unless the run is quiet. A line break is added. What cannot
    /// be said is dropped: there is nowhere else to say it.
    pub fn say(&self, text: &str) {
        if !self.quiet {
            self.complain(text);
        }
    }

    /// Shows a piece of a running program's output on error output, where that is a terminal and the
    /// run is not quiet. Line breaks stay, everything else that a terminal would obey is written
    /// out.
    pub fn echo(&self, text: &str) {
        if self.quiet || !io::stderr().is_terminal() {
            return;
        }
        let mut shown = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            shown.push_str(&visible(line.trim_end_matches(['\n', '\r'])));
            if line.ends_with('\n') {
                shown.push('\n');
            }
        }
        // An error here has no better place to be reported.
        let _ = write_whole(&mut io::stderr().lock(), shown.as_bytes());
    }

    /// Says something on error output even when the run is quiet.
    pub fn complain(&self, text: &str) {
        let line = format!("{}\n", text.trim_end_matches('\n'));
        // An error here has no better place to be reported.
        let _ = write_whole(&mut io::stderr().lock(), line.as_bytes());
    }

    /// Tells whether somebody sees a line that changes: error output is a terminal that understands
    /// it, and the run is not quiet.
    pub fn shows_status(&self) -> bool {
        !self.quiet && io::stderr().is_terminal() && self.variables.moves_cursor()
    }

    /// Shows a short line on error output in place of the one before. Only where
    /// [`shows_status`](Self::shows_status) says so, and until [`clear_status`](Self::clear_status)
    /// nothing else may be written.
    pub fn write_status(&self, text: &str) {
        // An error here has no better place to be reported.
        let _ = write_whole(
            &mut io::stderr().lock(),
            format!("\r{text}\u{1b}[K").as_bytes(),
        );
    }

    /// Takes the line away that [`write_status`](Self::write_status) shows.
    pub fn clear_status(&self) {
        // As above.
        let _ = write_whole(&mut io::stderr().lock(), b"\r\x1b[K");
    }

    /// Asks a question on error output and returns whether the answer is yes: the word `y` or
    /// `yes`. Everything else, also nothing, is no. Only where [`can_ask`](Self::can_ask) says so.
    ///
    /// # Errors
    /// The question cannot be shown or the answer not be read.
    pub fn ask(&self, question: &str) -> io::Result<bool> {
        write_whole(
            &mut io::stderr().lock(),
            format!("{question} [y/N] ").as_bytes(),
        )?;
        answer(io::stdin().lock())
    }

    /// Asks on error output for one line of text and returns it without blanks around it; nothing
    /// where the input ends before the line does. Only where [`can_ask`](Self::can_ask) says so.
    ///
    /// # Errors
    /// The question cannot be shown or the line not be read; it has more than `most` bytes.
    pub fn ask_line(&self, question: &str, most: u64) -> Result<String, InputError> {
        let shown = format!("{question} ");
        write_whole(&mut io::stderr().lock(), shown.as_bytes())?;
        line(io::stdin().lock(), most)
    }

    /// Reads standard input to its end.
    ///
    /// # Errors
    /// More than `most` bytes are refused; nothing of them is kept.
    pub fn read(&self, most: u64) -> Result<Vec<u8>, InputError> {
        read_bounded(io::stdin().lock(), most)
    }
}

/// Returns the columns of the terminal that output goes to, where it tells them.
fn terminal_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size()?;
    Some(usize::from(width.0)).filter(|&columns| columns > 0)
}

/// Writes all bytes; a closed reader is no error.
fn write_whole(output: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Reads a line and tells whether it says yes.
fn answer(input: impl BufRead) -> io::Result<bool> {
    let mut line = Vec::new();
    input.take(ANSWER_BYTES_MAX).read_until(b'\n', &mut line)?;
    let word = line.trim_ascii().to_ascii_lowercase();
    Ok(matches!(word.as_slice(), b"y" | b"yes") && line.ends_with(b"\n"))
}

/// Reads a line, without what follows it.
fn line(input: impl BufRead, most: u64) -> Result<String, InputError> {
    let mut line = Vec::new();
    let mut input = input.take(most.saturating_add(1));
    input.read_until(b'\n', &mut line)?;
    match line.ends_with(b"\n") {
        true => Ok(String::from_utf8_lossy(line.trim_ascii()).into_owned()),
        false if u64::try_from(line.len()).unwrap_or(u64::MAX) > most => {
            Err(InputError::TooLarge(most))
        }
        false => Ok(String::new()),
    }
}

fn read_bounded(input: impl Read, most: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > most {
        return Err(InputError::TooLarge(most));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An output that fails in one way.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_reader_is_no_error_and_a_full_disk_is_one() {
        let mut written = Vec::new();
        for (name, result, expected) in [
            ("written", write_whole(&mut written, b"data"), None),
            (
                "closed",
                write_whole(&mut Failing(io::ErrorKind::BrokenPipe), b"data"),
                None,
            ),
            (
                "full",
                write_whole(&mut Failing(io::ErrorKind::StorageFull), b"data"),
                Some(io::ErrorKind::StorageFull),
            ),
        ] {
            assert_eq!(result.err().map(|error| error.kind()), expected, "{name}");
        }
        assert_eq!(written, b"data");
    }

    #[test]
    fn only_the_word_is_a_yes() {
        let long = format!("{}y\n", " ".repeat(64));
        for (line, expected) in [
            ("y\n", true),
            ("Y\r\n", true),
            (" yes \nno\n", true),
            ("\n", false),
            ("", false),
            ("y", false),
            ("n\ny\n", false),
            ("yep\n", false),
            (&long, false),
        ] {
            assert_eq!(answer(line.as_bytes()).ok(), Some(expected), "{line:?}");
        }
    }

    #[test]
    fn a_line_counts_once_it_has_ended() {
        for (input, expected) in [
            (" sent by hand \r\nmore\n", Some("sent by hand")),
            ("\n", Some("")),
            ("", Some("")),
            ("half", Some("")),
            ("123456789012345678901234567890", None),
        ] {
            let read = line(input.as_bytes(), 20).ok();
            assert_eq!(read.as_deref(), expected, "{input:?}");
        }
    }

    #[test]
    fn input_is_read_up_to_its_limit() {
        assert_eq!(read_bounded(&b"1234"[..], 4).ok(), Some(b"1234".to_vec()));
        let refused = read_bounded(&b"12345"[..], 4).err();
        assert_eq!(
            refused.map(|error| error.to_string()).as_deref(),
            Some("standard input is larger than 4 bytes")
        );
    }
}
