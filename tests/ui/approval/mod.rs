//! The question of approval on a real terminal: which keys count, and how the terminal is left.

mod asking;

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::pty::{Pty, Running};
use asking::{LONG_WORD, PROMPT, Place, answer, long_text, start};

/// Long enough for a question to have been read, on a busy machine as well.
const READ: Duration = Duration::from_millis(800);

/// A question on a terminal, and the modes before it.
struct Asked {
    pty: Pty,
    modes: String,
    running: Running,
}

impl Asked {
    fn on(columns: u16, rows: u16, question: &str) -> Self {
        Self::in_place(columns, rows, question, Place::Foreground)
    }

    fn in_place(columns: u16, rows: u16, question: &str, place: Place) -> Self {
        let pty = Pty::open(columns, rows);
        let modes = pty.modes();
        let running = start(&pty, question, place);
        Self {
            pty,
            modes,
            running,
        }
    }

    /// Asks, and waits until the question was read.
    fn read(question: &str) -> Self {
        let mut asked = Self::on(80, 24, question);
        let last = match question {
            "destructive" | "long word" => "> ",
            _ => PROMPT,
        };
        asked.pty.wait_for(last);
        thread::sleep(READ);
        asked
    }

    fn type_keys(&self, keys: &str) {
        self.pty.type_keys(keys);
    }

