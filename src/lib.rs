//! algen
