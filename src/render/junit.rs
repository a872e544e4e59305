//! JUnit XML, which CI systems show as tests: each rule is a test that passes or fails.
//!
//! The names of tests are the same in every run, so a CI system shows since when a rule fails.
//! Findings that do not fail the run are the output of their test.

use algen_core::diagnostics::{Diagnostic, Severity};

use super::report::{Report, counted, sentences, told};
use super::style::Style;

/// Renders one suite with a test for every rule. A test fails by its errors, and by its warnings
/// where the report is strict.
pub fn render(report: &Report<'_>, _style: &Style) -> String {
    let cases = cases(report);
    let failed = cases.iter().filter(|case| case.fails(report)).count();
    let counts = format!(
        "tests=\"{}\" failures=\"{failed}\" errors=\"0\"",
        cases.len()
    );
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"algen\" {counts}>\n  \
         <testsuite name=\"algen check\" {counts} skipped=\"0\">\n"
    );
    for case in &cases {
        case.write(report, &mut text);
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

/// A rule with what it found.
struct Case<'a> {
    rule: &'a str,
    findings: Vec<&'a Diagnostic>,
}

/// Returns the known rules in their order, then others in the order of their findings.
fn cases<'a>(report: &'a Report<'_>) -> Vec<Case<'a>> {
    let mut cases: Vec<Case<'_>> = Vec::with_capacity(report.rules.len());
    for rule in report.rules {
        cases.push(Case {
            rule: rule.name,
            findings: Vec::new(),
        });
    }
    for diagnostic in report.diagnostics {
        match cases.iter_mut().find(|case| case.rule == diagnostic.rule) {
            Some(case) => case.findings.push(diagnostic),
            None => cases.push(Case {
                rule: diagnostic.rule,
                findings: vec![diagnostic],
            }),
        }
    }
    cases
}

impl Case<'_> {
    fn fails(&self, report: &Report<'_>) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| report.strict || finding.severity == Severity::Error)
    }

    fn write(&self, report: &Report<'_>, text: &mut String) {
        text.push_str("    <testcase classname=\"algen.check\" name=\"");
        push_escaped(text, self.rule);
        text.push('"');
        let mut places = self
            .findings
            .iter()
            .filter_map(|finding| report.place(finding));
        if let Some(place) = places.find(|place| place.is_file) {
            text.push_str(" file=\"");
            push_escaped(text, &told(place.file));
            text.push('"');
        }
        if self.findings.is_empty() {
            text.push_str("/>\n");
            return;
        }
        let end = match self.fails(report) {
            true => {
                let summary = match self.findings.as_slice() {
                    [finding] => told(&finding.message).into_owned(),
                    findings => counted(findings.len(), "finding"),
                };
                text.push_str(">\n      <failure type=\"");
                push_escaped(text, self.rule);
                text.push_str("\" message=\"");
                push_escaped(text, &summary);
                text.push_str("\">");
                "</failure>\n    </testcase>\n"
            }
            false => {
                text.push_str(">\n      <system-out>");
                "</system-out>\n    </testcase>\n"
            }
        };
        for finding in &self.findings {
            push_escaped(text, &line(report, finding));
        }
        text.push_str(end);
    }
}

/// Returns a finding as one line.
fn line(report: &Report<'_>, diagnostic: &Diagnostic) -> String {
    let mut line = String::new();
    if let Some(place) = report.place(diagnostic) {
        line.push_str(&format!("{}: ", told(&place.location())));
    }
    line.push_str(&format!("{}: ", diagnostic.severity.word()));
    line.push_str(&told(&sentences(diagnostic)));
    line.push('\n');
    line
}

/// Appends text with the characters written as entities that XML obeys, in elements and attributes
/// alike; what no XML document may hold (XML 1.0, 2.2) becomes U+FFFD.
fn push_escaped(text: &mut String, value: &str) {
    for character in value.chars() {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&apos;"),
            '\t' | '\n' => text.push(character),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => text.push('\u{fffd}'),
            _ => text.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use algen_core::diagnostics::Code;
    use algen_core::source::{Origin, Span};

    use super::super::sample::Sample;
    use super::*;

    #[test]
    fn every_rule_is_a_test() {
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="algen" tests="3" failures="2" errors="0">
  <testsuite name="algen check" tests="3" failures="2" errors="0" skipped="0">
    <testcase classname="algen.check" name="literal-secret" file="agent.yaml">
      <system-out>agent.yaml:8:14: warning: `api_key` holds a secret
</system-out>
    </testcase>
    <testcase classname="algen.check" name="unknown-tool" file="agent.yaml">
      <failure type="unknown-tool" message="no tool named `sample.ecko`">agent.yaml:4:21: error: no tool named `sample.ecko`. Did you mean `sample.echo`?
</failure>
    </testcase>
    <testcase classname="algen.check" name="unreadable-file" file="crm.overlay.yaml">
      <failure type="unreadable-file" message="cannot read the overlay: there is no such file">crm.overlay.yaml: error: cannot read the overlay: there is no such file
</failure>
    </testcase>
  </testsuite>
</testsuites>
"#;
        let sample = Sample::agents();
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn warnings_fail_a_strict_run_and_no_finding_fails_none() {
        let sample = Sample::agents();
        let mut report = sample.report();
        report.strict = true;
        let text = render(&report, &Style::default());
        assert!(text.contains("tests=\"3\" failures=\"3\""), "{text}");
        assert!(text.contains("<failure type=\"literal-secret\""), "{text}");
        let clean = render(&Sample::default().report(), &Style::default());
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="algen" tests="2" failures="0" errors="0">
  <testsuite name="algen check" tests="2" failures="0" errors="0" skipped="0">
    <testcase classname="algen.check" name="literal-secret"/>
    <testcase classname="algen.check" name="unknown-tool"/>
  </testsuite>
</testsuites>
"#;
        assert_eq!(clean, expected);
    }

    #[test]
    fn hostile_text_stays_inside_its_test() {
        let mut sample = Sample::default();
        let file = sample.add("a\"/><b.yaml", Origin::Project, "x: y\n");
        let variable = sample.add("ALGEN_X", Origin::Environment, "v");
        let message = "]]></failure> & '\u{1b}[0m\u{fffe}\n\u{0}";
        let finding =
            |place| Diagnostic::new("r", Code::Governance, Severity::Error, message).at(place, "");
        sample.diagnostics = vec![
            finding(Span::new(variable, 0, 1)),
            finding(Span::new(file, 0, 1)),
        ];
        let text = render(&sample.report(), &Style::default());
        let shown = "]]&gt;&lt;/failure&gt; &amp; &apos;\\u{1b}[0m\u{fffd}\\n\\u{0}";
        let expected = format!(
            "    <testcase classname=\"algen.check\" name=\"r\" \
             file=\"a&quot;/&gt;&lt;b.yaml\">\n      \
             <failure type=\"r\" message=\"2 findings\">ALGEN_X:1:1: error: {shown}\n\
             a&quot;/&gt;&lt;b.yaml:1:1: error: {shown}\n</failure>\n    </testcase>\n"
        );
        assert!(text.contains(&expected), "{text}");
    }
}