    /// Types a key again and again, as a keyboard does with one that is held down.
    fn hold(&self, key: &str, duration: Duration) {
        let end = Instant::now() + duration;
        while Instant::now() < end {
            self.type_keys(key);
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Returns the answer and everything shown; the terminal must be as it was.
    fn end(self) -> (Value, String) {
        let answer = answer(self.running);
        assert_eq!(self.pty.modes(), self.modes, "the modes are as before");
        (answer, self.pty.shown())
    }

    fn person(&self) -> Value {
        let id = std::process::Command::new("id").arg("-un").output();
        let user = String::from_utf8(id.expect("id runs").stdout).expect("a name is text");
        let uname = rustix::system::uname();
        json!({
            "user": user.trim(),
            "terminal": self.pty.path(),
            "host": uname.nodename().to_str().expect("a host is text"),
        })
    }
}

/// Runs cases beside each other: a person reads slowly.
fn at_once<Case: Send>(cases: impl IntoIterator<Item = Case>, check: impl Fn(Case) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

fn denied(person: &Value) -> Value {
    json!({"answer": "denied", "person": person, "reason": null})
}

fn approved(person: &Value) -> Value {
    json!({"answer": "approved", "person": person, "always": null})
}

#[test]
fn a_key_after_reading_answers() {
    let cases = [
        ("y", "y", true, true),
        ("n", "n", false, true),
        ("Enter", "\r", false, true),
        ("Esc", "\x1b", false, true),
        ("Ctrl-D", "\x04", false, false),
    ];
    at_once(cases, |(name, keys, is_yes, has_person)| {
        let asked = Asked::read("");
        asked.type_keys(keys);
        let person = asked.person();
        let expected = match (is_yes, has_person) {
            (true, _) => approved(&person),
            (false, true) => denied(&person),
            (false, false) => denied(&Value::Null),
        };
        let (answer, shown) = asked.end();
        assert_eq!(answer, expected, "{name}");
        let word = if is_yes { "approved" } else { "denied" };
        assert!(shown.ends_with(&format!("\n{word}\n")), "{name}: {shown:?}");
    });
}

#[test]
fn the_question_is_on_the_terminal_whole() {
    let asked = Asked::read("");
    asked.type_keys("n");
    let (_, shown) = asked.end();
    let start = shown.find("approve smtp").expect("the question is shown");
    let note = shown.find("(60 s left)").expect("the time is shown");
    assert_eq!(
        &shown[start..note],
        "approve smtp.send_email?
  agent       assistant
  effect      external
  because     the agent's approval policy asks
  target      smtp://mail.example.com:587
  fingerprint 0123456789ab...
arguments
| {
|   \"to\": \"ada@example.com\",
|   \"subject\": \"Report 1\"
| }
[y] yes  [n] no  [d] deny and say why  [v] view all
approve? [y/N] "
    );
}

#[test]
fn what_was_typed_before_does_not_answer() {
    // Typed ahead, while the terminal still takes lines.
    let mut asked = Asked::on(80, 24, "");
    asked.type_keys("y\ny\n");
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("n");
    let expected = denied(&asked.person());
    assert_eq!(asked.end().0, expected, "typed ahead");

    // Too early, then in time.
    let mut asked = Asked::on(80, 24, "");
    asked.pty.wait_for(PROMPT);
    asked.type_keys("y");
    asked.pty.wait_for("(press one key, after reading)");
    thread::sleep(Duration::from_millis(200));
    asked.type_keys("y");
    let expected = approved(&asked.person());
    assert_eq!(asked.end().0, expected, "too early, then in time");

    // On standard input, which is not the terminal.
    let mut asked = Asked::in_place(80, 24, "", Place::Piped);
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("n");
    let expected = denied(&asked.person());
    assert_eq!(asked.end().0, expected, "on standard input");
}

#[test]
fn a_key_that_is_held_down_does_not_answer() {
    at_once([("y", "n"), ("\r", "y")], |(key, fresh)| {
        let mut asked = Asked::on(80, 24, "");
        asked.hold(key, Duration::from_millis(200));
        asked.pty.wait_for(PROMPT);
        asked.hold(key, Duration::from_millis(1_500));
        asked.pty.wait_for("(press one key, after reading)");
        thread::sleep(Duration::from_millis(300));
        asked.type_keys(fresh);
        let person = asked.person();
        let expected = match fresh {
            "y" => approved(&person),
            _ => denied(&person),
        };
        assert_eq!(asked.end().0, expected, "held {key:?}");
    });
}

#[test]
fn a_pasted_answer_does_not_answer() {
    let mut asked = Asked::read("");
    asked.type_keys("yes\r");
    asked.pty.wait_for("(press one key, after reading)");
    asked.type_keys("\x1b[A");
    thread::sleep(Duration::from_millis(400));
    asked.type_keys("y");
    let expected = approved(&asked.person());
    assert_eq!(asked.end().0, expected);
}

#[test]
fn time_signals_and_a_taken_back_question_restore_the_terminal() {
    let (answer, shown) = Asked::on(80, 24, "short").end();
    assert_eq!(answer, json!({"answer": "expired"}));
    assert!(shown.ends_with("\nno answer in time\n"), "{shown:?}");

    let asked = Asked::read("");
    asked.type_keys("\x03");
    assert_eq!(asked.end().0, denied(&Value::Null), "Ctrl-C");

    let asked = Asked::read("");
    asked.running.signal(Signal::TERM);
    assert_eq!(asked.end().0, denied(&Value::Null), "SIGTERM");

    let (answer, shown) = Asked::on(80, 24, "taken back").end();
    assert_eq!(answer, json!({"answer": "taken back"}));
    assert!(shown.contains(PROMPT) && shown.ends_with('\n'), "{shown:?}");
}

#[test]
fn nobody_is_asked_without_a_terminal_in_the_foreground() {
    for (name, question, place) in [
        ("no controlling terminal", "", Place::NoTerminal),
        ("background", "", Place::Background),
        ("--no-input", "no input", Place::Foreground),
    ] {
        let (answer, shown) = Asked::in_place(80, 24, question, place).end();
        assert_eq!(answer, json!({"answer": "nobody"}), "{name}");
        assert!(!shown.contains("approve"), "{name}: {shown:?}");
    }
}

#[test]
fn another_size_draws_again_and_is_no_input() {
    let mut asked = Asked::read("");
    asked.pty.resize(30, 8);
    asked
        .pty
        .wait_for("... 15 more lines: press v to\r\nsee all");
    asked.pty.wait_for(PROMPT);
    // The drawing is new: what comes at once is too early.
    asked.type_keys("y");
    thread::sleep(READ);
    asked.pty.resize(100, 50);
    asked.pty.wait_for("\"subject\": \"Report 1\"");
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("y");
    let expected = approved(&asked.person());
    let (answer, shown) = asked.end();
    assert_eq!(answer, expected);
    assert_eq!(
        shown.matches("approve smtp").count() + shown.matches("approve\nsmtp").count(),
        3
    );
}

#[test]
fn a_stopped_question_goes_on() {
    let mut asked = Asked::read("");
    asked.running.signal(Signal::STOP);
    thread::sleep(Duration::from_millis(100));
    asked.type_keys("y");
    asked.running.signal(Signal::CONT);
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("n");
    let expected = denied(&asked.person());
    assert_eq!(asked.end().0, expected, "typed while stopped");

    let mut asked = Asked::in_place(80, 24, "", Place::Job);
    asked.pty.wait_for(PROMPT);
    asked.type_keys("\x1a");
    asked.pty.wait_for("shell reads");
    assert_eq!(asked.pty.modes(), asked.modes, "stopped");
    asked.type_keys("\n");
    asked.pty.wait_for(PROMPT);
    assert_ne!(asked.pty.modes(), asked.modes, "continued");
    thread::sleep(READ);
    asked.type_keys("y");
    let expected = approved(&asked.person());
    assert_eq!(asked.end().0, expected, "Ctrl-Z");
}

#[test]
fn a_word_to_confirm_has_to_be_typed() {
    let long_word = format!("{LONG_WORD}\r");
    let cases = [
        ("right", "destructive", "invoices\r", true),
        ("corrected", "destructive", "invoicez\x7fs\r", true),
        ("wrong, then right", "destructive", "y\rinvoices\r", true),
        (
            "wrong three times",
            "destructive",
            "y\rinvoice\rINVOICES\r",
            false,
        ),
        ("nothing", "destructive", "\r", false),
        ("Esc", "destructive", "inv\x1b", false),
        ("40 characters", "long word", &long_word, true),
    ];
    at_once(cases, |(name, question, keys, is_yes)| {
        let asked = Asked::read(question);
        asked.type_keys(keys);
        let person = asked.person();
        let expected = match is_yes {
            true => approved(&person),
            false => denied(&person),
        };
        assert_eq!(asked.end().0, expected, "{name}");
    });
    assert_eq!(LONG_WORD.chars().count(), 40);
    let mut asked = Asked::read("destructive");
    asked.type_keys("y\r");
    asked.pty.wait_for("that is not invoices");
    asked.type_keys("\x04");
    assert_eq!(asked.end().0, denied(&Value::Null), "y is no answer");
}

#[test]
fn a_denial_can_say_why() {
    let mut asked = Asked::read("");
    asked.type_keys("d");
    asked.pty.wait_for("why not?");
    asked.type_keys(&"x".repeat(1_030));
    asked.pty.wait_for("(at most 1024 characters) > <xxx");
    asked.type_keys("\x15wrong address é\r");
    let mut expected = denied(&asked.person());
    expected["reason"] = json!("wrong address é");
    assert_eq!(asked.end().0, expected);

    let mut asked = Asked::read("");
    asked.type_keys("d");
    asked.pty.wait_for("why not?");
    asked.type_keys("x\x1b");
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("y");
    let expected = approved(&asked.person());
    assert_eq!(asked.end().0, expected, "back to the question");
}

#[test]
fn always_grants_what_was_typed() {
    let mut asked = Asked::read("grant");
    asked.type_keys("a");
    asked
        .pty
        .wait_for("  subject = \"Report 1\", only as it is");
    asked
        .pty
        .wait_for("  command (a command) = \"git log\", only as it is");
    for (line, said) in [
        (
            "subject=Report *",
            "subject: any text that starts with \"Report \"",
        ),
        ("subject=Rep* ?", "subject: any text of the form \"Rep* ?\""),
        ("argv[2]=-n*", "argv[2]: any text that starts with \"-n\""),
        ("command=git *", "command is run as a command"),
        ("copies=*", "copies is no text"),
        ("argv=*", "argv is a list"),
        ("argv[3]=*", "argv has 3 elements"),
        (
            "argv[1]=push*",
            "the pattern does not cover the text of this call",
        ),
        ("nothing=*", "type name=pattern"),
    ] {
        asked.type_keys(&format!("{line}\r"));
        asked.pty.wait_for(&format!("> {line}"));
        asked.pty.wait_for(said);
    }
    asked.type_keys("\r");
    asked.pty.wait_for("grant this for 8 hours and 100 calls");
    asked.pty.wait_for("grant? [y/N] ");
    thread::sleep(READ);
    asked.type_keys("y");
    let mut expected = approved(&asked.person());
    expected["always"] = json!([
        ["subject", {"text": {"glob": "Rep* ?"}}],
        ["argv", {"elements": [null, null, {"prefix": "-n"}]}],
    ]);
    assert_eq!(asked.end().0, expected);
}

#[test]
fn always_is_taken_back_and_is_not_offered_to_everyone() {
    let mut asked = Asked::read("grant");
    asked.type_keys("a");
    asked.pty.wait_for("Esc goes back");
    asked.type_keys("\r");
    asked.pty.wait_for("grant? [y/N] ");
    thread::sleep(READ);
    asked.type_keys("\r");
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("y");
    let expected = approved(&asked.person());
    assert_eq!(asked.end().0, expected);

    let asked = Asked::read("");
    asked.type_keys("a");
    thread::sleep(Duration::from_millis(400));
    asked.type_keys("n");
    let (_, shown) = asked.end();
    assert!(!shown.contains("always"), "{shown}");
}

#[test]
fn everything_can_be_read_page_by_page() {
    let mut asked = Asked::on(80, 24, "long");
    asked.pty.wait_for("... 142 more lines: press v to see all");
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("v");
    for page in 0..8 {
        asked.pty.wait_for(&format!("lines {}-", page * 22 + 1));
        if page == 1 {
            asked.type_keys("b");
            asked.pty.wait_for("lines 1-");
            asked.type_keys(" ");
            asked.pty.wait_for("lines 23-");
        }
        asked.type_keys(" ");
    }
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("n");
    let expected = denied(&asked.person());
    let (answer, shown) = asked.end();
    assert_eq!(answer, expected);
    let fingerprint = "0123456789abcdef".repeat(4);
    assert!(shown.contains(&format!("fingerprint {fingerprint}\n")));
    let pages = shown.lines().filter(|line| !line.starts_with("lines "));
    let joined = pages.collect::<Vec<&str>>().join("\n").replace("\n: ", "");
    let argument = format!("\n|   \"body\": \"{}\"\n| }}\n", long_text());
    assert!(joined.contains(&argument), "{shown}");
}

#[test]
fn foreign_text_does_not_act_on_the_terminal() {
    let asked = Asked::read("hostile");
    asked.type_keys("n");
    let expected = denied(&asked.person());
    let (answer, shown) = asked.end();
    assert_eq!(answer, expected);
    let obeyed = |it: &char| {
        (it.is_control() && !matches!(it, '\n' | '\r'))
            || ['\u{202e}', '\u{200b}', '\u{e0041}'].contains(it)
    };
    assert_eq!(shown.chars().find(obeyed), None, "{shown:?}");
    for written in [
        "|   \"a\\u001b[2J\": \"b\\u202e\\udb40\\udc41\"\n",
        "| \\u{1b}]0;t\\u{7}\\u{9b}2J\n",
        "| approve? [y/N] y\\u{200b}\n",
    ] {
        assert!(shown.contains(written), "{written:?} in {shown}");
    }
}

#[test]
fn two_questions_are_asked_one_after_the_other() {
    let mut asked = Asked::on(80, 24, "two");
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("y");
    asked.pty.wait_for("approved");
    asked.pty.wait_for(PROMPT);
    thread::sleep(READ);
    asked.type_keys("n");
    let person = asked.person();
    let expected = json!({"first": approved(&person), "second": denied(&person)});
    assert_eq!(asked.end().0, expected);
}
