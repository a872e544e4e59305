//! What runs calls.
//!
//! - [`call_id`]: the name of a call.

pub mod call_id;
