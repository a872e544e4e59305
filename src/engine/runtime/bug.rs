//! Where a bug showed itself: a panic that was caught is told with its place.
//!
//! The message of a panic may hold values, so nothing of it is kept.

use std::cell::RefCell;
use std::fmt;
use std::panic::{self, PanicHookInfo};

thread_local! {
    /// Where the last bug of this thread showed itself.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The place of a bug, as `src/file.rs:12:5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BugPlace(Option<String>);

impl BugPlace {
    /// Takes the place of the last bug of this thread. It is known once [`watch`] was called.
    pub fn last() -> Self {
        Self(PLACE.with_borrow_mut(Option::take))
    }

    /// Makes it the last bug of this thread, where it showed itself on another one.
    pub(super) fn remember(self) {
        PLACE.with_borrow_mut(|kept| *kept = self.0);
    }
}

impl fmt::Display for BugPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(place) => formatter.write_str(place),
            None => formatter.write_str("an unknown place"),
        }
    }
}

/// Keeps the places of bugs from now on, instead of printing their messages.
pub fn watch() {
    panic::set_hook(Box::new(remember));
}

fn remember(bug: &PanicHookInfo<'_>) {
    let place = bug.location().map(ToString::to_string);
    PLACE.with_borrow_mut(|kept| *kept = place);
}
