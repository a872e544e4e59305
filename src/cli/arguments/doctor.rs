//! Arguments of `doctor`.

use clap::Args;

use super::ProjectOptions;

/// Arguments of `doctor`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen doctor                 what would keep calls from working
  algen doctor -c prod.yaml    in CI: exit code 5 where something is missing
  algen doctor --json          the same for programs")]
pub struct DoctorArguments {
    /// Write what was found as JSON
    #[arg(long)]
    pub json: bool,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}
