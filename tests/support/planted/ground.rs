//! A planted project on which the program is run, with everything that comes out of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use algen_core::config::Decoder;
use algen_core::config::deployment::StoredResults;
use algen_core::source::Sources;
use algen_engine::ledger::{BUSY, LedgerSettings, Place as LedgerPlace, SqliteLedger};
use rustix::process::Signal;

use super::place::{Output, Place};
use super::plant::{Plant, WITNESS};
use super::processes::ProcessWatch;
use super::search::{Leak, Search};
use super::secret::PlantedSecret;
use super::toolkit::Planted;
use crate::support::pty::Pty;
use crate::support::{Project, Shown, agent_file};

/// The state folder, from the project.
const STATE: &str = ".local/state/algen";

/// The file that `--events` names.
pub(crate) const EVENTS: &str = "events.jsonl";

/// A trusted project with secrets planted, and what every file held before.
pub(crate) struct Ground {
    project: Project,
    search: Search,
    before: BTreeMap<PathBuf, Vec<u8>>,
    outputs: Vec<Output>,
}

/// Nobody asks but the tools themselves.
const NOBODY_ASKS: &str =
    "approval_policy: {require_for_side_effects: false, require_for_destructive: false}\n";

impl Ground {
    /// Plants a toolkit in a new project whose agent has every tool of it, and trusts it.
    pub(crate) fn new(planted: &Planted, plant: &Plant) -> Self {
        let plugin = planted.plugin();
        let project = Project::with(&[("agent.yaml", &agent(planted, plant))]);
        let project = plant.put(plugin, project.with_test_connectors());
        let ground = Self::of(project, plant.secrets());
        ground.trusted()
    }

    /// Takes a project with these secrets in its files and variables.
    pub(crate) fn of(project: Project, secrets: &[PlantedSecret]) -> Self {
        let before = files(project.path());
        Self {
            project,
            search: Search::new(secrets),
            before,
            outputs: Vec::new(),
        }
    }

    /// Trusts the project's files.
    pub(crate) fn trusted(mut self) -> Self {
        let trusted = self.run(&["trust", "--yes"]);
        assert_eq!(trusted.code, Some(0), "{}", trusted.stderr);
        self
    }

    /// Runs the program to its end.
    pub(crate) fn run(&mut self, words: &[&str]) -> Shown {
        self.run_until(words, None)
    }

    /// Runs the program; where there is something to wait for, it is interrupted after that.
    pub(crate) fn run_until(&mut self, words: &[&str], until: Option<&dyn Fn()>) -> Shown {
        let started = self.project.start(words);
        let watch = ProcessWatch::over(started.process());
        if let Some(wait) = until {
            wait();
            started.signal(Signal::INT);
        }
        let shown = started.wait();
        let name = words.join(" ");
        self.outputs.extend(watch.end(&name));
        self.outputs
            .push(Output::new(Place::StandardOutput, &name, &*shown.stdout));
        self.outputs
            .push(Output::new(Place::StandardError, &name, &*shown.stderr));
        shown
    }

    /// Runs the program on a terminal, on which a person does something; returns its exit code and
    /// everything that the terminal showed.
    pub(crate) fn run_on_terminal(
        &mut self,
        words: &[&str],
        person: impl FnOnce(&mut Pty),
    ) -> (Option<i32>, String) {
        let mut pty = Pty::open(100, 40);
        let running = pty.start(self.project.command_on(&pty, words));
        person(&mut pty);
        let ended = running.wait();
        let name = words.join(" ");
        let screen = pty.shown();
        self.outputs
            .push(Output::new(Place::Screen, &name, &*screen));
        self.outputs
            .push(Output::new(Place::StandardOutput, &name, ended.stdout));
        (ended.code, screen)
    }

    /// Returns the ledger.
    pub(crate) fn ledger(&self) -> SqliteLedger {
        SqliteLedger::new(LedgerSettings {
            place: LedgerPlace::File(self.ledger_file()),
            store: StoredResults::Redacted,
            account: "tester".to_owned(),
            busy: BUSY,
        })
    }

    fn ledger_file(&self) -> PathBuf {
        self.project.path().join(STATE).join("ledger.sqlite3")
    }

    /// Returns everything that came out since the last time: of programs, in files that were made
    /// or changed since the secrets were planted, and of an export of the ledger.
    pub(crate) fn outputs(&mut self) -> Vec<Output> {
        let mut outputs = std::mem::take(&mut self.outputs);
        let root = self.project.path();
        for (path, bytes) in files(root) {
            if self.before.get(&path) == Some(&bytes) {
                continue;
            }
            let name = path.to_string_lossy().into_owned();
            if !self.before.contains_key(&path) {
                outputs.push(Output::new(Place::FileName, "a new file", name.as_bytes()));
            }
            outputs.push(Output::new(place_of(&name), name, bytes));
        }
        if self.ledger_file().exists() {
            let mut export = String::new();
            let ledger = self.ledger();
            let lines = super::wait_for(ledger.export(None, &mut |line| {
                export.push_str(line);
                export.push('\n');
                Ok(())
            }));
            lines.expect("the ledger can be exported");
            super::wait_for(ledger.close());
            outputs.push(Output::new(Place::Export, "export", export));
        }
        outputs
    }

    /// Returns the secrets that came out where they must not.
    pub(crate) fn leaks(
        &mut self,
        is_allowed: &dyn Fn(&PlantedSecret, Place) -> bool,
    ) -> Vec<Leak> {
        let outputs = self.outputs();
        self.search.leaks(&outputs, is_allowed)
    }

    /// Returns the places where a secret came out, wherever it may.
    pub(crate) fn places(&mut self) -> BTreeSet<Place> {
        let leaks = self.leaks(&|_, _| false);
        leaks.into_iter().map(|leak| leak.place).collect()
    }
}

fn place_of(path: &str) -> Place {
    match path.strip_prefix(STATE) {
        Some(state) if state.starts_with("/ledger.") => Place::Ledger,
        Some(state) if state.starts_with("/trust") => Place::TrustStore,
        _ if path == EVENTS => Place::Events,
        _ if path == WITNESS => Place::Witness,
        _ => Place::File,
    }
}

/// Returns every regular file below a folder.
fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is ours").flatten() {
            let kind = entry.file_type().expect("the file is ours");
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                let path = entry.path();
                // A database removes its log when the last one closes it.
                let Ok(bytes) = fs::read(&path) else { continue };
                let relative = path.strip_prefix(root).expect("it is below");
                found.insert(relative.to_owned(), bytes);
            }
        }
    }
    found
}

/// Writes an agent with every tool of the toolkit.
fn agent(planted: &Planted, plant: &Plant) -> String {
    let connector = planted.plugin().connector;
    let sources = Sources::default();
    let toolkit = (connector.contract)(connector.name, None, &mut Decoder::new(&sources));
    let names: Vec<&str> = toolkit.tools.iter().map(|tool| &*tool.name).collect();
    let permissions: BTreeSet<&str> = toolkit
        .tools
        .iter()
        .flat_map(|tool| tool.permissions.iter().map(|name| &**name))
        .collect();
    let permissions: Vec<&str> = permissions.into_iter().collect();
    let (reference, prefix) = plant.plugin(planted.plugin());
    agent_file(NOBODY_ASKS)
        .replace("[algen_agent_tools.sample]", &format!("[{reference}]"))
        .replace("[sample.echo]", &format!("[{}]", names.join(", ")))
        .replace("[sample.read]", &format!("[{}]", permissions.join(", ")))
        .replace("[algen_agent_tools]", &format!("[{prefix}]"))
}
