//! The list of rules and their pages.

use std::collections::BTreeSet;
use std::path::Path;

use super::project::{Texts, check_texts, findings_of_reading};
use crate::check::RULES;

#[test]
fn the_list_is_sorted_and_equals_the_files() {
    let names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert!(names.is_sorted_by(|left, right| left < right), "{names:?}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("check/rules");
    let mut files = BTreeSet::new();
    for folder in [folder.clone(), folder.join("reading")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_rule = path.extension().is_some() && !matches!(name, "mod" | "tests");
            files.extend(is_rule.then(|| name.replace('_', "-")));
        }
    }
    let names: BTreeSet<String> = names.into_iter().map(str::to_owned).collect();
    assert_eq!(files, names);
}

/// Returns every text of Rust sources below a folder.
fn sources_below(folder: &Path, texts: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources_below(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_rule_that_is_reported_has_a_page() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut texts = Vec::new();
    sources_below(workspace, &mut texts);
    let reported = regex::Regex::new(
        r#"(?:\.report|\.warn|Diagnostic::new)\(\s*"([a-z]+(?:-[a-z]+)+)"|report_below\(\s*[^,"]+,\s*"([a-z]+(?:-[a-z]+)+)"|report_below\(\s*"[^"]+",\s*"([a-z]+(?:-[a-z]+)+)"|rule: "([a-z]+(?:-[a-z]+)+)""#,
    )
    .unwrap();
    let known: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    let mut unknown = BTreeSet::new();
    let mut seen = 0;
    for text in &texts {
        // Tests may invent rules.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for found in reported.captures_iter(text) {
            let name = found.iter().skip(1).flatten().next().unwrap().as_str();
            seen += 1;
            if !known.contains(name) {
                unknown.insert(name);
            }
        }
    }
    assert_eq!(unknown, BTreeSet::new());
    assert!(
        seen > 50,
        "only {seen} places found: the pattern no longer fits the code"
    );
}

#[test]
fn pages_have_their_sections_and_fit_a_terminal() {
    for rule in RULES {
        let headings: Vec<&str> = rule
            .page
            .lines()
            .filter(|line| line.starts_with("## "))
            .collect();
        let expected: &[&str] = match rule.page.contains("## Example") {
            true => &["## Why it matters", "## Example", "## What to do"],
            false => &["## Why it matters", "## What to do"],
        };
        assert_eq!(headings, expected, "{}", rule.name);
        let longest = rule.page.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(100), "{}: {longest:?}", rule.name);
        assert!(rule.summary.ends_with('.'), "{}", rule.name);
        assert_eq!(rule.page.matches("```").count() % 2, 0, "{}", rule.name);
    }
}

/// Returns the YAML blocks of a page: the bad example and the good one.
fn examples(page: &'static str) -> Vec<&'static str> {
    page.split("```yaml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

#[test]
fn the_examples_of_pages_show_what_they_say() {
    for rule in RULES {
        let blocks = examples(rule.page);
        let [bad, good] = blocks.as_slice() else {
            assert!(blocks.is_empty(), "{} has one example", rule.name);
            continue;
        };
        let reports = |text: &'static str| {
            let mut all = findings_of_reading(text);
            all.extend(
                check_texts(&match text.starts_with("algen:") {
                    true => Texts {
                        agents: "agents: [{domain_plugins: [acme.mail, acme.notices]}]",
                        deployment: Some(text),
                        overlay: None,
                    },
                    false => Texts {
                        agents: text,
                        ..Texts::default()
                    },
                })
                .findings,
            );
            let ours = all.into_iter().filter(|finding| finding.rule == rule.name);
            ours.map(|finding| finding.message).collect::<Vec<String>>()
        };
        assert_ne!(
            reports(bad),
            Vec::<String>::new(),
            "{}: the bad example",
            rule.name
        );
        assert_eq!(
            reports(good),
            Vec::<String>::new(),
            "{}: the good one",
            rule.name
        );
    }
}
