//! What README shows is what happens.

use crate::support::{Project, agent_file};

const README: &str = include_str!("../README.md");

#[test]
fn the_first_command_works_as_written() {
    let line = README
        .lines()
        .find_map(|line| line.strip_prefix("    cargo run"))
        .expect("README has a command to start with");
    let commands: Vec<&str> = line.split("&&").collect();
    assert_eq!(commands.len(), 2);
    let project = Project::with(&[]);
    for command in commands {
        let arguments = command.split_once(" -- ").expect("arguments follow").1;
        let mut run = project.command(&arguments.split_whitespace().collect::<Vec<_>>());
        let output = run
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{arguments}: {output:?}");
    }
}

#[test]
fn the_mistake_looks_as_shown() {
    let text = agent_file("").replace("sample.echo", "sample.ecko");
    let project = Project::with(&[("agent.yaml", &text)]);
    let shown = project.run(&["check"]);
    assert_eq!(shown.code, Some(1));
    let block = format!("```text\n{}```", shown.stdout);
    assert!(README.contains(&block), "README does not show:\n{block}");
}

#[test]
fn the_second_command_is_the_last_step_of_the_build() {
    let build = include_str!("../.ci/run");
    assert!(README.contains("\n    cargo test\n"));
    assert_eq!(build.trim_end().lines().last(), Some("cargo test"));
}
