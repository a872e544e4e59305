//! Tests of the parent module.

use algen_core::diagnostics::Code;
use algen_core::source::Span;
use serde_json::{Value, json};

use super::*;
use crate::render::sample::{AGENTS, Sample, unknown_tool};

fn rendered(sample: &Sample) -> Value {
    serde_json::from_str(&render(&sample.report(), &Style::default())).expect("a log is JSON")
}

#[test]
fn a_log_has_rules_results_and_fixes() {
    let mut sample = Sample::agents();
    let id = sample.add("b c/größe.yaml", Origin::Project, "a: b\n");
    let finding = sample.diagnostics.remove(0);
    sample.diagnostics = vec![finding.at(Span::new(id, 3, 4), "defined here")];
    let expected = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "algen",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": [
                    {
                        "id": "literal-secret",
                        "shortDescription": {"text": "Finds secrets that are written out."},
                        "help": {"text": "Run `algen explain literal-secret` for the whole page."},
                    },
                    {
                        "id": "unknown-tool",
                        "shortDescription": {"text": "Finds tools that nothing registers."},
                        "help": {"text": "Run `algen explain unknown-tool` for the whole page."},
                    },
                ],
            }},
            "columnKind": "unicodeCodePoints",
            "results": [{
                "ruleId": "unknown-tool",
                "ruleIndex": 1,
                "level": "error",
                "message": {
                    "text": "no tool named `sample.ecko`. Did you mean `sample.echo`?",
                },
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": "agent.yaml"},
                    "region": {"startLine": 4, "startColumn": 21, "endLine": 4, "endColumn": 32},
                }}],
                "relatedLocations": [{
                    "physicalLocation": {
                        "artifactLocation": {"uri": "b%20c/gr%C3%B6%C3%9Fe.yaml"},
                        "region": {"startLine": 1, "startColumn": 4, "endLine": 1, "endColumn": 5},
                    },
                    "message": {"text": "defined here"},
                }],
                "partialFingerprints": {"algenFinding/v1": "1892f384019e741c:1"},
                "fixes": [{
                    "description": {"text": "replace it with `sample.echo`"},
                    "artifactChanges": [{
                        "artifactLocation": {"uri": "agent.yaml"},
                        "replacements": [{
                            "deletedRegion": {
                                "startLine": 4, "startColumn": 21, "endLine": 4, "endColumn": 32,
                            },
                            "insertedContent": {"text": "sample.echo"},
                        }],
                    }],
                }],
            }],
        }],
    });
    assert_eq!(rendered(&sample), expected);
}

#[test]
fn fingerprints_survive_moves_and_tell_equal_findings_apart() {
    let prints = |text: &str| {
        let mut sample = Sample::default();
        let id = sample.add("agent.yaml", Origin::Project, text);
        let tool = sample.span(id, "sample.ecko");
        let moved = |field: &str| unknown_tool(tool).field(field);
        sample.diagnostics = vec![moved("agents.0.tools"), moved("agents.1.tools")];
        let log = rendered(&sample);
        let results = log["runs"][0]["results"].as_array().cloned();
        let prints = results.unwrap_or_default().into_iter();
        prints
            .map(|result| result["partialFingerprints"]["algenFinding/v1"].clone())
            .collect::<Vec<_>>()
    };
    let before = prints(AGENTS);
    assert_eq!(before, prints(&format!("# moved\n\n{AGENTS}")));
    assert_eq!(before[0].as_str().map(str::len), Some(18));
    assert_ne!(before[0], before[1]);
}

#[test]
fn places_without_a_file_are_logical_and_hostile_text_is_no_markup() {
    let mut sample = Sample::default();
    let variable = sample.add("ALGEN_X", Origin::Environment, "v");
    let message = "`[click](https://evil)` {0} {x} \u{1b}[31m";
    let code = Code::Governance;
    sample.diagnostics = vec![
        Diagnostic::new("unused-permission", code, Severity::Warning, message)
            .at(Span::new(variable, 0, 1), "")
            .at(Span::new(variable, 0, 1), ""),
    ];
    let expected = json!([{
        "ruleId": "unused-permission",
        "level": "warning",
        "message": {
            "text": "`\\[click\\](https://evil)` {{0} {x} \\\\u{{1b}\\[31m",
        },
        "locations": [{"logicalLocations": [{"name": "ALGEN_X", "kind": "variable"}]}],
        "partialFingerprints": {"algenFinding/v1": "0:1"},
    }]);
    let mut results = rendered(&sample)["runs"][0]["results"].take();
    results[0]["partialFingerprints"]["algenFinding/v1"] = json!("0:1");
    assert_eq!(results, expected);
}

#[test]
fn paths_become_uris() {
    for (path, expected) in [
        ("agent.yaml", "agent.yaml"),
        ("./config/agent.yaml", "config/agent.yaml"),
        ("../a b.yaml", "../a%20b.yaml"),
        ("/etc/algen/policy.yaml", "file:///etc/algen/policy.yaml"),
        ("<stdin>", "%3Cstdin%3E"),
        ("a:b.yaml", "a%3Ab.yaml"),
    ] {
        assert_eq!(uri(path), expected, "{path}");
    }
}
