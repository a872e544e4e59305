//! The list of rules.

use super::Rule;

/// Every rule, sorted by name.
pub static RULES: &[&Rule] = &[];
