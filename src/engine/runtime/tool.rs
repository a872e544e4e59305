//! What a connector implements so that its tools can be called.

use std::sync::Arc;

use algen_core::governance::call::{Authorized, Plan, Reserved, Target, Targeted};
use algen_core::governance::deliver::{self, ToolResult};
use algen_core::governance::ledger::{BoxFuture, StoredResult};
use algen_core::governance::outcome::Failure;
use algen_core::source::Node;

use super::context::ToolContext;
use super::rows::Rows;
use crate::files::Reach;
use crate::secrets::{Resolver, SettingError};

/// Why a tool gives no result.
#[derive(Clone, PartialEq, Debug)]
pub enum ToolError {
    /// A setting or a credential is missing or unusable; nothing was sent.
    Missing(Failure),
    /// The tool refuses, or could not begin; nothing was sent.
    NotAttempted {
        /// Why.
        failure: Failure,
        /// Whether another attempt may succeed at once, as after a refused connection.
        transient: bool,
    },
    /// The service has definitely refused it.
    Rejected(Failure),
    /// There is no definite answer: a lost connection, a server's error, an answer that cannot be
    /// read.
    NoAnswer {
        /// Why.
        failure: Failure,
        /// Whether another attempt may succeed at once.
        transient: bool,
    },
    /// The work was ended because the call was cancelled.
    Cancelled {
        /// What there is of the result.
        partial: Option<ToolResult>,
    },
}

impl ToolError {
    /// Says that the tool refuses; nothing was sent.
    pub fn refused(failure: Failure) -> Self {
        Self::NotAttempted {
            failure,
            transient: false,
        }
    }

    /// Tells whether another attempt may succeed at once.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::NotAttempted { transient, .. } | Self::NoAnswer { transient, .. } => *transient,
            Self::Missing(_) | Self::Rejected(_) | Self::Cancelled { .. } => false,
        }
    }
}

impl From<SettingError> for ToolError {
    fn from(error: SettingError) -> Self {
        Self::Missing(Failure::new("setting", error.to_string()))
    }
}

/// What a tool gives.
#[derive(Clone, PartialEq, Debug)]
pub enum ToolAnswer {
    /// One value.
    Value(ToolResult),
    /// A list of rows that are too many for memory.
    Rows(Rows),
}

impl<T: Into<ToolResult>> From<T> for ToolAnswer {
    fn from(value: T) -> Self {
        Self::Value(value.into())
    }
}

impl ToolAnswer {
    /// Reads it into memory.
    pub(super) fn into_result(self) -> Result<ToolResult, Failure> {
        match self {
            Self::Value(value) => Ok(value),
            Self::Rows(rows) => rows.to_result(),
        }
    }

    /// Returns digest and size.
    pub(super) fn measured(&self) -> StoredResult {
        match self {
            Self::Value(value) => deliver::measured(value),
            Self::Rows(rows) => rows.measured(),
        }
    }
}

/// One tool of an open toolkit.
pub trait Tool: Send + Sync {
    /// Says where a call goes, from settings and references; opens nothing.
    fn target<'a>(&'a self, call: &'a Authorized) -> BoxFuture<'a, Result<Target, ToolError>> {
        let _ = call;
        Box::pin(std::future::ready(Ok(Target::default())))
    }

    /// Looks at what the call will do, under the tool's own roots, and sends nothing.
    fn prepare<'a>(&'a self, call: &'a Targeted) -> BoxFuture<'a, Result<Plan, ToolError>> {
        let _ = call;
        Box::pin(std::future::ready(Ok(Plan::default())))
    }

    /// Does it. Right before the first byte that can have an effect the tool awaits
    /// [`ToolContext::sending`] and stops where that fails.
    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        context: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>>;

    /// Tells whether the tool itself ends its work when the call is cancelled, and gives what there
    /// is of the result; it then has 5 seconds.
    fn ends_when_cancelled(&self) -> bool {
        false
    }
}

/// A toolkit with its settings: what its tools share.
pub trait ToolkitInstance: Send + Sync {
    /// Returns the tool with this action; `None` where the settings do not have it.
    fn tool(&self, action: &str) -> Option<&dyn Tool>;

    /// Closes what was opened. Called once, on every way out.
    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// What a toolkit is made from.
pub struct ToolkitInput<'i> {
    /// The toolkit's name.
    pub name: &'i str,
    /// Its entry in `algen.yaml`; `None` for the built-in plugin, whose settings are variables.
    pub entry: Option<&'i Node<'i>>,
    /// What finds the values of its references when a client opens.
    pub resolver: &'i Arc<Resolver>,
    /// Which files a client may open.
    pub reach: &'i Arc<Reach>,
}

/// Makes a toolkit from its settings. It only parses: nothing is opened or resolved.
pub type Factory = fn(&ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure>;
