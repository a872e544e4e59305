//! `algen check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::ProjectOptions;

/// Arguments of `check`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen check                          check agent.yaml
  algen check base.yaml prod.yaml      check two files that merge in order
  algen check --strict --format sarif  for CI: warnings fail, report as SARIF
  generate | algen check -             check standard input")]
pub struct CheckArguments {
    /// Agent files to check, merged in order; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Choose how findings are written
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    pub format: CheckFormat,
    /// Write findings as JSON, the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Fail on warnings, too
    #[arg(long)]
    pub strict: bool,
    /// Apply the fixes that leave no choice
    #[arg(long)]
    pub fix: bool,
    /// Hold the toolkits of `algen.yaml` to the contract that built-in ones keep
    #[arg(long)]
    pub contract: bool,
    /// Look for Python plugins in this folder and its `src`
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub project_root: Option<PathBuf>,
    /// Fail when an agent's tools take more than this many estimated tokens of a model's context
    #[arg(long, value_name = "N")]
    pub max_tool_tokens: Option<usize>,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}

impl CheckArguments {
    /// Returns how findings are written.
    pub fn chosen_format(&self) -> CheckFormat {
        if self.json {
            CheckFormat::Json
        } else {
            self.format
        }
    }

    /// Returns the agent files in order: those of `--config`, then the others.
    pub fn all_files(&self) -> Vec<PathBuf> {
        let named = self.project.config.iter().chain(&self.files);
        named.cloned().collect()
    }
}

/// How findings are written
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckFormat {
    /// Quoted lines with carets, help and fixes
    #[default]
    Full,
    /// One line for each finding
    Concise,
    /// One JSON document
    Json,
    /// Annotations for GitHub workflows
    Github,
    /// Code Quality report for GitLab merge requests
    Gitlab,
    /// JUnit XML, with a test for each rule
    Junit,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}
