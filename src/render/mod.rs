//! x

pub mod concise;
mod excerpt;
mod fix_preview;
pub mod full;
pub mod github;
pub mod json;
pub mod json_text;
pub mod masking;
pub mod report;
#[cfg(test)]
mod sample;
pub mod sarif;
mod secret_lines;
pub mod style;
pub mod visible;
