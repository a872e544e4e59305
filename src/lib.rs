//! algen: governed, typed tools for agents and people.

pub mod cli;
pub mod exit;
pub mod render;
pub mod ui;
