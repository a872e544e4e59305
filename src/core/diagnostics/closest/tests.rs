use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::Value;

use super::*;

const TOOLS: &[&str] = &[
    "gmail.list_messages",
    "gmail.send_email",
    "mysql.list_tables",
    "postgres.describe_table",
    "postgres.list_tables",
    "process.execute_command",
    "sample.echo",
    "smtp.send_email",
];

#[test]
fn tools_are_found_by_what_people_write() {
    let cases = [
        ("case", "SAMPLE.ECHO", Some("sample.echo")),
        ("separator swapped", "sample-echo", Some("sample.echo")),
        (
            "separator left out",
            "gmail.sendemail",
            Some("gmail.send_email"),
        ),
        ("action alone", "echo", Some("sample.echo")),
        (
            "action alone, misspelt",
            "execute-command",
            Some("process.execute_command"),
        ),
        ("action of several", "send_email", Some("smtp.send_email")),
        ("toolkit with one tool", "smtp", Some("smtp.send_email")),
        ("toolkit with several", "postgres", None),
        (
            "one word of one action",
            "execute",
            Some("process.execute_command"),
        ),
        (
            "toolkit that was written",
            "mysql.list_tabels",
            Some("mysql.list_tables"),
        ),
        (
            "action of another toolkit",
            "mysql.describe_table",
            Some("postgres.describe_table"),
        ),
        ("toolkit and nothing like it", "postgres.query", None),
        ("swapped letters", "sample.ehco", Some("sample.echo")),
        ("nothing near", "zzz", None),
        ("nothing", "", None),
        ("only separators", "._-", None),
    ];
    for (case, name, expected) in cases {
        assert_eq!(
            closest_tool(name, TOOLS.iter().copied()),
            expected,
            "{case}"
        );
    }
}

#[test]
fn names_are_found_whatever_the_order() {
    let cases: [(&str, &str, &[&str], Option<&str>); 8] = [
        (
            "tie of ratios, fewer slips",
            "dmeo",
            &["dmo2", "demo"],
            Some("demo"),
        ),
        ("tie of both, smallest", "abe", &["abd", "abc"], Some("abc")),
        ("case", "PII", &["secrets", "pii"], Some("pii")),
        (
            "first word",
            "azure",
            &["openai", "azure_openai"],
            Some("azure_openai"),
        ),
        (
            "beginning",
            "auth",
            &["pii", "authorization"],
            Some("authorization"),
        ),
        (
            "beginning of two",
            "queue",
            &["queue_for_writing", "queue_for_reading"],
            None,
        ),
        (
            "equal ratio in another case",
            "ßtraße",
            &["STRAẞE"],
            Some("STRAẞE"),
        ),
        ("no candidates", "x", &[], None),
    ];
    for (case, name, candidates, expected) in cases {
        let forward = closest(name, candidates.iter().copied());
        let backward = closest(name, candidates.iter().rev().copied());
        assert_eq!((forward, backward), (expected, expected), "{case}");
    }
}

#[test]
fn slips_are_told_from_guesses() {
    let cases = [
        ("gmail.send_mail", "gmail.send_email", true),
        ("gmail.get_message", "gmail.list_messages", false),
        ("dmeo", "demo", true),
        ("dmo", "demo", false),
        ("PII", "pii", true),
        ("reakt", "react", true),
        ("auth", "authorization", false),
    ];
    for (name, candidate, expected) in cases {
        assert_eq!(is_slip(name, candidate), expected, "{name} for {candidate}");
    }
}

/// Asserts that the reference's suggestions are made here too, but for listed differences,
/// each with its reason.
#[test]
fn suggestions_equal_the_reference_but_for_listed_differences() {
    let facts: Value =
        serde_json::from_str(include_str!("../../../../fixtures/check/closest.json")).unwrap();
    let differences: BTreeMap<String, (Option<String>, String)> = serde_json::from_str(
        include_str!("../../../../fixtures/check/closest-differences.json"),
    )
    .unwrap();
    let mut found = BTreeMap::new();
    let mut cases = 0;
    for (list, group) in facts.as_object().unwrap() {
        let words = |key: &str| -> Vec<&str> {
            let words = group[key].as_array().unwrap();
            words.iter().map(|word| word.as_str().unwrap()).collect()
        };
        let candidates = words("candidates");
        for case in group["cases"].as_array().unwrap() {
            cases += 1;
            let name = case[0].as_str().unwrap();
            let given = candidates.iter().copied();
            let ours = match list.as_str() {
                "tools" => closest_tool(name, given),
                _ => closest(name, given),
            };
            if ours != case[1].as_str() {
                found.insert(format!("{list}: {name}"), ours.map(str::to_owned));
            }
        }
    }
    let listed: BTreeMap<_, _> = differences
        .iter()
        .map(|(case, (ours, _))| (case.clone(), ours.clone()))
        .collect();
    assert_eq!(found, listed);
    assert_eq!(cases, 377);
    assert!(differences.values().all(|(_, reason)| !reason.is_empty()));
}

proptest! {
    #[test]
    fn the_bound_is_never_below_the_ratio(name in "[a-e_.é]{1,40}", other in "[a-e_.é]{0,60}") {
        let pattern = Pattern::new(&name).unwrap();
        prop_assert!(pattern.bound(&other) >= pattern.ratio(&other));
    }

    #[test]
    fn any_text_is_compared(name in any::<String>(), others in prop::collection::vec(any::<String>(), 0..8)) {
        for found in [
            closest(&name, others.iter().map(String::as_str)),
            closest_tool(&name, others.iter().map(String::as_str)),
        ].into_iter().flatten() {
            prop_assert!(others.iter().any(|other| other == found));
        }
        prop_assert_eq!(
            closest(&name, others.iter().map(String::as_str)),
            closest(&name, others.iter().rev().map(String::as_str))
        );
    }
}

#[test]
fn rivals_are_no_farther_than_the_nearest() {
    let cases: [(&str, &str, &[&str], &[&str]); 6] = [
        ("one is nearest", "lib.gett", &["lib.get", "lib.list"], &[]),
        (
            "all are one slip away",
            "lib.q3",
            &["lib.q0", "lib.q4", "lib.q5", "lib.total"],
            &["lib.q4", "lib.q5"],
        ),
        (
            "a longer name may be one slip away too",
            "lib.q3",
            &["lib.q1", "lib.q30"],
            &["lib.q30"],
        ),
        (
            "two slips are more than one",
            "sample.ecko",
            &["sample.echo", "sample.etko2"],
            &[],
        ),
        (
            "equal but for spelling",
            "LIB.Q3",
            &["lib.q3", "lib.q4"],
            &[],
        ),
        (
            "two spellings",
            "lib.q_3",
            &["lib.q3", "lib.q-3"],
            &["lib.q-3"],
        ),
    ];
    for (case, name, candidates, expected) in cases {
        let nearest = candidates.first().unwrap();
        let found = rivals(name, nearest, candidates.iter().copied(), 5);
        assert_eq!(found, expected, "{case}");
    }
    let many: Vec<String> = (0..9).map(|digit| format!("lib.q{digit}")).collect();
    let found = rivals("lib.qx", "lib.q0", many.iter().map(String::as_str), 3);
    assert_eq!(found, ["lib.q1", "lib.q2", "lib.q3"]);
}
