use std::time::Duration;

use algen_core::governance::identity::CallIdentity;
use algen_core::model::SideEffect;
use proptest::prelude::*;
use serde_json::json;

use super::*;

fn question(arguments: Value) -> Question {
    Question {
        tool: "t.t".to_owned(),
        agent: "a".to_owned(),
        identity: CallIdentity::default(),
        side_effect: SideEffect::Write,
        sources: Vec::new(),
        arguments,
        target: None,
        preview: None,
        confirm: None,
        fingerprint: String::new(),
        may_grant: true,
        exact_only: vec!["command".to_owned(), "argv".to_owned()],
        wait: Duration::ZERO,
    }
}

fn sample() -> Question {
    question(json!({
        "to": "ada@example.com",
        "to=": "x=1",
        "list": ["a", "bc", 3],
        "count": 2,
        "command": "ls",
        "argv": ["ls", "-l"],
        "glob": "a*",
    }))
}

#[test]
fn lines_become_patterns() {
    let text = |name: &str, pattern| (name.to_owned(), ArgumentPattern::Text(pattern));
    let prefix = |it: &str| TextPattern::Prefix(it.to_owned());
    let glob = |it: &str| TextPattern::Glob(it.to_owned());
    let elements = |elements| vec![("list".to_owned(), ArgumentPattern::Elements(elements))];
    let cases = [
        ("prefix", vec!["to=ada*"], vec![text("to", prefix("ada"))]),
        ("anything", vec!["to=*"], vec![text("to", prefix(""))]),
        (
            "star inside",
            vec!["to=*@example.com"],
            vec![text("to", glob("*@example.com"))],
        ),
        (
            "question mark",
            vec!["to=?da*"],
            vec![text("to", glob("?da*"))],
        ),
        ("two stars", vec!["to=a**"], vec![text("to", glob("a**"))]),
        (
            "the last counts",
            vec!["to=a*", "to=ad*"],
            vec![text("to", prefix("ad"))],
        ),
        (
            "back to the text",
            vec!["to=a*", "to=ada@example.com"],
            vec![],
        ),
        ("a text with a star is itself", vec!["glob=a*"], vec![]),
        (
            "the longer name",
            vec!["to==x=*"],
            vec![text("to=", prefix("x="))],
        ),
        (
            "element",
            vec!["list[1]=b*"],
            elements(vec![None, Some(prefix("b")), None]),
        ),
        (
            "two elements",
            vec!["list[1]=b*", "list[0]=?"],
            elements(vec![Some(glob("?")), Some(prefix("b")), None]),
        ),
        (
            "element taken back",
            vec!["list[1]=b*", "list[1]=bc"],
            vec![],
        ),
    ];
    for (name, lines, expected) in cases {
        let question = sample();
        let mut widening = Widening::new(&question);
        for line in lines {
            assert!(widening.type_line(line).is_ok(), "{name}: {line}");
        }
        assert_eq!(
            widening.into_patterns(),
            ArgumentPatterns(expected),
            "{name}"
        );
    }
}

#[test]
fn what_cannot_be_widened_is_refused() {
    let long = format!("to={}*", "a".repeat(PATTERN_CHARS_MAX));
    let cases = [
        ("", WideningError::NoArgument),
        ("to", WideningError::NoArgument),
        ("=*", WideningError::NoArgument),
        ("To=*", WideningError::NoArgument),
        ("command=*", WideningError::ExactOnly("command".to_owned())),
        ("argv[1]=*", WideningError::ExactOnly("argv".to_owned())),
        ("count=*", WideningError::NotText("count".to_owned())),
        ("list[2]=*", WideningError::NotText("list[2]".to_owned())),
        ("to[0]=*", WideningError::NotText("to".to_owned())),
        ("list=*", WideningError::List("list".to_owned())),
        ("list[x]=*", WideningError::List("list".to_owned())),
        (
            "list[3]=*",
            WideningError::NoElement {
                name: "list".to_owned(),
                length: 3,
            },
        ),
        (&long, WideningError::TooLong),
        ("to=eve*", WideningError::NotCovered),
        ("to=ada", WideningError::NotCovered),
    ];
    for (line, expected) in cases {
        let question = sample();
        let mut widening = Widening::new(&question);
        assert_eq!(widening.type_line(line), Err(expected), "{line}");
        assert_eq!(
            widening.into_patterns(),
            ArgumentPatterns::default(),
            "{line}"
        );
    }
}

#[test]
fn every_argument_is_listed() {
    let mut question = sample();
    question.arguments["long\u{202e}"] = json!("x".repeat(300));
    question.arguments["empty"] = json!([]);
    let mut widening = Widening::new(&question);
    for line in ["to=ada*", "list[1]=?c"] {
        assert!(widening.type_line(line).is_ok(), "{line}");
    }
    let long = format!(
        "long\\u{{202e}} = \"{} and 102 more characters, only as it is",
        "x".repeat(199)
    );
    let widened = [
        "to: any text that starts with \"ada\"",
        "list[1]: any text of the form \"?c\"",
    ];
    let kept = [
        "to= = \"x=1\", only as it is",
        "list[0] = \"a\", only as it is",
        "list[2] = 3, only as it is",
        "count = 2, only as it is",
        "command (a command) = \"ls\", only as it is",
        "argv (a command) = [\"ls\",\"-l\"], only as it is",
        "glob = \"a*\", only as it is",
        &long,
        "empty = [], only as it is",
    ];
    let lines = widening.lines();
    assert_eq!(
        (lines.0, lines.1),
        (
            widened.map(str::to_owned).to_vec(),
            kept.map(str::to_owned).to_vec()
        )
    );
}

proptest! {
    #[test]
    fn a_grant_covers_the_call_it_was_made_for(
        text in "[ab*?]{0,6}",
        lines in prop::collection::vec("(to|list\\[[01]\\])=[ab*?]{0,4}", 0..5),
    ) {
        let question = question(json!({"to": text.clone(), "list": [text, "ab"]}));
        let mut widening = Widening::new(&question);
        for line in &lines {
            // A refused line changes nothing.
            let _ = widening.type_line(line);
        }
        for (name, pattern) in widening.into_patterns().0 {
            let value = question.arguments.get(&name).expect("the argument is there");
            prop_assert!(pattern.covers(value), "{name} {pattern:?}");
        }
    }
}
