//! The reference's decisions, two policies over each other, and what is asked by default.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::config::deployment::Deployment;
use crate::config::host_policy::HostPolicy;
use crate::config::test_document::Document;

/// What protolink 0.8.3 decides: rules, default, capabilities and either `refused` or effect,
/// matched capabilities, effect by capability and its source.
const FACTS: &str = include_str!("../../../../fixtures/policy/decisions.json");
/// By rules, default and capabilities what is answered here instead, and why.
const DIFFERENCES: &str = include_str!("../../../../fixtures/policy/decisions-differences.json");

fn deployment(policy: &Value) -> Result<Policy, &'static str> {
    let document = Document::new(json!({"algen": 1, "policy": policy}));
    let (deployment, findings) = document.decode(Deployment::decode_document);
    match findings.first() {
        Some((rule, _)) => Err(rule),
        None => Ok(deployment.settings.policy),
    }
}

fn machine(policy: &Value) -> MachinePolicy {
    let document = Document::new(json!({"algen": 1, "policy": policy}));
    let (host, findings) = document.decode(HostPolicy::decode_document);
    assert_eq!(findings, []);
    host.expect("the document is a mapping").policy
}

/// Returns the answer in the words of the fixture, or the rule that refuses the policy.
fn answer(rules: &Value, default: &Value, capabilities: &[String]) -> Value {
    let policy = json!({"default_effect": default, "capabilities": rules});
    let policy = match deployment(&policy) {
        Ok(policy) => policy,
        Err(rule) => return json!(rule),
    };
    let layers = CapabilityPolicy::new(Some(&policy), []);
    let decision = decide_capabilities(&layers, capabilities.iter().map(String::as_str));
    let verdicts = &decision.verdicts;
    let source = |verdict: &CapabilityVerdict<'_>| match verdict.voices[0].source {
        EffectSource::Entry(_) => "policy",
        EffectSource::Default(_) => "policy_default",
        EffectSource::AskedByDefault => "asked",
    };
    let effects: BTreeMap<&str, &str> = verdicts
        .iter()
        .map(|verdict| (verdict.capability, verdict.effect.word()))
        .collect();
    let sources: BTreeMap<&str, &str> = verdicts
        .iter()
        .map(|verdict| (verdict.capability, source(verdict)))
        .collect();
    let matched: Vec<&str> = decision
        .matched()
        .map(|verdict| verdict.capability)
        .collect();
    json!({
        "effect": decision.effect.word(),
        "matched": matched,
        "per_capability": effects,
        "sources": sources,
    })
}

#[test]
fn decisions_equal_the_reference_but_for_listed_differences() {
    let facts: Vec<(Value, Value, Vec<String>, Value)> =
        serde_json::from_str(FACTS).expect("the fixture is a list of cases");
    let differences: BTreeMap<String, (Value, String)> =
        serde_json::from_str(DIFFERENCES).expect("the differences are a table");
    let mut equal = 0;
    let mut found = BTreeMap::new();
    for (rules, default, capabilities, theirs) in &facts {
        let ours = answer(rules, default, capabilities);
        // A policy that is refused has a rule's name for an answer.
        if ours == *theirs || *theirs == "refused" && ours.is_string() {
            equal += 1;
        } else {
            let case = json!([rules, default, capabilities]);
            found.insert(case.to_string(), ours);
        }
    }
    let listed: BTreeMap<String, Value> = differences
        .iter()
        .map(|(case, (ours, _))| (case.clone(), ours.clone()))
        .collect();
    println!("{equal} of {} decisions are equal", facts.len());
    for (case, (ours, reason)) in &differences {
        println!("differs: {case}: {ours}: {reason}");
        assert!(!reason.is_empty());
    }
    assert_eq!(found, listed);
    assert_eq!((facts.len(), equal), (22, 12));
}

/// The voices of a verdict as `layer key-or-source effect`.
fn voices(verdict: &CapabilityVerdict<'_>) -> Vec<String> {
    let voices = verdict.voices.iter().map(|voice| {
        let layer = match voice.layer {
            PolicyLayer::Deployment => "deployment".to_owned(),
            PolicyLayer::Machine(index) => format!("machine {index}"),
        };
        let source = match voice.source {
            EffectSource::Entry(key) => {
                assert_eq!(voice.source.span(), key.span);
                assert!(key.span.is_some());
                key.value.as_str()
            }
            EffectSource::Default(Some(_)) => "written default",
            EffectSource::Default(None) => "default",
            EffectSource::AskedByDefault => "asked",
        };
        format!("{layer}: {source}: {}", voice.effect.word())
    });
    voices.collect()
}

