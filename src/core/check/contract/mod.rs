//! The contract of tools: what holds for every tool of every toolkit, built-in, declared or made
//! from an overlay, as data.
//!
//! [`contract_problems`] runs every group of rules over every tool and returns what is broken, so
//! that tests assert an empty list and `check` can say the same about toolkits of users. Schemas
//! may come from a foreign server: `places` walks them without recursion, each part once.
//!
//! A new rule is a word of [`ContractRule`] and a few lines in the file of its group; a new group
//! is a file and a line in `GROUPS`. Each rule has a case in `tests`.

mod bounds;
mod capabilities;
mod closed;
mod descriptions;
mod destinations;
mod free_form;
mod governance;
mod names;
mod permissions;
mod places;
mod problem;
mod schemas;
#[cfg(test)]
mod tests;
mod variants;

pub use bounds::{RESULT_BYTES_MAX, TIMEOUT_SECONDS_MAX};
pub use destinations::is_forbidden_argument;
pub use permissions::PERMISSION_WORDS;
pub use problem::{ContractProblem, ContractRule, PROBLEMS_MAX};

use crate::registry::ToolSpec;
use problem::Problems;

/// A tool and the name of the toolkit that has it.
struct Subject<'t> {
    toolkit: &'t str,
    tool: &'t ToolSpec,
}

/// Every group of rules over one tool.
const GROUPS: [fn(&Subject<'_>, &mut Problems); 10] = [
    names::check,
    descriptions::check,
    permissions::check,
    capabilities::check,
    governance::check,
    schemas::check,
    bounds::check,
    closed::check,
    destinations::check,
    free_form::check,
];

/// Returns everything that the tools of a toolkit break, tool by tool in their order.
///
/// At most [`PROBLEMS_MAX`] problems are listed; one more then counts the others.
pub fn contract_problems(toolkit: &str, tools: &[ToolSpec]) -> Vec<ContractProblem> {
    let mut problems = Problems::default();
    names::check_unique(tools, &mut problems);
    for tool in tools {
        problems.enter(&tool.name);
        let subject = Subject { toolkit, tool };
        for check in GROUPS {
            check(&subject, &mut problems);
        }
        variants::check(&subject, &mut problems);
    }
    problems.finish()
}
