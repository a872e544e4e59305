//! `log`: what was called and how it ended, whether what tells so is whole, and what may be forgotten.

use std::fs;
use std::time::Duration;

use algen_core::governance::outcome::State;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::call::{World, call_in, json as document, wait_for};
use crate::support::pty::Pty;
use crate::support::{Project, Shown, agent_file};

const DAY: Duration = Duration::from_secs(86_400);

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
    let shown = document(&json_text.stdout);
    assert_eq!(shown["schema"], "algen.entry/1");
    assert_eq!(shown["entry"], entries(&project, &[])[0]);
    assert_eq!(shown["entry"]["argument_names"], json!(["text"]));
    assert_eq!(shown["entry"]["result"]["kept"], false);
    assert_eq!(shown["events"][0]["kind"], "recorded");
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
    assert_eq!(several, shown_error(&problem));
}

fn shown_error(problem: &str) -> Shown {
    shown(1, "", problem)
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
fn a_person_resolves_what_is_unknown() {
    let world = World::new();
    let project = &world.project;
    let call = unknown(&world);
    let resolve = |words: &[&str]| project.run(&[&["log", "resolve", &*call], words].concat());
    let command = format!(
        "error: nobody can be asked for the reason here; run: algen log resolve {call} --as \
         not-done --reason TEXT\n"
    );
    assert_eq!(resolve(&["--as", "not-done"]), shown(4, "", &command));
    assert_eq!(
        resolve(&["--as", "not-done", "--reason", " "]),
        shown(2, "", "error: the reason is empty\n")
    );
    let long = "x".repeat(1_025);
    assert_eq!(
        resolve(&["--as", "not-done", "--reason", &long]),
        shown(2, "", "error: the reason has more than 1024 characters\n")
    );
    assert_eq!(entries(project, &["--state", "unknown"]).len(), 1);

    assert_eq!(
        resolve(&["--as", "not-done", "--reason", "not in the outbox"]),
        shown(0, "", &format!("{call} is not done now\n"))
    );
    let entry = &entries(project, &["--state", "not_done"])[0];
    let resolution = &entry["resolution"];
    assert_eq!(resolution["reason"], "not in the outbox");
    assert_eq!(resolution["person"]["terminal"], "none");
    let host = rustix::system::uname();
    assert_eq!(
        resolution["person"]["host"],
        host.nodename().to_str().unwrap()
    );
    assert!(!resolution["person"]["user"].as_str().unwrap().is_empty());
    let again =
        format!("error: {call} is not done; only an outcome that is unknown can be resolved\n");
    assert_eq!(
        resolve(&["--as", "done", "--reason", "r"]),
        shown(1, "", &again)
    );
    // The same key runs again.
    assert_eq!(unknown(&world), call);
    assert_eq!(entries(project, &["--state", "unknown"])[0]["attempts"], 2);
}

#[test]
fn the_reason_is_asked_for_at_a_terminal() {
    let world = World::new();
    let call = unknown(&world);
    for (keys, code, state) in [
        ("\n", 4, State::Unknown),
        ("\x04", 4, State::Unknown),
        ("seen in the outbox\n", 0, State::Done),
    ] {
        let mut pty = Pty::open(120, 24);
        let words = ["log", "resolve", &call, "--as", "done"];
        let running = pty.start(world.project.command_on(&pty, &words));
        pty.wait_for("its outcome is unknown");
        pty.wait_for("How do you know that it is done? ");
        pty.type_keys(keys);
        assert_eq!(running.wait().code, Some(code), "{keys:?}: {}", pty.shown());
        let entry = &entries(&world.project, &[])[0];
        assert_eq!(entry["state"], state.word(), "{keys:?}");
        if state == State::Done {
            assert_eq!(entry["resolution"]["reason"], "seen in the outbox");
            assert_eq!(entry["resolution"]["person"]["terminal"], pty.path());
        }
    }
}

#[test]
fn damage_is_found_and_tampering_against_a_head() {
    let project = echo();
    call(&project, &["text=one"]);
    let file = project.path().join(".local/state/algen/ledger.sqlite3");
    // Whoever closes the ledger last leaves everything in the one file.
    let copy = |project: &Project| {
        assert_eq!(project.run(&["log"]).code, Some(0));
        assert!(!file.with_extension("sqlite3-wal").exists());
        fs::read(&file).unwrap()
    };
    let early = copy(&project);
    call(&project, &["text=two"]);
    let head = project.run(&["log", "head"]);
    assert_eq!((head.code, head.stderr.as_str()), (Some(0), ""));
    project.write("head.json", head.stdout.as_bytes());

    let host = rustix::system::uname();
    let chain = format!("echoes on {}", host.nodename().to_str().unwrap());
    let without = "Without a head that was kept elsewhere this finds damage, but neither events that \
                   were taken from the end of a chain nor a chain that was written anew: keep \
                   `algen log head`, and verify with --head.\n";
    let verify = |words: &[&str]| project.run(&[&["log", "verify"], words].concat());
    let whole = format!("{chain}: 2 events; no head to compare with\nwhole\n{without}");
    assert_eq!(verify(&[]), shown(0, &whole, ""));
    let compared = format!("{chain}: 2 events; it holds the head\nwhole\n");
    assert_eq!(verify(&["--head", "head.json"]), shown(0, &compared, ""));
    let piped = project.input(head.stdout.as_bytes());
    let from_pipe = piped.run(&["log", "verify", "--head", "-"]);
    assert_eq!(from_pipe, shown(0, &compared, ""));
    let project = piped;
    let verify = |words: &[&str]| project.run(&[&["log", "verify"], words].concat());

    // The end is taken away: only the head tells.
    let late = copy(&project);
    fs::write(&file, early).unwrap();
    assert_eq!(verify(&[]).code, Some(0));
    let missing = format!("{chain}: 1 event; event 2 is missing\ndamaged\n");
    assert_eq!(verify(&["--head", "head.json"]), shown(1, &missing, ""));
    let report = verify(&["--head", "head.json", "--json"]);
    let report = document(&report.stdout);
    assert_eq!(
        (&report["schema"], &report["whole"]),
        (&json!("algen.verification/1"), &json!(false))
    );
    assert_eq!(
        report["chains"][0]["damage"],
        json!({"sequence": 2, "kind": "missing"})
    );

    // A row and an event are changed.
    fs::write(&file, late).unwrap();
    tamper(&project, "UPDATE entries SET agent = 'eve'");
    let contradicted = verify(&[]);
    assert_eq!(contradicted.code, Some(1));
    let told = " is not as its last event says\n";
    assert_eq!(
        contradicted.stdout.matches(told).count(),
        2,
        "{contradicted:?}"
    );
    tamper(
        &project,
        "UPDATE events SET kind = 'settled' WHERE sequence = 1",
    );
    let changed = format!("{chain}: 2 events; event 1 was changed\n");
    let damaged = verify(&["--head", "head.json"]);
    assert_eq!(damaged.code, Some(1));
    assert!(damaged.stdout.starts_with(&changed), "{damaged:?}");
    let damaged = verify(&["--json"]);
    assert_eq!(damaged.code, Some(1), "{damaged:?}");

    fs::write(&file, "no ledger").unwrap();
    let shown_of_garbage = verify(&[]);
    assert_eq!(shown_of_garbage.code, Some(5), "{shown_of_garbage:?}");
}

#[test]
fn heads_that_cannot_be_read_are_no_comparison() {
    let project = echo();
    project.write("empty.json", b"");
    project.write("log.json", br#"{"schema": "algen.log/1", "heads": []}"#);
    let form = "does not hold what `algen log head` prints: a document of algen.heads/1";
    for (file, problem) in [
        (
            "none.json",
            "cannot read none.json: No such file or directory (os error 2)".to_owned(),
        ),
        ("empty.json", format!("empty.json {form}")),
        ("log.json", format!("log.json {form}")),
        ("-", format!("- {form}")),
    ] {
        let verified = project.run(&["log", "verify", "--head", file]);
        assert_eq!(
            verified,
            shown(2, "", &format!("error: {problem}\n")),
            "{file}"
        );
    }
}

#[test]
fn what_is_long_over_is_forgotten_once_somebody_says_so() {
    let world = World::new();
    let project = &world.project;
    assert_eq!(world.call(&["faulty.write"]).code, Some(0));
    unknown(&world);
    let prune = ["log", "prune", "--older-than", "90d"];
    assert_eq!(project.run(&prune), shown(0, "", "nothing is that old\n"));
    tamper(
        project,
        "UPDATE entries SET settled_at = settled_at - 8640000000",
    );
    let list = "of the namespace test: 1 call, 0 questions, 0 grants, 4 events\n";
    let nobody = "error: nobody can be asked here; to forget it, run the same command with --yes\n";
    assert_eq!(
        project.run(&prune),
        shown(4, "", &format!("{list}{nobody}"))
    );
    assert_eq!(entries(project, &[]).len(), 2);

    for (keys, code, left) in [("\n", 4, 2), ("y\n", 0, 1)] {
        let mut pty = Pty::open(120, 24);
        let running = pty.start(project.command_on(&pty, &prune));
        pty.wait_for(&list.trim_end().replace('\n', "\r\n"));
        pty.wait_for("Forget it? [y/N] ");
        pty.type_keys(keys);
        assert_eq!(running.wait().code, Some(code), "{}", pty.shown());
        assert_eq!(entries(project, &[]).len(), left, "{keys:?}");
    }
    // What is unknown stays, however old it is.
    assert_eq!(entries(project, &[])[0]["state"], "unknown");
    let verified = project.run(&["log", "verify"]);
    assert!(verified.stdout.contains("4 pruned"), "{verified:?}");
    let ledger = world.ledger();
    let left = wait_for(async { ledger.prunable(None, 90 * DAY).await }).unwrap();
    assert_eq!(left.entries, 0);
}

#[test]
fn prune_with_yes_says_what_went() {
    let world = World::new();
    let project = &world.project;
    assert_eq!(world.call(&["faulty.write"]).code, Some(0));
    tamper(
        project,
        "UPDATE entries SET settled_at = settled_at - 8640000000",
    );
    let pruned = project.run(&["log", "prune", "--older-than", "13w", "-y", "--all"]);
    let amounts = "1 call, 0 questions, 0 grants, 4 events";
    let told = format!("of every namespace: {amounts}\nforgotten: {amounts}\n");
    assert_eq!(pruned, shown(0, "", &told));
    assert_eq!(entries(project, &[]).len(), 0);
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
