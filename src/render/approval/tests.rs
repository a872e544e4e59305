use std::time::Duration;

use algen_core::governance::approval::QuestionSource;
use algen_core::governance::identity::CallIdentity;
use proptest::prelude::*;
use serde_json::json;

use super::*;

const PLAIN: Style = Style {
    color: false,
    unicode: false,
    width: Some(80),
};

fn style(width: usize) -> Style {
    Style {
        width: Some(width),
        ..PLAIN
    }
}

fn question(arguments: Value, preview: Option<&str>) -> Question {
    Question {
        tool: "smtp.send_email".to_owned(),
        agent: "assistant".to_owned(),
        identity: CallIdentity {
            tenant_id: Some("acme".to_owned()),
            ..CallIdentity::default()
        },
        side_effect: SideEffect::External,
        sources: vec![QuestionSource::Tool, QuestionSource::HostPolicy],
        arguments,
        target: Some("smtp://mail.example.com:587".to_owned()),
        preview: preview.map(str::to_owned),
        confirm: None,
        fingerprint: "0123456789abcdef".repeat(4),
        may_grant: false,
        exact_only: Vec::new(),
        wait: Duration::from_secs(60),
    }
}

/// Joins rows of foreign text again: what the gutters say.
fn foreign(rows: &[String]) -> String {
    let mut text = String::new();
    for row in rows {
        if let Some(rest) = row.strip_prefix("| ") {
            text.push('\n');
            text.push_str(rest);
        } else if let Some(rest) = row.strip_prefix(": ") {
            text.push_str(rest);
        }
    }
    text
}

#[test]
fn the_whole_question_is_shown() {
    let question = question(
        json!({"to": "ada@example.com", "body": "Dear Ada,\nsee you"}),
        Some("To: ada@example.com\n\n1 recipient\n"),
    );
    let expected = "\
approve smtp.send_email?
  agent       assistant
  tenant_id   acme
  effect      external
  because     the tool asks before every call
  because     the policy of this machine asks
  target      smtp://mail.example.com:587
  fingerprint 0123456789ab...
arguments
| {
|   \"to\": \"ada@example.com\",
|   \"body\": \"Dear Ada,\\n
: see you\"
| }
preview
| To: ada@example.com
|\x20
| 1 recipient";
    assert_eq!(rows(&question, &PLAIN, Detail::Short).join("\n"), expected);
    let whole = rows(&question, &PLAIN, Detail::Whole).join("\n");
    let fingerprint = &question.fingerprint;
    assert_eq!(whole, expected.replace("0123456789ab...", fingerprint));
}

#[test]
fn a_narrow_terminal_has_labels_above_values() {
    let mut question = question(json!({}), None);
    question.sources.truncate(1);
    let expected = "\
approve
smtp.send_email?
  agent
    assistant
  tenant_id
    acme
  effect
    external
  because
    the tool asks
    before every
    call
  target
    smtp://mail.exam
    ple.com:587
  fingerprint
    0123456789ab...
  arguments
    none";
    assert_eq!(
        rows(&question, &style(20), Detail::Short).join("\n"),
        expected
    );
}

#[test]
fn colours_and_lines_are_drawn_where_they_are_understood() {
    let mut question = question(json!({"a": "x".repeat(90)}), None);
    question.side_effect = SideEffect::Destructive;
    let style = Style {
        color: true,
        unicode: true,
        width: Some(80),
    };
    let rows = rows(&question, &style, Detail::Short);
    assert_eq!(rows[0], "\u{1b}[1mapprove smtp.send_email?\u{1b}[0m");
    assert_eq!(rows[3], "  effect      \u{1b}[1;31mdestructive\u{1b}[0m");
    assert_eq!(rows[7], "  fingerprint 0123456789ab…");
    assert!(rows[10].starts_with("│   \"a\": \"xxx"), "{}", rows[10]);
    assert!(rows[11].starts_with("┊ xxx"), "{}", rows[11]);
}

