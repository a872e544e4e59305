//! What a person sees at a terminal holds no planted secret.

use std::thread;
use std::time::Duration;

use crate::support::connector;
use crate::support::peer::Peer;
use crate::support::planted::{Condition, Ground, Planted, Source};

/// Long enough for a question to have been read, on a busy machine as well.
const READ: Duration = Duration::from_millis(800);

#[test]
fn questions_and_answers_show_no_setting() {
    for source in Source::ALL {
        let peer = Peer::start();
        let folder = tempfile::tempdir().unwrap();
        let names = folder.path().to_owned();
        let planted = Planted::for_toolkit(&connector::ALL[0].plugin)
            .shaped("address", move |word| {
                names.join(word).to_str().unwrap().to_owned()
            });
        let plant = planted.plant(source, &Condition::Sound);
        let link = folder.path().join(plant.secret("address").text());
        std::os::unix::fs::symlink(peer.address(), link).unwrap();
        let mut ground = Ground::new(&planted, &plant);
        // The tool itself asks, for a word.
        for (typed, code) in [("everything\r", 0), ("\r", 4)] {
            let (ended, screen) = ground.run_on_terminal(&["call", "faulty.destroy"], |pty| {
                pty.wait_for("everything");
                pty.wait_for("> ");
                thread::sleep(READ);
                pty.type_keys(typed);
            });
            assert_eq!(ended, Some(code), "{source:?}: {screen}");
            assert!(screen.contains("faulty://peer"), "{screen}");
        }
        let (_, screen) = ground.run_on_terminal(&["trust", "--show"], |_| {});
        let shown: Vec<_> = ground.leaks(&|_, _| false);
        assert_eq!(shown, [], "{source:?}: {screen}");
        assert_eq!(peer.effects(), 1, "{source:?}");
    }
}
