//! A call as a walk through types: each is made only by the one before it.
//!
//! ```text
//! Request -> Authorized -> Targeted -> Prepared -> Approved -> Reserved -> Settled
//! ```
//!
//! [`Reserved`] is what a tool is invoked with. Its only constructor is [`Approved::reserve`], so
//! that no code outside this module can run a tool without permission, guardrails, approval and
//! ledger:
//!
//! ```
//! // What a tool gets can be looked at …
//! fn key(reserved: &algen_core::governance::call::Reserved) -> &str {
//!     &reserved.key().text
//! }
//! ```
//!
//! ```compile_fail,E0451
//! // … and cannot be made.
//! fn forged(call: algen_core::governance::call::Approved) -> algen_core::governance::call::Reserved {
//!     algen_core::governance::call::Reserved { approved: call, lease: None }
//! }
//! ```
//!
//! ```compile_fail,E0451
//! // Nor can the stage before it.
//! use algen_core::governance::{call::{Approved, Prepared}, ledger::ApprovedBy};
//! fn forged(call: Prepared) -> Approved {
//!     Approved { prepared: call, approved_by: ApprovedBy::Nobody }
//! }
//! ```
//!
//! Nothing here does I/O: the ledger and the person are traits, and whoever drives a call brings
//! the clock.

mod approved;
mod authorized;
mod prepared;
mod request;
mod reserved;
mod targeted;

pub use approved::{Approved, CallerAnswer, Unapproved};
pub use authorized::Authorized;
pub(in crate::governance) use authorized::EgressList;
pub use prepared::{Plan, Prepared};
pub use request::Request;
pub use reserved::{Reserved, Settled};
pub use targeted::{Standing, Target, Targeted};
