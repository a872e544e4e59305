//! Planted secrets: that the harness finds them, and that nothing of the product shows one.

mod connector;
mod harness;
mod marked_mail;
mod terminal;
