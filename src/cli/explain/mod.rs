//! `algen explain NAME`: a topic, rule, connector, tool, permission, preset or exit code in prose.
//! What the program knows comes first; of a project only tools and permissions are its own.

mod call_rules;
mod connectors;
mod topics;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use algen_connectors::{ALL, Connector};
use algen_core::check::RULES;
use algen_core::config::Decoder;
use algen_core::config::agent::{AgentDefinition, AgentFile};
use algen_core::diagnostics::closest::closest;
use algen_core::governance::{Preset, overlay_tools};
use algen_core::model::SideEffect;
use algen_core::registry::inventory::{self, Inventory, ToolEntry};
use algen_core::registry::resolve::{Declarations, resolve};
use algen_core::source::{Sources, Spanned};

use super::arguments::ExplainArguments;
use super::project::{self, LoadedProject, NoFiles};
use super::request::Request;
use super::{Program, give};
use crate::exit::Exit;
use crate::render::describe;
use crate::render::style::Style;
use crate::render::visible::visible;

/// Explains one name, or says what can be explained.
pub(crate) fn run(arguments: &ExplainArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let Some(name) = &arguments.name else {
        return give(ui, &overview(), Exit::Done);
    };
    if let Some(page) = written_page(name) {
        return give(ui, &page, Exit::Done);
    }
    let style = ui.stdout_style();
    let known = known();
    let page = tool_or_permission(name, &known, &style);
    if let Some(page) = page.or_else(|| connectors::page(name, program, &known)) {
        return give(ui, &page, Exit::Done);
    }
    let project = of_project(arguments, program);
    let page = project
        .as_ref()
        .and_then(|project| tool_or_permission(name, project, &style));
    if let Some(page) = page {
        return give(ui, &page, Exit::Done);
    }
    let mut names = names_with(&known, program.connectors());
    names.extend(project.iter().flat_map(of_tools));
    let nearest = closest(name, names.iter().map(|(name, _)| name.as_str()));
    let hint = match nearest {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None => String::new(),
    };
    ui.complain(&format!(
        "error: nothing here is called `{}`{hint}\n`algen explain` lists what there is.",
        visible(name)
    ));
    Exit::NotRun
}

/// Returns the page without a name.
fn overview() -> String {
    let mut page = String::from("algen explain NAME explains\n\n");
    // Writing to a String cannot fail.
    let _ = writeln!(page, "  topics        {}", listed(topics::names()));
    let presets = Preset::ALL.iter().map(|preset| preset.name);
    let _ = writeln!(page, "  presets       {}", listed(presets));
    let connectors = ALL.iter().map(|each| each.plugin.connector.name);
    let _ = writeln!(page, "  connectors    {}", listed(connectors));
    page.push_str(
        "  rules         as `algen check` and `algen why` print them in brackets\n  \
         tools         those of this program and of the project, as toolkit.action\n  \
         permissions   as reports.read\n  \
         exit codes    as 4\n",
    );
    page
}

/// Returns words in lines that fit beside their title.
fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    const WIDTH: usize = 64;
    let mut lines = vec![String::new()];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 2 + word.len() <= WIDTH => {
                line.push_str(", ");
                line.push_str(word);
            }
            Some(line) => {
                line.push(',');
                lines.push(word.to_owned());
            }
            None => {}
        }
    }
    lines.join("\n                ")
}

/// Returns what the project at hand declares; `None` where there is none, or it cannot be read.
fn of_project(arguments: &ExplainArguments, program: &Program) -> Option<Inventory> {
    let project = &arguments.project;
    let request = Request::of_files(
        &project.config,
        project.deployment.as_deref(),
        program.extra,
    );
    let request = request.ok().filter(Request::is_of_files)?;
    let sources = Sources::default();
    Some(project::load(&sources, request, |project, _| {
        declared(&project)
    }))
}

/// Returns what a project declares.
pub(crate) fn declared(project: &LoadedProject<'_>) -> Inventory {
    let (registry, agents) = (&project.registry, project.agents);
    inventory::collect(registry, agents, project.deployment, &BTreeSet::new())
}

/// Returns the page of a name that belongs to no tool and no project.
fn written_page(name: &str) -> Option<String> {
    if let Some(rule) = RULES.iter().find(|rule| rule.name == name) {
        return Some(format!(
            "{} ({} {})\n\n{}\n\n{}\n",
            rule.name,
            rule.severity.word(),
            rule.code.word(),
            rule.summary,
            rule.page.trim(),
        ));
    }
    code_page(name)
        .or_else(|| topics::page(name))
        .or_else(|| call_rules::page(name))
        .or_else(|| Preset::from_word(name).map(|preset| preset_page(&preset)))
}

/// Returns the page of a tool or permission of an inventory.
fn tool_or_permission(name: &str, inventory: &Inventory, style: &Style) -> Option<String> {
    let mut tools = inventory.tools.iter();
    match tools.find(|tool| tool.name == name) {
        Some(tool) => Some(describe::tool(inventory, tool, style)),
        None => permission_page(name, &inventory.tools),
    }
}

