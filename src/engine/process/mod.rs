//! The one way to start a program.
//!
//! No shell reads anything: a program gets its arguments one by one, exactly the variables that are
//! handed in, nothing on standard input, and a deadline. What it writes to standard output is read
//! up to a limit; what it says on standard error is for nobody here and goes nowhere.
//!
//! A program leads a process group of its own. When the deadline passes, the limit is reached, the
//! program ends, or nobody waits any more because the future was dropped, the whole group is
//! killed. Only a process that leaves the group on purpose lives on.

mod group;
mod search;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use group::Group;

/// How long a killed program may take to be gone before it is left to the runtime.
const REAPING_MAX: Duration = Duration::from_secs(2);

/// Tells whether a program is in one of the absolute folders of `path`.
pub fn is_installed(program: &str, path: Option<&OsStr>) -> bool {
    search::find(program, path, Path::new("/")).is_ok()
}

/// What to run, and within which limits.
#[derive(Clone, Copy, Debug)]
pub struct ProgramRequest<'a> {
    /// The program. A name without a slash is looked for in `path`; one with a slash is a path
    /// relative to `folder`.
    pub program: &'a str,
    /// Its arguments, without its own name.
    pub arguments: &'a [String],
    /// Every variable that it sees.
    pub variables: &'a [(String, OsString)],
    /// Folders separated by `:` in which a bare name is looked for. Relative ones are passed over,
    /// since they would be those of whoever wrote the folder where a person stands.
    pub path: Option<&'a OsStr>,
    /// Its working directory.
    pub folder: &'a Path,
    /// How long it may run.
    pub deadline: Duration,
    /// How many bytes it may write to standard output.
    pub output_bytes_max: usize,
}

/// What a program left when it had ended.
#[derive(Clone, PartialEq, Eq)]
pub struct ProgramOutput {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
}

/// Output may be a secret: only its size is shown.
impl std::fmt::Debug for ProgramOutput {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("ProgramOutput")
            .field("ending", &self.ending)
            .field("stdout_bytes", &self.stdout.len())
            .finish()
    }
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It ended by itself, with this code.
    Exited(i32),
    /// A signal ended it.
    Killed(i32),
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Exited(code),
            (None, signal) => Self::Killed(signal.unwrap_or_default()),
        }
    }
}

/// Why a program gave no output. None of it holds what the program wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ProcessError {
    /// Nothing of that name can be run.
    #[error("there is no such program")]
    NotFound,
    /// The operating system refused to start it.
    #[error("it cannot be started: {0}")]
    NotStarted(io::ErrorKind),
    /// It ran longer than it may, and was killed.
    #[error("it was still running after {} seconds", .0.as_secs_f64())]
    TimedOut(Duration),
    /// It wrote more bytes than it may, and was killed.
    #[error("it wrote more than {0} bytes")]
    TooMuchOutput(usize),
    /// Its output could not be read to the end.
    #[error("its output cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    /// It ended with a code that says that it failed.
    #[error("it ended with exit code {0}")]
    Failed(i32),
    /// A signal ended it.
    #[error("signal {0} ended it")]
    Killed(i32),
}

impl ProgramOutput {
    /// Returns the output of a program that ended with code 0.
    ///
    /// # Errors
    /// Any other ending is a failure; the output is dropped.
    pub fn of_success(self) -> Result<Vec<u8>, ProcessError> {
        match self.ending {
            Ending::Exited(0) => Ok(self.stdout),
            Ending::Exited(code) => Err(ProcessError::Failed(code)),
            Ending::Killed(signal) => Err(ProcessError::Killed(signal)),
        }
    }
}

/// Runs a program to its end.
///
/// Runs within a tokio runtime that has I/O and time. Dropping the future kills the program.
///
/// # Errors
/// Says why there is no output. That a program failed is no error here: see
/// [`ProgramOutput::ending`].
pub async fn run(request: &ProgramRequest<'_>) -> Result<ProgramOutput, ProcessError> {
    let program = search::find(request.program, request.path, request.folder)?;
    let mut child = Command::new(program)
        .arg0(request.program)
        .args(request.arguments)
        .env_clear()
        .envs(request.variables.iter().map(|(name, value)| (name, value)))
        .current_dir(request.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| ProcessError::NotStarted(error.kind()))?;
    let group = Group::led_by(child.id());
    let finished = timeout(request.deadline, finish(&mut child, &group, request));
    let outcome = match finished.await {
        Ok(outcome) => outcome,
        Err(_) => Err(ProcessError::TimedOut(request.deadline)),
    };
    if outcome.is_err() {
        group.kill();
        // A program that the kernel does not let go is left to the runtime.
        let _ = timeout(REAPING_MAX, child.wait()).await;
    }
    outcome
}

/// Reads the output and waits for the end, both at once.
async fn finish(
    child: &mut Child,
    group: &Group,
    request: &ProgramRequest<'_>,
) -> Result<ProgramOutput, ProcessError> {
    let output = child.stdout.take();
    let ended = async {
        let status = child.wait().await;
        // What the program started and left behind may hold its output open.
        group.kill();
        status.map_err(|error| ProcessError::Unreadable(error.kind()))
    };
    let read = async {
        match output {
            Some(output) => read_bounded(output, request.output_bytes_max).await,
            None => Ok(Vec::new()),
        }
    };
    let (status, stdout) = tokio::try_join!(ended, read)?;
    Ok(ProgramOutput {
        ending: status.into(),
        stdout,
    })
}

/// Reads to the end, or to the first byte over the limit.
async fn read_bounded(
    output: impl AsyncRead + Unpin,
    most: usize,
) -> Result<Vec<u8>, ProcessError> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = output.take(limit).read_to_end(&mut bytes).await;
    read.map_err(|error| ProcessError::Unreadable(error.kind()))?;
    if bytes.len() > most {
        return Err(ProcessError::TooMuchOutput(most));
    }
    Ok(bytes)
}
