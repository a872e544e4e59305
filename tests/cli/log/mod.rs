//! `log`: what was called and how it ended, whether what tells so is whole, and what may be forgotten.

mod prune;
mod resolve;
mod verify;

use std::fs;
use std::time::Duration;

use algen_core::governance::outcome::State;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::call::{World, call_in, json as document, wait_for};
use crate::support::pty::Pty;
use crate::support::{Project, Shown, agent_file};

fn shown(code: i32, stdout: &str, stderr: &str) -> Shown {
    Shown {
        code: Some(code),
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
    }
}

/// A project whose only tool gives a text back.
fn echo() -> Project {
    Project::with(&[
        ("agent.yaml", &agent_file("")),
        ("algen.yaml", "algen: 1\nnamespace: echoes\n"),
    ])
}

fn call(project: &Project, words: &[&str]) {
    let called = project.run(&[&["call", "sample.echo"], words].concat());
    assert_eq!(called.code, Some(0), "{called:?}");
}

fn entries(project: &Project, words: &[&str]) -> Vec<Value> {
    let listed = project.run(&[&["log", "list", "--json"], words].concat());
    assert_eq!(listed.code, Some(0), "{listed:?}");
    let document = document(&listed.stdout);
    assert_eq!(document["schema"], "algen.log/1");
    document["entries"].as_array().unwrap().clone()
}

/// Changes the file of a ledger behind the program's back.
fn tamper(project: &Project, statement: &'static str) {
    let file = project.path().join(".local/state/algen/ledger.sqlite3");
    wait_for(async {
        let options = SqliteConnectOptions::new().filename(file);
        let mut connection = options.connect().await.unwrap();
        sqlx::raw_sql(statement)
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
    });
}

#[test]
fn looking_makes_no_ledger() {
    let heads = "{\n  \"schema\": \"algen.heads/1\",\n  \"heads\": []\n}\n";
    let list = "{\n  \"schema\": \"algen.log/1\",\n  \"entries\": [],\n  \"truncated\": false\n}\n";
    let nothing = "no calls are recorded\n";
    let unknown = "error: the ledger has no call that begins with `0`\n";
    let cases: [(&[&str], Shown); 9] = [
        (&["log"], shown(0, "", nothing)),
        (&["log", "list", "--json"], shown(0, list, nothing)),
        (&["-q", "log", "--all"], shown(0, "", "")),
        (&["log", "show", "0"], shown(1, "", unknown)),
        (
            &["log", "resolve", "0", "--as", "done", "--reason", "r"],
            shown(1, "", unknown),
        ),
        (
            &["log", "verify"],
            shown(0, "the ledger holds no events\nwhole\n", ""),
        ),
        (&["log", "head"], shown(0, heads, "")),
        (&["log", "export"], shown(0, "", "")),
        (
            &["log", "prune", "--older-than", "90d", "--yes"],
            shown(0, "", "nothing is that old\n"),
        ),
    ];
    for project in [echo(), Project::with(&[])] {
        for (arguments, expected) in &cases {
            assert_eq!(project.run(arguments), *expected, "{arguments:?}");
        }
        assert!(!project.path().join(".local").exists());
    }
}

#[test]
fn calls_are_listed_the_latest_first() {
    let project = echo();
    call(&project, &["text=one"]);
    call(&project, &["text=two", "--idempotency-key", "k"]);
    let all = entries(&project, &[]);
    assert_eq!(all.len(), 2);
    assert_eq!(
        (&all[0]["key"], &all[0]["key_given"], &all[1]["key_given"]),
        (&json!("k"), &json!(true), &json!(false))
    );
    let listed = project.run(&["log"]);
    let line = |entry: &Value| {
        let text = |key: &str| entry[key].as_str().unwrap().to_owned();
        let (call, when) = (text("call_id"), text("reserved_at"));
        format!("{call}  {when}  done  sample.echo  assistant\n")
    };
    let lines = format!("{}{}", line(&all[0]), line(&all[1]));
    assert_eq!(listed, shown(0, &lines, ""));

    let cut = project.run(&["log", "--limit", "1"]);
    let more = "there are more: choose with --since, --tool or --state, or raise --limit\n";
    assert_eq!(cut, shown(0, &line(&all[0]), more));
    let none = "no calls are recorded\n";
    for (words, count) in [
        (&["--tool", "sample.echo"][..], 2),
        (&["--tool", "sample.other"], 0),
        (&["--agent", "assistant"], 2),
        (&["--agent", "clerk"], 0),
        (&["--state", "done"], 2),
        (&["--state", "unknown"], 0),
        (&["--since", "1h"], 2),
        (&["--since", "2026-01-01"], 2),
        (&["--since", "2999-01-01T00:00:00Z"], 0),
    ] {
        let listed = project.run(&[&["log", "list"], words].concat());
        let stderr = if count == 0 { none } else { "" };
        assert_eq!(
            (listed.code, listed.stdout.lines().count(), &*listed.stderr),
            (Some(0), count, stderr),
            "{words:?}"
        );
    }
}

