//! Whether the ledger is as it was written.

use super::*;

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
