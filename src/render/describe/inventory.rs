//! The overview of a project: what `describe` prints without a name.

use algen_core::model::SideEffect;
use algen_core::registry::Maturity;
use algen_core::registry::inventory::{Inventory, PluginEntry, ToolEntry};

use super::tool::why_not_callable;
use crate::render::grid::Grid;
use crate::render::report::counted;
use crate::render::style::Style;
use crate::render::visible::visible;

/// Sources of tools that are no plugins, with the words for them, in the order of the overview.
const OTHER_SOURCES: [(&str, &str); 2] = [
    ("manifest", "declared under http_tools"),
    ("runtime", "part of the runtime"),
];

/// Renders plugins with their tools, agents, providers, MCP servers, environment and storage;
/// sections without entries are left out.
pub fn overview(inventory: &Inventory, style: &Style) -> String {
    let mut sections = tools(inventory, style);
    sections.push(section("Agents", &agents(inventory, style), style));
    sections.push(section("Providers", &providers(inventory, style), style));
    sections.push(section("MCP servers", &servers(inventory, style), style));
    sections.push(section(
        "Environment",
        &environment(inventory, style),
        style,
    ));
    sections.push(section("Storage", &storage(inventory, style), style));
    sections.retain(|section| !section.is_empty());
    sections.join("\n")
}

fn section(title: &str, body: &str, style: &Style) -> String {
    if body.is_empty() {
        return String::new();
    }
    format!("{}\n{body}", style.bold(title))
}

/// Returns one section for each plugin and one for each other source of tools.
fn tools(inventory: &Inventory, style: &Style) -> Vec<String> {
    let mut sections = Vec::new();
    for plugin in &inventory.plugins {
        let tools = inventory.tools.iter();
        let tools = tools.filter(|tool| tool.source == plugin.reference);
        let table = tool_table(tools, Some(plugin), style);
        let table = match (table.is_empty(), plugin.origin) {
            (false, _) => table,
            (true, "not-inspected") => "  its tools are not known\n".to_owned(),
            (true, _) => "  no tools\n".to_owned(),
        };
        let title = format!("{} {}", plugin.reference, plugin.version);
        let about = format!("  {}\n", about_plugin(plugin));
        sections.push(section(&visible(&title), &format!("{about}{table}"), style));
    }
    for (source, words) in OTHER_SOURCES {
        let tools = inventory.tools.iter();
        let table = tool_table(tools.filter(|tool| tool.source == source), None, style);
        if !table.is_empty() {
            sections.push(section(source, &format!("  {words}\n{table}"), style));
        }
    }
    sections
}

/// Returns publisher, origin and maturity of a plugin in a few words.
pub(super) fn about_plugin(plugin: &PluginEntry) -> String {
    let maturity = match plugin.maturity {
        Some(Maturity::Contract) => ", contract only",
        Some(Maturity::Alpha) => ", alpha",
        Some(Maturity::Stable) => ", stable",
        None => "",
    };
    let publisher = match plugin.publisher.as_str() {
        "" => String::new(),
        publisher => format!(", published by {}", visible(publisher)),
    };
    format!("{}{maturity}{publisher}", plugin.origin)
}

fn tool_table<'a>(
    tools: impl Iterator<Item = &'a ToolEntry>,
    plugin: Option<&PluginEntry>,
    style: &Style,
) -> String {
    let titles = ["Tool", "Effect", "Permission", "Timeout", "Asks"];
    let mut grid = Grid::titled(style, titles);
    let mut notes = Notes::default();
    let mut count = 0_usize;
    for tool in tools {
        count += 1;
        grid.row([
            tool.name.as_str(),
            tool.side_effect.word(),
            &or_dash(&tool.required_permissions.join(", ")),
            &seconds(tool.timeout_seconds),
            asks(tool),
        ]);
        notes.add(tool, plugin);
    }
    if count == 0 {
        return String::new();
    }
    format!("{}{}", grid.render(2), notes.render(count, style))
}

/// Says whether a person is asked; of a change that does not ask itself the agent's policy says so.
fn asks(tool: &ToolEntry) -> &'static str {
    match tool.side_effect > SideEffect::Read {
        true if !tool.requires_approval => "by policy",
        _ => yes_or_no(tool.requires_approval),
    }
}

/// What is to be said about tools under their table, each remark once with all its tools.
#[derive(Default)]
struct Notes<'a>(Vec<(String, Vec<&'a str>)>);

impl<'a> Notes<'a> {
    fn add(&mut self, tool: &'a ToolEntry, plugin: Option<&PluginEntry>) {
        if let Some(variable) = &tool.requires {
            self.push(format!("exists where {variable} is set"), &tool.name);
        }
        for variant in &tool.variants {
            let values = variant.values.join(", ");
            let effect = variant.side_effect.word();
            let permissions = or_dash(&variant.required_permissions.join(", "));
            let argument = &variant.argument;
            self.push(
                format!("with {argument} {values}: {effect}, needs {permissions}"),
                &tool.name,
            );
        }
        if !tool.callable {
            self.push(why_not_callable(tool, plugin), &tool.name);
        }
    }

    fn push(&mut self, remark: String, tool: &'a str) {
        match self.0.iter_mut().find(|(other, _)| *other == remark) {
            Some((_, tools)) => tools.push(tool),
            None => self.0.push((remark, vec![tool])),
        }
    }

