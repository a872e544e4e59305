//! The tools of a SQL database: two reads of its catalog, and the queries that a deployment
//! declares. PostgreSQL, MySQL and SQLite differ in settings and, when a call runs, in dialect.
//!
//! ```text
//! declaration -> plan, checked by the dialect -> bound values -> client -> cells -> typed rows
//! ```
//!
//! A database adds a [`dialect::Dialect`] and a [`tool::Client`]; everything else is here.

pub(crate) mod catalog;
pub(crate) mod dialect;
pub(crate) mod fake;
pub(crate) mod plan;
pub(crate) mod query;
pub(crate) mod rows;
pub(crate) mod tool;
mod unreadable;
pub(crate) mod values;

#[cfg(test)]
mod tests;

use algen_core::config::{Decoder, Given, Map, Names};
use algen_core::registry::ToolSpec;
use algen_core::source::{Node, place_in};

use crate::shared::kit::{self, Kit};
use dialect::Dialect;
use plan::{PlanError, QueryPlan};
use query::QueryDeclaration;

/// What the three databases have in common when their tools are built.
pub(crate) struct Database<'s> {
    /// The schemas whose tables may be listed and described; `None` without these tools.
    pub(crate) schemas: Option<&'s Given<Names>>,
    /// Longest name of a table, in characters.
    pub(crate) name_limit: u64,
    /// The declared queries.
    pub(crate) queries: &'s Map<QueryDeclaration>,
    /// What the statements are read by; `None` where only the contract is there, which takes them
    /// as they are.
    pub(crate) dialect: Option<&'static dyn Dialect>,
}

impl Database<'_> {
    /// Returns the tools: the catalog's where schemas are listed, then the queries in the order of
    /// writing.
    pub(crate) fn tools(
        &self,
        kit: &Kit<'_>,
        entry: Option<&Node<'_>>,
        decoder: &mut Decoder<'_>,
    ) -> Vec<ToolSpec> {
        let mut tools = Vec::new();
        if let Some(schemas) = self.schemas {
            tools.push(catalog::list_tables(kit, schemas));
            tools.push(catalog::describe_table(kit, schemas, self.name_limit));
        }
        let queries = entry.and_then(|entry| entry.get("queries"));
        for (name, query) in self.queries.iter() {
            let taken = tools
                .iter()
                .any(|tool| tool.name.split_once('.').map(|(_, action)| action) == Some(&**name));
            let place = queries.and_then(|queries| queries.entry(name));
            if let (true, Some(place)) = (taken, place) {
                let message =
                    format!("the query `{name}` has the name of a tool that reads the catalog");
                decoder
                    .report("duplicate-name", place.key.span, message, "taken")
                    .help = Some("rename the query, or list no `schemas`".to_owned());
                continue;
            }
            let statement = place.and_then(|place| place.value.get("sql"));
            if let (Some(dialect), Some(statement)) = (self.dialect, statement)
                && let Err(problem) = QueryPlan::new(query, dialect)
            {
                report(name, &problem, statement, decoder);
            }
            tools.push(query.tool(kit, name));
        }
        tools
    }
}

/// Reports what is wrong with a statement, where in it reading ended if that is known.
fn report(name: &str, problem: &PlanError, statement: &Node<'_>, decoder: &mut Decoder<'_>) {
    let mut message = format!("the statement of `{name}` {problem}");
    let (mut place, mut label) = (statement.span, "");
    if let (PlanError::Unreadable { offset, .. }, Some(text)) = (problem, statement.as_str()) {
        let source = decoder.sources.get(statement.span.source);
        match source.and_then(|source| place_in(source, statement.span, text, *offset)) {
            Some(found) => (place, label) = (found, "here"),
            None => {
                let before = text.get(..*offset).unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                let start = before.rfind('\n').map_or(0, |at| at + 1);
                let column = before.get(start..).unwrap_or_default().chars().count() + 1;
                message.push_str(&format!(" (line {line}, column {column} of the statement)"));
            }
        }
    }
    let finding = decoder.report("invalid-value", place, message, label);
    finding.help = problem.help().map(str::to_owned);
}

/// The parts that an address without `dsn` needs.
const ADDRESS_PARTS: &[&str] = &["host", "database", "user"];

/// Reports an address that is given twice or not completely.
pub(crate) fn check_address(section: &str, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let (written, absent): (Vec<&str>, Vec<&str>) = ADDRESS_PARTS
        .iter()
        .partition(|part| kit::written(node, part));
    if kit::written(node, "dsn") {
        for part in written {
            let place = node.entry(part).map_or(node.span, |entry| entry.key.span);
            let message = format!("`dsn` holds the whole address, so `{part}` says it twice");
            decoder.report("conflicting-settings", place, message, "of no use here");
        }
    } else if written.is_empty() {
        decoder.missing(node, "dsn", section);
    } else {
        for part in ADDRESS_PARTS.iter().filter(|part| absent.contains(part)) {
            decoder.missing(node, part, section);
        }
    }
}

/// Returns the schemas whose tables may be listed: those that an entry lists, or those of the
/// built-in toolkit; `None` where an entry lists none.
pub(crate) fn schemas<'s>(
    kit: &Kit<'_>,
    written: Option<&'s Given<Names>>,
    built_in: &'s Given<Names>,
) -> Option<&'s Given<Names>> {
    if kit.built_in {
        return Some(built_in);
    }
    written.filter(|schemas| {
        schemas
            .literal()
            .is_none_or(|names| !names.members.is_empty())
    })
}