/// Returns every name of this program that has a page, each with what it is in a few words, where
/// that is known.
pub(crate) fn names(connectors: impl Iterator<Item = &'static Connector>) -> Vec<(String, String)> {
    names_with(&known(), connectors)
}

fn names_with(
    known: &Inventory,
    connectors: impl Iterator<Item = &'static Connector>,
) -> Vec<(String, String)> {
    let named = |name: &str, about: &str| (name.to_owned(), about.to_owned());
    let rules = RULES.iter();
    let codes: BTreeSet<&str> = rules.clone().map(|rule| rule.code.word()).collect();
    let mut names: Vec<_> = rules.map(|rule| named(rule.name, rule.summary)).collect();
    let presets = Preset::ALL.iter().map(|preset| preset.name);
    let words = topics::names().chain(call_rules::names()).chain(presets);
    names.extend(words.chain(codes).map(|word| named(word, "")));
    let connectors = connectors.map(|each| each.plugin.connector);
    names.extend(connectors.map(|each| named(each.name, each.summary)));
    names.extend(of_tools(known));
    names
}

/// Returns the names of the tools of an inventory, and of the permissions that they need.
pub(crate) fn of_tools(inventory: &Inventory) -> Vec<(String, String)> {
    let tools = inventory.tools.iter();
    let permissions = tools.clone().flat_map(|tool| &tool.required_permissions);
    let permissions: BTreeSet<&String> = permissions.collect();
    let permissions = permissions.into_iter();
    tools
        .map(|tool| (tool.name.clone(), tool.description.clone()))
        .chain(permissions.map(|permission| (permission.clone(), String::new())))
        .collect()
}

/// Returns everything that this program knows without a project: what a file that declares every
/// built-in plugin would have.
fn known() -> Inventory {
    let sources = Sources::default();
    let mut unheard = Decoder::new(&sources);
    let plugins = ALL
        .iter()
        .map(|plugin| Spanned::implied(plugin.reference.to_owned()));
    let agents = AgentFile {
        agents: vec![AgentDefinition {
            domain_plugins: plugins.collect(),
            ..AgentDefinition::default()
        }],
        ..AgentFile::default()
    };
    let declarations = Declarations {
        sources: &sources,
        agents: &agents,
        deployment: None,
        deployment_is_lost: false,
        files: &NoFiles,
        deployment_folder: "",
        python_roots: &[],
        built_in: &ALL.iter().map(|each| &each.plugin).collect::<Vec<_>>(),
        overlay_tools: overlay_tools::tools,
    };
    let registry = resolve(&declarations, &mut unheard);
    let mut inventory = inventory::collect(&registry, &agents, None, &BTreeSet::new());
    inventory.agents.clear();
    inventory
}

/// Returns the page of a code of findings, which lists its rules.
fn code_page(name: &str) -> Option<String> {
    let rules: Vec<&str> = RULES
        .iter()
        .filter(|rule| rule.code.word() == name)
        .map(|rule| rule.name)
        .collect();
    (!rules.is_empty()).then(|| {
        format!(
            "{name}\n\nA code of findings. These rules report it:\n\n  {}\n",
            rules.join("\n  ")
        )
    })
}

fn preset_page(preset: &Preset) -> String {
    let permission = match preset.permission {
        Some(word) => format!("<toolkit>.{word}"),
        None => "none".to_owned(),
    };
    let asks = if preset.approval {
        "the tool itself, before every call, unless it says `approval: false`"
    } else if preset.side_effect > SideEffect::Read {
        "where the agent's approval policy says so"
    } else {
        "no"
    };
    let attempts = match preset.attempts {
        1 => "1".to_owned(),
        attempts => format!("{attempts}, for transient errors only"),
    };
    format!(
        "preset {}\n\nGovernance that tools take as a whole.\n\n  \
         side effect   {}\n  permission    {permission}\n  idempotency   {}\n  \
         attempts      {attempts}\n  timeout       {} s\n  asks          {asks}\n",
        preset.name,
        preset.side_effect.word(),
        preset.idempotency.word(),
        preset.timeout_seconds,
    )
}

fn permission_page(name: &str, tools: &[ToolEntry]) -> Option<String> {
    let needs = |tool: &&ToolEntry| {
        let variants = tool.variants.iter();
        let of_variants = variants.flat_map(|variant| &variant.required_permissions);
        let mut needed = tool.required_permissions.iter().chain(of_variants);
        needed.any(|permission| permission == name)
    };
    let users: Vec<&str> = tools
        .iter()
        .filter(needs)
        .map(|tool| tool.name.as_str())
        .collect();
    (!users.is_empty()).then(|| {
        format!(
            "permission {name}\n\nAn agent is granted it by an entry of `tool_permissions` in \
             agent.yaml. These tools need it:\n\n  {}\n",
            users.join("\n  ")
        )
    })
}