    /// Renders the remarks about a table of so many tools; what holds for all names none.
    fn render(self, count: usize, style: &Style) -> String {
        let mut grid = Grid::new(style);
        for (remark, tools) in self.0 {
            let about = match tools.len() {
                all if all == count => remark,
                _ => format!("{remark}: {}", tools.join(", ")),
            };
            grid.row([about.as_str()]);
        }
        grid.render(2)
    }
}

fn agents(inventory: &Inventory, style: &Style) -> String {
    let mut grid = Grid::new(style);
    if inventory.agents.is_empty() {
        return String::new();
    }
    grid.row([
        "Agent",
        "Version",
        "Tools",
        "Permissions",
        "Tokens",
        "Reaches",
    ]);
    for agent in &inventory.agents {
        grid.row([
            agent.name.as_str(),
            &agent.version,
            &agent.enabled_tools.len().to_string(),
            &agent.tool_permissions.len().to_string(),
            &format!("~{}", agent.estimated_tokens),
            &or_dash(&agent.egress.join(", ")),
        ]);
    }
    grid.render(2)
}

fn providers(inventory: &Inventory, style: &Style) -> String {
    let mut grid = Grid::new(style);
    for provider in &inventory.providers {
        grid.row([
            provider.name.as_str(),
            provider.kind.as_deref().unwrap_or("-"),
            &provider.env.join(", "),
        ]);
    }
    grid.render(2)
}

fn servers(inventory: &Inventory, style: &Style) -> String {
    let mut grid = Grid::new(style);
    for server in &inventory.mcp_servers {
        let tools = if server.allowed_tools.iter().any(|tool| tool == "*") {
            "all tools".to_owned()
        } else {
            counted(server.allowed_tools.len(), "tool")
        };
        let required = if server.required {
            "required"
        } else {
            "optional"
        };
        grid.row([
            server.name.as_str(),
            &server.transport,
            &tools,
            required,
            &server.env.join(", "),
        ]);
    }
    grid.render(2)
}

fn environment(inventory: &Inventory, style: &Style) -> String {
    let mut grid = Grid::new(style);
    for variable in &inventory.environment {
        grid.row([variable.as_str()]);
    }
    grid.render(2)
}

fn storage(inventory: &Inventory, style: &Style) -> String {
    let storage = &inventory.storage;
    let mut grid = Grid::new(style);
    grid.row(["ledger", &storage.ledger]);
    grid.row(["artifacts", &storage.artifacts]);
    grid.row([
        "runtime's tool executions",
        &storage.runtime_tool_executions,
    ]);
    grid.row(["runtime's artifacts", &storage.runtime_artifacts]);
    grid.render(2)
}

/// Returns a duration as `30 s` or `0.5 s`.
pub(super) fn seconds(seconds: f64) -> String {
    format!("{seconds} s")
}

pub(super) fn yes_or_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

pub(super) fn or_dash(text: &str) -> String {
    let text = if text.is_empty() { "-" } else { text };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample::inventory;

    #[test]
    fn the_overview_fits_eighty_columns() {
        let expected = "\
algen_agent_tools.postgres 0.1.0
  built-in, stable, published by algen
  Tool                  Effect       Permission      Timeout  Asks
  postgres.drop_table   destructive  postgres.write  30 s     yes
  postgres.list_tables  read         postgres.read   30 s     no
  exists where ALGEN_TOOLS_POSTGRES_ALLOW_DROP is set: postgres.drop_table
  with mode plan, explain: read, needs postgres.read: postgres.drop_table

examples.crm.plugin:CrmPlugin 1.2.0
  inventory, published by examples
  Tool               Effect  Permission  Timeout  Asks
  crm.find_customer  read    crm.read    30 s     no
  its plugin is Python code, which algen does not run

algen_agent_tools.telegram 0.1.0
  built-in, contract only, published by algen
  no tools

Agents
  Agent    Version  Tools  Permissions  Tokens  Reaches
  support  1.0.0    1      2            ~203    db.example.com

Providers
  main  openai  OPENAI_API_KEY

MCP servers
  github  streamable_http  all tools  required

Environment
  ALGEN_TOOLS_POSTGRES_DSN
  OPENAI_API_KEY

Storage
  ledger                     sqlite
  artifacts                  none
  runtime's tool executions  memory
  runtime's artifacts        memory
";
        assert_eq!(overview(&inventory(), &Style::default()), expected);
    }

    #[test]
    fn long_and_hostile_names_are_folded_and_written_out() {
        let mut inventory = inventory();
        inventory.plugins.clear();
        inventory.agents.clear();
        inventory.providers.clear();
        inventory.mcp_servers.clear();
        let mut tool = inventory.tools.remove(0);
        tool.source = "manifest".to_owned();
        tool.callable = true;
        tool.name = "very.long_name_of_a_tool_that_somebody_wrote_by_hand".to_owned();
        tool.required_permissions = vec!["a.read".to_owned(), "evil\u{1b}[2J".to_owned()];
        inventory.tools = vec![tool];
        inventory.environment = vec!["A\u{202e}B".to_owned(), "::stop-commands::x".to_owned()];
        let text = overview(&inventory, &Style::default());
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{text}");
        assert_eq!(text.find(['\u{1b}', '\u{202e}']), None);
        let commands = text
            .lines()
            .filter(|line| line.trim_start().starts_with("::"));
        assert_eq!(commands.count(), 0, "{text}");
        let variables = "\nEnvironment\n  A\\u{202e}B\n  \\u{3a}:stop-commands::x\n";
        assert!(text.contains(variables), "{text}");
    }
}
