//! What README shows is what happens.
//!
//! A block of `console` is what a terminal of 100 columns shows: a line that begins with `$ ` is
//! typed, the lines below it are what comes. The blocks are run one after the other, as they stand,
//! by a shell in one place. What differs from run to run is replaced on both sides before they are
//! compared: [`settled`] says what.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::support::Project;
use crate::support::pty::Pty;

const README: &str = include_str!("../README.md");

/// Where README's project lies.
const HOME: &str = "/home/ada";

/// The last line of a question; what README shows behind it is typed.
const QUESTION: &str = "approve? [y/N] (5 min left) ";

/// Long enough for a question to have been read, on a busy machine as well.
const READ: Duration = Duration::from_millis(800);

/// A command of README, and what it shows.
struct Command {
    line: String,
    shown: String,
}

/// Returns the commands of the blocks of `console`.
fn commands() -> Vec<Command> {
    let blocks = README.split("```console\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    let mut commands: Vec<Command> = Vec::new();
    for line in lines {
        match line.strip_prefix("$ ") {
            Some(line) => commands.push(Command {
                line: line.to_owned(),
                shown: String::new(),
            }),
            None => {
                let command = commands.last_mut().expect("a block begins with a command");
                command.shown += line;
                command.shown += "\n";
            }
        }
    }
    commands
}

/// Runs a command of README in a folder; returns what the terminal shows, and where a shell is
/// afterwards.
fn type_in(project: &Project, folder: &Path, command: &Command) -> (String, PathBuf) {
    let mut pty = Pty::open(100, 40);
    let program = Path::new(env!("CARGO_BIN_EXE_algen")).parent().unwrap();
    let mut shell = pty.command("/bin/sh");
    let line = format!("{}; pwd >\"$HOME/place\"", command.line);
    shell
        .args(["-c", &line])
        .current_dir(folder)
        .env_clear()
        .env("HOME", project.path())
        .env("PATH", format!("{}:/usr/bin:/bin", program.display()))
        .env("LANG", "C.UTF-8")
        .env("TERM", "dumb");
    let running = pty.start(shell);
    let keys = command
        .shown
        .lines()
        .find_map(|line| line.strip_prefix(QUESTION));
    if let Some(keys) = keys {
        pty.wait_for(QUESTION);
        thread::sleep(READ);
        pty.type_keys(keys);
    }
    let ended = running.wait();
    let mut shown = pty.shown();
    assert_eq!(ended.signal, None, "{}: {shown}", command.line);
    if let Some(keys) = keys {
        shown = shown.replacen(QUESTION, &format!("{QUESTION}{keys}"), 1);
    }
    (shown, PathBuf::from(project.read("place").trim_end()))
}

/// Replaces what differs from run to run: the folder above the project, the names of calls, the
/// digits of a fingerprint, and how long ago something was. Columns beside a time are as wide as
/// it, so blanks count as one in lines of `algen log`; blanks at the end of a line do not count.
fn settled(command: &Command, shown: &str, project: &Project) -> String {
    let folder = project.path().canonicalize().unwrap();
    let shown = shown.replace(folder.to_str().unwrap(), HOME);
    let lines = shown.trim_matches('\n').lines().map(|line| {
        let words = line.split(' ').map(word).collect::<Vec<_>>().join(" ");
        if command.line != "algen log" {
            return words.trim_end().to_owned();
        }
        let words: Vec<&str> = words.split_whitespace().collect();
        match words.as_slice() {
            ["CALL", "now", rest @ ..] | ["CALL", _, _, "ago", rest @ ..] => {
                format!("CALL AGO {}", rest.join(" "))
            }
            others => others.join(" "),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn word(word: &str) -> String {
    let call = word.strip_prefix("call-").unwrap_or(word);
    let is_name = call.len() == 26 && call.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match word.strip_suffix('…') {
        Some(digits) if digits.len() == 12 => "FINGERPRINT".to_owned(),
        _ if is_name => word.replace(call, "CALL"),
        _ => word.to_owned(),
    }
}

#[test]
fn the_console_shows_what_happens() {
    let project = Project::with(&[]);
    let mut folder = project.path().to_owned();
    let commands = commands();
    assert!(commands.len() >= 6, "{} commands", commands.len());
    let mut differences = String::new();
    for command in commands {
        let (shown, place) = type_in(&project, &folder, &command);
        let [expected, found] =
            [&command.shown, &shown].map(|text| settled(&command, text, &project));
        if expected != found {
            differences += &format!("$ {}\n{shown}\n", command.line);
        }
        folder = place;
    }
    assert!(
        differences.is_empty(),
        "README does not show what these do:\n{differences}"
    );
}

#[test]
fn the_first_command_gives_the_rows_that_are_shown() {
    let line = README
        .lines()
        .find_map(|line| line.strip_prefix("    cargo run -q -- "))
        .expect("README has a command to start with");
    let project = Project::with(&[]);
    let mut run = project.command(&line.split_whitespace().collect::<Vec<_>>());
    let output = run
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""));
    let block = format!("```text\n{}```", String::from_utf8(output.stdout).unwrap());
    assert!(README.contains(&block), "README does not show:\n{block}");
}

#[test]
fn every_example_checks_clean() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut names: Vec<String> = std::fs::read_dir(&examples)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["deployment", "minimal", "sql-reporting"]);
    for name in names {
        assert!(README.contains(&format!("`examples/{name}`")), "{name}");
        let file = examples.join(&name).join("agent.yaml");
        let shown = Project::with(&[]).run(&["check", "--strict", file.to_str().unwrap()]);
        assert_eq!(shown.code, Some(0), "{name}: {shown:?}");
    }
}

#[test]
fn the_second_command_is_the_last_step_of_the_build() {
    let build = include_str!("../.ci/run");
    assert!(README.contains("\n    cargo test\n"));
    assert_eq!(build.trim_end().lines().last(), Some("cargo test"));
}
