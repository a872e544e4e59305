//! The commands, seen from outside.

mod hostile;
