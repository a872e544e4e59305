//! Connections to the outside: what may be reached, before anything is.
//!
//! [`address`] tells public addresses from all others.

pub mod address;
