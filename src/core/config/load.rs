//! From texts and variables to configuration.
//!
//! Files are laid over each other from left to right, then the variables of the form
//! `ALGEN_AGENT_RUNTIME__SECTION__KEY=value` on top: mappings merge key by key, lists and single
//! values are replaced. A value is JSON where it can be read as JSON, text otherwise.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::agent::{AgentFile, cross_check};
use super::decode::Decoder;
use super::deployment::Deployment;
use super::reference::{Reference, ReferenceScheme};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::decode::{DecodeProblem, decode};
use crate::source::merge::merge;
use crate::source::yaml::{Problem, ProblemKind, compose};
use crate::source::{Entry, FileError, Node, Origin, Source, Sources, Value, json};

/// What variables that overlay the agent file start with.
pub const OVERLAY_PREFIX: &str = "ALGEN_AGENT_RUNTIME__";

/// A configuration text before it is read.
pub struct ConfigText {
    /// The name to show.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its bytes, or why there are none.
    pub content: Result<Vec<u8>, FileError>,
}

/// The merged agent file.
pub struct LoadedAgents {
    /// Every section, with defaults.
    pub file: AgentFile,
    /// The variables that `env://` references anywhere in it name.
    pub variables: BTreeSet<String>,
    /// Whether every text could be composed; where not, `file` lacks what they say.
    pub complete: bool,
}

/// Reads, merges and decodes the agent file.
pub fn load_agents<'a>(
    sources: &'a Sources,
    texts: Vec<ConfigText>,
    variables: &[(String, String)],
    decoder: &mut Decoder<'a>,
) -> LoadedAgents {
    let mut complete = true;
    let mut merged: Option<Node<'a>> = None;
    for text in texts {
        let Some(source) = read(sources, text, decoder) else {
            complete = false;
            continue;
        };
        let (root, composed) = tree(source, decoder);
        complete &= composed;
        if composed && root.as_ref().is_none_or(Node::is_falsy) {
            decoder.diagnostics.push(
                Diagnostic::new(
                    "empty-file",
                    Code::Configuration,
                    Severity::Warning,
                    "the file says nothing",
                )
                .at(source.whole().at_start(), "nothing here")
                .help("It declares no agent; is it the right file?"),
            );
            continue;
        }
        if let Some(root) = root {
            if let Some(problem) = not_an_agent_file(&root) {
                decoder.diagnostics.push(problem);
                complete = false;
                continue;
            }
            merged = Some(match merged {
                Some(below) => merge(&below, &root),
                None => root,
            });
        }
    }
    let overlay = variable_overlay(sources, variables, decoder);
    if let Some(overlay) = overlay {
        merged = Some(match merged {
            Some(below) => merge(&below, &overlay),
            None => overlay,
        });
    }
    let mut referenced = BTreeSet::new();
    if let Some(root) = &merged {
        collect_variables(root, &mut referenced);
    }
    let file = AgentFile::decode_document(merged.as_ref(), decoder);
    cross_check(&file, decoder);
    LoadedAgents {
        file,
        variables: referenced,
        complete,
    }
}

/// Says why a root cannot be that of an agent file: it is no mapping, or plainly another file.
fn not_an_agent_file(root: &Node<'_>) -> Option<Diagnostic> {
    let problem =
        |rule, message| Diagnostic::new(rule, Code::Configuration, Severity::Error, message);
    if root.entries().is_none() {
        let found = root.kind();
        let message = format!("the file takes a mapping, found {found}");
        return Some(problem("wrong-type", message).at(root.span, format!("this is {found}")));
    }
    let key = |name: &str| root.entry(name).map(|entry| entry.key.span);
    if key("agents").is_some() {
        return None;
    }
    let (what, place) = match (key("algen"), key("server"), key("tools")) {
        (Some(place), _, _) => ("a deployment", place),
        (None, Some(place), Some(_)) => ("an overlay", place),
        _ => return None,
    };
    let message = format!("this is {what}, not an agent file");
    Some(problem("wrong-file", message).at(place, "").help(
        "Name the agent file: what lies beside it is checked with it. Another deployment is named \
         with --deployment.",
    ))
}

