//! `algen new`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// Arguments of `new`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen new helper               make a project in the new folder helper
  algen new shop --template sql  make one with queries over a small database
  algen new .                    make it here, where the folder is empty")]
pub struct NewArguments {
    /// Folder to make, or an empty one; `.` is the working directory
    #[arg(value_name = "NAME", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Choose what the project has
    #[arg(long, value_name = "TEMPLATE", default_value = "minimal")]
    pub template: Template,
}

/// What a new project has
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Template {
    /// One agent with the tools that need no settings: sample, calculator and clock
    #[default]
    Minimal,
    /// One agent with declared queries over a small SQLite database, and a write that asks
    Sql,
}
