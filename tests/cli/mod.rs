//! The commands, seen from outside.

mod hostile;
mod opens_nothing;
mod secrets;