/// A deployment and what it refers to.
pub struct LoadedDeployment<'a> {
    /// Every section, with defaults.
    pub deployment: Deployment<'a>,
    /// The variables that `env://` references anywhere in it name.
    pub variables: BTreeSet<String>,
}

/// Reads and decodes `algen.yaml`; `None` where it cannot be composed.
pub fn load_deployment<'a>(
    sources: &'a Sources,
    text: ConfigText,
    decoder: &mut Decoder<'a>,
) -> Option<LoadedDeployment<'a>> {
    let source = read(sources, text, decoder)?;
    let (root, whole) = tree(source, decoder);
    if !whole {
        return None;
    }
    let mut variables = BTreeSet::new();
    if let Some(root) = &root {
        collect_variables(root, &mut variables);
    }
    Some(LoadedDeployment {
        deployment: Deployment::decode_document(root.as_ref(), decoder),
        variables,
    })
}

/// Makes a source of a text; problems are reported.
pub fn read<'a>(
    sources: &'a Sources,
    text: ConfigText,
    decoder: &mut Decoder<'_>,
) -> Option<&'a Source> {
    let unreadable = |message: String| {
        Diagnostic::new(
            "unreadable-file",
            Code::Configuration,
            Severity::Error,
            message,
        )
    };
    let bytes = match text.content {
        Ok(bytes) => bytes,
        Err(error) => {
            decoder
                .diagnostics
                .push(unreadable(format!("cannot read the file: {error}")).in_file(text.name));
            return None;
        }
    };
    let decoded = decode(bytes);
    let source = sources.add(text.name, text.origin, decoded.text);
    let Some(problem) = decoded.problem else {
        return Some(source);
    };
    let (message, help) = match problem {
        DecodeProblem::NotUtf8 => (
            "the file is not UTF-8 from here on",
            "Save it as UTF-8, for example with `iconv -f latin1 -t utf-8`.",
        ),
        DecodeProblem::WideEncoding => (
            "the file is UTF-16 or UTF-32",
            "Save it as UTF-8, for example with `iconv -f utf-16 -t utf-8`.",
        ),
        DecodeProblem::Nul => (
            "the file has a NUL character here",
            "Remove it; YAML has no place for it.",
        ),
    };
    let mut diagnostic = unreadable(message.to_owned())
        .at(source.whole().at_end(), "the first wrong byte")
        .help(help);
    diagnostic.rule = "wrong-encoding";
    decoder.diagnostics.push(diagnostic);
    None
}

/// Composes a source; the flag says whether the tree is what was meant.
///
/// After a key that is given twice the last one counts, as for the Python runtime, and reading goes
/// on. Any other problem leaves a hole in the tree: findings about it would only repeat the first.
pub fn tree<'a>(source: &'a Source, decoder: &mut Decoder<'_>) -> (Option<Node<'a>>, bool) {
    let composed = compose(source);
    let mut problems = composed.problems.iter();
    let whole = problems.all(|problem| matches!(problem.kind, ProblemKind::DuplicateKey { .. }));
    for problem in &composed.problems {
        decoder.diagnostics.push(finding(problem));
    }
    (composed.root.filter(|_| whole), whole)
}

/// Turns a problem of composing into a finding.
fn finding(problem: &Problem) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(
        rule(&problem.kind),
        Code::Configuration,
        Severity::Error,
        problem.kind.to_string(),
    )
    .at(problem.span, "");
    if let Some(related) = problem.related {
        diagnostic = diagnostic.at(related, problem.kind.related_label());
    }
    diagnostic.help = problem.kind.help().map(str::to_owned);
    diagnostic
}

