//! Values made into text: pure functions, one file for each format.
//!
//! Every format of findings is a function from a [`report::Report`] and a [`style::Style`] to a
//! string; adding one touches nothing else. [`describe`] does the same for inventories, [`approval`]
//! for questions on a terminal, [`log`] and
//! [`approvals`] for what the ledger holds, [`result`] for what a call gives.
//!
//! Whatever comes from a file is foreign. Three things happen to it on the way out, in this order:
//! [`masking`] hides what may be a secret, [`visible`] writes out characters that act on a
//! terminal, and the format escapes what its own reader would obey.

pub mod approval;
pub mod approvals;
pub mod call;
pub mod change;
pub mod concise;
pub mod describe;
pub mod doctor;
mod excerpt;
mod fingerprint;
mod fix_preview;
pub mod full;
pub mod github;
pub mod gitlab;
mod grid;
pub mod json;
pub mod json_text;
pub mod junit;
pub mod log;
pub mod masking;
pub mod report;
pub mod result;
#[cfg(test)]
mod sample;
pub mod sarif;
mod secret_lines;
pub mod style;
pub mod time;
pub mod trust;
pub mod visible;
pub mod why;
