use std::time::Duration;

use algen_core::governance::approval::QuestionSource;
use algen_core::governance::identity::CallIdentity;
use algen_core::model::SideEffect;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn question() -> Question {
    Question {
        tool: "t.t".to_owned(),
        agent: "a".to_owned(),
        identity: CallIdentity::default(),
        side_effect: SideEffect::Write,
        sources: vec![QuestionSource::Capability],
        arguments: json!({"text": "hello"}),
        target: None,
        preview: Some((1..=50).map(|number| format!("line {number}\n")).collect()),
        confirm: None,
        fingerprint: "0123456789abcdef".to_owned(),
        may_grant: true,
        exact_only: Vec::new(),
        wait: Duration::from_secs(60),
    }
}

const SIZE: Size = Size {
    columns: 80,
    rows: 24,
};

fn play(question: &Question, keys: &[Key]) -> Option<Decision> {
    let mut dialog = Dialog::new(question, Style::default(), SIZE);
    keys.iter().find_map(|key| match dialog.key(*key) {
        Next::Decided(decision) => Some(decision),
        Next::Row | Next::Say(_) | Next::Draw => None,
    })
}

fn typed(text: &str) -> Vec<Key> {
    text.chars()
        .map(|character| match character {
            '\n' => Key::Enter,
            '\t' => Key::Tab,
            '\u{1b}' => Key::Escape,
            '\u{4}' => Key::End,
            other => Key::Character(other),
        })
        .collect()
}

#[test]
fn keys_decide() {
    let plain = question();
    let mut ungranted = question();
    ungranted.may_grant = false;
    let mut word = question();
    word.confirm = Some("v".to_owned());
    let mut no_word = question();
    no_word.confirm = Some(String::new());
    let yes = || Some(Decision::Yes(None));
    let no = || Some(Decision::No(None));
    let all = || Some(Decision::Yes(Some(ArgumentPatterns::default())));
    let reason = |text: &str| Some(Decision::No(Some(text.to_owned())));
    let cases = [
        ("y", &plain, "y", yes()),
        ("capital y", &plain, "Y", yes()),
        ("other keys", &plain, "xj \t", None),
        ("view, then y", &plain, "vqy", yes()),
        ("no answer while viewing", &plain, "vyn", None),
        ("reason", &plain, "d too much \n", reason("too much")),
        ("no reason", &plain, "d \n", no()),
        ("reason given up", &plain, "dx\u{1b}n", no()),
        (
            "end of input in a reason",
            &plain,
            "dx\u{4}",
            Some(Decision::End),
        ),
        ("granted", &plain, "a\ny", all()),
        ("grant given up", &plain, "a\u{1b}y", yes()),
        ("grant refused, then approved once", &plain, "a\nny", yes()),
        (
            "end of input in a grant",
            &plain,
            "a\n\u{4}",
            Some(Decision::End),
        ),
        ("no grant", &ungranted, "a\ny", no()),
        ("word", &word, "v\n", yes()),
        ("y is no word", &word, "y\n", None),
        ("word after viewing", &word, "\tqv\n", yes()),
        ("half a word is gone after viewing", &word, "v\tq\n", no()),
        ("an empty word is never typed", &no_word, "\n", no()),
    ];
    for (name, question, keys, expected) in cases {
        assert_eq!(play(question, &typed(keys)), expected, "{name}");
    }
}

#[test]
fn a_drawing_fits_the_terminal() {
    let question = question();
    for (width, height) in [(20, 12), (80, 24), (200, 50)] {
        let size = Size {
            columns: width,
            rows: height,
        };
        let mut dialog = Dialog::new(&question, Style::default(), size);
        for keys in ["", "v", " ", "q"] {
            for key in typed(keys) {
                dialog.key(key);
            }
            let drawn = dialog.draw();
            let rows: Vec<&str> = drawn.split('\n').skip(1).collect();
            assert!(rows.len() <= height, "{width} {keys:?}: {drawn}");
            let widest = rows.iter().map(|row| columns(row)).max();
            assert!(widest <= Some(width), "{width} {keys:?}: {drawn}");
        }
    }
}

#[test]
fn the_view_turns_pages_and_keeps_its_place_in_another_size() {
    let question = question();
    let mut dialog = Dialog::new(&question, Style::default(), SIZE);
    let place = |dialog: &Dialog<'_>| {
        let row = dialog.row();
        row.split(" (").next().unwrap_or_default().to_owned()
    };
    let mut places = Vec::new();
    for key in typed("v b  \u{1b}") {
        dialog.key(key);
        places.push(place(&dialog));
    }
    let expected = [
        "lines 1-22 of 60",
        "lines 23-44 of 60",
        "lines 1-22 of 60",
        "lines 23-44 of 60",
        "lines 45-60 of 60",
        "approve? [y/N] ",
    ];
    assert_eq!(places, expected);
    for key in typed("v ") {
        dialog.key(key);
    }
    dialog.resize(Size {
        columns: 200,
        rows: 12,
    });
    assert_eq!(place(&dialog), "lines 23-32 of 60");
}

#[test]
fn many_arguments_are_counted_where_they_do_not_fit() {
    let mut question = question();
    let arguments = (0..40).map(|number| (format!("name{number}"), json!("x")));
    question.arguments = Value::Object(arguments.collect());
    let mut dialog = Dialog::new(&question, Style::default(), SIZE);
    for key in typed("aname39=x*\n") {
        dialog.key(key);
    }
    let drawn = dialog.draw();
    assert_eq!(drawn.split('\n').skip(1).count(), SIZE.rows, "{drawn}");
    assert!(
        drawn.contains("  name39: any text that starts with"),
        "{drawn}"
    );
    assert!(
        drawn.contains("  name17 = \"x\", only as it is\n  and 21 more, only as they are\n"),
        "{drawn}"
    );
    dialog.resize(Size { rows: 60, ..SIZE });
    assert!(!dialog.draw().contains(" more, only as they are"));
}

#[test]
fn a_full_line_says_so() {
    let question = question();
    let mut dialog = Dialog::new(&question, Style::default(), SIZE);
    let keys = format!("d{}", "x".repeat(REASON_CHARACTERS + 1));
    for key in typed(&keys) {
        assert!(matches!(dialog.key(key), Next::Row | Next::Draw));
    }
    assert!(dialog.row().starts_with("(at most 1024 characters) > <xxx"));
    let reason = "x".repeat(REASON_CHARACTERS);
    let decided = Next::Decided(Decision::No(Some(reason)));
    assert_eq!(dialog.key(Key::Enter), decided);
}

#[test]
fn a_note_stands_where_there_is_room() {
    let question = question();
    for (columns, expected) in [
        (80, "approve? [y/N] (5 min left) "),
        (25, "approve? [y/N] "),
    ] {
        let size = Size { columns, rows: 24 };
        let mut dialog = Dialog::new(&question, Style::default(), size);
        dialog.note("5 min left".to_owned());
        assert_eq!(dialog.row(), expected);
    }
}

proptest! {
    #[test]
    fn without_y_nothing_is_approved(keys in "[^yY]{0,40}") {
        let decision = play(&question(), &typed(&keys));
        prop_assert!(!matches!(decision, Some(Decision::Yes(_))), "{decision:?}");
    }
}