#[test]
fn a_terminal_shows_a_table_with_titles() {
    let project = echo();
    call(&project, &["text=one"]);
    let pty = Pty::open(100, 24);
    let mut command = project.command_on(&pty, &["log"]);
    // Standard output is the terminal, too.
    let terminal = fs::File::options().write(true).open(pty.path()).unwrap();
    command.stdout(terminal);
    let ended = pty.start(command).wait();
    assert_eq!(ended.code, Some(0));
    let shown = pty.shown();
    let mut lines = shown.lines();
    let titles: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(titles, ["Call", "When", "State", "Tool", "Agent"]);
    let row: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert!(row[1] == "now" || row[2..4] == ["s", "ago"], "{shown}");
    assert_eq!(row[row.len() - 3..], ["done", "sample.echo", "assistant"]);
}

#[test]
fn a_project_sees_its_own_namespace() {
    let state = tempfile::tempdir().unwrap();
    let state = state.path().to_str().unwrap();
    let first = echo().variable("XDG_STATE_HOME", state);
    let second = Project::with(&[("agent.yaml", &agent_file(""))]);
    let second = second.variable("XDG_STATE_HOME", state);
    let nowhere = Project::with(&[]).variable("XDG_STATE_HOME", state);
    call(&first, &["text=one"]);
    call(&second, &["text=two"]);
    let namespaces = |project: &Project, words: &[&str]| {
        let entries = entries(project, words).into_iter();
        let names = entries.map(|entry| entry["namespace"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(namespaces(&first, &[]), ["echoes"]);
    let own = namespaces(&second, &[]);
    assert!(own.len() == 1 && own[0].starts_with("project-"), "{own:?}");
    let both = [own[0].clone(), "echoes".to_owned()];
    assert_eq!(namespaces(&first, &["--all"]), both);
    assert_eq!(namespaces(&nowhere, &[]), both);
    let table = nowhere.run(&["log"]).stdout;
    assert!(
        table
            .lines()
            .all(|line| line.ends_with(|last: char| last.is_ascii_hexdigit())
                || line.ends_with("echoes")),
        "{table}"
    );

    let heads = |project: &Project, words: &[&str]| {
        let head = project.run(&[&["log", "head"], words].concat());
        document(&head.stdout)["heads"].as_array().unwrap().len()
    };
    assert_eq!((heads(&first, &[]), heads(&first, &["--all"])), (1, 2));
    let lines = |words: &[&str]| {
        let exported = first.run(&[&["log", "export"], words].concat());
        exported.stdout.lines().count()
    };
    assert_eq!((lines(&[]), lines(&["--all"])), (2, 4));

    // A name belongs to the whole ledger.
    let call_id = entries(&second, &[])[0]["call_id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(first.run(&["log", "show", &call_id]).code, Some(0));
}

#[test]
fn a_project_that_cannot_be_loaded_is_not_passed_over() {
    let project = Project::with(&[("agent.yaml", "agents: 5\n")]);
    let shown = project.run(&["log"]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
    assert!(
        shown
            .stderr
            .ends_with("error: agent.yaml cannot be loaded\n")
    );
    let missing = Project::with(&[]).run(&["log", "-c", "none.yaml"]);
    assert_eq!(missing.code, Some(2), "{missing:?}");
}

#[test]
fn one_call_is_shown_without_values() {
    let project = echo();
    call(&project, &["text=planted-value-7", "--user-id", "ada"]);
    let call_id = entries(&project, &[])[0]["call_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let text = project.run(&["log", "show", &call_id[..12]]);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = text.stdout.lines().collect();
    for line in [
        &*format!("call        {call_id}"),
        "tool        sample.echo",
        "agent       assistant",
        "namespace   echoes",
        "user_id     ada",
        "state       done",
        "effect      read",
        &format!("key         call-{call_id} (made for this call)"),
        "attempts    1",
        "approved by nobody was asked",
        "arguments   text",
        "events",
    ] {
        assert!(lines.contains(&line), "{line} in {text:?}");
    }
    let last = lines.last().unwrap();
    let told =
        "  recorded    {\"attempt\":1,\"fence\":1,\"state\":\"done\",\"tool\":\"sample.echo\"}";
    assert!(last.ends_with(told), "{last}");

    let json_text = project.run(&["log", "show", &call_id.to_uppercase(), "--json"]);
    let history = document(&json_text.stdout);
    assert_eq!(history["schema"], "algen.entry/1");
    assert_eq!(history["entry"], entries(&project, &[])[0]);
    assert_eq!(history["entry"]["argument_names"], json!(["text"]));
    assert_eq!(history["entry"]["result"]["kept"], false);
    assert_eq!(history["events"][0]["kind"], "recorded");
    let exported = project.run(&["log", "export"]);
    assert_eq!((exported.code, exported.stderr.as_str()), (Some(0), ""));
    let kinds: Vec<Value> = exported.stdout.lines().map(document).collect();
    assert_eq!(
        (&kinds[0]["type"], &kinds[1]["type"]),
        (&json!("entry"), &json!("event"))
    );
    for output in [&text.stdout, &json_text.stdout, &exported.stdout] {
        assert!(!output.contains("planted-value"), "{output}");
    }

    call(&project, &["text=another"]);
    let several = project.run(&["log", "show", "0"]);
    let names: Vec<String> = entries(&project, &[])
        .iter()
        .rev()
        .map(|entry| entry["call_id"].as_str().unwrap().to_owned())
        .collect();
    let problem = format!(
        "error: several calls begin with `0`: {}\n",
        names.join(", ")
    );
    assert_eq!(several, shown(1, "", &problem));
}

/// A call whose outcome is unknown; returns its name.
fn unknown(world: &World) -> String {
    let words = [
        "faulty.write",
        "step=after_sending",
        "--idempotency-key",
        "k",
    ];
    let called = world.call(&words);
    assert_eq!(called.code, Some(6), "{called:?}");
    call_in(&called.stderr)
}

#[test]
fn an_address_is_resolved_once_the_project_is_trusted() {
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("other.sqlite3");
    let project = Project::with(&[
        ("agent.yaml", &agent_file("")),
        (
            "algen.yaml",
            "algen: 1\nnamespace: n\nledger: {url: env://LEDGER}\n",
        ),
    ])
    .variable("LEDGER", file.to_str().unwrap());
    for arguments in [
        &["log"][..],
        &["log", "verify"],
        &["approvals"],
        &["approvals", "grants"],
    ] {
        let refused = project.run(arguments);
        assert_eq!(
            (refused.code, refused.stdout.as_str()),
            (Some(3), ""),
            "{refused:?}"
        );
        assert!(refused.stderr.contains("nobody has trusted"), "{refused:?}");
        assert!(!refused.stderr.contains("nothing was sent"), "{refused:?}");
    }
    assert_eq!(project.run(&["trust", "--yes"]).code, Some(0));
    call(&project, &["text=one"]);
    assert!(file.exists());
    assert_eq!(entries(&project, &[]).len(), 1);
    let state = project.path().join(".local/state/algen/ledger.sqlite3");
    assert!(!state.exists(), "the default place is not used");
    // An account without a place for its state is told so.
    let lost = Project::with(&[]).variable("HOME", "relative");
    let shown = lost.run(&["log"]);
    assert_eq!(shown.code, Some(5), "{shown:?}");
}

#[test]
fn an_export_ends_with_its_reader() {
    let project = echo();
    call(&project, &["text=one"]);
    let mut command = project.command(&["log", "export"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = command.stdout(writer).output().unwrap();
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert_eq!((ended.status.code(), stderr.as_str()), (Some(0), ""));
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let ended = project.command(&["log", "export"]).stdout(full).output();
    let ended = ended.unwrap();
    let stderr = String::from_utf8(ended.stderr).unwrap();
    let problem = "error: cannot write to standard output: No space left on device (os error 28)\n";
    assert_eq!((ended.status.code(), stderr.as_str()), (Some(2), problem));
}
