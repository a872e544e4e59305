//! Governed calls, seen from outside and at the peer: how they end, and what survives.

mod approval;
mod fake;
mod interruption;
mod keys;
mod kills;
mod owners;
mod pages;
mod results;
mod rows;
mod sqlite;
mod sqlite_paths;
mod steps;
mod toolkit;
mod watching;

use std::fmt::Write as _;
use std::future::Future;
use std::path::PathBuf;

use algen_core::config::deployment::StoredResults;
use algen_core::governance::identity::Scope;
use algen_core::governance::ledger::{Entry, Ledger as _};
use algen_core::governance::outcome::State;
use algen_engine::ledger::{BUSY, Filter, LedgerSettings, Place, SqliteLedger};
use serde_json::Value;

use crate::support::peer::Peer;
use crate::support::{Project, Shown, Started, agent_file};

/// The namespace of every world.
pub(crate) const NAMESPACE: &str = "test";

/// A trusted project with the tools of the test connector, and their peer.
pub(crate) struct World {
    pub(crate) project: Project,
    pub(crate) peer: Peer,
}

/// What a world is made from.
#[derive(Clone, Copy, Default)]
pub(crate) struct Setup<'s> {
    /// Lines of the agent; without them nobody asks but the tools themselves.
    pub(crate) agent: &'s str,
    /// Settings of the toolkit.
    pub(crate) toolkit: &'s str,
    /// Sections of the deployment.
    pub(crate) deployment: &'s str,
    /// Variables of the environment.
    pub(crate) variables: &'s [(&'s str, &'s str)],
}

/// Nobody asks but the tools themselves.
const NOBODY_ASKS: &str =
    "approval_policy: {require_for_side_effects: false, require_for_destructive: false}\n";

/// The agent's own policy asks.
pub(crate) const POLICY_ASKS: &str = "approval_policy: {require_for_side_effects: true}\n";

impl World {
    pub(crate) fn new() -> Self {
        Self::with(Setup::default())
    }

    pub(crate) fn with(setup: Setup<'_>) -> Self {
        let peer = Peer::start();
        let lines = match setup.agent {
            "" => NOBODY_ASKS,
            lines => lines,
        };
        let mut deployment = format!(
            "algen: 1\nnamespace: {NAMESPACE}\nplugins:\n  acme.test:\n    version: 1.0.0\n    \
             publisher: acme\n    toolkits:\n      faulty:\n        connector: faulty\n        \
             address: {}\n",
            peer.address()
        );
        for line in setup.toolkit.lines() {
            writeln!(deployment, "        {line}").unwrap();
        }
        deployment.push_str(setup.deployment);
        let mut project = Project::with(&[
            ("agent.yaml", &faulty_agent(lines, "acme.test", "acme")),
            ("algen.yaml", &deployment),
        ])
        .with_test_connectors();
        for (name, value) in setup.variables {
            project = project.variable(name, value);
        }
        let world = Self { project, peer };
        world.trust();
        world
    }

    fn trust(&self) {
        let trusted = self.project.run(&["trust", "--yes"]);
        assert_eq!(trusted.code, Some(0), "{}", trusted.stderr);
    }

    /// Calls a tool and waits for the end.
    pub(crate) fn call(&self, words: &[&str]) -> Shown {
        self.project.run(&[&["call"], words].concat())
    }

    /// Calls a tool with a key.
    fn call_with(&self, key: &str, words: &[&str]) -> Shown {
        self.call(&[words, &["--idempotency-key", key]].concat())
    }

    /// Starts a call with a key.
    fn start(&self, key: &str, words: &[&str]) -> Started {
        self.project
            .start(&[&["call"], words, &["--idempotency-key", key]].concat())
    }

    pub(crate) fn ledger_file(&self) -> PathBuf {
        let state = self.project.path().join(".local/state/algen");
        state.join("ledger.sqlite3")
    }

    pub(crate) fn ledger(&self) -> SqliteLedger {
        SqliteLedger::new(LedgerSettings {
            place: Place::File(self.ledger_file()),
            store: StoredResults::Redacted,
            account: "tester".to_owned(),
            busy: BUSY,
        })
    }

    /// Returns the ledger's entry with a key; one of a dead owner is settled by that.
    fn entry(&self, key: &str) -> Option<Entry> {
        let scope = Scope {
            namespace: NAMESPACE.to_owned(),
            tenant: String::new(),
        };
        wait_for(async { self.ledger().find(&scope, key).await }).expect("the ledger can be read")
    }

    fn state(&self, key: &str) -> Option<State> {
        self.entry(key).map(|entry| entry.state)
    }

    /// Returns every entry, the latest first.
    fn entries(&self) -> Vec<Entry> {
        let filter = Filter {
            limit: 10_000,
            ..Filter::default()
        };
        wait_for(async { self.ledger().list(&filter).await }).expect("the ledger can be read")
    }

    /// Every client that was opened was closed, once.
    fn assert_closed(&self, name: &str) {
        self.peer.drain();
        let counts = ["open", "close", "lost", "closed twice"].map(|word| {
            let heard = self.peer.heard();
            heard.iter().filter(|line| *line == word).count()
        });
        assert_eq!(counts, [counts[0], counts[0], 0, 0], "{name}");
    }
}

pub(crate) fn wait_for<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime can be made").block_on(work)
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("not JSON: {text}"))
}

/// Returns the name of a call that a message tells.
pub(crate) fn call_in(text: &str) -> String {
    let is_name = |word: &&str| word.len() == 26 && word.starts_with('0');
    let mut words = text.split(|character: char| !character.is_ascii_alphanumeric());
    words.find(is_name).unwrap_or_default().to_owned()
}

/// An agent with every tool of the test connector.
fn faulty_agent(lines: &str, plugin: &str, prefix: &str) -> String {
    let tools =
        "[faulty.read, faulty.write, faulty.send, faulty.destroy, faulty.pure, faulty.hold]";
    agent_file(lines)
        .replace("[algen_agent_tools.sample]", &format!("[{plugin}]"))
        .replace("[sample.echo]", tools)
        .replace("[sample.read]", "[faulty.read, faulty.write]")
        .replace("[algen_agent_tools]", &format!("[{prefix}]"))
}
