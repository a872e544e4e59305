//! GitLab Code Quality, which merge requests show beside the lines that they change.
//!
//! The format is GitLab's subset of Code Climate's: a list of findings, each with a path and a
//! line. JSON escapes what its reader would obey.

use algen_core::diagnostics::{Diagnostic, Severity};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::fingerprint::FindingFingerprints;
use super::json_text;
use super::report::{Report, sentences, told};
use super::style::Style;

/// The file of findings that name none, where the report names none either.
const DEFAULT_FILE: &str = "agent.yaml";

/// Renders the findings as one JSON list; errors are `major`, warnings `minor`.
///
/// What stands in no file, as a variable of the environment, is told in the description and stands
/// at line 1 of the first configuration file: GitLab shows nothing without a place.
pub fn render(report: &Report<'_>, _style: &Style) -> String {
    json_text::pretty(&Issues(report))
}

/// The findings, made into issues one at a time while they are written.
struct Issues<'a>(&'a Report<'a>);

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
}

impl Serialize for Issues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagnostics = self.0.diagnostics;
        let mut fingerprints = FindingFingerprints::default();
        let mut sequence = serializer.serialize_seq(Some(diagnostics.len()))?;
        for diagnostic in diagnostics {
            let fingerprint = fingerprints.next(self.0, diagnostic);
            sequence.serialize_element(&issue(self.0, diagnostic, fingerprint))?;
        }
        sequence.end()
    }
}

fn issue<'a>(report: &'a Report<'_>, diagnostic: &'a Diagnostic, fingerprint: String) -> Issue<'a> {
    let place = report.place(diagnostic);
    let mut description = String::new();
    if let Some(place) = place.as_ref().filter(|place| !place.is_file) {
        description.push_str(&format!("{}: ", told(place.file)));
    }
    description.push_str(&told(&sentences(diagnostic)));
    let in_file = place.filter(|place| place.is_file);
    let range = in_file.as_ref().and_then(|place| place.range);
    let config = report.config.first().map_or(DEFAULT_FILE, String::as_str);
    let path = in_file.map_or(config, |place| place.file);
    Issue {
        description,
        check_name: diagnostic.rule,
        fingerprint,
        severity: match diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
        },
        location: Location {
            // GitLab compares paths with those of the repository.
            path: path.strip_prefix("./").unwrap_or(path),
            lines: Lines {
                begin: range.map_or(1, |(start, _)| start.line),
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use algen_core::diagnostics::Code;
    use algen_core::source::{Origin, Span};
    use serde_json::{Value, json};

    use super::super::sample::{AGENTS, Sample, unknown_tool};
    use super::*;

    fn rendered(sample: &Sample) -> Value {
        let text = render(&sample.report(), &Style::default());
        serde_json::from_str(&text).expect("the report is JSON")
    }

    #[test]
    fn findings_are_issues_with_a_path_and_a_line() {
        let issue = |rule: &str, description: &str, severity: &str, path: &str, line: usize| {
            json!({
                "description": description,
                "check_name": rule,
                "fingerprint": null,
                "severity": severity,
                "location": {"path": path, "lines": {"begin": line}},
            })
        };
        let expected = json!([
            issue(
                "unknown-tool",
                "no tool named `sample.ecko`. Did you mean `sample.echo`?",
                "major",
                "agent.yaml",
                4,
            ),
            issue(
                "literal-secret",
                "`api_key` holds a secret",
                "minor",
                "agent.yaml",
                8
            ),
            issue(
                "unreadable-file",
                "cannot read the overlay: there is no such file",
                "major",
                "crm.overlay.yaml",
                1,
            ),
        ]);
        let mut issues = rendered(&Sample::agents());
        assert_eq!(issues[0]["fingerprint"], "1892f384019e741c:1");
        for issue in issues.as_array_mut().expect("the report is a list") {
            issue["fingerprint"] = Value::Null;
        }
        assert_eq!(issues, expected);
        assert_eq!(rendered(&Sample::default()), json!([]));
    }

    #[test]
    fn fingerprints_are_unique_and_survive_moves() {
        let prints = |text: &str| {
            let mut sample = Sample::default();
            let id = sample.add("agent.yaml", Origin::Project, text);
            let tool = sample.span(id, "sample.ecko");
            sample.diagnostics = vec![unknown_tool(tool), unknown_tool(tool)];
            let issues = rendered(&sample);
            [0, 1].map(|index: usize| issues[index]["fingerprint"].clone())
        };
        let before = prints(AGENTS);
        assert_eq!(before, prints(&format!("# moved\n\n{AGENTS}")));
        assert_ne!(before[0], before[1]);
    }

    #[test]
    fn what_has_no_file_stands_in_the_first_one_and_hostile_text_stays_text() {
        let mut sample = Sample::default();
        let variable = sample.add("ALGEN_X", Origin::Environment, "v");
        let file = sample.add("./a\"b.yaml", Origin::Project, "x: y\nz: w\n");
        let finding = |message: &str| {
            Diagnostic::new("some-rule", Code::Governance, Severity::Error, message)
        };
        sample.diagnostics = vec![
            finding("odd").at(Span::new(variable, 0, 1), ""),
            finding("`a\n\u{1b}[0m`").at(Span::new(file, 5, 6), ""),
            finding("nowhere"),
        ];
        let issues = rendered(&sample);
        let told = [0, 1, 2].map(|index: usize| {
            let issue = &issues[index];
            let place = &issue["location"];
            json!([issue["description"], place["path"], place["lines"]["begin"]])
        });
        let expected = [
            json!(["ALGEN_X: odd", "agent.yaml", 1]),
            json!(["`a\\n\\u{1b}[0m`", "a\"b.yaml", 2]),
            json!(["nowhere", "agent.yaml", 1]),
        ];
        assert_eq!(told, expected);
    }
}
