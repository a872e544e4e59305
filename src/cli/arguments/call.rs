//! `algen call`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{AgentOptions, ArgumentOptions, ProjectOptions};
use crate::render::result::selector::Selector;

/// Arguments of `call`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen call sample.echo text=hello              one text argument
  algen call calculator expression='2**64'       the action alone suffices here
  algen call sample.echo text=hello --select text --format text
                                                 the text alone, without quotes
  algen call smtp.send_email --input @mail.json  all arguments from a file
  algen call smtp.send_email --input @mail.json --dry-run
                                                 the plan; nothing is sent
  algen call reports.top_customers --fake        made-up rows, nothing touched")]
pub struct CallArguments {
    /// The tool, as `toolkit.action`, or the action where one tool has it
    #[arg(value_name = "TOOL")]
    pub tool: String,
    /// What it is called with
    #[command(flatten)]
    pub arguments: ArgumentOptions,
    /// Write the whole outcome as JSON, also of a call that was refused
    #[arg(long, conflicts_with_all = ["format", "select"])]
    pub json: bool,
    /// Choose how the result is written
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    pub format: CallFormat,
    /// Write only this place of the result: `[0].id`, `items[2].name`, or the JSON Pointer `/0/id`
    #[arg(long, value_name = "PATH")]
    pub select: Option<Selector>,
    /// Call again for each further page of a read; the result is the list of the rows of all pages
    #[arg(long, conflicts_with_all = ["json", "dry_run", "idempotency_key"])]
    pub all_pages: bool,
    /// Read at most so many pages; where there are more, the exit code is 7
    #[arg(
        long,
        value_name = "PAGES",
        default_value = "100",
        requires = "all_pages",
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    pub page_limit: u32,
    /// Let a stand-in answer: the same rules and questions, and nothing outside is touched
    #[arg(long, conflicts_with = "wait")]
    pub fake: bool,
    /// Show the plan, the decision and the fingerprint; send nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Approve exactly the plan with this fingerprint, where only the agent's own policy asks
    #[arg(long, value_name = "FINGERPRINT", value_parser = fingerprint)]
    pub approve: Option<String>,
    /// Approve the call, where only the agent's own policy asks and nothing is destroyed
    #[arg(long)]
    pub yes: bool,
    /// Wait so many seconds for an answer from another terminal
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "0",
        hide_default_value = true
    )]
    pub wait: u64,
    /// Give the call a key: with the same key it happens at most once
    #[arg(long, value_name = "KEY")]
    pub idempotency_key: Option<String>,
    /// Call although an earlier outcome of the same request is unknown
    #[arg(long)]
    pub again: bool,
    /// Give the tool less time than it has, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Write what happens as JSON lines into this file; `-` is error output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub events: Option<PathBuf>,
    /// Show what every rule said, too
    #[arg(short, long)]
    pub verbose: bool,
    /// Never ask; what would need an answer waits in the ledger
    #[arg(long)]
    pub no_input: bool,
    /// Trust what equals the same project in this folder, as a checkout of the base branch
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub trusted_from: Option<PathBuf>,
    /// Whom it is made for
    #[command(flatten)]
    pub identity: IdentityOptions,
    /// Which agent calls
    #[command(flatten)]
    pub agent: AgentOptions,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}

/// How a result is written
///
/// Its rows are the items of a list, else of the list `rows`, else of the only list of objects in
/// it; a result without them is one row
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CallFormat {
    /// A text as it is, everything else as lines of `key: value`
    Text,
    /// Its rows in aligned columns; on a terminal they wrap
    Table,
    /// JSON, in lines on a terminal and compact elsewhere
    #[default]
    Json,
    /// Each row as a line of JSON
    Jsonl,
    /// Its rows as CSV (RFC 4180) with titles; cells are not changed for spreadsheets
    Csv,
}

/// Whom a call is made for
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Identity options")]
pub struct IdentityOptions {
    /// Set the tenant, where `algen.yaml` does not
    #[arg(long, value_name = "ID")]
    pub tenant_id: Option<String>,
    /// Set the user, where `algen.yaml` does not
    #[arg(long, value_name = "ID")]
    pub user_id: Option<String>,
    /// Set the run, where `algen.yaml` does not
    #[arg(long, value_name = "ID")]
    pub run_id: Option<String>,
    /// Set the step, where `algen.yaml` does not
    #[arg(long, value_name = "ID")]
    pub step_id: Option<String>,
}

/// Reads a fingerprint, whole: a part of it could be that of another plan.
fn fingerprint(text: &str) -> Result<String, String> {
    let is_digit = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    match text.len() == 64 && text.bytes().all(is_digit) {
        true => Ok(text.to_owned()),
        false => Err("a fingerprint has 64 digits of 0-9 and a-f; `--dry-run` shows it".to_owned()),
    }
}

/// Reads a number of seconds above zero.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    match seconds > 0.0 && seconds <= 86_400.0 {
        true => Ok(seconds),
        false => Err("a call takes more than 0 and at most 86,400 seconds".to_owned()),
    }
}
