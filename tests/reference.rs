//! Compares `check` with the Python runtime on observed files.
//!
//! `fixtures/reference/` holds files and what that runtime said of each: exit code, and severity,
//! code and filled fields of its findings. Ours must say the same, or the difference stands in
//! `fixtures/reference-differences.yaml` with its kind and reason. Extra warnings are free.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use algen_core::source::{Origin, Sources, json, yaml};
use serde_json::Value;

use crate::support::Project;

/// What kind a difference may be.
const KINDS: [&str; 4] = [
    // An error that the reference does not see; it would show only at run time.
    "finds-more",
    // The same problem under a code that says more, or findings where the reference stopped.
    "says-more",
    // The reference crashed.
    "reference-crashes",
    // A rule that this program decides otherwise.
    "decides-otherwise",
];

fn fixtures() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"))
}

/// Reads the list of differences: vector to kind and reason.
fn differences() -> BTreeMap<String, (String, String)> {
    let text = fs::read_to_string(fixtures().join("reference-differences.yaml")).expect("a list");
    let sources = Sources::default();
    let source = sources.add("reference-differences.yaml", Origin::Project, text);
    let composed = yaml::compose(source);
    assert!(composed.problems.is_empty(), "{:?}", composed.problems);
    let list = json::from_node(&composed.root.expect("a mapping"));
    let entries = list.as_object().expect("a mapping").iter();
    entries
        .map(|(vector, entry)| {
            let field = |name: &str| {
                let text = entry[name].as_str();
                text.unwrap_or_else(|| panic!("{vector} has no {name}"))
                    .to_owned()
            };
            assert!(
                KINDS.contains(&field("kind").as_str()),
                "{vector}: {}",
                field("kind")
            );
            assert!(
                field("reason").len() > 20,
                "{vector}: the reason says too little"
            );
            (vector.clone(), (field("kind"), field("reason")))
        })
        .collect()
}

/// Severity and code of each error.
fn errors(issues: &Value) -> BTreeSet<(String, String)> {
    let issues = issues.as_array().map(Vec::as_slice).unwrap_or_default();
    issues
        .iter()
        .map(|issue| (word(issue, "severity"), word(issue, "code")))
        .filter(|(severity, _)| severity == "error")
        .collect()
}

fn word(issue: &Value, key: &str) -> String {
    issue[key].as_str().unwrap_or_default().to_owned()
}

/// Says how our report differs; empty where it is equal or better.
fn compare(expected: &Value, code: Option<i32>, stdout: &str) -> Vec<String> {
    let mut differences = Vec::new();
    if code.map(i64::from) != expected["exit"].as_i64() {
        differences.push(format!("exit {code:?}, not {}", expected["exit"]));
    }
    let report: Value = serde_json::from_str(stdout).expect("standard output is JSON");
    if expected["issues"].is_null() {
        differences.push("the reference has no report".to_owned());
        return differences;
    }
    let (ours, theirs) = (errors(&report["issues"]), errors(&expected["issues"]));
    if ours != theirs {
        differences.push(format!("errors {ours:?}, not {theirs:?}"));
    }
    let empty = Vec::new();
    for issue in expected["issues"].as_array().unwrap_or(&empty) {
        let fields = ["severity", "code", "agent", "field", "name", "suggestion"];
        let filled: Vec<&str> = fields
            .into_iter()
            .filter(|key| !issue[*key].is_null())
            .collect();
        let found = report["issues"].as_array().is_some_and(|issues| {
            issues
                .iter()
                .any(|ours| filled.iter().all(|key| ours[*key] == issue[*key]))
        });
        if !found {
            differences.push(format!("no issue with {issue}"));
        }
    }
    if let (Some(tools), Some(inventory)) = (
        expected["tools"].as_array(),
        report["inventory"].as_object(),
    ) {
        let names: Vec<&Value> = inventory["tools"]
            .as_array()
            .unwrap_or(&empty)
            .iter()
            .map(|tool| &tool["name"])
            .collect();
        if names != tools.iter().collect::<Vec<_>>() {
            differences.push(format!("tools {names:?}"));
        }
        if inventory["environment"] != expected["environment"] {
            differences.push(format!("environment {}", inventory["environment"]));
        }
    } else if expected["tools"].is_array() {
        differences.push("no inventory".to_owned());
    }
    differences
}

#[test]
fn every_verdict_is_the_same_or_the_difference_is_listed() {
    let verdicts = fs::read_to_string(fixtures().join("reference/verdicts.json")).expect("a list");
    let verdicts: BTreeMap<String, Value> = serde_json::from_str(&verdicts).expect("JSON");
    let listed = differences();
    let mut alike = 0;
    let mut wrong = Vec::new();
    for (vector, expected) in &verdicts {
        let file = format!("{vector}.yaml");
        let content = fs::read(fixtures().join("reference").join(&file)).expect("a vector");
        let mut project = Project::with(&[]);
        project.write(&file, &content);
        for (name, value) in expected["variables"].as_object().into_iter().flatten() {
            project = project.variable(name, value.as_str().unwrap_or_default());
        }
        let mut arguments = vec!["check"];
        match expected["files"].as_array() {
            Some(files) => arguments.extend(files.iter().filter_map(Value::as_str)),
            None => arguments.push(&file),
        }
        arguments.push("--json");
        let shown = project.run(&arguments);
        let found = compare(expected, shown.code, &shown.stdout);
        match (found.is_empty(), listed.contains_key(vector)) {
            (true, false) => alike += 1,
            (true, true) => wrong.push(format!("{vector}: listed, but no longer different")),
            (false, true) => {}
            (false, false) => wrong.push(format!("{vector}: {}", found.join("; "))),
        }
    }
    for vector in listed
        .keys()
        .filter(|vector| !verdicts.contains_key(*vector))
    {
        wrong.push(format!("{vector}: listed, but there is no such file"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!(
        "{alike} of {} alike, {} differences listed",
        verdicts.len(),
        listed.len()
    );
    for (vector, (kind, reason)) in &listed {
        println!("  {vector}: {kind}: {reason}");
    }
    assert_eq!(alike + listed.len(), verdicts.len());
}
