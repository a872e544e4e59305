//! `algen trust`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ProjectOptions;

/// Arguments of `trust`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen trust                              show what is new or changed, and ask
  algen trust --show                       tell whether the project is trusted
  algen trust --show --trusted-from DIR    compare with the base branch, for CI")]
pub struct TrustArguments {
    /// Tell whether the project is trusted, which files count and since when; store nothing
    ///
    /// The exit code is 1 when it is not trusted.
    #[arg(long)]
    pub show: bool,
    /// Write what is shown as JSON
    #[arg(long, requires = "show")]
    pub json: bool,
    /// Do not ask
    #[arg(short, long, conflicts_with = "show")]
    pub yes: bool,
    /// Trust what is the same in this folder: the project's folder in a checkout of the base branch
    #[arg(long, value_name = "DIR", requires = "show", value_hint = ValueHint::DirPath)]
    pub trusted_from: Option<PathBuf>,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}
