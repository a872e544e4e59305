//! `algen add`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `add`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen add smtp                        show what changes in agent.yaml, and ask
  algen add postgres --agent analyst    add to one of several agents
  algen add clock --yes -c prod.yaml    change another file without asking")]
pub struct AddArguments {
    /// Connector to add, as `smtp`
    #[arg(value_name = "CONNECTOR")]
    pub connector: String,
    /// Add to this agent; needed when the file has several
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,
    /// Change this agent file
    #[arg(
        short,
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        help_heading = "Project options"
    )]
    pub config: Option<PathBuf>,
    /// Read this deployment instead of the `algen.yaml` beside the agent file
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        help_heading = "Project options"
    )]
    pub deployment: Option<PathBuf>,
}
