//! `algen explain NAME`: a rule, tool, permission, preset, finding or topic in prose.

mod call_rules;
mod topics;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use algen_connectors::ALL;
use algen_core::check::RULES;
use algen_core::config::Decoder;
use algen_core::config::agent::{AgentDefinition, AgentFile};
use algen_core::diagnostics::closest::closest;
use algen_core::governance::{Preset, overlay_tools};
use algen_core::model::SideEffect;
use algen_core::registry::inventory::{self, Inventory, ToolEntry};
use algen_core::registry::resolve::{Declarations, resolve};
use algen_core::source::{Sources, Spanned};

use super::give;
use super::project::NoFiles;
use crate::exit::Exit;
use crate::render::describe;
use crate::ui::Ui;

/// Explains one name.
pub(crate) fn run(name: &str, ui: &Ui) -> Exit {
    match page(name, ui) {
        Ok(page) => give(ui, &page, Exit::Done),
        Err(message) => {
            ui.complain(&message);
            Exit::NotRun
        }
    }
}

/// Returns the page of a name, or why there is none.
fn page(name: &str, ui: &Ui) -> Result<String, String> {
    if let Some(rule) = RULES.iter().find(|rule| rule.name == name) {
        return Ok(format!(
            "{} ({} {})\n\n{}\n\n{}\n",
            rule.name,
            rule.severity.word(),
            rule.code.word(),
            rule.summary,
            rule.page.trim(),
        ));
    }
    if let Some(page) = code_page(name) {
        return Ok(page);
    }
    if let Some(page) = topics::page(name).or_else(|| call_rules::page(name)) {
        return Ok(page);
    }
    if let Some(preset) = Preset::from_word(name) {
        return Ok(preset_page(&preset));
    }
    let known = known();
    if let Some(tool) = known.tools.iter().find(|tool| tool.name == name) {
        return Ok(describe::tool(&known, tool, &ui.stdout_style()));
    }
    if let Some(page) = permission_page(name, &known.tools) {
        return Ok(page);
    }
    let names = names_with(&known);
    let nearest = closest(name, names.iter().map(|(name, _)| name.as_str()));
    let mut message = format!("error: nothing here is called `{name}`");
    if let Some(nearest) = nearest {
        // Writing to a String cannot fail.
        let _ = write!(message, "; did you mean `{nearest}`?");
    }
    let topics: Vec<&str> = topics::names().collect();
    let _ = write!(
        message,
        "\nNames are rules (as `algen check` and `algen why` print them), tools, permissions, presets and topics: {}.",
        topics.join(", ")
    );
    Err(message)
}

/// Returns every name that has a page, each with what it is in a few words, where that is known.
pub(crate) fn names() -> Vec<(String, String)> {
    let mut names = names_with(&known());
    let codes: BTreeSet<&str> = RULES.iter().map(|rule| rule.code.word()).collect();
    names.extend(
        codes
            .into_iter()
            .map(|code| (code.to_owned(), String::new())),
    );
    names
}

/// Returns the names that can be meant by one that has no page.
fn names_with(known: &Inventory) -> Vec<(String, String)> {
    let plain = |name: &str| (name.to_owned(), String::new());
    let rules = RULES.iter();
    let mut names: Vec<_> = rules
        .map(|rule| (rule.name.to_owned(), rule.summary.to_owned()))
        .collect();
    names.extend(topics::names().chain(call_rules::names()).map(plain));
    names.extend(Preset::ALL.iter().map(|preset| plain(preset.name)));
    let tools = known.tools.iter();
    names.extend(tools.map(|tool| (tool.name.clone(), tool.description.clone())));
    let permissions = known
        .tools
        .iter()
        .flat_map(|tool| &tool.required_permissions);
    let permissions: BTreeSet<&String> = permissions.collect();
    names.extend(permissions.into_iter().map(|permission| plain(permission)));
    names
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
