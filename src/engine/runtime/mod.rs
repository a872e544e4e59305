//! What drives a call: the traits that tools implement, and the executor that walks a call through
//! its stages within time, budget and cancellation.
//!
//! A connector implements [`Tool`] for each of its tools and [`ToolkitInstance`] for what they
//! share; its factory only parses. The [`Executor`] opens nothing itself: it asks the tool where
//! it goes, lets it prepare by looking, and invokes it with a `Reserved`, which nothing else can
//! make.

mod approving;
pub mod bug;
pub mod call_id;
mod cancellation;
mod closing;
mod context;
mod event;
mod executor;
mod invocation;
mod own_thread;
mod replay;
mod report;
mod rows;
mod sent;
mod tool;

pub use cancellation::{Cancellation, Signal};
pub use closing::close;
pub use context::ToolContext;
pub use event::{Event, EventSink, NoEvents};
pub use executor::{CallOptions, Executor};
pub use own_thread::on_own_thread;
pub use report::{CallReport, Ending};
pub use rows::{RowSpool, RowWriter, Rows};
pub use sent::process_has_sent;
pub use tool::{Factory, Tool, ToolAnswer, ToolError, ToolkitInput, ToolkitInstance};