/// Returns the rule that a problem of composing belongs to.
fn rule(kind: &ProblemKind) -> &'static str {
    match kind {
        ProblemKind::SecondDocument => "multiple-documents",
        ProblemKind::DuplicateKey { .. } => "duplicate-key",
        ProblemKind::UnknownTag { .. } => "unknown-tag",
        ProblemKind::TooDeep(_)
        | ProblemKind::TooManyNodes(_)
        | ProblemKind::TooManyAliasedNodes(_)
        | ProblemKind::TooMuchAliasedText(_)
        | ProblemKind::TooManyAnchors(_)
        | ProblemKind::More(_) => "yaml-limit",
        ProblemKind::Syntax(_)
        | ProblemKind::ControlCharacter
        | ProblemKind::UndefinedAlias { .. }
        | ProblemKind::AliasLoop
        | ProblemKind::DuplicateAnchor { .. }
        | ProblemKind::TagValue { .. }
        | ProblemKind::CollectionKey(_)
        | ProblemKind::MergeValue(_)
        | ProblemKind::ReservedValue(_)
        | ProblemKind::NumberWithoutDigits
        | ProblemKind::NumberTooLong(_)
        | ProblemKind::ImpossibleDate => "yaml-syntax",
    }
}

/// Builds the tree that the variables describe.
fn variable_overlay<'a>(
    sources: &'a Sources,
    variables: &[(String, String)],
    decoder: &mut Decoder<'_>,
) -> Option<Node<'a>> {
    let mut sorted: Vec<&(String, String)> = variables
        .iter()
        .filter(|(name, _)| name.starts_with(OVERLAY_PREFIX))
        .collect();
    sorted.sort();
    let mut overlay: Option<Node<'a>> = None;
    for (name, value) in sorted {
        let path = name
            .strip_prefix(OVERLAY_PREFIX)
            .unwrap_or_default()
            .to_ascii_lowercase();
        let keys: Vec<&str> = path.split("__").collect();
        let source = sources.add(name.clone(), Origin::Environment, value.clone());
        let clash = |message: &str| {
            Diagnostic::new(
                "environment-clash",
                Code::Configuration,
                Severity::Error,
                message,
            )
            .at(source.whole(), "")
            .name(name.clone())
        };
        if keys.iter().any(|key| key.is_empty()) {
            decoder
                .diagnostics
                .push(clash("the variable names no setting").help(format!(
                    "Write {OVERLAY_PREFIX}SECTION__KEY, with `__` between keys."
                )));
            continue;
        }
        let span = source.whole();
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.as_str().into());
        let leaf = json::to_node(&value, span);
        let branch = keys.iter().rev().fold(leaf, |below, key| {
            let key = Node::new(span, Value::OwnedString(Rc::from(*key)));
            let entries = Rc::new([Entry { key, value: below }]);
            Node::new(span, Value::Mapping(entries))
        });
        if let Some(overlay) = &overlay
            && let Some(blocked) = blocked_at(overlay, &branch)
        {
            decoder.diagnostics.push(
                clash("the variable sets a part of what another variable sets whole")
                    .at(blocked.span, "")
                    .help("Unset one of the two."),
            );
            continue;
        }
        overlay = Some(match overlay {
            Some(below) => merge(&below, &branch),
            None => branch,
        });
    }
    overlay
}

/// Returns the single value that lies where `branch` wants to go deeper.
fn blocked_at<'n, 'a>(tree: &'n Node<'a>, branch: &Node<'a>) -> Option<&'n Node<'a>> {
    let entry = branch.entries()?.first()?;
    let below = tree.get(entry.key.as_str()?)?;
    match (below.entries(), entry.value.entries()) {
        (Some(_), Some(_)) => blocked_at(below, &entry.value),
        (None, Some(_)) => Some(below),
        _ => None,
    }
}

/// Adds the variable of every `env://` text in the tree.
fn collect_variables(node: &Node<'_>, names: &mut BTreeSet<String>) {
    if let Some(text) = node.as_str() {
        if let Some(reference) = Reference::parse(text)
            && reference.scheme == ReferenceScheme::Environment
        {
            names.insert(reference.name);
        }
    } else if let Some(items) = node.items() {
        for item in items {
            collect_variables(item, names);
        }
    } else if let Some(entries) = node.entries() {
        for entry in entries {
            collect_variables(&entry.value, names);
        }
    }
}
