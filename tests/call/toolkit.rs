//! The toolkit around a tool: where its settings come from, and how it is closed.

use super::*;

const PLAIN: &str = "{\"text\":\"t\",\"attempt\":1}\n";

#[test]
fn a_toolkit_that_does_not_close_changes_nothing() {
    let world = World::new();
    let cases = [
        ("panic_close", "the tool failed by a bug of its own, at "),
        ("hang_close", "closing took longer than 5 s\n"),
    ];
    for (step, reason) in cases {
        let step_word = format!("step={step}");
        let shown = world.call_with(step, &["faulty.write", &step_word, "text=t"]);
        assert_eq!(
            (shown.code, shown.stdout.as_str()),
            (Some(0), PLAIN),
            "{shown:?}"
        );
        let start = format!("warning: the toolkit is not closed: {reason}");
        assert!(shown.stderr.starts_with(&start), "{shown:?}");
        assert!(!shown.stderr.contains("hunter2"), "{shown:?}");
        assert_eq!(world.state(step), Some(State::Done));
        assert_eq!(world.peer.effects_of(step), 1);
    }
}

#[test]
fn a_bug_of_the_program_never_denies_what_was_sent() {
    let world = World::new();
    let write = world.call_with("k", &["faulty.write", "step=panic_drop", "text=t"]);
    assert_eq!(
        (write.code, write.stdout.as_str()),
        (Some(6), ""),
        "{write:?}"
    );
    let place = "error: this is a bug in algen, at tests/support/connector/client.rs:";
    assert!(write.stderr.starts_with(place), "{write:?}");
    let told = "; whether the call happened is not known; look first with `algen log`\n";
    assert!(write.stderr.ends_with(told), "{write:?}");
    assert!(!write.stderr.contains("hunter2"), "{write:?}");
    assert_eq!(world.state("k"), Some(State::Done));
    let pure = world.call(&["faulty.pure", "step=panic_drop"]);
    assert_eq!((pure.code, pure.stdout.as_str()), (Some(2), ""), "{pure:?}");
    let told = "; nothing was sent and nothing was changed by it\n";
    assert!(
        pure.stderr.starts_with(place) && pure.stderr.ends_with(told),
        "{pure:?}"
    );
}

#[test]
fn the_built_in_plugin_takes_its_settings_from_variables() {
    let peer = Peer::start();
    let agent = faulty_agent(NOBODY_ASKS, "algen_test.faulty", "algen_test");
    let project = Project::with(&[("agent.yaml", &agent)]).with_test_connectors();
    let world = World { project, peer };
    let untrusted = world.call(&["faulty.write"]);
    assert_eq!(untrusted.code, Some(3), "{untrusted:?}");
    assert!(
        untrusted
            .stderr
            .starts_with("error: nobody has trusted the project's files yet"),
        "{untrusted:?}"
    );
    world.trust();
    let unset = world.call(&["faulty.write"]);
    assert_eq!(
        (unset.code, unset.stdout.as_str()),
        (Some(5), ""),
        "{unset:?}"
    );
    assert!(
        unset.stderr.contains("ALGEN_TOOLS_FAULTY_ADDRESS"),
        "{unset:?}"
    );
    assert_eq!(world.peer.heard(), Vec::<String>::new());

    let address = world.peer.address();
    let project = world
        .project
        .variable("ALGEN_TOOLS_FAULTY_ADDRESS", &address);
    let world = World { project, ..world };
    let done = world.call(&["faulty.write", "text=t"]);
    assert_eq!(
        (done.code, done.stdout.as_str()),
        (Some(0), PLAIN),
        "{done:?}"
    );
    let token = world.call(&["faulty.write", "step=missing"]);
    assert_eq!(
        (token.code, token.stdout.as_str()),
        (Some(5), ""),
        "{token:?}"
    );
    assert!(
        token.stderr.contains("ALGEN_TOOLS_FAULTY_TOKEN"),
        "{token:?}"
    );
    assert_eq!(world.peer.effects(), 1);
    world.assert_closed("variables");
}
