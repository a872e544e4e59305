//! The commands, seen from outside.

mod check;
mod hostile;
mod opens_nothing;
mod secrets;
