//! The line that says that a call is still running.

use std::thread;
use std::time::Duration;

use crate::call::{Setup, World};
use crate::support::pty::Pty;

/// What is written to take the line away.
const CLEARED: &str = "\r\u{1b}[K";

#[test]
fn a_line_tells_on_a_terminal_that_a_call_runs() {
    let words = ["call", "faulty.read", "step=no_answer", "--timeout", "1"];
    for (name, terminal, options, seen) in [
        ("terminal", "xterm", &[][..], true),
        ("dumb terminal", "dumb", &[], false),
        ("quiet", "xterm", &["--quiet"], false),
        ("events", "xterm", &["--events", "-"], false),
    ] {
        let world = World::with(Setup {
            variables: &[("TERM", terminal)],
            ..Setup::default()
        });
        let pty = Pty::open(80, 24);
        let running = pty.start(
            world
                .project
                .command_on(&pty, &[&words[..], options].concat()),
        );
        let ended = running.wait();
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""), "{name}");
        let shown = pty.shown();
        assert_eq!(shown.contains(" running, 0 s"), seen, "{name}: {shown:?}");
        if seen {
            let (_, after) = shown.rsplit_once(CLEARED).unwrap();
            assert!(!after.contains("running"), "{name}: {shown:?}");
            assert!(after.contains("error"), "{name}: {shown:?}");
        }
    }
    let world = World::with(Setup {
        variables: &[("TERM", "xterm")],
        ..Setup::default()
    });
    let pipe = world.call(&["faulty.read", "step=no_answer", "--timeout", "1"]);
    assert!(!pipe.stderr.contains("running"), "{pipe:?}");
}

#[test]
fn nothing_moves_while_a_question_is_up() {
    let world = World::with(Setup {
        variables: &[("TERM", "xterm")],
        ..Setup::default()
    });
    let mut pty = Pty::open(80, 24);
    let words = ["call", "faulty.destroy", "text=t"];
    let running = pty.start(world.project.command_on(&pty, &words));
    pty.wait_for("> ");
    thread::sleep(Duration::from_millis(1_200));
    pty.type_keys("\r");
    assert_eq!(running.wait().code, Some(4), "{}", pty.shown());
    assert!(!pty.shown().contains("running,"), "{}", pty.shown());
}
