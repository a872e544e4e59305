//! What the tests share: a machine whose clocks and processes they set, and calls to record.

mod administration;
mod calls;
mod files;
mod life;
mod limits;
mod many;
mod questions;
mod speed;
mod verification;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use algen_core::config::deployment::StoredResults;
use algen_core::governance::identity::{CallId, CallIdentity, Key, Person, Scope};
use algen_core::governance::ledger::{
    ApprovedBy, CallDigests, Entry, Intent, Lease, Ledger, LedgerError, Owner, Reservation,
};
use algen_core::governance::outcome::{Failure, Outcome};
use algen_core::model::SideEffect;

use super::machine::{Machine, Moment, Process};
use super::{LedgerSettings, Place, Resolved, SqliteLedger, Verdict};

/// How long calls of tests are held unless said otherwise; longer than any test runs.
const LEASE: Duration = Duration::from_secs(600);

/// Runs a future to its end.
fn wait<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.expect("a runtime").block_on(future)
}

/// What a machine says.
struct Says {
    now: Moment,
    me: Owner,
    gone: BTreeSet<u32>,
}

/// A machine that says what a test wants.
#[derive(Clone)]
struct World(Arc<Mutex<Says>>);

impl World {
    fn new() -> Self {
        Self(Arc::new(Mutex::new(Says {
            now: Moment {
                wall: 1_800_000_000_000,
                boot: "boot".to_owned(),
                boot_clock: 60_000,
            },
            me: Owner {
                host: "here".to_owned(),
                boot: "boot".to_owned(),
                space: "space".to_owned(),
                process: 1,
                started: 1,
            },
            gone: BTreeSet::new(),
        })))
    }

    fn says(&self) -> MutexGuard<'_, Says> {
        self.0.lock().expect("no test panicked with it")
    }

    /// From now on this process is the one with that number.
    fn become_process(&self, process: u32) {
        self.says().me.process = process;
    }

    fn kill(&self, process: u32) {
        self.says().gone.insert(process);
    }

    /// Lets time pass, on both clocks.
    fn pass(&self, stretch: Duration) {
        let after = self.says().now.after(stretch);
        let mut says = self.says();
        says.now.wall = after.wall;
        says.now.boot_clock = after.boot_clock;
    }

    fn set_wall(&self, wall: i64) {
        self.says().now.wall = wall;
    }

    fn wall(&self) -> i64 {
        self.says().now.wall
    }

    fn ledger(&self, place: Place) -> SqliteLedger {
        SqliteLedger::on(Box::new(self.clone()), settings(place))
    }

    fn in_memory(&self) -> SqliteLedger {
        self.ledger(Place::Memory)
    }
}

impl Machine for World {
    fn now(&self) -> Moment {
        self.says().now.clone()
    }

    fn owner(&self) -> Owner {
        self.says().me.clone()
    }

    fn process(&self, owner: &Owner) -> Process {
        if self.says().gone.contains(&owner.process) {
            Process::Gone
        } else {
            Process::Lives
        }
    }
}

fn settings(place: Place) -> LedgerSettings {
    LedgerSettings {
        place,
        store: StoredResults::Redacted,
        account: "ada".to_owned(),
        busy: super::BUSY,
    }
}

/// A folder for one test, and the ledger in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("state/ledger.db")
    }

    fn place(&self) -> Place {
        Place::File(self.file())
    }

    fn ledger(&self) -> SqliteLedger {
        SqliteLedger::new(settings(self.place()))
    }

    /// Every byte of the ledger and of what lies beside it.
    fn bytes(&self) -> Vec<u8> {
        let folder = self.file();
        let folder = folder.parent().expect("a folder");
        let mut bytes = Vec::new();
        for file in std::fs::read_dir(folder).expect("a folder") {
            let file = file.expect("a file").path();
            bytes.extend(std::fs::read(file).expect("a file"));
        }
        bytes
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

fn scope() -> Scope {
    Scope {
        namespace: "shop".to_owned(),
        tenant: String::new(),
    }
}

fn person() -> Person {
    Person {
        user: "ada".to_owned(),
        terminal: "/dev/pts/3".to_owned(),
        host: "here".to_owned(),
    }
}

fn call_id() -> CallId {
    crate::runtime::call_id::new_call_id().expect("random bytes")
}

/// A write under a key; the request stands for tool and arguments.
fn intent(key: &str, request: &str) -> Intent {
    Intent {
        call: call_id(),
        scope: scope(),
        key: Key {
            text: key.to_owned(),
            given: true,
        },
        again: false,
        tool: "smtp.send_email".to_owned(),
        agent: "clerk".to_owned(),
        identity: CallIdentity {
            user_id: Some("ada".to_owned()),
            ..CallIdentity::default()
        },
        side_effect: SideEffect::External,
        digests: CallDigests {
            contract: "contract".to_owned(),
            arguments: format!("arguments of {request}"),
            request: request.to_owned(),
            fingerprint: format!("fingerprint of {request}"),
        },
        argument_names: vec!["body".to_owned(), "to".to_owned()],
        approved_by: ApprovedBy::Nobody,
        lease: LEASE,
        limits: Vec::new(),
    }
}

fn failure() -> Failure {
    Failure::new("connection-lost", "these words are not kept").about("host")
}

fn reserve(ledger: &SqliteLedger, intent: &Intent) -> Reservation {
    wait(ledger.reserve(intent)).expect("the ledger answers")
}

fn held(reservation: Reservation) -> Lease {
    match reservation {
        Reservation::Held(lease) => lease,
        other => panic!("not held: {other:?}"),
    }
}

/// Reserves a call that nothing stands against.
fn hold(ledger: &SqliteLedger, intent: &Intent) -> Lease {
    held(reserve(ledger, intent))
}

fn sending(ledger: &SqliteLedger, lease: &Lease) {
    wait(ledger.sending(lease)).expect("it is ours");
}

fn settle(ledger: &SqliteLedger, lease: &Lease, outcome: &Outcome) {
    wait(ledger.settle(lease, outcome)).expect("it is ours");
}

fn find(ledger: &SqliteLedger, key: &str) -> Entry {
    let found = wait(ledger.find(&scope(), key)).expect("the ledger answers");
    found.expect("there is an entry")
}

/// Records a person's word.
async fn resolve(
    ledger: &SqliteLedger,
    call: &CallId,
    verdict: Verdict,
    reason: &str,
) -> Result<Resolved, LedgerError> {
    ledger.resolve(call, verdict, &person(), reason).await
}

/// What a reservation came to, in short.
fn short(reservation: &Reservation) -> String {
    match reservation {
        Reservation::Held(lease) => format!("held {}", lease.fence),
        Reservation::Taken(entry) => format!("taken {}", entry.state),
        Reservation::Unresolved(entry) => format!("unresolved {}", entry.state),
        Reservation::Limited { rate, .. } => format!("limited {rate}"),
        Reservation::ApprovalGone => "approval gone".to_owned(),
    }
}
