//! `algen schema`.

use clap::{Args, ValueEnum};

/// Arguments of `schema`
#[derive(Args, Clone, PartialEq, Debug)]
#[command(before_long_help = "\
Examples:
  algen schema agent > agent.schema.json               for an editor
  algen schema deployment | jq '.properties | keys'    sections of algen.yaml")]
pub struct SchemaArguments {
    /// Which kind of file
    #[arg(value_name = "KIND")]
    pub kind: SchemaKind,
}

/// Kinds of files that have a schema
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaKind {
    /// `agent.yaml`
    Agent,
    /// `algen.yaml`
    Deployment,
    /// `NAME.overlay.yaml`
    Overlay,
}
