//! Tests over all rules.

mod findings;
mod pages;
mod project;
