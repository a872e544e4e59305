//! Every failure of a planted connector in every output mode, and what came out.

use std::fmt;

use super::condition::{Condition, Source};
use super::failure::PlantedFailure;
use super::ground::{EVENTS, Ground};
use super::plant::Plant;
use super::search::Leak;
use super::toolkit::Planted;
use crate::support::Shown;

/// A connector on trial: how its toolkit is planted, and how its peer behaves.
pub(crate) trait Subject {
    /// Returns the toolkit.
    fn planted(&self) -> Planted;

    /// Returns calls that go well.
    fn sound<'s>(&'s self, plant: &'s Plant) -> Vec<Meeting<'s>>;

    /// Returns calls that meet a failure; it is neither [`PlantedFailure::Unset`] nor
    /// [`PlantedFailure::Malformed`], for which sound calls are made on other ground.
    ///
    /// # Errors
    /// Says why the connector cannot meet it.
    fn meet<'s>(
        &'s self,
        failure: PlantedFailure,
        plant: &'s Plant,
    ) -> Result<Vec<Meeting<'s>>, &'static str>;

    /// Returns calls that meet what only this connector can meet.
    fn more<'s>(&'s self, _plant: &'s Plant) -> Vec<Meeting<'s>> {
        Vec::new()
    }
}

/// One call, and what the peer does.
pub(crate) struct Meeting<'s> {
    /// The words after `call`.
    pub(crate) words: Vec<String>,
    /// How it ends.
    pub(crate) code: i32,
    /// Makes the peer ready.
    pub(crate) arrange: Box<dyn Fn() + 's>,
    /// Waits until the call is to be interrupted.
    pub(crate) interrupt: Option<Box<dyn Fn() + 's>>,
}

/// How a call tells what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OutputMode {
    Plain,
    Json,
    Events,
    EventsAsTalk,
    DryRun,
    Verbose,
}

impl OutputMode {
    const ALL: [Self; 6] = [
        Self::Plain,
        Self::Json,
        Self::Events,
        Self::EventsAsTalk,
        Self::DryRun,
        Self::Verbose,
    ];

    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Plain => &[],
            Self::Json => &["--json"],
            Self::Events => &["--events", EVENTS],
            Self::EventsAsTalk => &["--json", "--events", "-"],
            Self::DryRun => &["--dry-run", "--json"],
            Self::Verbose => &["-v"],
        }
    }
}

/// What a trial came to.
pub(crate) struct Report {
    source: Source,
    /// How often the program was run.
    runs: usize,
    /// Secrets that came out.
    pub(crate) leaks: Vec<Leak>,
    /// Calls that did not end as they must: a failure that did not happen proves nothing.
    surprises: Vec<String>,
    /// Failures that were not tried, and why.
    not_run: Vec<(PlantedFailure, String)>,
    /// Settings without a secret, and why.
    left_out: Vec<(String, &'static str)>,
}

impl Report {
    /// Nothing came out, and exactly these failures were not tried, and these settings not planted.
    #[track_caller]
    #[expect(
        clippy::print_stdout,
        reason = "what was not tried is told in any case"
    )]
    pub(crate) fn assert_clean(&self, not_run: &[PlantedFailure], left_out: &[&str]) {
        println!("{self}");
        assert!(self.leaks.is_empty() && self.surprises.is_empty(), "{self}");
        let found: Vec<_> = self.not_run.iter().map(|(failure, _)| *failure).collect();
        assert_eq!(found, not_run, "failures that were not tried");
        let found: Vec<_> = self.left_out.iter().map(|(name, _)| &**name).collect();
        assert_eq!(found, left_out, "settings without a secret");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source,
            runs,
            leaks,
            surprises,
            not_run,
            left_out,
        } = self;
        writeln!(
            formatter,
            "{source:?}: {runs} runs, {} leaks, {} surprises",
            leaks.len(),
            surprises.len()
        )?;
        for leak in leaks {
            writeln!(formatter, "leak: {leak}")?;
        }
        for surprise in surprises {
            writeln!(formatter, "surprise: {surprise}")?;
        }
        for (failure, why) in not_run {
            let peer = failure.peer();
            writeln!(
                formatter,
                "not run: {failure:?}, where the peer {peer}: {why}"
            )?;
        }
        for (setting, why) in left_out {
            writeln!(formatter, "not planted: {setting}: {why}")?;
        }
        Ok(())
    }
}

