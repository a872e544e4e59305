//! `algen doctor`: what would keep calls from working.

use serde_json::Value;

use crate::support::{Project, agent_file};

fn findings(project: &Project) -> (Option<i32>, Vec<(String, String, String)>) {
    let shown = project.run(&["doctor", "--json"]);
    assert_eq!(shown.stderr, "");
    let document: Value = serde_json::from_str(&shown.stdout).expect("JSON");
    assert_eq!(document["schema"], "algen.doctor/1");
    assert_eq!(document["healthy"], shown.code == Some(0));
    let found = document["findings"].as_array().expect("a list").iter();
    let text = |finding: &Value, key: &str| finding[key].as_str().expect("a text").to_owned();
    let found = found.map(|finding| {
        (
            text(finding, "subject"),
            text(finding, "health"),
            text(finding, "message"),
        )
    });
    (shown.code, found.collect())
}

fn health<'f>(found: &'f [(String, String, String)], subject: &str) -> (&'f str, &'f str) {
    let found = found.iter().find(|(name, _, _)| name == subject);
    let (_, health, message) = found.unwrap_or_else(|| panic!("nothing is said of {subject}"));
    (health, message)
}

#[test]
fn a_project_that_works_is_healthy() {
    let project = Project::with(&[("agent.yaml", &agent_file(""))]);
    let shown = project.run(&["doctor"]);
    assert_eq!(
        (shown.code, shown.stderr.as_str()),
        (Some(0), ""),
        "{shown:?}"
    );
    assert!(
        shown.stdout.ends_with("nothing keeps calls from working\n"),
        "{}",
        shown.stdout
    );
    assert_eq!(
        project.run(&["call", "sample.echo", "text=hi"]).code,
        Some(0)
    );
    let (code, found) = findings(&project);
    assert_eq!(code, Some(0), "{found:?}");
    let (ledger, message) = health(&found, "ledger");
    assert_eq!(
        (ledger, message.starts_with("can be read; ")),
        ("fine", true),
        "{message}"
    );
    assert_eq!(
        health(&found, "project"),
        ("fine", "agent.yaml can be loaded")
    );
    assert_eq!(health(&found, "trust").0, "note");
    assert_eq!(project.run(&["trust", "--yes"]).code, Some(0));
    let (_, found) = findings(&project);
    assert_eq!(health(&found, "trust").0, "fine");
}

#[test]
fn what_is_missing_is_named_and_no_value_is_shown() {
    let agent = agent_file("").replace(
        "domain_plugins: [algen_agent_tools.sample]",
        "domain_plugins: [algen_agent_tools.sample, acme.tools]",
    );
    let agent = agent.replace("[algen_agent_tools]", "[algen_agent_tools, acme]");
    let project = Project::with(&[
        ("agent.yaml", &agent),
        (
            "algen.yaml",
            "algen: 1\nplugins:\n  acme.tools:\n    version: 1.0.0\n    publisher: acme\n    \
             toolkits:\n      notices: {connector: smtp, host: env://MAIL_HOST, sender: \
             env://MAIL_FROM, password: env://MAIL_PASSWORD, username: env://MAIL_USER}\n",
        ),
        (
            ".config/algen/policy.yaml",
            "algen: 1\nunattended: perhaps\n",
        ),
    ])
    .variable("MAIL_PASSWORD", "quite-a-secret")
    .variable("MAIL_FROM", "");
    let (code, found) = findings(&project);
    assert_eq!(code, Some(5));
    assert_eq!(
        health(&found, "plugin acme.tools"),
        ("broken", "not set: MAIL_FROM, MAIL_HOST, MAIL_USER")
    );
    assert_eq!(health(&found, "policy of this machine").0, "broken");
    let shown = project.run(&["doctor"]);
    assert!(!format!("{shown:?} {found:?}").contains("quite-a-secret"));
    assert!(
        shown.stdout.ends_with("2 things would fail\n"),
        "{}",
        shown.stdout
    );
}

#[test]
fn a_project_that_cannot_be_loaded_is_said_to_be_broken() {
    let project = Project::with(&[("agent.yaml", "agents: {}\n")]);
    let (code, found) = findings(&project);
    assert_eq!(code, Some(5));
    assert_eq!(
        health(&found, "project"),
        ("broken", "agent.yaml has 1 error")
    );
    let shown = Project::with(&[]).run(&["doctor"]);
    assert_eq!(shown.code, Some(2), "{shown:?}");
}
