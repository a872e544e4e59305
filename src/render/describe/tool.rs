//! One tool: its signature, what it does, and everything that governs a call.

use algen_core::model::SideEffect;
use algen_core::registry::Maturity;
use algen_core::registry::inventory::{Inventory, PluginEntry, ToolEntry};

use super::inventory::{about_plugin, or_dash, seconds};
use super::signature::signature;
use crate::render::grid::{Grid, prose};
use crate::render::report::counted;
use crate::render::style::Style;

/// Agents that are named on a tool's page.
const AGENTS: usize = 20;

/// Renders the page of one tool of the inventory.
pub fn tool(inventory: &Inventory, tool: &ToolEntry, style: &Style) -> String {
    let plugins = inventory.plugins.iter();
    let plugin = plugins
        .clone()
        .find(|plugin| plugin.reference == tool.source);
    let width = style.table_width();
    let signature = signature(&tool.name, &tool.input_schema, &tool.output_schema, width);
    let head = match signature.split_once('(') {
        Some((name, rest)) => format!("{}({rest}\n", style.bold(name)),
        None => format!("{signature}\n"),
    };
    let mut text = format!("{head}\n{}\n", prose(&tool.description, style, 2));
    let mut grid = Grid::new(style);
    let effect = format!(
        "{}, {} (preset {})",
        tool.side_effect.word(),
        tool.idempotency.word(),
        tool.preset
    );
    let time = format!(
        "{}, {}",
        seconds(tool.timeout_seconds),
        counted(tool.max_attempts as usize, "attempt")
    );
    let model = format!(
        "{}, about {}",
        counted(tool.model_bytes, "byte"),
        counted(tool.estimated_tokens, "token")
    );
    let approval = if tool.requires_approval {
        "the tool asks before every call"
    } else if tool.side_effect > SideEffect::Read {
        "the agent's approval_policy says whether a person is asked"
    } else {
        "the tool itself does not ask"
    };
    grid.row(["effect", &effect]);
    grid.row([
        "permission",
        &or_dash(&tool.required_permissions.join(", ")),
    ]);
    listed(&mut grid, "capability", &tool.policy_capabilities);
    for variant in &tool.variants {
        let permissions = or_dash(&variant.required_permissions.join(", "));
        let requires = variant.requires.iter();
        let requires: String = requires.map(|name| format!(", requires {name}")).collect();
        let about = format!(
            "{}: {}, needs {permissions}{requires}",
            variant.values.join(", "),
            variant.side_effect.word()
        );
        grid.row([format!("with {}", variant.argument).as_str(), &about]);
    }
    grid.row(["timeout", &time]);
    grid.row(["approval", approval]);
    grid.row([
        "result",
        &format!("at most {}", bytes(tool.max_result_bytes)),
    ]);
    grid.row(["to the model", &model]);
    listed(&mut grid, "environment", &tool.env);
    listed(&mut grid, "reaches", &tool.egress);
    listed(&mut grid, "cached for", &tool.cache_context);
    if let Some(variable) = &tool.requires {
        grid.row(["requires", variable]);
    }
    grid.row(["agents", &agents(inventory, &tool.name)]);
    grid.row(["source", &source(tool, plugin)]);
    grid.row(["version", &tool.version]);
    if !tool.callable {
        grid.row(["not callable", &why_not_callable(tool, plugin)]);
    }
    text.push_str(&grid.render(2));
    text
}

fn listed(grid: &mut Grid, name: &str, values: &[String]) {
    if !values.is_empty() {
        grid.row([name, &values.join(", ")]);
    }
}

fn source(tool: &ToolEntry, plugin: Option<&PluginEntry>) -> String {
    match (plugin, tool.source.as_str()) {
        (Some(plugin), _) => {
            format!(
                "{} {}, {}",
                plugin.reference,
                plugin.version,
                about_plugin(plugin)
            )
        }
        (None, "manifest") => "http_tools of the agent file".to_owned(),
        (None, "runtime") => "part of the runtime".to_owned(),
        (None, other) => other.to_owned(),
    }
}

