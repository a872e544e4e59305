//! What can be typed after `algen`. The texts of the help, the manual and the completions are here
//! and nowhere else: the comments on commands and arguments are what people read there, which is
//! why they are imperatives without a final period.
//!
//! One file for each command; what several take is here. A new command is a file and a variant of
//! [`Command`].

mod add;
mod approvals;
mod call;
mod check;
mod completions;
mod describe;
mod doctor;
mod explain;
mod log;
mod man;
mod new;
mod schema;
#[cfg(test)]
mod tests;
mod time;
mod trust;
mod why;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::ui::ColorChoice;

pub use add::AddArguments;
pub use approvals::{
    ApprovalsAction, ApprovalsApproveArguments, ApprovalsArguments, ApprovalsDenyArguments,
    ApprovalsGrantsArguments, ApprovalsListArguments, ApprovalsRevokeArguments,
    ApprovalsShowArguments, ApprovalsWatchArguments, ListedState,
};
pub use call::{CallArguments, CallFormat, IdentityOptions};
pub use check::{CheckArguments, CheckFormat};
pub use completions::CompletionsArguments;
pub use describe::DescribeArguments;
pub use doctor::DoctorArguments;
pub use explain::ExplainArguments;
pub use log::{
    FoundOutcome, LogAction, LogArguments, LogExportArguments, LogHeadArguments, LogListArguments,
    LogPruneArguments, LogResolveArguments, LogShowArguments, LogVerifyArguments,
};
pub use man::ManArguments;
pub use new::{NewArguments, Template};
pub use schema::{SchemaArguments, SchemaKind};
pub use time::Since;
pub use trust::TrustArguments;
pub use why::WhyArguments;

/// Governed, typed tools for agents and people
///
/// algen loads an agent file, resolves the plugins it declares, checks that every tool and
/// permission fits, and shows what an agent may do.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(
    name = "algen",
    version,
    propagate_version = false,
    styles = STYLES,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    before_long_help = "\
Examples:
  algen new helper                     make a project
  algen check                          check agent.yaml
  algen describe                       show what the project declares
  algen describe postgres.list_tables  show one tool
  algen explain unknown-tool           tell what a finding means",
    after_help = "Exit codes: `algen explain exit-codes`."
)]
pub struct Arguments {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// How to talk
    #[command(flatten)]
    pub talk: TalkOptions,
}

const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default());

/// The commands
#[derive(Subcommand, Clone, PartialEq, Debug)]
pub enum Command {
    /// Check configuration and report every problem
    ///
    /// Nothing is started, connected to or resolved. Without FILE it is `agent.yaml`, else
    /// `config/agent.yaml`. The exit code is 1 when there are errors.
    Check(CheckArguments),
    /// Show plugins, tools, permissions, environment and agents
    ///
    /// Nothing is started, connected to or resolved.
    Describe(DescribeArguments),
    /// Call one tool
    ///
    /// The call passes permission, policy, schema, guardrails, preview, approval and the ledger
    /// before anything is sent. Its result goes to standard output, everything else to error
    /// output.
    Call(Box<CallArguments>),
    /// Show every rule that would speak about a call
    ///
    /// Nothing is started, connected to or resolved. The exit code is 3 when a rule refuses.
    Why(WhyArguments),
    /// Make a project that checks clean and runs
    ///
    /// The folder must not exist or be empty: nothing is overwritten. Its files are trusted.
    New(NewArguments),
    /// Add a connector to an agent: its plugin, its default tools and their permissions
    ///
    /// Shows what changes in the agent file and asks. Comments and everything else stay as they
    /// are. Without a terminal and `--yes` the exit code is 4.
    Add(AddArguments),
    /// Trust the files of a project as they are now
    ///
    /// Before that, nothing that they name is started, resolved or reached. A project is trusted
    /// until one of its files changes: agent files, deployment, overlays, locks and inventories.
    Trust(TrustArguments),
    /// Look at the ledger: what was called, and how it ended
    ///
    /// Without a command it lists calls. The ledger holds names and digests of arguments, never
    /// values. Times are UTC.
    Log(Box<LogArguments>),
    /// Answer questions of approval, and look at what was granted
    ///
    /// Without a command it lists the questions that are open.
    Approvals(Box<ApprovalsArguments>),
    /// Look for what would keep calls from working
    ///
    /// It looks at files and at whether variables are set, never at their values. Nothing is
    /// started, connected to or resolved. The exit code is 5 when something is missing.
    Doctor(DoctorArguments),
    /// Explain a topic, rule, connector, tool, permission, preset or exit code
    Explain(ExplainArguments),
    /// Print the JSON Schema of a kind of file
    ///
    /// Editors use it to complete and check while you type.
    Schema(SchemaArguments),
    /// Print the completion script of a shell
    Completions(CompletionsArguments),
    /// Write the manual pages into a directory
    Man(ManArguments),
}

/// Options of every command
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Common options")]
pub struct TalkOptions {
    /// Show colours: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: ColorWhen,
    /// Say only what is wrong
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

/// When colours are shown
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColorWhen {
    /// On terminals
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

impl From<ColorWhen> for ColorChoice {
    fn from(when: ColorWhen) -> Self {
        match when {
            ColorWhen::Auto => Self::Auto,
            ColorWhen::Always => Self::Always,
            ColorWhen::Never => Self::Never,
        }
    }
}

/// Which project
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Project options")]
pub struct ProjectOptions {
    /// Read this agent file; several merge in order
    #[arg(short, long = "config", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,
    /// Read this deployment instead of the `algen.yaml` beside the first agent file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub deployment: Option<PathBuf>,
}

/// Which namespaces
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Ledger options")]
pub struct ScopeOptions {
    /// Take every namespace of the ledger, not only that of the project; the default without one
    #[arg(long)]
    pub all: bool,
}

/// Which ledger
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Ledger options")]
pub struct LedgerOptions {
    /// Never ask
    #[arg(long)]
    pub no_input: bool,
    /// Trust what equals the same project in this folder, as a checkout of the base branch
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub trusted_from: Option<PathBuf>,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}

/// Which agent calls
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Project options")]
pub struct AgentOptions {
    /// Call for this agent; needed when several enable the tool
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
}

/// What a tool is called with
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Argument options")]
pub struct ArgumentOptions {
    /// Arguments: `key=text`, read by the tool's schema; `key:=json`; `key=@file`
    #[arg(value_name = "ARGUMENT")]
    pub words: Vec<String>,
    /// Take all arguments from JSON: the text itself, `@FILE`, or `-` for standard input
    #[arg(long, value_name = "JSON", conflicts_with = "words")]
    pub input: Option<String>,
}
