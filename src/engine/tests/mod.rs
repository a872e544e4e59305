//! Several rooms together.

mod calls;
