//! Patterns in text: what looks like a secret.

pub mod secret_shapes;
