//! Planted secrets: every setting of a connector holds a secret of its own, everything goes wrong,
//! and then everything that came out is searched for every secret in every form.
//!
//! - [`Planted::for_toolkit`] finds the settings of a connector that take a reference, by the
//!   connector's own definition, and plants them: a [`Source`] says in what kind of reference, a
//!   [`Condition`] how it is found there.
//! - A [`Ground`] is a project with a [`Plant`] in it. It runs the program, also on a terminal, and
//!   collects outputs, files that were made or changed, the ledger and its export, and what
//!   processes show of themselves.
//! - [`Search`] looks for the secrets and their halves in every [`Form`].
//! - [`try_all`] walks a [`Subject`] through every [`PlantedFailure`] in every output mode.
//!
//! A connector joins with a [`Subject`]: how its settings are shaped, one sound call, and for each
//! failure what its peer does. What it cannot meet it says, and the test names it in
//! [`Report::assert_clean`], so nothing is left out in silence.

mod condition;
mod failure;
mod form;
mod ground;
mod place;
mod plant;
mod processes;
mod search;
mod secret;
mod toolkit;
mod trial;

use std::future::Future;

pub(crate) use condition::{Condition, Source};
pub(crate) use failure::PlantedFailure;
pub(crate) use form::{Form, base64};
pub(crate) use ground::{EVENTS, Ground};
pub(crate) use place::{Output, Place};
pub(crate) use plant::Plant;
pub(crate) use search::Search;
pub(crate) use secret::PlantedSecret;
pub(crate) use toolkit::Planted;
pub(crate) use trial::{Meeting, Subject, try_all};

/// Runs what takes a runtime.
pub(crate) fn wait_for<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime can be made").block_on(work)
}
