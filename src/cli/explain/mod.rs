//! `algen explain NAME`: a rule, tool, permission, preset, finding or topic in prose.

mod topics;

use std::fmt::Write as _;

use algen_connectors::ALL;
use algen_core::check::RULES;
use algen_core::config::Decoder;
use algen_core::diagnostics::closest::closest;
use algen_core::governance::Preset;
use algen_core::registry::core_tools::core_tools;
use algen_core::registry::{Maturity, ToolSpec};
use algen_core::source::Sources;

use crate::exit::Exit;
use crate::render::describe::signature;
use crate::ui::Ui;

/// Every tool of this program, with what it comes from and how far that is.
struct Known {
    tool: ToolSpec,
    plugin: &'static str,
    callable: bool,
}

/// Explains one name.
pub(crate) fn run(name: &str, ui: &mut Ui) -> Exit {
    match page(name) {
        Ok(page) => ui.data(&page, Exit::Done),
        Err(message) => {
            ui.talk(&message);
            Exit::CouldNotRun
        }
    }
}

/// Returns the page of a name, or why there is none.
fn page(name: &str) -> Result<String, String> {
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
    if let Some(topic) = topics::page(name) {
        return Ok(topic);
    }
    if let Some(preset) = Preset::from_word(name) {
        return Ok(preset_page(&preset));
    }
    let known = known_tools();
    if let Some(known) = known.iter().find(|known| known.tool.name == name) {
        return Ok(signature::page(&known.tool, known.plugin, known.callable));
    }
    if let Some(page) = permission_page(name, &known) {
        return Ok(page);
    }
    let rules = RULES.iter().map(|rule| rule.name);
    let presets = Preset::ALL.iter().map(|preset| preset.name);
    let tools = known.iter().map(|known| known.tool.name.as_str());
    let permissions = known.iter().flat_map(|known| &known.tool.permissions);
    let names = rules
        .chain(topics::names())
        .chain(presets)
        .chain(tools)
        .chain(permissions.map(String::as_str));
    let nearest = closest(name, names);
    let mut message = format!("error: nothing here is called `{name}`");
    if let Some(nearest) = nearest {
        // Writing to a String cannot fail.
        let _ = write!(message, "; did you mean `{nearest}`?");
    }
    let topics: Vec<&str> = topics::names().collect();
    let _ = write!(
        message,
        "\nNames are rules (as `algen check` prints them), tools, permissions, presets and topics: {}.",
        topics.join(", ")
    );
    Err(message)
}

/// Returns the built-in tools and those of the Python runtime's own loop.
fn known_tools() -> Vec<Known> {
    let sources = Sources::default();
    let built_in = ALL.iter().flat_map(|plugin| {
        let mut unheard = Decoder::new(&sources);
        let toolkit = (plugin.connector.contract)(plugin.connector.name, None, &mut unheard);
        let callable = plugin.connector.maturity != Maturity::Contract;
        toolkit.tools.into_iter().map(move |tool| Known {
            tool,
            plugin: plugin.reference,
            callable,
        })
    });
    let core = core_tools().into_iter().map(|tool| Known {
        tool,
        plugin: "runtime",
        callable: false,
    });
    built_in.chain(core).collect()
}

fn preset_page(preset: &Preset) -> String {
    let permission = match preset.permission {
        Some(word) => format!("<toolkit>.{word}"),
        None => "none".to_owned(),
    };
    let asks = if preset.approval {
        "the tool itself, before every call, unless it says `approval: false`"
    } else if preset.side_effect > algen_core::model::SideEffect::Read {
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

fn permission_page(name: &str, known: &[Known]) -> Option<String> {
    let mut users: Vec<&str> = known
        .iter()
        .filter(|known| {
            let variants = known.tool.variants.iter();
            let of_variants = variants.flat_map(|variant| &variant.permissions);
            let mut needed = known.tool.permissions.iter().chain(of_variants);
            needed.any(|permission| permission == name)
        })
        .map(|known| known.tool.name.as_str())
        .collect();
    users.sort_unstable();
    users.dedup();
    (!users.is_empty()).then(|| {
        format!(
            "permission {name}\n\nAn agent is granted it by an entry of `tool_permissions` in \
             agent.yaml. These tools need it:\n\n  {}\n",
            users.join("\n  ")
        )
    })
}
