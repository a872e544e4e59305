//! The connector of the tests on trial: every setting, reference, failure and output mode.

use std::cell::Cell;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::support::connector;
use crate::support::peer::{Manner, Peer};
use crate::support::planted::{
    Condition, Ground, Meeting, Output, Place, Plant, Planted, PlantedFailure, Source, Subject,
    try_all,
};

/// The connector of the tests: its peer, and a folder of names by which the peer is reached.
struct Faulty {
    peer: Peer,
    folder: TempDir,
    /// How many calls were interrupted.
    hung: Cell<usize>,
}

impl Faulty {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        Self {
            peer: Peer::start(),
            folder,
            hung: Cell::default(),
        }
    }

    /// Lets the planted address lead somewhere; one that is misshapen leads nowhere.
    fn lead(&self, plant: &Plant, to: PathBuf) {
        let name = plant.secret("address").text();
        if name.contains('/') {
            return;
        }
        let link = self.folder.path().join(name);
        // The first time there is none.
        let _ = fs::remove_file(&link);
        symlink(to, link).expect("a link can be made");
    }

    fn lead_to_peer(&self, plant: &Plant, manner: Manner, says: &str) {
        self.lead(plant, self.peer.address().into());
        self.peer.behave(manner, says);
    }

    /// Makes calls of a reading and of a writing tool.
    fn calls<'s>(
        &'s self,
        plant: &'s Plant,
        words: &[&str],
        codes: [i32; 2],
        (manner, says): (Manner, String),
    ) -> Vec<Meeting<'s>> {
        let tools = [("faulty.read", codes[0]), ("faulty.write", codes[1])];
        let meeting = |(tool, code): (&str, i32)| {
            let says = says.clone();
            Meeting {
                // Unknown outcomes of earlier calls do not count.
                words: [&[tool, "text=t", "--again"], words]
                    .concat()
                    .into_iter()
                    .map(str::to_owned)
                    .collect(),
                code,
                arrange: Box::new(move || self.lead_to_peer(plant, manner, &says)),
                interrupt: None,
            }
        };
        tools.into_iter().map(meeting).collect()
    }
}

impl Subject for Faulty {
    fn planted(&self) -> Planted {
        let folder = self.folder.path().to_owned();
        Planted::for_toolkit(&connector::ALL[0].plugin).shaped("address", move |word| {
            folder
                .join(word)
                .to_str()
                .expect("the path is text")
                .to_owned()
        })
    }

    fn sound<'s>(&'s self, plant: &'s Plant) -> Vec<Meeting<'s>> {
        self.calls(plant, &[], [0, 0], (Manner::Kind, plant.words()))
    }

