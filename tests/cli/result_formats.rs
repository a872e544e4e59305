//! `call --format` and `--select`: the result of the tools that need nothing.

use serde_json::Value;

use crate::call::World;
use crate::support::{Project, Shown, agent_file};

const SUM: &str = "expression=2**100";

/// A project with an echo, a calculator and a clock.
fn project() -> Project {
    let agent = agent_file("")
        .replace(
            "[algen_agent_tools.sample]",
            "[algen_agent_tools.sample, algen.calculator, algen.clock]",
        )
        .replace(
            "[sample.echo]",
            "[sample.echo, calculator.calculator, clock.current_datetime]",
        )
        .replace("[algen_agent_tools]", "[algen_agent_tools, algen]");
    Project::with(&[("agent.yaml", &agent)])
}

#[test]
fn a_result_is_written_as_it_was_asked_for() {
    let project = project();
    let hello = ["sample.echo", "text=a,\u{1b}\"b\"\nö"];
    let sum = ["calculator", SUM];
    for (name, call, options, expected) in [
        (
            "json",
            sum,
            &["--format", "json"][..],
            "{\"expression\":\"2**100\",\"result\":1267650600228229401496703205376}\n",
        ),
        (
            "jsonl",
            sum,
            &["--format", "jsonl"],
            "{\"expression\":\"2**100\",\"result\":1267650600228229401496703205376}\n",
        ),
        (
            "csv",
            sum,
            &["--format", "csv"],
            "expression,result\r\n2**100,1267650600228229401496703205376\r\n",
        ),
        (
            "text",
            sum,
            &["--format", "text"],
            "expression: 2**100\nresult: 1267650600228229401496703205376\n",
        ),
        (
            "table",
            sum,
            &["--format", "table"],
            "expression  result\n2**100      1267650600228229401496703205376\n",
        ),
        (
            "a number",
            sum,
            &["--select", "result"],
            "1267650600228229401496703205376\n",
        ),
        (
            "a text",
            hello,
            &["--select", "/text", "--format", "text"],
            "a,\u{1b}\"b\"\nö\n",
        ),
        (
            "a text as JSON",
            hello,
            &["--select", ".text"],
            "\"a,\\u001b\\\"b\\\"\\nö\"\n",
        ),
        (
            "quotes in csv",
            hello,
            &["--format", "csv"],
            "text,length\r\n\"a,\u{1b}\"\"b\"\"\nö\",8\r\n",
        ),
        (
            "a table obeys nothing",
            hello,
            &["--format", "table"],
            "text            length\na,\\u{1b}\"b\"\\nö  8\n",
        ),
    ] {
        let shown = project.run(&[&["call"], &call[..], options].concat());
        let expected = Shown {
            code: Some(0),
            stdout: expected.to_owned(),
            stderr: String::new(),
        };
        assert_eq!(shown, expected, "{name}");
    }
}

#[test]
fn the_clock_is_lines_of_text() {
    let project = project();
    let words = ["call", "clock.current_datetime", "timezone=UTC"];
    let json = project.run(&words);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    let text = project.run(&[&words[..], &["--format", "text"]].concat());
    let keys: Vec<&str> = text
        .stdout
        .lines()
        .filter_map(|line| Some(line.split_once(": ")?.0))
        .collect();
    let expected: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, expected, "{text:?}");
}

#[test]
fn a_place_that_is_not_there_does_not_lose_what_is_done() {
    let read = project().run(&["call", "sample.echo", "text=a", "--select", "rows[0]"]);
    let expected = Shown {
        code: Some(7),
        stdout: String::new(),
        stderr: "error: `sample.echo` is done, and its result is not shown: it has no `rows`: the \
                 result is an object without that field\n  help: It only reads: call it again \
                 with another --select or --format.\n"
            .to_owned(),
    };
    assert_eq!(read, expected);

    let world = World::new();
    let write = world.call(&["faulty.write", "--select", "attempt.x"]);
    assert_eq!((write.code, write.stdout.as_str()), (Some(7), ""));
    let (_, key) = write.stderr.split_once("--idempotency-key ").unwrap();
    let (key, _) = key.split_once('`').unwrap();
    let words = ["faulty.write", "--idempotency-key", key];
    let again = world.call(&[&words[..], &["--select", "attempt"]].concat());
    assert_eq!((again.code, again.stdout.as_str()), (Some(0), "1\n"));
    assert_eq!(world.peer.effects(), 1);
}

#[test]
fn what_cannot_be_meant_is_refused_before_anything_is_sent() {
    let world = World::new();
    for options in [
        &["--select", "a..b"][..],
        &["--select", "rows[x]"],
        &["--format", "yaml"],
        &["--json", "--format", "csv"],
        &["--json", "--select", "text"],
    ] {
        let shown = world.call(&[&["faulty.write"], options].concat());
        assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
    }
    assert_eq!(world.peer.heard(), Vec::<String>::new());
}

#[test]
fn a_call_that_is_refused_has_no_result_in_any_format() {
    let project = project();
    for format in ["text", "table", "json", "jsonl", "csv"] {
        let shown = project.run(&["call", "sample.echo", "--format", format]);
        assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
    }
}
