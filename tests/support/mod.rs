//! A project in a temporary folder, and the program run on it with a scrubbed environment.

pub(crate) mod connector;
pub(crate) mod peer;
pub(crate) mod planted;
mod program;
pub(crate) mod pty;

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pty::Pty;
use rustix::process::{Pid, Signal};
use tempfile::TempDir;

/// How long the end of a program is waited for. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_algen");

/// A temporary project.
pub(crate) struct Project {
    folder: TempDir,
    program: Vec<OsString>,
    variables: Vec<(String, OsString)>,
    input: Option<Vec<u8>>,
}

/// What a run of the program showed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Exit code; `None` where a signal ended it.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

/// A program that runs beside the test. It is killed when it is dropped before it ended.
pub(crate) struct Started {
    child: Child,
    output: [JoinHandle<String>; 2],
}

impl Started {
    /// Returns the number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).expect("the program runs");
    }

    /// Tells whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("it is our child").is_some()
    }

    /// Waits for its end.
    pub(crate) fn wait(mut self) -> Shown {
        let deadline = Instant::now() + PATIENCE;
        while !self.has_ended() {
            assert!(Instant::now() < deadline, "the program does not end");
            thread::sleep(Duration::from_millis(2));
        }
        let status = self.child.wait().expect("it is our child");
        let [stdout, stderr] = self.output.each_mut().map(|reader| {
            let nothing = thread::spawn(String::new);
            let reader = std::mem::replace(reader, nothing);
            reader.join().expect("output is UTF-8")
        });
        Shown {
            code: status.code(),
            stdout,
            stderr,
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // One that has ended needs nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a pipe to its end.
fn reader(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("output is UTF-8");
        text
    })
}

impl Project {
    /// Creates a project with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let project = Self {
            folder: tempfile::tempdir().expect("a temporary folder can be made"),
            program: vec![PROGRAM.into()],
            variables: Vec::new(),
            input: None,
        };
        for (path, text) in files {
            project.write(path, text.as_bytes());
        }
        project
    }

    /// Runs the program with the connectors of the tests.
    pub(crate) fn with_test_connectors(self) -> Self {
        Self {
            program: program::words(),
            ..self
        }
    }

    /// Runs another program instead.
    pub(crate) fn with_program(self, words: &[&str]) -> Self {
        Self {
            program: words.iter().map(Into::into).collect(),
            ..self
        }
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn write(&self, path: &str, content: &[u8]) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders");
        fs::write(path, content).expect("a file can be written");
    }

    /// Reads a file.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("the file is there")
    }

    /// Sets a variable of the program's environment.
    pub(crate) fn variable(self, name: &str, value: &str) -> Self {
        self.variable_of_bytes(name, value.into())
    }

    /// Sets a variable that need not be text.
    pub(crate) fn variable_of_bytes(mut self, name: &str, value: OsString) -> Self {
        self.variables.push((name.to_owned(), value));
        self
    }

    /// Sets what the program reads from standard input.
    pub(crate) fn input(mut self, input: &[u8]) -> Self {
        self.input = Some(input.to_vec());
        self
    }

    /// Returns the folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the program with its arguments, to be started in the project's folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.prepared(Command::new(&self.program[0]), arguments)
    }

    /// Returns the program with its arguments on a terminal, which is also its controlling one. Its
    /// standard output is a pipe.
    pub(crate) fn command_on(&self, pty: &Pty, arguments: &[&str]) -> Command {
        let mut command = self.prepared(pty.command(&self.program[0]), arguments);
        command.stdout(Stdio::piped());
        command
    }

    fn prepared(&self, mut command: Command, arguments: &[&str]) -> Command {
        command
            .args(&self.program[1..])
            .args(arguments)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path())
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Starts the program and lets it run.
    pub(crate) fn start(&self, arguments: &[&str]) -> Started {
        let mut command = self.command(arguments);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = reader(child.stdout.take().expect("output is a pipe"));
        let stderr = reader(child.stderr.take().expect("error output is a pipe"));
        Started {
            child,
            output: [stdout, stderr],
        }
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Shown {
        let mut command = self.command(arguments);
        let input = self.input.clone().unwrap_or_default();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        let writer = thread::spawn(move || {
            use std::io::Write as _;
            // A program that does not read its input may close it early.
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        Shown {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
        }
    }
}

/// A file with one agent that checks clean, with lines added to the agent.
pub(crate) fn agent_file(extra: &str) -> String {
    let mut text = String::from(
        "providers:\n  demo: {type: mock, default_model: m}\nagents:\n  - name: assistant\n    \
         version: 1.0.0\n    description: d\n    system_instructions: s\n    \
         default_model: {name: m, provider: demo, model: m}\n    \
         domain_plugins: [algen_agent_tools.sample]\n    enabled_tools: [sample.echo]\n    \
         tool_permissions: [sample.read]\n",
    );
    for line in extra.lines() {
        text.push_str("    ");
        text.push_str(line);
        text.push('\n');
    }
    text.push_str("security:\n  trusted_plugin_prefixes: [algen_agent_tools]\n");
    text
}
