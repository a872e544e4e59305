//! Many at once: threads with ledgers of their own, and processes that are killed and stopped.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

use algen_core::governance::outcome::State;

use super::*;

#[test]
fn one_of_many_gets_the_key() {
    for _ in 0..4 {
        let folder = Folder::new();
        let threads: Vec<_> = (0..8)
            .map(|_| {
                let ledger = folder.ledger();
                thread::spawn(move || {
                    let mut intent = intent("k", "r");
                    intent.lease = Duration::from_secs(60);
                    short(&reserve(&ledger, &intent))
                })
            })
            .collect();
        let mut got: Vec<String> = threads
            .into_iter()
            .map(|thread| thread.join().expect("it answers"))
            .collect();
        got.sort();
        let mut expected = vec!["taken reserved"; 8];
        expected[0] = "held 1";
        assert_eq!(got, expected);
    }
}

/// A call that is given up at any moment leaves the ledger whole: it is reserved or it is not.
#[test]
fn a_future_that_is_dropped_leaves_a_whole_ledger() {
    use std::pin::pin;
    use std::task::{Context, Waker};

    let folder = Folder::new();
    let ledger = folder.ledger();
    let mut given_up = 0;
    for polls in 0..60_u64 {
        let asked = intent(&format!("k{polls}"), "r");
        {
            let mut future = pin!(ledger.reserve(&asked));
            let mut context = Context::from_waker(Waker::noop());
            let mut ready = false;
            for _ in 0..polls {
                ready = future.as_mut().poll(&mut context).is_ready();
                if ready {
                    break;
                }
                // A busy machine turns any pause into one that is long enough to be done in, so
                // a third of the calls is given up without one.
                if polls % 3 > 0 {
                    thread::sleep(Duration::from_micros(75 * (polls % 3)));
                }
            }
            given_up += usize::from(!ready);
        }
        let found = wait(ledger.find(&scope(), &asked.key.text)).expect("it answers");
        let expected = match found {
            None => "held 1",
            Some(_) => "taken reserved",
        };
        let mut repeated = asked.clone();
        repeated.call = call_id();
        assert_eq!(short(&reserve(&ledger, &repeated)), expected, "{polls}");
    }
    assert!(given_up > 5, "{given_up}");
    let report = wait(ledger.verify(&[])).expect("it answers");
    assert!(report.is_whole(), "{report:?}");
    let whole = wait(ledger.list(&super::super::Filter {
        limit: 100,
        ..super::super::Filter::default()
    }));
    assert_eq!(whole.expect("it answers").len(), 60);
}

/// The environment variable that makes this test binary a process of a test.
const ROLE: &str = "ALGEN_LEDGER_TEST_ROLE";

/// The environment variable with the file of the ledger.
const FILE: &str = "ALGEN_LEDGER_TEST_FILE";

/// What other processes of these tests do; without a role it is a test that all are in place.
#[test]
fn another_process() {
    let (Ok(role), Some(file)) = (std::env::var(ROLE), std::env::var_os(FILE)) else {
        assert!(std::env::current_exe().is_ok_and(|program| program.is_file()));
        return;
    };
    let ledger = SqliteLedger::new(settings(Place::File(PathBuf::from(file))));
    let say = |word: &str| {
        let mut output = std::io::stderr().lock();
        writeln!(output, "said {word}").expect("the test listens");
    };
    let mut asked = intent("k", "r");
    asked.lease = Duration::from_secs(if role == "short" { 1 } else { 600 });
    match role.as_str() {
        "read-only" => {
            // This role is another user than the one that made the folder, where that can be.
            let read = wait(ledger.find(&scope(), "k"));
            say(&format!(
                "{:?}",
                read.map(|entry| entry.map(|entry| entry.state))
            ));
            say(&format!(
                "{:?}",
                wait(ledger.reserve(&intent("l", "q"))).map(|_| ())
            ));
        }
        "reserve" => {
            hold(&ledger, &asked);
            say("held");
            thread::sleep(Duration::from_secs(600));
        }
        "send" => {
            let lease = hold(&ledger, &asked);
            sending(&ledger, &lease);
            say("sending");
            thread::sleep(Duration::from_secs(600));
        }
        "short" => {
            let lease = hold(&ledger, &asked);
            say("held");
            let mut line = String::new();
            std::io::stdin()
                .read_line(&mut line)
                .expect("the test speaks");
            say(&format!("{:?}", wait(ledger.sending(&lease))));
        }
        "race" => {
            let reservation = reserve(&ledger, &asked);
            say(&short(&reservation));
            let mut line = String::new();
            std::io::stdin()
                .read_line(&mut line)
                .expect("the test speaks");
        }
        other => panic!("no role {other}"),
    }
}

/// A process of a test; it does not outlive it.
struct Other {
    child: Child,
    lines: BufReader<std::process::ChildStderr>,
}

