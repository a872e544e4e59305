//! A person's word about an outcome that is unknown.

use super::*;

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