/// Tries everything with the secrets in one kind of source.
pub(crate) fn try_all(subject: &dyn Subject, source: Source) -> Report {
    let planted = subject.planted();
    let plant = planted.plant(source, &Condition::Sound);
    let mut trial = Trial {
        planted: &planted,
        report: Report {
            source,
            runs: 0,
            leaks: Vec::new(),
            surprises: Vec::new(),
            not_run: Vec::new(),
            left_out: plant.left_out().to_vec(),
        },
    };
    let mut ground = Ground::new(&planted, &plant);
    trial.look(&mut ground, &plant);
    let sound = subject.sound(&plant);
    trial.call(&mut ground, &plant, "sound", &sound, Expected::Code);
    for failure in PlantedFailure::ALL {
        if failure.is_planted() {
            continue;
        }
        match subject.meet(failure, &plant) {
            Ok(meetings) => {
                let name = format!("{failure:?}");
                trial.call(&mut ground, &plant, &name, &meetings, Expected::Code);
            }
            Err(why) => trial.report.not_run.push((failure, why.to_owned())),
        }
    }
    let more = subject.more(&plant);
    trial.call(&mut ground, &plant, "more", &more, Expected::Code);
    trial.look_back(&mut ground, &plant);
    let conditions = [
        planted.unset(source),
        planted.malformed(source),
        planted.broken(source),
    ];
    for condition in conditions.concat() {
        let plant = planted.plant(source, &condition);
        let mut ground = Ground::new(&planted, &plant);
        let sound = subject.sound(&plant);
        trial.call(&mut ground, &plant, "", &sound, Expected::NotABug);
    }
    trial.report
}

/// What is known of how a call ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// As the meeting says.
    Code,
    /// Not every setting is used by every call.
    NotABug,
}

/// A trial on its way.
struct Trial<'t> {
    planted: &'t Planted,
    report: Report,
}

impl Trial<'_> {
    /// Makes calls in every output mode.
    fn call(
        &mut self,
        ground: &mut Ground,
        plant: &Plant,
        name: &str,
        meetings: &[Meeting<'_>],
        expected: Expected,
    ) {
        for meeting in meetings {
            for mode in OutputMode::ALL {
                (meeting.arrange)();
                let words: Vec<&str> = ["call"]
                    .into_iter()
                    .chain(meeting.words.iter().map(String::as_str))
                    .chain(mode.words().iter().copied())
                    .collect();
                let sends = mode != OutputMode::DryRun;
                let interrupt = meeting.interrupt.as_deref().filter(|_| sends);
                let shown = ground.run_until(&words, interrupt);
                let fits = match (expected, sends) {
                    (Expected::Code, true) => shown.code == Some(meeting.code),
                    _ => is_no_bug(&shown),
                };
                if !fits {
                    let code = meeting.code;
                    let title = plant.title();
                    self.report.surprises.push(format!(
                        "{title}, {name}, {words:?}: {shown:?}, not code {code}"
                    ));
                }
                self.collect(ground, plant, name);
            }
        }
    }

    /// Runs what only looks, and what is wrong.
    fn look(&mut self, ground: &mut Ground, plant: &Plant) {
        let tools = self.planted.plugin().connector.default_tools;
        let tool = tools.first().copied().unwrap_or_default();
        let commands: [&[&str]; 24] = [
            &["check"],
            &["check", "--format", "concise"],
            &["check", "--format", "json"],
            &["check", "--format", "github"],
            &["check", "--format", "gitlab"],
            &["check", "--format", "junit"],
            &["check", "--format", "sarif"],
            &["describe"],
            &["describe", "--json"],
            &["describe", tool],
            &["describe", "--search", "planted"],
            &["why", tool],
            &["why", tool, "--json"],
            &["why", tool, "bogus=1"],
            &["explain", tool],
            &["explain", "exit-codes"],
            &["trust", "--show"],
            &["trust", "--show", "--json"],
            &["call"],
            &["call", "bogus.bogus"],
            &["call", tool, "bogus=1"],
            &["call", tool, "--input", "{"],
            &["call", tool, "--bogus"],
            &["call", tool, "--tenant-id", "\u{7}"],
        ];
        self.run(ground, plant, &commands);
    }

    /// Looks at what is recorded of all calls.
    fn look_back(&mut self, ground: &mut Ground, plant: &Plant) {
        let commands: [&[&str]; 9] = [
            &["log"],
            &["log", "list", "--json", "--limit", "1000"],
            &["log", "head"],
            &["log", "verify"],
            &["log", "verify", "--json"],
            &["log", "export"],
            &["approvals", "list", "--state", "any"],
            &["approvals", "list", "--state", "any", "--json"],
            &["approvals", "grants", "--ended", "--json"],
        ];
        self.run(ground, plant, &commands);
    }

    fn run(&mut self, ground: &mut Ground, plant: &Plant, commands: &[&[&str]]) {
        for words in commands {
            let shown = ground.run(words);
            if !is_no_bug(&shown) {
                self.report.surprises.push(format!("{words:?}: {shown:?}"));
            }
        }
        self.report.runs += commands.len() - 1;
        self.collect(ground, plant, "looking");
    }

    fn collect(&mut self, ground: &mut Ground, plant: &Plant, name: &str) {
        self.report.runs += 1;
        for mut leak in ground.leaks(&|_, _| false) {
            leak.output = format!("{}, {name}: {}", plant.title(), leak.output);
            self.report.leaks.push(leak);
        }
    }
}

/// Tells whether the program ended with a code of its own and without a bug.
fn is_no_bug(shown: &Shown) -> bool {
    let has_code = shown.code.is_some_and(|code| (0..=7).contains(&code));
    has_code && !shown.stderr.contains("a bug in algen")
}
