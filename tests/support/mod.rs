//! A project in a temporary folder, and the program run on it with a scrubbed environment.

pub(crate) mod pty;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use pty::Pty;
use tempfile::TempDir;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_algen");

/// A temporary project.
pub(crate) struct Project {
    folder: TempDir,
    variables: Vec<(String, String)>,
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

impl Project {
    /// Creates a project with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let project = Self {
            folder: tempfile::tempdir().expect("a temporary folder can be made"),
            variables: Vec::new(),
            input: None,
        };
        for (path, text) in files {
            project.write(path, text.as_bytes());
        }
        project
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
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
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
        self.prepared(Command::new(PROGRAM), arguments)
    }

    /// Returns the program with its arguments on a terminal, which is also its controlling one. Its
    /// standard output is a pipe.
    pub(crate) fn command_on(&self, pty: &Pty, arguments: &[&str]) -> Command {
        let mut command = self.prepared(pty.command(PROGRAM), arguments);
        command.stdout(Stdio::piped());
        command
    }

    fn prepared(&self, mut command: Command, arguments: &[&str]) -> Command {
        command
            .args(arguments)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path())
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
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
        let writer = std::thread::spawn(move || {
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
