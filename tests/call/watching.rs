//! .
use super::*;
