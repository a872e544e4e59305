//! SARIF 2.1.0 (OASIS), which code scanning services take.
//!
//! Columns are counted in characters and the document says so.

use std::collections::HashMap;

use algen_core::diagnostics::{Diagnostic, Fix, Severity};
use algen_core::source::{Origin, Position, SourceId};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use super::fingerprint::FindingFingerprints;
use super::json_text;
use super::report::{Report, RuleSummary, sentences, told};
use super::style::Style;

/// Where the format is defined.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Renders the report as one SARIF log with a single run.
pub fn render(report: &Report<'_>, _style: &Style) -> String {
    let rules: HashMap<&str, usize> = report
        .rules
        .iter()
        .enumerate()
        .map(|(index, rule)| (rule.name, index))
        .collect();
    json_text::pretty(&Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "algen",
                    semantic_version: env!("CARGO_PKG_VERSION"),
                    rules: report.rules.iter().map(RuleDescriptor::new).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            results: Results { report, rules },
        }],
    })
}

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    column_kind: &'static str,
    results: Results<'a>,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<RuleDescriptor<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleDescriptor<'a> {
    id: &'a str,
    short_description: Message,
    help: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

/// The findings, made into results one at a time while they are written.
struct Results<'a> {
    report: &'a Report<'a>,
    rules: HashMap<&'a str, usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct LogicalLocation {
    name: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "algenFinding/v1")]
    finding: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix {
    description: Message,
    artifact_changes: Vec<ArtifactChange>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Message,
}

impl<'a> RuleDescriptor<'a> {
    fn new(rule: &RuleSummary<'a>) -> Self {
        Self {
            id: rule.name,
            short_description: Message::new(rule.summary),
            help: Message {
                text: format!("Run `algen explain {}` for the whole page.", rule.name),
            },
        }
    }
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagnostics = self.report.diagnostics;
        let mut fingerprints = FindingFingerprints::default();
        let mut sequence = serializer.serialize_seq(Some(diagnostics.len()))?;
        for diagnostic in diagnostics {
            let finding = fingerprints.next(self.report, diagnostic);
            sequence.serialize_element(&self.result(diagnostic, finding))?;
        }
        sequence.end()
    }
}

impl<'a> Results<'a> {
    fn result(&self, diagnostic: &'a Diagnostic, finding: String) -> SarifResult<'a> {
        let message = sentences(diagnostic);
        SarifResult {
            rule_id: diagnostic.rule,
            rule_index: self.rules.get(diagnostic.rule).copied(),
            level: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: Message::new(&message),
            locations: self.location(diagnostic).into_iter().collect(),
            related_locations: self.related(diagnostic),
            partial_fingerprints: Fingerprints { finding },
            fixes: diagnostic
                .fix
                .iter()
                .filter_map(|fix| self.fix(fix))
                .collect(),
        }
    }

    fn location(&self, diagnostic: &Diagnostic) -> Option<Location> {
        let place = self.report.place(diagnostic)?;
        Some(if place.is_file {
            Location {
                physical_location: Some(PhysicalLocation {
                    artifact_location: ArtifactLocation::new(place.file),
                    region: place.range.map(Region::new),
                }),
                logical_locations: Vec::new(),
                message: None,
            }
        } else {
            Location {
                physical_location: None,
                logical_locations: vec![LogicalLocation {
                    name: told(place.file).into_owned(),
                    kind: "variable",
                }],
                message: None,
            }
        })
    }

    /// Returns the labels beyond the first, which explain the finding.
    fn related(&self, diagnostic: &Diagnostic) -> Vec<Location> {
        let labels = diagnostic.labels.iter().skip(1);
        let locations = labels.filter_map(|label| {
            let source = self.report.sources.get(label.span.source)?;
            if source.origin() == Origin::Environment {
                return None;
            }
            let range = (
                source.position(label.span.start),
                source.position(label.span.end),
            );
            Some(Location {
                physical_location: Some(PhysicalLocation {
                    artifact_location: ArtifactLocation::new(source.name()),
                    region: Some(Region::new(range)),
                }),
                logical_locations: Vec::new(),
                message: (!label.text.is_empty()).then(|| Message::new(&label.text)),
            })
        });
        locations.collect()
    }

    /// Returns a fix with one change for each file; `None` where a part is in no file.
    fn fix(&self, fix: &Fix) -> Option<SarifFix> {
        let mut changes: Vec<(SourceId, ArtifactChange)> = Vec::new();
        for edit in &fix.edits {
            let source = self.report.sources.get(edit.span.source)?;
            if source.origin() != Origin::Project {
                return None;
            }
            let replacement = Replacement {
                deleted_region: Region::new((
                    source.position(edit.span.start),
                    source.position(edit.span.end),
                )),
                // Content is inserted as it is and is no message with its own syntax.
                inserted_content: Message {
                    text: edit.replacement.clone(),
                },
            };
            match changes.iter_mut().find(|(id, _)| *id == source.id()) {
                Some((_, change)) => change.replacements.push(replacement),
                None => changes.push((
                    source.id(),
                    ArtifactChange {
                        artifact_location: ArtifactLocation::new(source.name()),
                        replacements: vec![replacement],
                    },
                )),
            }
        }
        (!changes.is_empty()).then(|| SarifFix {
            description: Message::new(&fix.description),
            artifact_changes: changes.into_iter().map(|(_, change)| change).collect(),
        })
    }
}

impl Message {
    /// Creates a message whose text means what it says: SARIF readers take `[a](b)` for a link
    /// and `{0}` for a place to fill, so both are escaped as the standard says (3.11.5, 3.11.6).
    fn new(text: &str) -> Self {
        let told = told(text);
        let has_link = told.contains("](");
        let mut escaped = String::with_capacity(told.len());
        let mut characters = told.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '[' | ']' | '\\' if has_link => escaped.extend(['\\', character]),
                '{' if characters.peek().is_some_and(char::is_ascii_digit) => {
                    escaped.push_str("{{");
                }
                _ => escaped.push(character),
            }
        }
        Self { text: escaped }
    }
}

impl ArtifactLocation {
    fn new(file: &str) -> Self {
        Self { uri: uri(file) }
    }
}

impl Region {
    fn new((start, end): (Position, Position)) -> Self {
        Self {
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

/// Returns a path as a URI reference: relative ones stay relative, to the root of the repository.
fn uri(file: &str) -> String {
    let mut uri = String::new();
    let path = file.strip_prefix("./").unwrap_or(file);
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_' | b'~') {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests;