impl Other {
    fn command(role: &str, file: &Path) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("a program"));
        command
            .args([
                "--exact",
                "ledger::tests::many::another_process",
                "--nocapture",
            ])
            .env(ROLE, role)
            .env(FILE, file)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command
    }

    fn start(mut command: Command) -> Self {
        let mut child = command.spawn().expect("it starts");
        let lines = BufReader::new(child.stderr.take().expect("it speaks"));
        Self { child, lines }
    }

    /// Waits for the next thing it says.
    fn said(&mut self) -> String {
        let mut line = String::new();
        while self.lines.read_line(&mut line).expect("it speaks") > 0 {
            if let Some(word) = line.trim_end().strip_prefix("said ") {
                return word.to_owned();
            }
            line.clear();
        }
        panic!("it ended without a word");
    }

    fn speak(&mut self) {
        let input = self.child.stdin.as_mut().expect("it listens");
        input.write_all(b"go\n").expect("it listens");
    }

    fn signal(&self, signal: rustix::process::Signal) {
        let id = i32::try_from(self.child.id()).expect("a small number");
        let id = rustix::process::Pid::from_raw(id).expect("a process");
        rustix::process::kill_process(id, signal).expect("it lives");
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_killed_process_loses_its_call_at_once() {
    let cases = [
        ("reserve", "held", State::NotAttempted, "held 3"),
        ("send", "sending", State::Unknown, "taken unknown"),
    ];
    for (role, word, expected, repeated) in cases {
        let folder = Folder::new();
        let mut other = Other::start(Other::command(role, &folder.file()));
        assert_eq!(other.said(), word);
        let ledger = folder.ledger();
        assert!(!find(&ledger, "k").state.is_settled(), "{role}: it lives");
        assert!(
            short(&reserve(&ledger, &intent("k", "r"))).starts_with("taken"),
            "{role}"
        );
        // Its parent has not waited for it yet: it is a zombie.
        other.signal(rustix::process::Signal::KILL);
        let mut entry = find(&ledger, "k");
        for _ in 0..200 {
            if entry.state.is_settled() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
            entry = find(&ledger, "k");
        }
        assert_eq!(entry.state, expected, "{role}");
        assert_eq!(
            entry.failure.map(|failure| failure.kind),
            Some("owner-gone".into())
        );
        assert_eq!(
            short(&reserve(&ledger, &intent("k", "r"))),
            repeated,
            "{role}"
        );
    }
}

#[test]
fn a_process_that_was_stopped_past_its_lease_may_not_send() {
    let folder = Folder::new();
    let mut other = Other::start(Other::command("short", &folder.file()));
    assert_eq!(other.said(), "held");
    other.signal(rustix::process::Signal::STOP);
    let ledger = folder.ledger();
    assert_eq!(find(&ledger, "k").state, State::Reserved);
    thread::sleep(Duration::from_millis(1_100));
    assert_eq!(short(&reserve(&ledger, &intent("k", "r"))), "held 3");
    other.signal(rustix::process::Signal::CONT);
    other.speak();
    assert_eq!(
        other.said(),
        format!("{:?}", Err::<(), _>(LedgerError::Fenced))
    );
}

#[test]
fn one_of_many_processes_gets_the_key() {
    let folder = Folder::new();
    let mut others: Vec<Other> = (0..4)
        .map(|_| Other::start(Other::command("race", &folder.file())))
        .collect();
    let mut said: Vec<String> = others.iter_mut().map(Other::said).collect();
    said.sort();
    assert_eq!(
        said,
        [
            "held 1",
            "taken reserved",
            "taken reserved",
            "taken reserved"
        ]
    );
    for other in &mut others {
        other.speak();
    }
}

/// Runs the role as a user for whom modes count: root may write everywhere.
fn as_bound_by_modes(command: &mut Command, folder: &Folder) {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;

    if !rustix::process::geteuid().is_root() {
        return;
    }
    let nobody = 65_534;
    let program = folder.path().join("program");
    std::fs::copy(std::env::current_exe().expect("a program"), &program).expect("a copy");
    let open = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(folder.path(), open(0o755)).expect("it is ours");
    let file = folder.file();
    for path in [file.as_path(), file.parent().expect("a folder")] {
        chown(path, Some(nobody), Some(nobody)).expect("we are root");
    }
    let mut bound = Command::new(program);
    bound
        .args(command.get_args())
        .envs(
            command
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .current_dir("/")
        .uid(nobody)
        .gid(nobody)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    *command = bound;
}

#[test]
fn in_a_read_only_folder_reading_goes_on_and_writing_says_why() {
    use std::os::unix::fs::PermissionsExt;

    let refused = r#"Err(NotWritable("permission denied"))"#;
    for (what, modes) in [("folder", (0o500, 0o600)), ("file", (0o700, 0o400))] {
        let folder = Folder::new();
        let ledger = folder.ledger();
        let lease = hold(&ledger, &intent("k", "r"));
        settle(&ledger, &lease, &Outcome::Done);
        wait(ledger.close());
        let file = folder.file();
        let mut command = Other::command("read-only", &file);
        as_bound_by_modes(&mut command, &folder);
        let set = |path: &Path, mode| {
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(path, mode).expect("it is ours");
        };
        set(&file, modes.1);
        set(file.parent().expect("a folder"), modes.0);
        let mut other = Other::start(command);
        assert_eq!(other.said(), "Ok(Some(Done))", "{what}");
        assert_eq!(other.said(), refused, "{what}");
        set(file.parent().expect("a folder"), 0o700);
    }
}

#[test]
fn where_nothing_can_be_made_writing_says_why_and_reading_finds_nothing() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let ledger = folder.ledger();
    hold(&ledger, &intent("k", "r"));
    wait(ledger.close());
    let mut command = Other::command("read-only", &folder.file());
    as_bound_by_modes(&mut command, &folder);
    std::fs::remove_file(folder.file()).expect("it is ours");
    let state = folder.file();
    let state = state.parent().expect("a folder");
    let mode = std::fs::Permissions::from_mode(0o500);
    std::fs::set_permissions(state, mode).expect("it is ours");
    let mut other = Other::start(command);
    assert_eq!(other.said(), "Ok(None)");
    assert_eq!(other.said(), r#"Err(NotWritable("permission denied"))"#);
}
