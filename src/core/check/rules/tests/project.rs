//! Projects in memory: files that are completed to ones that load, and a few plugins.

use std::collections::BTreeMap;
use std::rc::Rc;

use schemars::Schema;
use serde_json::json;

use crate::check::{Project, check};
use crate::config::agent::{AgentFile, cross_check};
use crate::config::deployment::Deployment;
use crate::config::load::{self, ConfigText};
use crate::config::overlay::Overlay;
use crate::config::{Decoder, Setting};
use crate::diagnostics::{Diagnostic, apply_fixes};
use crate::governance::{Preset, overlay_tools};
use crate::registry::resolve::{Declarations, resolve};
use crate::registry::{ConnectorSpec, Maturity, PluginSpec, ToolSpec, Toolkit, Variant};
use crate::source::yaml::compose;
use crate::source::{Entry, FileError, Files, Node, Origin, Sources, Value};

/// What every agent has unless a test says otherwise.
const AGENT: &str = "
name: assistant
version: 1.0.0
description: Helps.
system_instructions: Help.
default_model: {name: main, provider: local, model: small}
";

/// What every file has unless a test says otherwise.
const FILE: &str = "providers: {local: {type: mock, default_model: small}}";

fn tool(preset: Preset, toolkit: &str, action: &str, capability: &str) -> ToolSpec {
    let schema = json!({"type": "object"});
    let mut tool = preset.tool(toolkit, action, "A tool.", schema.clone(), schema);
    tool.policy_capabilities = vec![capability.to_owned()];
    tool
}

fn contract(toolkit: &str, kind: &str) -> Toolkit {
    let tool = |preset, action, capability| tool(preset, toolkit, action, capability);
    let tools = match kind {
        "sample" => vec![tool(Preset::READ, "echo", "network.read")],
        "gmail" => vec![
            tool(Preset::READ, "list_messages", "email.read"),
            tool(Preset::EXTERNAL, "send_email", "email.send"),
        ],
        "postgres" => vec![
            tool(Preset::READ, "list_tables", "database.read"),
            tool(Preset::READ, "describe_table", "database.read"),
            tool(
                Preset::DESTRUCTIVE.asking(false),
                "drop_table",
                "database.write",
            ),
        ],
        "process" => vec![tool(Preset::EXTERNAL, "execute_command", "process.execute")],
        "git" => {
            let mut git = tool(Preset::ONCE, "git", "git.read");
            git.variants = vec![Variant {
                argument: "operation".to_owned(),
                values: vec!["commit".to_owned()],
                side_effect: Preset::WRITE.side_effect,
                idempotency: Preset::WRITE.idempotency,
                permissions: vec![format!("{toolkit}.write")],
                policy_capabilities: vec!["git.write".to_owned()],
                requires: None,
            }];
            vec![git]
        }
        _ => vec![tool(Preset::EXTERNAL, "send_email", "email.send")],
    };
    Toolkit {
        tools,
        egress: Vec::new(),
    }
}

macro_rules! plugins {
    ($($prefix:literal $name:literal),*) => {
        &[$(PluginSpec {
            reference: concat!($prefix, ".", $name),
            class_reference: None,
            version: "1.0.0",
            publisher: "algen",
            connector: &ConnectorSpec {
                name: $name,
                summary: "A connector.",
                maturity: Maturity::Contract,
                egress: &[],
                programs: &[],
                default_tools: &[],
                settings: Vec::new,
                schema: |_| Schema::default(),
                contract: |toolkit, _, _| contract(toolkit, $name),
            },
        }),*]
    };
}

static PLUGINS: &[PluginSpec] = plugins!(
    "algen_agent_tools" "sample",
    "algen_agent_tools" "gmail",
    "algen_agent_tools" "postgres",
    "algen_agent_tools" "smtp",
    "algen" "process",
    "algen" "git"
);

/// Files by path.
struct InMemory<'a>(BTreeMap<&'a str, &'a str>);

impl Files for InMemory<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let path = path.trim_start_matches("./");
        let text = self.0.get(path).ok_or(FileError::Missing)?;
        Ok(text.as_bytes().to_vec())
    }

    fn exists(&self, path: &str) -> bool {
        self.read(path).is_ok()
    }

    fn display(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// The texts of a project.
#[derive(Default, Clone, Debug)]
pub(super) struct Texts<'a> {
    /// `agent.yaml`, completed where it lacks what every file has.
    pub(super) agents: &'a str,
    /// `algen.yaml`.
    pub(super) deployment: Option<&'a str>,
    /// `tracker.overlay.yaml`.
    pub(super) overlay: Option<&'a str>,
}

