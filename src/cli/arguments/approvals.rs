//! `algen approvals`.

use algen_core::governance::approval::ApprovalState;
use clap::{Args, Subcommand, ValueEnum};

use super::log::{LIST_LIMIT, list_limit};
use super::{LedgerOptions, ScopeOptions};

/// Arguments of `approvals`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(
    args_conflicts_with_subcommands = true,
    before_long_help = "\
Examples:
  algen approvals                     what waits for an answer in this project
  algen approvals show k3mz9a2b       one question, whole
  algen approvals approve k3mz9a2b    show it and ask at the terminal
  algen approvals deny k3mz9a2b --reason 'wrong customer'
  algen approvals watch               ask each question as it comes
  algen approvals revoke --all        end everything granted in this project"
)]
pub struct ApprovalsArguments {
    /// What to do
    #[command(subcommand)]
    pub action: Option<ApprovalsAction>,
    /// What to list
    #[command(flatten)]
    pub list: ApprovalsListArguments,
}

/// What is done with questions and grants
#[derive(Subcommand, Clone, PartialEq, Debug)]
pub enum ApprovalsAction {
    /// List questions, the latest first
    // The examples of a list stand here: those on its arguments would be taken by the command
    // above, which has the same arguments.
    #[command(before_long_help = "\
Examples:
  algen approvals list                      what is open here
  algen approvals list --state any --all    every question there is
  algen approvals list --json | jq -r '.approvals[].id'")]
    List(ApprovalsListArguments),
    /// Show one question, whole as long as it is open
    Show(ApprovalsShowArguments),
    /// Show a question and ask for the answer at the terminal
    ///
    /// Only a key on the terminal answers: no flag, no file, no pipe. The answer is recorded with
    /// your account, terminal and machine.
    Approve(ApprovalsApproveArguments),
    /// Deny a question
    Deny(ApprovalsDenyArguments),
    /// Ask each question at the terminal as it comes
    ///
    /// Ctrl-D leaves a question open and goes on, Ctrl-C leaves it open and ends.
    Watch(ApprovalsWatchArguments),
    /// List what was granted for later calls
    Grants(ApprovalsGrantsArguments),
    /// End a grant before its time
    Revoke(ApprovalsRevokeArguments),
}

/// Arguments of `approvals list`
#[derive(Args, Clone, PartialEq, Debug)]
pub struct ApprovalsListArguments {
    /// List questions in this state
    #[arg(long, value_name = "STATE", default_value = "pending")]
    pub state: ListedState,
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

impl Default for ApprovalsListArguments {
    fn default() -> Self {
        Self {
            state: ListedState::Pending,
            limit: LIST_LIMIT,
            json: false,
            scope: ScopeOptions::default(),
            ledger: LedgerOptions::default(),
        }
    }
}

/// Which questions are listed
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListedState {
    /// Open ones
    Pending,
    /// Approved ones that no call has used yet
    Approved,
    /// Denied ones
    Denied,
    /// Those that nobody answered or used in time
    Expired,
    /// Those that a call has used
    Used,
    /// All
    Any,
}

impl ListedState {
    /// Returns the state; `None` where every one is listed.
    pub fn state(self) -> Option<ApprovalState> {
        match self {
            Self::Pending => Some(ApprovalState::Pending),
            Self::Approved => Some(ApprovalState::Approved),
            Self::Denied => Some(ApprovalState::Denied),
            Self::Expired => Some(ApprovalState::Expired),
            Self::Used => Some(ApprovalState::Used),
            Self::Any => None,
        }
    }
}

/// Arguments of `approvals show`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen approvals show k3mz9a2b           the question as it will be asked
  algen approvals show k3mz9a2b --json    the same for programs")]
pub struct ApprovalsShowArguments {
    /// The question
    #[arg(value_name = "ID")]
    pub id: String,
    /// Write it as JSON
    #[arg(long)]
    pub json: bool,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Arguments of `approvals approve`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen approvals approve k3mz9a2b                       show it and ask
  algen approvals approve k3mz9a2b -c shop/agent.yaml    one of another project")]
pub struct ApprovalsApproveArguments {
    /// The question
    #[arg(value_name = "ID")]
    pub id: String,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Arguments of `approvals deny`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen approvals deny k3mz9a2b                              say no
  algen approvals deny k3mz9a2b --reason 'wrong customer'    say why, too")]
pub struct ApprovalsDenyArguments {
    /// The question
    #[arg(value_name = "ID")]
    pub id: String,
    /// Say why
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Arguments of `approvals watch`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen approvals watch          ask each question of this project as it comes
  algen approvals watch --all    those of every namespace")]
pub struct ApprovalsWatchArguments {
    /// Which namespaces
    #[command(flatten)]
    pub scope: ScopeOptions,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}

/// Arguments of `approvals grants`
#[derive(Args, Clone, PartialEq, Debug)]
#[command(before_long_help = "\
Examples:
  algen approvals grants            what later calls may do without a question
  algen approvals grants --ended    what they could do before, too
  algen approvals grants --json | jq -r '.grants[].id'")]
pub struct ApprovalsGrantsArguments {
    /// List those that have ended, too
    #[arg(long)]
    pub ended: bool,
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

/// Arguments of `approvals revoke`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen approvals revoke k3mz9a2b    end one of `algen approvals grants`
  algen approvals revoke --all       end all of this project")]
pub struct ApprovalsRevokeArguments {
    /// The grant
    #[arg(value_name = "ID", required_unless_present = "all")]
    pub id: Option<String>,
    /// End every grant of the project; without a project every grant
    #[arg(long, conflicts_with = "id")]
    pub all: bool,
    /// Which ledger
    #[command(flatten)]
    pub ledger: LedgerOptions,
}
