//! The integration tests, in one binary.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails may panic"
)]

mod architecture;
mod call;
mod cli;
mod planted;
mod readme;
mod reference;
mod support;
mod ui;