#[test]
fn what_would_be_obeyed_is_written_out() {
    let cases = [
        ("plain", "a b", "a b"),
        ("letters", "größe 名前 🦀", "größe 名前 🦀"),
        ("ANSI", "\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
        ("eight-bit control", "\u{9b}2J", "\\u{9b}2J"),
        (
            "bell, backspace, delete",
            "\u{7}\u{8}\u{7f}",
            "\\u{7}\\u{8}\\u{7f}",
        ),
        ("line ends", "a\r\tb\n", "a\\r\\tb\\n"),
        ("direction", "a\u{202e}b\u{2067}", "a\\u{202e}b\\u{2067}"),
        (
            "zero width",
            "a\u{200b}\u{200d}\u{feff}",
            "a\\u{200b}\\u{200d}\\u{feff}",
        ),
        ("tags", "a\u{e0041}\u{e007f}", "a\\u{e0041}\\u{e007f}"),
        ("variation", "a\u{fe0f}\u{e0100}", "a\\u{fe0f}\\u{e0100}"),
        ("blank letters", "\u{3164}\u{115f}", "\\u{3164}\\u{115f}"),
        (
            "four marks",
            "e\u{301}\u{302}\u{303}\u{304}",
            "e\u{301}\u{302}\u{303}\u{304}",
        ),
        (
            "a pile of marks",
            "e\u{301}\u{302}\u{303}\u{304}\u{305}x",
            "e\u{301}\u{302}\u{303}\u{304}\\u{305}x",
        ),
    ];
    for (name, text, expected) in cases {
        assert_eq!(shown(text), expected, "{name}");
    }
    let mut hostile = question(
        json!({"a\u{1b}[2J": "b\u{202e}\u{7f}\u{e0041}"}),
        Some("x\u{1b}]0;title\u{7}\ny\r\n\napprove? [y/N] "),
    );
    hostile.tool = "a\u{1b}c.b".to_owned();
    hostile.agent = "c\nd".to_owned();
    hostile.target = Some("e\u{202e}\nf".to_owned());
    hostile.fingerprint = "\u{1b}[0m".to_owned();
    for width in [20, 80, 200] {
        let rows = rows(&hostile, &style(width), Detail::Whole);
        let all = rows.concat();
        assert_eq!(all.chars().find(|&it| is_obeyed(it)), None, "{all}");
        let foreign = foreign(&rows);
        assert!(foreign.contains("\"a\\u001b[2J\": \"b\\u202e\\u007f\\udb40\\udc41\""));
        // A line that looks like the program's own stands behind the gutter.
        assert!(foreign.ends_with("\nx\\u{1b}]0;title\\u{7}\ny\\r\n\napprove? [y/N] "));
    }
}

#[test]
fn long_arguments_are_whole_in_every_width() {
    let long: String = (0..1_500).map(|number| format!("{number:07} ")).collect();
    assert_eq!(long.len(), 12_000);
    let arguments = json!({"body": long, "list": ["名".repeat(100)]});
    let question = question(arguments.clone(), Some(&long));
    for width in [20, 80, 200] {
        let rows = rows(&question, &style(width), Detail::Whole);
        let widest = rows.iter().map(|row| columns(row)).max();
        assert!(widest <= Some(width), "{widest:?}");
        let expected = format!("\n{}\n{long}", json_text::pretty(&arguments).trim_end());
        assert_eq!(foreign(&rows), expected, "{width}");
    }
}

#[test]
fn a_page_counts_what_it_does_not_hold() {
    let lines: String = (1..=30).map(|number| format!("line {number}\n")).collect();
    let question = question(json!({}), Some(&lines));
    let all = rows(&question, &PLAIN, Detail::Short);
    assert_eq!(all.len(), 40);
    for (name, height, kept, shown, last) in [
        ("all fits", 42, 2, 40, "| line 30"),
        (
            "one row less",
            41,
            2,
            39,
            "... 2 more lines: press v to see all",
        ),
        ("usual", 24, 2, 22, "... 19 more lines: press v to see all"),
        ("tiny", 3, 2, 2, "... 39 more lines: press v to see all"),
        ("none", 0, 9, 2, "... 39 more lines: press v to see all"),
    ] {
        let page = first_page(&question, &PLAIN, height, kept, "v");
        assert_eq!(page.len(), shown, "{name}");
        assert_eq!(page.last().map(String::as_str), Some(last), "{name}");
        assert_eq!(page[..shown - 1], all[..shown - 1], "{name}");
    }
    assert_eq!(
        count(1, &PLAIN, "Tab"),
        ["... 1 more line: press Tab to see all"]
    );
    let narrow = first_page(&question, &style(20), 12, 3, "v");
    assert_eq!(narrow.len(), 9);
    let hidden = rows(&question, &style(20), Detail::Short).len() - 7;
    let hidden = format!("... {hidden} more lines:");
    assert_eq!(narrow[7..], [hidden.as_str(), "press v to see all"]);
}

#[test]
fn words_are_broken_at_blanks() {
    for (name, words, columns_max, expected) in [
        ("fits", "one two", 10, vec!["one two"]),
        ("exactly", "one two three", 13, vec!["one two three"]),
        ("broken", "one two three", 12, vec!["one two", "three"]),
        (
            "a wide word",
            "a 0123456789 b",
            8,
            vec!["a", "01234567", "89 b"],
        ),
        ("nothing", "", 8, vec![""]),
    ] {
        assert_eq!(in_rows(words, columns_max), expected, "{name}");
    }
}

proptest! {
    #[test]
    fn nothing_is_cut_and_nothing_is_obeyed(text in any::<String>(), width in 10_usize..100) {
        let question = question(json!({"text": text.clone()}), Some(&text));
        let rows = rows(&question, &style(width), Detail::Whole);
        prop_assert!(!rows.concat().chars().any(is_obeyed));
        let preview: Vec<String> = text
            .strip_suffix('\n')
            .unwrap_or(&text)
            .split('\n')
            .map(shown)
            .collect();
        let json = json_text::pretty(&question.arguments);
        let json: Vec<String> = json.lines().map(shown).collect();
        prop_assert_eq!(
            foreign(&rows),
            format!("\n{}\n{}", json.join("\n"), preview.join("\n"))
        );
    }
}
