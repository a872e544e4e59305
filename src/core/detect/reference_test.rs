//! The same verdicts as the Python runtime, but for listed differences.
//!
//! `fixtures/guardrails/verdicts.json` holds texts and, for each guardrail that did not let them
//! pass there, what it made of them: the text it passed on, or the word of its refusal.
//! `differences.json` beside it holds what is different here, each with its reason.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Detector, OutputFault, output_fault, redact};

type Verdicts = BTreeMap<String, String>;

#[derive(Deserialize)]
struct Difference {
    /// What is found here; absent where nothing is.
    ours: Option<String>,
    reason: String,
}

/// Returns what the detectors make of a text, as the fixture writes it.
fn verdicts(text: &str) -> Verdicts {
    let mut verdicts = Verdicts::new();
    let mut add = |name: &str, verdict: String| verdicts.insert(name.to_owned(), verdict);
    for (name, detector) in [("secrets", Detector::Secrets), ("pii", Detector::Pii)] {
        let findings = detector.find(text);
        if !findings.is_empty() {
            add(name, redact(text, &findings).into_owned());
        }
    }
    if !Detector::PromptInjection.find(text).is_empty() {
        add("prompt_injection", "detected".to_owned());
    }
    if let Some(fault) = output_fault(text) {
        let word = match fault {
            OutputFault::Empty => "empty",
            OutputFault::PrivilegedInstructions => "privileged_instructions",
        };
        add("output_validation", word.to_owned());
    }
    verdicts
}

#[test]
fn verdicts_equal_the_reference_but_for_listed_differences() {
    let facts: Vec<(String, Verdicts)> =
        serde_json::from_str(include_str!("../../../fixtures/guardrails/verdicts.json")).unwrap();
    let differences: BTreeMap<String, BTreeMap<String, Difference>> = serde_json::from_str(
        include_str!("../../../fixtures/guardrails/differences.json"),
    )
    .unwrap();
    assert_eq!(facts.len(), 85);
    let mut found = BTreeMap::new();
    for (text, theirs) in &facts {
        let ours = verdicts(text);
        for guardrail in ["secrets", "pii", "prompt_injection", "output_validation"] {
            if ours.get(guardrail) != theirs.get(guardrail) {
                let place = (guardrail.to_owned(), text.clone());
                found.insert(place, ours.get(guardrail).cloned());
            }
        }
    }
    let mut listed = BTreeMap::new();
    for (guardrail, texts) in &differences {
        for (text, difference) in texts {
            assert!(!difference.reason.is_empty(), "{text}");
            listed.insert((guardrail.clone(), text.clone()), difference.ours.clone());
        }
    }
    assert_eq!(found, listed);
}