#[test]
fn of_two_policies_the_stricter_counts_and_both_speak() {
    let ours = deployment(&json!({
        "capabilities": {"email.*": "allow", "email.send": "require_approval",
            "shell.execute": "allow", "git.read": "deny"},
    }));
    let ours = ours.expect("the policy is sound");
    let theirs = [
        machine(
            &json!({"default_effect": "require_approval", "capabilities": {
            "email.send": "allow", "email.write": "deny", "git.*": "allow",
            "shell.execute": "allow", "process.execute": "allow"}}),
        ),
        machine(&json!({})),
    ];
    let layers = CapabilityPolicy::new(Some(&ours), &theirs);
    let cases = [
        (
            "the deployment is stricter",
            "email.send",
            PolicyEffect::RequireApproval,
            [
                "deployment: email.send: require_approval",
                "machine 0: email.send: allow",
            ],
        ),
        (
            "the machine is stricter",
            "email.write",
            PolicyEffect::Deny,
            ["deployment: email.*: allow", "machine 0: email.write: deny"],
        ),
        (
            "a default of the machine is stricter",
            "email.read",
            PolicyEffect::RequireApproval,
            [
                "deployment: email.*: allow",
                "machine 0: written default: require_approval",
            ],
        ),
        (
            "the machine cannot loosen",
            "git.read",
            PolicyEffect::Deny,
            ["deployment: git.read: deny", "machine 0: git.*: allow"],
        ),
        (
            "the machine cannot loosen what is asked by default",
            "process.execute",
            PolicyEffect::RequireApproval,
            [
                "deployment: asked: require_approval",
                "machine 0: process.execute: allow",
            ],
        ),
        (
            "an entry of the deployment allows what is asked by default",
            "shell.execute",
            PolicyEffect::Allow,
            [
                "deployment: shell.execute: allow",
                "machine 0: shell.execute: allow",
            ],
        ),
    ];
    for (name, capability, effect, expected) in cases {
        let decision = decide_capabilities(&layers, [capability]);
        assert_eq!(decision.effect, effect, "{name}");
        let verdict = &decision.verdicts[0];
        let (last, first) = ("machine 1: default: allow", &voices(verdict)[..2]);
        assert_eq!(first, expected, "{name}");
        assert_eq!(voices(verdict)[2], last, "{name}");
        let deciding: Vec<_> = verdict.deciding().map(|voice| voice.effect).collect();
        assert!(!deciding.is_empty() && deciding.iter().all(|found| *found == effect));
    }
    let all = cases.map(|(_, capability, _, _)| capability);
    let decision = decide_capabilities(&layers, all);
    let matched: Vec<&str> = decision
        .matched()
        .map(|verdict| verdict.capability)
        .collect();
    assert_eq!(decision.effect, PolicyEffect::Deny);
    assert_eq!(matched, ["email.write", "git.read"]);
}

#[test]
fn programs_are_asked_about_whatever_a_looser_default_says() {
    let effect = |policy: &Value, capability: &str| {
        let policy = deployment(policy).expect("the policy is sound");
        let layers = CapabilityPolicy::new(Some(&policy), []);
        decide_capabilities(&layers, [capability]).effect.word()
    };
    let cases = [
        (json!({}), "require_approval"),
        (json!({"default_effect": "allow"}), "require_approval"),
        (json!({"default_effect": "deny"}), "deny"),
        (json!({"capabilities": {"*": "allow"}}), "allow"),
        (
            json!({"capabilities": {"process.*": "allow", "shell.*": "allow"}}),
            "allow",
        ),
        (
            json!({"capabilities": {"process.read": "allow"}}),
            "require_approval",
        ),
    ];
    for (policy, expected) in cases {
        for capability in ASKED_BY_DEFAULT {
            let found = effect(&policy, capability);
            assert_eq!(found, expected, "{capability}: {policy}");
        }
    }
    let nothing = CapabilityPolicy::new(None, []);
    let decision = decide_capabilities(&nothing, ["shell.execute", "git.read"]);
    let found: Vec<_> = decision.verdicts.iter().map(|each| each.effect).collect();
    assert_eq!(found, [PolicyEffect::RequireApproval, PolicyEffect::Allow]);
    assert_eq!(
        voices(&decision.verdicts[0]),
        ["deployment: asked: require_approval"]
    );
}

#[test]
fn a_call_without_capabilities_is_allowed() {
    let policy = deployment(&json!({"default_effect": "deny", "capabilities": {"*": "deny"}}));
    let policy = policy.expect("the policy is sound");
    let layers = CapabilityPolicy::new(Some(&policy), []);
    let decision = decide_capabilities(&layers, []);
    assert_eq!(
        (decision.effect, decision.verdicts.len()),
        (PolicyEffect::Allow, 0)
    );
    let twice = decide_capabilities(&layers, ["a.b", "a.b"]);
    assert_eq!(twice.verdicts.len(), 1);
}

fn effect() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("allow"), Just("require_approval"), Just("deny")]
}

fn any_policy() -> impl Strategy<Value = Value> {
    let key = prop_oneof![
        Just("*".to_owned()),
        "[ab](\\.[ab]){0,2}",
        "[ab](\\.[ab]){0,2}\\.\\*",
        Just("shell.execute".to_owned()),
    ];
    let entries = proptest::collection::btree_map(key, effect(), 0..5);
    (effect(), entries)
        .prop_map(|(default, entries)| json!({"default_effect": default, "capabilities": entries}))
}

proptest! {
    #[test]
    fn a_machine_never_loosens(
        ours in any_policy(),
        theirs in proptest::collection::vec(any_policy(), 0..3),
        capabilities in proptest::collection::vec("[ab](\\.[ab]){0,3}|shell\\.execute", 0..4),
    ) {
        let ours = deployment(&ours).expect("the policy is sound");
        let theirs: Vec<MachinePolicy> = theirs.iter().map(machine).collect();
        let asked = || capabilities.iter().map(String::as_str);
        let alone = CapabilityPolicy::new(Some(&ours), []);
        let alone = decide_capabilities(&alone, asked());
        let both = CapabilityPolicy::new(Some(&ours), &theirs);
        let both = decide_capabilities(&both, asked());
        prop_assert!(both.effect >= alone.effect);
        for (one, other) in alone.verdicts.iter().zip(&both.verdicts) {
            prop_assert!(other.effect >= one.effect);
            prop_assert_eq!(other.voices.len(), theirs.len() + 1);
            prop_assert!(other.deciding().count() > 0);
        }
        prop_assert_eq!(both.matched().count() == 0, capabilities.is_empty());
    }
}