    fn meet<'s>(
        &'s self,
        failure: PlantedFailure,
        plant: &'s Plant,
    ) -> Result<Vec<Meeting<'s>>, &'static str> {
        use PlantedFailure as Failure;

        let words = plant.words();
        let kind = || (Manner::Kind, words.clone());
        let lost = |manner| self.calls(plant, &[], [1, 6], (manner, words.clone()));
        Ok(match failure {
            Failure::Refused => {
                let mut calls = self.calls(plant, &[], [1, 1], kind());
                for call in &mut calls {
                    call.arrange = Box::new(|| {
                        let dead = self.folder.path().join("dead");
                        // The second time it is there.
                        let _ = UnixListener::bind(&dead);
                        self.lead(plant, dead);
                    });
                }
                calls
            }
            Failure::Reset => lost(Manner::Reset),
            Failure::DropBefore => lost(Manner::DropBefore),
            Failure::DropAfter => lost(Manner::DropAfter),
            Failure::Garbage => {
                let mut calls = lost(Manner::Garbage);
                calls.extend(self.calls(plant, &["step=garbage"], [7, 7], kind()));
                calls
            }
            Failure::Rejected => self.calls(plant, &["step=rejected"], [1, 1], kind()),
            Failure::Oversize => {
                let says = (Manner::Kind, words.repeat(10_000));
                self.calls(plant, &["step=huge"], [7, 7], says)
            }
            Failure::Timeout => {
                let words = ["step=no_answer", "--timeout", "0.4"];
                self.calls(plant, &words, [1, 6], kind())
            }
            Failure::Interrupted => {
                let mut calls = self.calls(plant, &["step=hang_after"], [130, 6], kind());
                for call in &mut calls {
                    call.interrupt = Some(Box::new(|| {
                        let hung = self.hung.get() + 1;
                        self.peer.wait_for_many("at hang_after", hung);
                        self.hung.set(hung);
                    }));
                }
                calls
            }
            Failure::Unset | Failure::Malformed => Err("it is planted")?,
            failure if failure.needs_http() => Err("the connector does not speak HTTP")?,
            _ => Err("the connector does not know it")?,
        })
    }

    /// Bugs of the tool, whose messages hold what it knows.
    fn more<'s>(&'s self, plant: &'s Plant) -> Vec<Meeting<'s>> {
        let cases = [
            ("step=panic_prepare", [2, 2]),
            ("step=panic_before", [2, 2]),
            ("step=panic_after", [2, 6]),
            ("step=panic_close", [0, 0]),
            ("step=panic_drop", [2, 6]),
        ];
        let calls = cases
            .map(|(step, codes)| self.calls(plant, &[step], codes, (Manner::Kind, plant.words())));
        calls.into_iter().flatten().collect()
    }
}

/// What the connector of the tests cannot meet.
fn http_alone() -> Vec<PlantedFailure> {
    let all = PlantedFailure::ALL.into_iter();
    all.filter(|failure| failure.needs_http()).collect()
}

#[test]
fn nothing_comes_out_of_own_variables() {
    try_all(&Faulty::new(), Source::BuiltIn).assert_clean(&http_alone(), &["approval"]);
}

#[test]
fn nothing_comes_out_of_variables() {
    try_all(&Faulty::new(), Source::Variable).assert_clean(&http_alone(), &["approval"]);
}

#[test]
fn nothing_comes_out_of_files() {
    try_all(&Faulty::new(), Source::File).assert_clean(&http_alone(), &["approval"]);
}

#[test]
fn nothing_comes_out_of_commands() {
    try_all(&Faulty::new(), Source::Command).assert_clean(&http_alone(), &["approval"]);
}

#[test]
fn planted_secrets_are_really_used() {
    for source in Source::ALL {
        let faulty = Faulty::new();
        let planted = faulty.planted();
        let plant = planted.plant(source, &Condition::Sound);
        let mut ground = Ground::new(&planted, &plant);
        faulty.lead_to_peer(&plant, Manner::Kind, "");
        let shown = ground.run(&["call", "faulty.write"]);
        assert_eq!(shown.code, Some(0), "{source:?}: {shown:?}");
        let login = format!("login {}", plant.secret("token").text());
        assert_eq!(faulty.peer.count(&login), 1, "{source:?}");
        let outputs = ground.outputs();
        let saw = |output: &Output| {
            let text = String::from_utf8_lossy(&output.bytes);
            output.place == Place::Witness && text.contains("token.sh") && text.contains("PATH=")
        };
        let is_seen = outputs.iter().any(saw);
        assert_eq!(is_seen, source == Source::Command, "the command's account");
        let arguments = outputs
            .iter()
            .any(|output| output.place == Place::Arguments);
        assert!(arguments, "{source:?}: processes were watched");
    }
}

#[test]
fn an_argument_that_comes_back_is_found() {
    let faulty = Faulty::new();
    let planted = faulty.planted();
    let plant = planted.plant(Source::Variable, &Condition::Sound);
    let mut ground = Ground::new(&planted, &plant);
    faulty.lead_to_peer(&plant, Manner::Kind, "");
    let argument = format!("text={}", plant.secret("address").text());
    let shown = ground.run(&["call", "faulty.read", &argument]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let found: Vec<_> = ground.places().into_iter().collect();
    assert_eq!(found, [Place::StandardOutput, Place::Arguments]);
}
