//! `new`: a project that checks clean, runs and is trusted, or nothing at all.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::Value;

use crate::support::{Project, Shown};

const FILES: [&str; 6] = [
    ".algen/agent.schema.json",
    ".algen/deployment.schema.json",
    ".gitignore",
    "README.md",
    "agent.yaml",
    "algen.yaml",
];

/// Every file and link below a folder, sorted, without the state that trust is kept in.
pub(super) fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
            match path.is_dir() && !path.is_symlink() {
                true if name == ".local" => {}
                true => folders.push(path),
                false => found.push(name.to_owned()),
            }
        }
    }
    found.sort();
    found
}

/// Runs the program in a folder below the project's.
pub(super) fn run_in(project: &Project, folder: &str, arguments: &[&str]) -> Shown {
    let mut command = project.command(arguments);
    let output = command
        .current_dir(project.path().join(folder))
        .output()
        .unwrap();
    Shown {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

pub(super) fn talk(code: i32, stderr: &str) -> Shown {
    Shown {
        code: Some(code),
        stdout: String::new(),
        stderr: stderr.to_owned(),
    }
}

#[test]
fn a_new_project_checks_clean_runs_and_is_trusted() {
    let project = Project::with(&[]);
    assert_eq!(
        project.run(&["new", "helper"]),
        talk(
            0,
            "helper: made (6 files)\nIts files are trusted as they are. Now: cd helper && algen \
             check\n"
        )
    );
    assert_eq!(files(&project.path().join("helper")), FILES);
    assert_eq!(
        files(project.path()).len(),
        FILES.len(),
        "nothing beside it"
    );
    let checked = run_in(&project, "helper", &["check", "--strict"]);
    assert_eq!(
        checked,
        talk(0, "agent.yaml: ok (1 agent, 3 enabled tools)\n")
    );

    let shown = run_in(&project, "helper", &["trust", "--show"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let mut lines = shown.stdout.lines().skip(1);
    assert!(lines.next().unwrap().starts_with("trusted since "));
    assert_eq!(
        lines.collect::<Vec<_>>(),
        ["  same     agent.yaml", "  same     algen.yaml"]
    );

    // Every enabled tool can be called.
    let calls: [(&[&str], &str); 3] = [
        (&["sample.echo", "text=hi"], "/text"),
        (&["calculator.calculator", "expression=6 * 7"], "/result"),
        (&["clock.current_datetime"], "/weekday"),
    ];
    let described = run_in(&project, "helper", &["describe", "--json"]);
    let described: Value = serde_json::from_str(&described.stdout).unwrap();
    let mut enabled: Vec<&str> = described["agents"][0]["enabled_tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool.as_str().unwrap())
        .collect();
    let mut called = Vec::new();
    for (words, place) in calls {
        let arguments: Vec<&str> = ["call"].iter().chain(words).copied().collect();
        let shown = run_in(&project, "helper", &arguments);
        assert_eq!(shown.code, Some(0), "{shown:?}");
        let result: Value = serde_json::from_str(&shown.stdout).unwrap();
        assert!(result.pointer(place).is_some(), "{result}");
        called.push(words[0]);
    }
    enabled.sort_unstable();
    called.sort_unstable();
    assert_eq!(called, enabled);
}

#[test]
fn the_readme_is_five_lines_and_its_commands_work() {
    let project = Project::with(&[]);
    assert_eq!(project.run(&["new", "helper", "-q"]), talk(0, ""));
    let readme = project.read("helper/README.md");
    assert_eq!(readme.lines().count(), 5);
    let commands: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .collect();
    assert_eq!(commands.len(), 3);
    let program = Path::new(env!("CARGO_BIN_EXE_algen")).parent().unwrap();
    let shell = project.with_program(&["/bin/sh", "-c"]);
    for command in commands {
        let path = program.display();
        let line = format!("cd helper && PATH='{path}' && {command}");
        let shown = shell.run(&[&line]);
        assert_eq!(shown.code, Some(0), "{command}: {shown:?}");
    }
}

#[test]
fn editors_find_the_schemas() {
    let project = Project::with(&[]);
    project.run(&["new", "helper"]);
    for (file, kind) in [("agent.yaml", "agent"), ("algen.yaml", "deployment")] {
        let text = project.read(&format!("helper/{file}"));
        let first = text.lines().next().unwrap();
        let schema = first
            .strip_prefix("# yaml-language-server: $schema=")
            .unwrap();
        let written = project.read(&format!("helper/{schema}"));
        assert_eq!(written, project.run(&["schema", kind]).stdout, "{file}");
    }
}

#[test]
fn an_empty_folder_is_filled() {
    let project = Project::with(&[]);
    for (folder, name, expected) in [
        ("My Project", ".", "\"my-project\""),
        ("other", "../other", "\"other\""),
        ("2024", ".", "\"2024\""),
    ] {
        fs::create_dir(project.path().join(folder)).unwrap();
        let shown = run_in(&project, folder, &["new", name]);
        assert_eq!(shown.code, Some(0), "{shown:?}");
        assert_eq!(files(&project.path().join(folder)), FILES, "{folder}");
        let deployment = project.read(&format!("{folder}/algen.yaml"));
        let line = format!("namespace: {expected}  #");
        assert!(deployment.contains(&line), "{deployment}");
        let checked = run_in(&project, folder, &["check", "--strict"]);
        assert_eq!(checked.code, Some(0), "{checked:?}");
        let shown = run_in(&project, folder, &["trust", "--show"]);
        assert_eq!(shown.code, Some(0), "{shown:?}");
    }
}

#[test]
fn nothing_is_overwritten() {
    let project = Project::with(&[
        ("full/.hidden", "mine\n"),
        ("file", "mine\n"),
        ("link-target/agent.yaml", "mine\n"),
    ]);
    symlink("link-target", project.path().join("link")).unwrap();
    symlink("nowhere", project.path().join("broken")).unwrap();
    let before = files(project.path());
    let full = "the folder is not empty; nothing is overwritten, so name another one";
    for (name, problem) in [
        ("full", full),
        ("link", full),
        (".", full),
        ("file", "it is there already and is not a folder"),
        ("missing/helper", "the folder above it does not exist"),
        ("missing/..", "the folder above it does not exist"),
    ] {
        let expected = talk(2, &format!("error: {name}: {problem}\n"));
        assert_eq!(project.run(&["new", name]), expected);
        assert_eq!(files(project.path()), before, "{name}");
    }
    // A name that leaves no room for the temporary folder's.
    let long = "x".repeat(250);
    for name in ["broken", &long] {
        let shown = project.run(&["new", name]);
        assert_eq!(shown.code, Some(2), "{shown:?}");
    }
    assert_eq!(files(project.path()), before);
    assert_eq!(project.read("full/.hidden"), "mine\n");
}

#[test]
fn a_project_whose_trust_cannot_be_kept_is_said_to_be_there() {
    let project = Project::with(&[("state", "a file\n")]);
    let state = project.path().join("state");
    let project = project.variable("XDG_STATE_HOME", state.to_str().unwrap());
    let shown = project.run(&["new", "helper"]);
    assert_eq!(shown.code, Some(5), "{shown:?}");
    assert!(
        shown
            .stderr
            .contains("the project is there but is not trusted: "),
        "{shown:?}"
    );
    assert_eq!(files(&project.path().join("helper")), FILES);
}

#[test]
fn a_name_with_a_dash_is_no_option_of_the_shell() {
    let project = Project::with(&[]);
    let shown = project.run(&["new", "--", "-x"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let next = "Now: cd ./-x && algen check\n";
    assert!(shown.stderr.ends_with(next), "{shown:?}");
}

#[test]
fn only_templates_that_exist_are_taken() {
    let project = Project::with(&[]);
    let shown = project.run(&["new", "helper", "--template", "minimal"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let shown = project.run(&["new", "other", "--template", "maximal"]);
    assert_eq!(shown.code, Some(2), "{shown:?}");
    assert!(!project.path().join("other").exists());
}