/// Returns why this program refuses calls of a tool.
pub(super) fn why_not_callable(tool: &ToolEntry, plugin: Option<&PluginEntry>) -> String {
    let why = match (plugin, tool.source.as_str()) {
        (Some(plugin), _) if plugin.maturity == Some(Maturity::Contract) => {
            "only the contract of its connector is there yet; calls are refused"
        }
        (Some(plugin), _) if plugin.origin == "deployment" => {
            "only the contract of its connector is there yet; calls are refused"
        }
        (Some(plugin), _) if plugin.maturity.is_none() => {
            "its plugin is Python code, which algen does not run"
        }
        (None, "runtime") => "it is part of the Python runtime, which keeps what it works on",
        (None, "manifest") => "algen does not send declared HTTP tools yet",
        _ => "algen cannot run it yet; calls are refused",
    };
    why.to_owned()
}

fn agents(inventory: &Inventory, tool: &str) -> String {
    let users: Vec<&str> = inventory
        .agents
        .iter()
        .filter(|agent| agent.enabled_tools.iter().any(|enabled| enabled == tool))
        .map(|agent| agent.name.as_str())
        .collect();
    match users.len() {
        0 => "enabled for no agent".to_owned(),
        count if count > AGENTS => {
            let named = users.get(..AGENTS).unwrap_or_default();
            format!("{} and {} more", named.join(", "), count - AGENTS)
        }
        _ => users.join(", "),
    }
}

/// Returns a size in the largest unit that divides it.
fn bytes(bytes: u64) -> String {
    const UNITS: [(u64, &str); 2] = [(1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = UNITS
        .iter()
        .find(|(size, _)| bytes >= *size && bytes.is_multiple_of(*size));
    match unit {
        Some((size, unit)) => format!("{} {unit}", bytes / size),
        None => counted(usize::try_from(bytes).unwrap_or(usize::MAX), "byte"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample::inventory;

    fn page(name: &str, style: &Style) -> String {
        let inventory = inventory();
        let entry = inventory.tools.iter().find(|tool| tool.name == name);
        tool(&inventory, entry.expect("the tool exists"), style)
    }

    #[test]
    fn a_page_tells_everything_that_governs_a_call() {
        let expected = "\
postgres.list_tables(
    limit: integer(1..100),
    schema_name: string(..63) = \"public\",
) -> {tables: list<string>, truncated?: boolean}

  List the tables and views of a schema. Rows are not read.

  effect        read, idempotent (preset read)
  permission    postgres.read
  capability    database.read
  timeout       30 s, 3 attempts
  approval      the tool itself does not ask
  result        at most 1 MiB
  to the model  310 bytes, about 78 tokens
  environment   ALGEN_TOOLS_POSTGRES_DSN
  reaches       db.example.com
  cached for    tenant_id
  agents        support
  source        algen_agent_tools.postgres 0.1.0, built-in, stable, published by
                algen
  version       1.0.0
";
        assert_eq!(page("postgres.list_tables", &Style::default()), expected);
    }

    #[test]
    fn a_page_tells_variants_requirements_and_why_a_call_is_refused() {
        let pages = [
            page("postgres.drop_table", &Style::default()),
            page("crm.find_customer", &Style::default()),
        ];
        let lines = |page: &str, names: &[&str]| {
            let lines = page.lines();
            let wanted = |line: &&str| names.iter().any(|name| line.starts_with(name));
            lines.filter(wanted).map(str::to_owned).collect::<Vec<_>>()
        };
        let [drop_table, find_customer] = pages;
        assert_eq!(
            lines(
                &drop_table,
                &["  with", "  approval", "  requires", "  timeout"]
            ),
            [
                "  with mode     plan, explain: read, needs postgres.read",
                "  timeout       30 s, 1 attempt",
                "  approval      the tool asks before every call",
                "  requires      ALGEN_TOOLS_POSTGRES_ALLOW_DROP",
            ]
        );
        assert_eq!(
            lines(&find_customer, &["  agents", "  not callable"]),
            [
                "  agents        enabled for no agent",
                "  not callable  its plugin is Python code, which algen does not run",
            ]
        );
    }

    #[test]
    fn sizes_are_told_in_whole_units() {
        for (size, words) in [
            (0, "0 bytes"),
            (1_000, "1000 bytes"),
            (2_048, "2 KiB"),
            (262_144, "256 KiB"),
            (1_048_576, "1 MiB"),
        ] {
            assert_eq!(bytes(size), words);
        }
    }
}
