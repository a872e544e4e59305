//! `algen man`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `man`
#[derive(Args, Clone, PartialEq, Debug)]
#[command(before_long_help = "\
Examples:
  algen man ~/.local/share/man/man1    for `man algen-call` and the others
  algen man out/man1                   for a package")]
pub struct ManArguments {
    /// Where the pages go; the directory is created if it does not exist
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub directory: PathBuf,
}
