//! Connections to the outside: what may be reached, before anything is.
//!
//! [`address`] tells public addresses from all others, [`public_url`] the addresses of public pages
//! from what only looks like one.

pub mod address;
pub mod public_url;