/// Adds the keys that a mapping does not have.
fn completed<'a>(node: &Node<'a>, defaults: &Node<'a>) -> Node<'a> {
    let mut entries: Vec<Entry<'a>> = node.entries().unwrap_or_default().to_vec();
    for entry in defaults.entries().unwrap_or_default() {
        if node.get(entry.key.as_str().unwrap()).is_none() {
            entries.push(entry.clone());
        }
    }
    Node::new(node.span, Value::Mapping(entries.into()))
}

/// Completes a file's text to one that loads.
fn completed_file<'a>(sources: &'a Sources, text: &str) -> Node<'a> {
    let tree =
        |name: &str, text: &str| compose(sources.add(name, Origin::Project, text.to_owned())).root;
    let root = tree("agent.yaml", text);
    let agent = tree("agent defaults", AGENT).unwrap();
    let file = tree("file defaults", FILE).unwrap();
    let Some(root) = root else { return file };
    let mut file = completed(&root, &file);
    if let Value::Mapping(entries) = &mut file.value {
        for entry in Rc::make_mut(entries) {
            let Some(items) = entry.value.items() else {
                continue;
            };
            if entry.key.as_str() == Some("agents") {
                let agents = items.iter().map(|item| completed(item, &agent)).collect();
                entry.value.value = Value::Sequence(agents);
            }
        }
    }
    file
}

/// What a project's check says.
pub(super) struct Checked {
    /// The findings of reading, then those of rules.
    pub(super) findings: Vec<Diagnostic>,
    /// The text that each finding underlines, label by label.
    pub(super) underlined: Vec<Vec<String>>,
    /// The text of `agent.yaml` after every unambiguous fix, where there is one.
    pub(super) fixed: Option<String>,
}

/// Checks a project.
pub(super) fn check_texts(texts: &Texts<'_>) -> Checked {
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources);
    let root = completed_file(&sources, texts.agents);
    let agents = AgentFile::decode_document(Some(&root), &mut decoder);
    cross_check(&agents, &mut decoder);
    let deployment = texts.deployment.map(|text| {
        let source = sources.add("algen.yaml", Origin::Project, text.to_owned());
        let (root, _) = load::tree(source, &mut decoder);
        Deployment::decode_document(root.as_ref(), &mut decoder)
    });
    let files = texts.overlay.map(|text| ("tracker.overlay.yaml", text));
    let files = InMemory(files.into_iter().collect());
    let declarations = Declarations {
        sources: &sources,
        agents: &agents,
        deployment: deployment.as_ref(),
        deployment_is_lost: false,
        files: &files,
        deployment_folder: "",
        python_roots: &[],
        built_in: &PLUGINS.iter().collect::<Vec<_>>(),
        overlay_tools: overlay_tools::tools,
    };
    let registry = resolve(&declarations, &mut decoder);
    registry.report_unused(&mut decoder);
    let mut findings = std::mem::take(&mut decoder.diagnostics);
    findings.extend(check(&Project {
        sources: &sources,
        agents: &agents,
        deployment: deployment.as_ref(),
        registry: &registry,
        max_tool_tokens: None,
        holds_contract: false,
    }));
    let underlined = |finding: &Diagnostic| {
        let labels = finding.labels.iter();
        labels
            .map(|label| sources.slice(label.span).to_owned())
            .collect()
    };
    let source = sources.get(root.span.source).unwrap();
    Checked {
        underlined: findings.iter().map(underlined).collect(),
        fixed: apply_fixes(source, &findings).map(|fixed| fixed.text),
        findings,
    }
}

/// Returns the findings of reading one text as it is.
pub(super) fn findings_of_reading(text: &str) -> Vec<Diagnostic> {
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources);
    let content = ConfigText {
        name: "file.yaml".to_owned(),
        origin: Origin::Project,
        content: Ok(text.as_bytes().to_vec()),
    };
    let first = text.split(':').next().unwrap_or_default();
    match first {
        "algen" => {
            load::load_deployment(&sources, content, &mut decoder);
        }
        "name" => {
            let source = load::read(&sources, content, &mut decoder).unwrap();
            let (root, _) = load::tree(source, &mut decoder);
            Overlay::decode(&root.unwrap(), &mut decoder).unwrap();
        }
        _ => {
            load::load_agents(&sources, vec![content], &[], &mut decoder);
        }
    }
    decoder.diagnostics
}
