//! Pages of connectors: what they take and which tools they have, from their own definitions.

use std::fmt::Write as _;

use algen_connectors::Connector;
use algen_core::registry::Maturity;
use algen_core::registry::inventory::Inventory;

use crate::cli::Program;

/// Returns the page of a connector; `known` has the tools of its built-in toolkit.
pub(super) fn page(name: &str, program: &Program, known: &Inventory) -> Option<String> {
    Some(text(program.connector(name)?, known))
}

fn text(connector: &Connector, known: &Inventory) -> String {
    let spec = connector.plugin.connector;
    let mut page = format!("connector {}\n\n{}.", spec.name, spec.summary);
    if spec.maturity == Maturity::Contract {
        page.push_str(" Only its contract is there so far: its tools cannot be called.");
    }
    // Writing to a String cannot fail, here and below.
    let _ = write!(
        page,
        "\n\nThe built-in plugin {} has the toolkit `{}`, whose settings\nare variables. A toolkit \
         of your own stands in algen.yaml, with `connector: {}` and\nthese keys:\n",
        connector.plugin.reference, spec.name, spec.name
    );
    for field in (spec.settings)() {
        let necessity = if field.required { " (needed)" } else { "" };
        let _ = write!(page, "\n  {}{necessity}\n", field.key);
        for line in field.description {
            let _ = writeln!(page, "      {}", line.trim());
        }
        if let Some(default) = field.default.filter(|default| !is_empty(default)) {
            let _ = writeln!(page, "      Default: {default}");
        }
        if field.from_variable {
            let variable = connector.plugin.variable(field.key);
            let _ = writeln!(page, "      Variable of the built-in toolkit: {variable}");
        }
    }
    let of_connector = |tool: &str| tool.split('.').next() == Some(spec.name);
    let tools = known.tools.iter().filter(|tool| of_connector(&tool.name));
    let tools: Vec<&str> = tools.map(|tool| tool.name.as_str()).collect();
    if !tools.is_empty() {
        let _ = write!(
            page,
            "\nTools of the built-in toolkit:\n\n  {}\n",
            tools.join("\n  ")
        );
    }
    if (spec.settings)().iter().any(|field| field.key == "queries") {
        page.push_str("\n`algen explain queries` tells how queries are declared.\n");
    }
    page
}

/// Tells whether a default says nothing.
fn is_empty(default: &serde_json::Value) -> bool {
    match default {
        serde_json::Value::Null => true,
        serde_json::Value::Array(items) => items.is_empty(),
        serde_json::Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}
