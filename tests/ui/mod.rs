//! What a person at a terminal sees and types.

mod approval;
