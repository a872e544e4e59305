//! `algen check --contract`: the toolkits of a deployment, held to what built-in ones keep.

use crate::support::{Project, agent_file};

const OVERLAY: &str = "\
name: tracker
server: {name: tracker, transport: stdio, command: ./server}
tools:
  look:
    effect: read
    description: Look at an issue.
    input_schema:
      type: object
      properties:
        number: {type: integer, minimum: 1, maximum: 100000}
      required: [number]
      additionalProperties: false
  fetch:
    effect: read
    description: Fetch what stands at an address.
    input_schema:
      type: object
      properties:
        url: {type: string}
      additionalProperties: false
";

fn project() -> Project {
    let agent = agent_file("").replace(
        "domain_plugins: [algen_agent_tools.sample]",
        "domain_plugins: [algen_agent_tools.sample, acme.tools]",
    );
    let agent = agent.replace("[algen_agent_tools]", "[algen_agent_tools, acme]");
    Project::with(&[
        ("agent.yaml", &agent),
        (
            "algen.yaml",
            "algen: 1\nplugins:\n  acme.tools:\n    version: 1.0.0\n    publisher: acme\n    \
             toolkits:\n      tracker: {overlay: tracker.overlay.yaml}\n",
        ),
        ("tracker.overlay.yaml", OVERLAY),
    ])
}

#[test]
fn declared_toolkits_are_held_to_the_contract_where_that_is_asked() {
    let project = project();
    let plain = project.run(&["check"]);
    assert_eq!(plain.code, Some(0), "{plain:?}");
    assert!(!plain.stdout.contains("broken-contract"), "{plain:?}");

    let held = project.run(&["check", "--contract", "--format", "concise"]);
    assert_eq!(held.code, Some(1), "{held:?}");
    let broken: Vec<&str> = held
        .stdout
        .lines()
        .filter(|line| line.contains("[broken-contract]"))
        .collect();
    assert!(!broken.is_empty(), "{}", held.stdout);
    // At the argument, not at the toolkit.
    for line in &broken {
        assert!(line.starts_with("tracker.overlay.yaml:19:9: "), "{line}");
    }
    let about = |words: &str| broken.iter().any(|line| line.contains(words));
    assert!(about("`tracker.fetch` breaks the contract"), "{broken:?}");
    assert!(about("/url"), "{broken:?}");
}

#[test]
fn a_finding_points_at_the_part_of_a_query_that_it_speaks_of() {
    let agent = agent_file("");
    let deployment = "\
algen: 1
plugins:
  acme.lib:
    version: \"1\"
    publisher: acme
    toolkits:
      lib:
        connector: sqlite
        path: lib.db
        queries:
          q:
            description: short
            sql: SELECT n FROM t WHERE n = ?
            params:
              least: {oneOf: [{type: string}, {type: integer}]}
            row: {n: integer}
";
    let project = Project::with(&[("agent.yaml", &agent), ("algen.yaml", deployment)]);
    let shown = project.run(&["check", "--contract", "--format", "concise"]);
    let broken: Vec<&str> = shown
        .stdout
        .lines()
        .filter(|line| line.contains("[broken-contract]"))
        .collect();
    let about = |place: &str, words: &str| {
        let found = broken
            .iter()
            .any(|line| line.starts_with(place) && line.contains(words));
        assert!(found, "{place} {words}: {}", shown.stdout);
    };
    about(
        "algen.yaml:12:13: ",
        "`lib.q` breaks the contract at `/description`",
    );
    for line in &broken {
        assert!(line.starts_with("algen.yaml:1"), "{line}");
    }
    let full = project.run(&["check", "--contract"]);
    assert!(full.stdout.contains("rule description"), "{}", full.stdout);
}

#[test]
fn the_rule_has_a_page() {
    let shown = Project::with(&[]).run(&["explain", "broken-contract"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    assert!(
        shown.stdout.contains("algen check --contract"),
        "{}",
        shown.stdout
    );
}
