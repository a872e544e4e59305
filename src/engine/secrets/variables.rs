//! Where variables of the environment come from.

use std::ffi::OsString;

/// Gives variables by name.
pub trait Variables: Send + Sync {
    /// Returns a variable; `None` where it is not set.
    fn get(&self, name: &str) -> Option<OsString>;
}

impl<F: Fn(&str) -> Option<OsString> + Send + Sync> Variables for F {
    fn get(&self, name: &str) -> Option<OsString> {
        self(name)
    }
}

/// The environment of this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessEnvironment;

impl Variables for ProcessEnvironment {
    fn get(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name)
    }
}
