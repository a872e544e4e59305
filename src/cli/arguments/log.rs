//! `algen log`.

use std::path::PathBuf;
use std::time::Duration;

use algen_core::governance::outcome::State;
use algen_engine::ledger::PRUNED_AGE_MIN;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::time::{Since, duration, since};
use super::{LedgerOptions, ScopeOptions};

/// Arguments of `log`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(
    args_conflicts_with_subcommands = true,
    before_long_help = "\
Examples:
  algen log                                the latest calls of this project
  algen log list --state unknown --all     what has to be looked at, everywhere
  algen log show 01k9                      one call and what happened to it
  algen log resolve 01k9 --as not-done --reason 'not in the outbox'
  algen log head > /mnt/elsewhere/head.json
  algen log verify --head /mnt/elsewhere/head.json
  algen log prune --older-than 90d"
)]
pub struct LogArguments {
    /// What to do
    #[command(subcommand)]
    pub action: Option<LogAction>,
    /// What to list
    #[command(flatten)]
    pub list: LogListArguments,
}

/// What is done with the ledger
#[derive(Subcommand, Clone, PartialEq, Debug)]
pub enum LogAction {
    /// List calls, the latest first
    // The examples of a list stand here: those on its arguments would be taken by the command
    // above, which has the same arguments.
    #[command(before_long_help = "\
Examples:
  algen log list --state unknown --all                what has to be looked at
  algen log list --tool smtp.send_email --since 7d    the mails of the last week
  algen log list --json | jq -r '.entries[].call_id'")]
    List(LogListArguments),
    /// Show one call and what happened to it, without values
    Show(LogShowArguments),
    /// Say how a call ended whose outcome is unknown
    ///
    /// Your account, terminal and machine are recorded with the reason. After `not-done` the same
    /// key runs again.
    Resolve(LogResolveArguments),
    /// Check that the ledger is as it was written
    ///
    /// The whole ledger is looked at. The exit code is 1 when it is damaged. Who can write the file
    /// can write all of it anew: only heads that were kept elsewhere tell.
    Verify(LogVerifyArguments),
    /// Print the end of each chain of events, to be kept elsewhere
    Head(LogHeadArguments),
    /// Write every call and event as JSON lines, without values
    Export(LogExportArguments),
    /// Forget what is long over
    ///
    /// Calls under way and of unknown outcome stay. The keys of forgotten calls are free: a
    /// repeated call runs again.
    Prune(LogPruneArguments),
}

/// Arguments of `log list`
#[derive(Args, Clone, PartialEq, Debug)]
pub struct LogListArguments {
    /// List calls of this tool, `toolkit.action`
    #[arg(long, value_name = "TOOL")]
    pub tool: Option<String>,
    /// List calls for this agent
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// List calls in this state
    #[arg(long, value_name = "STATE", value_parser = states())]
    pub state: Option<State>,
    /// List calls since then: `2h`, `7d`, `2026-07-01` or `2026-07-01T10:00:00Z`, in UTC
    #[arg(long, value_name = "TIME", value_parser = since)]
    pub since: Option<Since>,
    /// List at most so many
    #[arg(long, value_name = "N", default_value_t = LIST_LIMIT, value_parser = list_limit())]
    pub limit: u32,
    /// Write the list as JSON
    #[arg(long)]
    pub json: bool,
    /// Which namespaces
    #[command(flatten)]
    pub scope: ScopeOptions,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Rows of a list unless said otherwise.
pub(super) const LIST_LIMIT: u32 = 50;

/// The most rows of a list.
const LIST_LIMIT_MAX: i64 = 10_000;

/// Reads how many rows a list has at most.
pub(super) fn list_limit() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=LIST_LIMIT_MAX)
}

impl Default for LogListArguments {
    fn default() -> Self {
        Self {
            tool: None,
            agent: None,
            state: None,
            since: None,
            limit: LIST_LIMIT,
            json: false,
            scope: ScopeOptions::default(),
            ledger: LedgerOptions::default(),
        }
    }
}

/// Reads a state by the word of the ledger.
fn states() -> impl clap::builder::TypedValueParser<Value = State> {
    PossibleValuesParser::new(State::ALL.map(State::word))
        .try_map(|word| State::from_word(&word).ok_or("no such state"))
}

/// Arguments of `log show`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen log show 01k9                                one call and its events
  algen log show 01k9 --json | jq -r .entry.state    its state alone")]
pub struct LogShowArguments {
    /// The call, or the beginning of its name
    #[arg(value_name = "ID")]
    pub call: String,
    /// Write it as JSON
    #[arg(long)]
    pub json: bool,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Arguments of `log resolve`
#[derive(Args, Clone, PartialEq, Debug)]
#[command(before_long_help = "\
Examples:
  algen log resolve 01k9 --as not-done --reason 'not in the outbox'
  algen log resolve 01k9 --as done    it happened; asks how you know")]
pub struct LogResolveArguments {
    /// The call, or the beginning of its name
    #[arg(value_name = "ID")]
    pub call: String,
    /// Say what you found
    #[arg(long = "as", value_name = "OUTCOME")]
    pub verdict: FoundOutcome,
    /// Say how you know; asked for at the terminal if missing
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// What a person found
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundOutcome {
    /// It happened
    Done,
    /// It did not happen
    NotDone,
}

/// Arguments of `log verify`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen log verify                                    look for damage
  algen log verify --head /mnt/elsewhere/head.json    look for forgery, too
  ssh keeper cat head.json | algen log verify --head -")]
pub struct LogVerifyArguments {
    /// Compare with the heads in this file, as `algen log head` printed them; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub head: Option<PathBuf>,
    /// Write what was found as JSON
    #[arg(long)]
    pub json: bool,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Arguments of `log head`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen log head --all > /mnt/elsewhere/head.json    every chain of the ledger
  algen log head | ssh keeper 'cat > head.json'      those of this project")]
pub struct LogHeadArguments {
    /// Which namespaces
    #[command(flatten)]
    pub scope: ScopeOptions,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Arguments of `log export`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen log export > calls.jsonl                     everything of this project
  algen log export --all | gzip > ledger.jsonl.gz    everything there is
  algen log export | jq -r 'select(.tool) | [.tool, .state] | @tsv'")]
pub struct LogExportArguments {
    /// Which namespaces
    #[command(flatten)]
    pub scope: ScopeOptions,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Arguments of `log prune`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen log prune --older-than 90d                show how much, and ask
  algen log prune --older-than 26w --all --yes    in every namespace, from cron")]
pub struct LogPruneArguments {
    /// Forget what was over so long ago: `90d`, `2w`; at least a day
    #[arg(long, value_name = "TIME", value_parser = prune_age)]
    pub older_than: Duration,
    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,
    /// Which namespaces
    #[command(flatten)]
    pub scope: ScopeOptions,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Reads how old has to be what is pruned.
fn prune_age(text: &str) -> Result<Duration, String> {
    let age = duration(text)?;
    match age >= PRUNED_AGE_MIN {
        true => Ok(age),
        false => Err("limits count the calls of the last day; at least 1d".to_owned()),
    }
}
