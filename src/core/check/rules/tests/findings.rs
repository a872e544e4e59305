//! What rules find: `fixtures/check/rules.txt` holds small projects, and behind each everything that
//! reports show of the findings of rules, with the text after `check --fix`.
//!
//! `UPDATE_FIXTURES=1 cargo test -p algen-core findings` writes the file anew; read the difference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use super::project::{Texts, check_texts};
use crate::check::RULES;
use crate::diagnostics::Diagnostic;

/// Returns the part of a case behind a heading and before the next one.
fn section<'a>(case: &'a str, heading: &str) -> Option<&'a str> {
    let (_, rest) = case.split_once(&format!("--- {heading}\n"))?;
    Some(rest.split("\n--- ").next().unwrap_or(rest).trim_end())
}

/// Writes everything that reports show of a finding.
fn described(finding: &Diagnostic, underlined: &[String]) -> String {
    let mut text = format!(
        "{}[{}] {}\n  {}\n",
        finding.severity.word(),
        finding.rule,
        finding.code.word(),
        finding.message
    );
    let fields = [
        ("agent", &finding.agent),
        ("field", &finding.field),
        ("name", &finding.name),
        ("suggestion", &finding.suggestion),
    ];
    let fields: Vec<String> = fields
        .iter()
        .filter_map(|(key, value)| Some(format!("{key} {}", value.as_ref()?)))
        .collect();
    // Writing to a String cannot fail.
    writeln!(text, "  {}", fields.join(", ")).unwrap();
    for (label, underlined) in finding.labels.iter().zip(underlined) {
        let underlined = underlined.lines().next().unwrap_or_default();
        writeln!(text, "  at `{underlined}`: {}", label.text).unwrap();
    }
    if let Some(help) = &finding.help {
        writeln!(text, "  help: {help}").unwrap();
    }
    if let Some(fix) = &finding.fix {
        let kind = if fix.unambiguous {
            "fix"
        } else {
            "possible fix"
        };
        writeln!(text, "  {kind}: {}", fix.description).unwrap();
    }
    text
}

/// Counts how often fixes are applied until there are none, the given text being the first result.
fn rounds_of_fixes(texts: &Texts<'_>, fixed: String) -> usize {
    let fixed_again = |text: &String| {
        let texts = Texts {
            agents: text,
            ..texts.clone()
        };
        check_texts(&texts).fixed
    };
    std::iter::successors(Some(fixed), fixed_again)
        .take(10)
        .count()
}

/// Writes the answer to a case.
fn answer(texts: &Texts<'_>) -> String {
    let running: BTreeSet<&str> = RULES
        .iter()
        .filter(|rule| rule.run.is_some())
        .map(|rule| rule.name)
        .collect();
    let checked = check_texts(texts);
    let mut text = "--- findings\n".to_owned();
    for (finding, underlined) in checked.findings.iter().zip(&checked.underlined) {
        match running.contains(finding.rule) {
            true => text.push_str(&described(finding, underlined)),
            // What reading finds is tested there; its name shows that a case means what it says.
            false => writeln!(text, "{}[{}]", finding.severity.word(), finding.rule).unwrap(),
        }
    }
    if let Some(fixed) = checked.fixed {
        writeln!(text, "--- fixed\n{fixed}").unwrap();
        assert!(rounds_of_fixes(texts, fixed) <= 3);
    }
    text
}

#[test]
fn projects_get_the_findings_that_they_deserve() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/check/rules.txt");
    let written = std::fs::read_to_string(&path).unwrap();
    let mut answered = String::new();
    for (index, case) in written.split("=== ").enumerate() {
        let asked = case.split("--- findings\n").next().unwrap();
        if index == 0 {
            answered.push_str(asked);
            continue;
        }
        let texts = Texts {
            agents: section(asked, "agent.yaml").unwrap(),
            deployment: section(asked, "algen.yaml"),
            overlay: section(asked, "tracker.overlay.yaml"),
        };
        let answer = answer(&texts);
        writeln!(answered, "=== {asked}{answer}").unwrap();
    }
    let answered = answered.trim_end().to_owned() + "\n";
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, &answered).unwrap();
    }
    for (expected, found) in written.split("=== ").zip(answered.split("=== ")) {
        assert_eq!(found.trim_end(), expected.trim_end());
    }
}
