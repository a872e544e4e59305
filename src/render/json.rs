//! The report for programs: the keys and codes of the Python runtime's `check --json`, then ours.

use std::borrow::Cow;

use algen_core::diagnostics::{Code, Diagnostic, Severity};
use algen_core::registry::inventory::Inventory;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::json_text;
use super::masking::spoken;
use super::report::Report;
use super::style::Style;

/// Name and version of this format.
const SCHEMA: &str = "algen.check/1";

/// Renders the report as one JSON document with a final line break.
///
/// Absent values are `null`; lines and columns count from 1, columns in characters, and the end
/// is the place after the last character.
pub fn render(report: &Report<'_>, _style: &Style) -> String {
    json_text::pretty(&Document {
        schema: SCHEMA,
        ok: report.ok(),
        config: &report.config,
        issues: Issues(report),
        inventory: report.inventory,
    })
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    ok: bool,
    config: &'a [String],
    issues: Issues<'a>,
    inventory: Option<&'a Inventory>,
}

/// The findings, made into issues one at a time while they are written.
struct Issues<'a>(&'a Report<'a>);

#[derive(Serialize)]
struct Issue<'a> {
    severity: Severity,
    code: Code,
    message: Cow<'a, str>,
    location: Option<String>,
    agent: Option<Cow<'a, str>>,
    field: Option<Cow<'a, str>>,
    name: Option<Cow<'a, str>>,
    suggestion: Option<Cow<'a, str>>,
    rule: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
}

impl Serialize for Issues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagnostics = self.0.diagnostics;
        let mut sequence = serializer.serialize_seq(Some(diagnostics.len()))?;
        for diagnostic in diagnostics {
            sequence.serialize_element(&Issue::new(self.0, diagnostic))?;
        }
        sequence.end()
    }
}

impl<'a> Issue<'a> {
    fn new(report: &'a Report<'a>, diagnostic: &'a Diagnostic) -> Self {
        let place = report.place(diagnostic);
        let range = place.as_ref().and_then(|place| place.range);
        Self {
            severity: diagnostic.severity,
            code: diagnostic.code,
            message: spoken(&diagnostic.message),
            location: place.as_ref().map(super::report::Place::location),
            agent: diagnostic.agent.as_deref().map(spoken),
            field: diagnostic.field.as_deref().map(spoken),
            name: diagnostic.name.as_deref().map(spoken),
            suggestion: diagnostic.suggestion.as_deref().map(spoken),
            rule: diagnostic.rule,
            file: place.as_ref().map(|place| place.file),
            line: range.map(|(start, _)| start.line),
            column: range.map(|(start, _)| start.column),
            end_line: range.map(|(_, end)| end.line),
            end_column: range.map(|(_, end)| end.column),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::sample::Sample;
    use super::*;

    #[test]
    fn the_report_has_every_key_in_order() {
        let mut sample = Sample::agents();
        sample.diagnostics.remove(1);
        let expected = r#"{
  "schema": "algen.check/1",
  "ok": false,
  "config": [
    "agent.yaml"
  ],
  "issues": [
    {
      "severity": "error",
      "code": "UNKNOWN_COMPONENT",
      "message": "no tool named `sample.ecko`",
      "location": "agent.yaml:4:21",
      "agent": "support",
      "field": "enabled_tools",
      "name": "sample.ecko",
      "suggestion": "sample.echo",
      "rule": "unknown-tool",
      "file": "agent.yaml",
      "line": 4,
      "column": 21,
      "end_line": 4,
      "end_column": 32
    },
    {
      "severity": "error",
      "code": "CONFIGURATION_ERROR",
      "message": "cannot read the overlay: there is no such file",
      "location": "crm.overlay.yaml",
      "agent": null,
      "field": null,
      "name": null,
      "suggestion": null,
      "rule": "unreadable-file",
      "file": "crm.overlay.yaml",
      "line": null,
      "column": null,
      "end_line": null,
      "end_column": null
    }
  ],
  "inventory": null
}
"#;
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn warnings_leave_the_report_ok_and_hostile_names_are_escaped() {
        let mut sample = Sample::default();
        let message = "no tool named `\u{1b}]0;x\u{202e}`, `ghp_abcdefghijklmnopqrst`";
        let code = Code::Governance;
        sample.diagnostics = vec![Diagnostic::new("r", code, Severity::Warning, message)];
        let text = render(&sample.report(), &Style::default());
        let line = text.lines().find(|line| line.contains("message"));
        assert_eq!(
            line,
            Some(
                r#"      "message": "no tool named `\u001b]0;x\u202e`, `************************`","#
            )
        );
        let read: Value = serde_json::from_str(&text).expect("the report is JSON");
        assert_eq!(read["ok"], Value::Bool(true));
    }

    #[test]
    fn the_inventory_is_part_of_the_report() {
        let inventory = super::super::sample::inventory();
        let sample = Sample::default();
        let mut report = sample.report();
        report.inventory = Some(&inventory);
        let read: Value =
            serde_json::from_str(&render(&report, &Style::default())).expect("the report is JSON");
        let expected = serde_json::to_value(&inventory).expect("an inventory is JSON");
        assert_eq!(read["inventory"], expected);
    }
}
