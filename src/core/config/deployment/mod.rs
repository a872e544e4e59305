//! `algen.yaml`.
/// To come.
pub struct Deployment;
