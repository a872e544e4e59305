//! algen

pub mod render;
