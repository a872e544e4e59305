//! Questions that are asked as they come.

use super::*;

#[test]
fn questions_are_asked_as_they_come() {
    let world = asking_world();
    let project = &world.project;
    let first = left_open(&world, &["faulty.write", "text=first"]);
    let mut asked = Asked::read(project, &["watch"]);
    asked.pty.type_keys("y");
    asked.pty.wait_for("approved: ");
    let second = left_open(&world, &["faulty.write", "text=second"]);
    asked.wait_for_question();
    asked.pty.type_keys("n");
    asked.pty.wait_for("denied");
    // Decided elsewhere while it is on the screen.
    let third = left_open(&world, &["faulty.write", "text=third"]);
    asked.wait_for_question();
    assert_eq!(project.run(&["approvals", "deny", &third]).code, Some(0));
    asked.pty.wait_for("was decided elsewhere");
    // Passed over with Ctrl-D, and left open with Ctrl-C.
    let fourth = left_open(&world, &["faulty.write", "text=fourth"]);
    asked.wait_for_question();
    asked.pty.type_keys("\x04");
    asked.pty.wait_for("was not answered and stays open");
    let fifth = left_open(&world, &["faulty.write", "text=fifth"]);
    asked.wait_for_question();
    asked.pty.type_keys("\x03");
    let (code, text) = asked.end();
    assert_eq!(code, Some(130), "{text}");
    for (id, state) in [
        (&first, ApprovalState::Approved),
        (&second, ApprovalState::Denied),
        (&third, ApprovalState::Denied),
        (&fourth, ApprovalState::Pending),
        (&fifth, ApprovalState::Pending),
    ] {
        assert_eq!(approval(project, id).state, state, "{text}");
    }
    assert_eq!(
        text.matches("waiting for questions; Ctrl-C ends\n").count(),
        1
    );
    for word in ["first", "second", "third", "fourth", "fifth"] {
        assert!(
            text.contains(&format!("\"text\": \"{word}\"")),
            "{word}: {text}"
        );
    }
}

#[test]
fn a_watch_ends_where_nothing_is_asked() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let project = project();
        let mut asked = Asked::begin(&project, &["watch"]);
        asked.pty.wait_for("waiting for questions; Ctrl-C ends");
        thread::sleep(Duration::from_millis(300));
        match signal {
            Signal::INT => asked.pty.type_keys("\x03"),
            other => asked.running.signal(other),
        }
        let (ended, _) = asked.end();
        assert_eq!(ended, Some(code));
        assert!(!project.path().join(".local").exists(), "no ledger is made");
    }
}

#[test]
fn a_watch_passes_over_what_another_account_has_to_answer() {
    let project = project();
    let own = open(&project, "a");
    project.write(
        ".config/algen/policy.yaml",
        b"algen: 1\napprovals: {by: other_user}\n",
    );
    let mut asked = Asked::begin(&project, &["watch"]);
    asked
        .pty
        .wait_for(&format!("{own} waits for somebody else"));
    let foreign = new("billing", "b", Duration::from_secs(900));
    let foreign = open_for(&project, "somebody-else", &foreign).id.0;
    asked.wait_for_question();
    asked.pty.type_keys("y");
    asked.pty.wait_for("approved: ");
    asked.pty.type_keys("\x03");
    let (code, text) = asked.end();
    assert_eq!(code, Some(130), "{text}");
    assert_eq!(approval(&project, &own).state, ApprovalState::Pending);
    assert_eq!(approval(&project, &foreign).state, ApprovalState::Approved);
}
