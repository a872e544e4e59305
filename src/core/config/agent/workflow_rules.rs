//! What the steps of a workflow demand: their kind's own fields, steps that exist, an order
//! without a circle, and texts that take only what came before.

use std::collections::HashMap;

use super::findings::{self, Unresolved};
use super::json_schema::check_schema;
use super::workflow::{Workflow, WorkflowNode, WorkflowNodeKind};
use crate::config::Decoder;
use crate::diagnostics::Label;
use crate::diagnostics::closest::closest;
use crate::source::{Node, Span, Spanned};

pub(super) fn check_node(step: &WorkflowNode, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    check_kind(step, node, decoder);
    check_schema("output_schema", node, decoder);
    if let Some(handler) = &step.handler
        && !handler.starts_with("tool:")
        && node.get("arguments").is_some_and(|arguments| {
            arguments
                .entries()
                .is_some_and(|entries| !entries.is_empty())
        })
    {
        let message = "`arguments` belong to a `tool:` handler, and this one is a hook";
        let help = "Write handler: tool:NAME, or remove the arguments.";
        findings::conflict(decoder, node, "arguments", message, help);
    }
    if step.output_schema.is_some() && step.output_schema_hook.is_some() {
        let message =
            "`output_schema` and `output_schema_hook` stand side by side; one of the two counts";
        let help = "Keep the one that is meant.";
        findings::conflict(decoder, node, "output_schema_hook", message, help);
    }
}

/// Reports the fields without which a step of its kind has nothing to do.
fn check_kind(step: &WorkflowNode, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    // A kind that is missing or in error has a default, which says nothing.
    let written = node.get("kind").and_then(Node::as_str);
    if written.and_then(WorkflowNodeKind::from_word).is_none() {
        return;
    }
    let needed: &[(&str, &str)] = match step.kind {
        WorkflowNodeKind::Agent => &[("agent", "an agent's name")],
        WorkflowNodeKind::MapAgent => &[
            ("agent", "an agent's name"),
            ("map_from", "the output that holds the list"),
        ],
        WorkflowNodeKind::Handler => &[("handler", "tool:NAME or a hook")],
        WorkflowNodeKind::Predicate => &[("condition", "{source: OUTPUT}")],
        WorkflowNodeKind::Approval => &[("approval", "{prompt: QUESTION}")],
        WorkflowNodeKind::Workflow => &[("workflow_name", "a workflow's name")],
        WorkflowNodeKind::Join => &[],
    };
    for (key, form) in needed {
        findings::require(decoder, node, key, "kind", form);
    }
}

pub(super) fn check_workflow(workflow: &Workflow, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    check_schema("input_schema", node, decoder);
    check_schema("output_schema", node, decoder);
    let ids = workflow.nodes.iter().map(|step| &step.id);
    findings::unique(ids, "nodes", "id", "workflow step", decoder);
    check_output(workflow, node, decoder);
    let graph = Graph::of(workflow, decoder);
    graph.check_order(decoder);
    graph.check_templates(decoder);
}

fn check_output(workflow: &Workflow, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let outputs = || workflow.nodes.iter().map(|step| &step.output_key);
    match &workflow.output_key {
        Some(key) if !outputs().any(|output| output.value == key.value) => {
            let unresolved = Unresolved {
                rule: "unknown-output",
                field: "output_key",
                noun: "step with the output",
                home: "nodes",
                otherwise: None,
            };
            unresolved.report(key, outputs().map(|output| output.value.as_str()), decoder);
        }
        None if workflow.output_schema.is_some() => {
            if findings::is_absent(node, "output_key") {
                let message = "`output_schema` needs `output_key`, which is not set";
                let span = node
                    .entry("output_schema")
                    .map_or(node.span, |entry| entry.key.span);
                let diagnostic =
                    decoder.report_below("output_key", "missing-key", span, message, "");
                diagnostic.help =
                    Some("Add output_key with the output of the last step.".to_owned());
            }
        }
        Some(_) | None => {}
    }
}

/// The steps and what each comes after, by index into the list.
struct Graph<'a> {
    workflow: &'a Workflow,
    /// For each step its dependencies, with the places they are written at.
    edges: Vec<Vec<(usize, Option<Span>)>>,
}

impl<'a> Graph<'a> {
    /// Resolves dependencies; reports those that no step has.
    fn of(workflow: &'a Workflow, decoder: &mut Decoder<'_>) -> Self {
        let mut indices: HashMap<&str, usize> = HashMap::with_capacity(workflow.nodes.len());
        for (index, step) in workflow.nodes.iter().enumerate() {
            indices.entry(&step.id.value).or_insert(index);
        }
        let mut edges = Vec::with_capacity(workflow.nodes.len());
        for (index, step) in workflow.nodes.iter().enumerate() {
            let mut before = Vec::with_capacity(step.depends_on.len());
            for (position, dependency) in step.depends_on.iter().enumerate() {
                if let Some(&target) = indices.get(dependency.value.as_str()) {
                    before.push((target, dependency.span));
                    continue;
                }
                let field = format!("nodes.{index}.depends_on.{position}");
                let unresolved = Unresolved {
                    rule: "unknown-step",
                    field: &field,
                    noun: "step",
                    home: "nodes",
                    otherwise: None,
                };
                let ids = workflow.nodes.iter().map(|step| step.id.value.as_str());
                unresolved.report(dependency, ids, decoder);
            }
            edges.push(before);
        }
        Self { workflow, edges }
    }

    fn step(&self, index: usize) -> Option<&'a WorkflowNode> {
        self.workflow.nodes.get(index)
    }

    fn before(&self, index: usize) -> &[(usize, Option<Span>)] {
        self.edges.get(index).map_or(&[], Vec::as_slice)
    }

    /// Reports one circle of steps that wait for each other, and steps that wait for themselves.
    fn check_order(&self, decoder: &mut Decoder<'_>) {
        let mut itself = false;
        for (index, before) in self.edges.iter().enumerate() {
            let own = before.iter().find(|(target, _)| *target == index);
            if let (Some((_, Some(span))), Some(step)) = (own, self.step(index)) {
                itself = true;
                let field = format!("nodes.{index}.depends_on");
                let message = format!("the workflow step `{}` depends on itself", step.id);
                decoder.report_below(&field, "workflow-cycle", *span, message, "its own name");
            }
        }
        if itself {
            return;
        }
        let circle = self.circle();
        let Some((&first, others)) = circle.split_first() else {
            return;
        };
        let names = circle.iter().chain(std::iter::once(&first));
        let names: Vec<String> = names
            .filter_map(|(index, _)| self.step(*index))
            .map(|step| format!("`{}`", step.id))
            .collect();
        let Some(span) = first.1 else { return };
        let message = format!(
            "these workflow steps wait for each other: {}",
            shortened(&names)
        );
        let field = format!("nodes.{}.depends_on", first.0);
        let diagnostic =
            decoder.report_below(&field, "workflow-cycle", span, message, "waits for it");
        let further = others.iter().filter_map(|(_, span)| *span);
        diagnostic
            .labels
            .extend(further.take(SHOWN_STEPS).map(|span| Label {
                span,
                text: "waits for it".to_owned(),
            }));
        diagnostic.help = Some("Remove one of these dependencies.".to_owned());
    }

    /// Finds steps of which each depends on the next and the last on the first, each with the
    /// place of that dependency; empty where there are none.
    fn circle(&self) -> Vec<(usize, Option<Span>)> {
        #[derive(Clone, Copy, PartialEq)]
        enum Visit {
            Not,
            Under,
            Done,
        }
        let mut visits = vec![Visit::Not; self.edges.len()];
        for start in 0..self.edges.len() {
            if visits.get(start) != Some(&Visit::Not) {
                continue;
            }
            // The path from `start`: a step and how many of its dependencies were followed.
            let mut path: Vec<(usize, usize)> = vec![(start, 0)];
            while let Some((index, followed)) = path.last_mut() {
                let index = *index;
                if let Some(visit) = visits.get_mut(index) {
                    *visit = Visit::Under;
                }
                let Some(&(next, _)) = self.before(index).get(*followed) else {
                    if let Some(visit) = visits.get_mut(index) {
                        *visit = Visit::Done;
                    }
                    path.pop();
                    continue;
                };
                *followed += 1;
                match visits.get(next) {
                    Some(Visit::Not) => path.push((next, 0)),
                    Some(Visit::Under) => {
                        let from = path.iter().position(|(step, _)| *step == next);
                        let circle = path.get(from.unwrap_or(0)..).unwrap_or_default();
                        return circle
                            .iter()
                            .map(|&(step, followed)| {
                                let edge = self.before(step).get(followed.saturating_sub(1));
                                (step, edge.and_then(|(_, span)| *span))
                            })
                            .collect();
                    }
                    Some(Visit::Done) | None => {}
                }
            }
        }
        Vec::new()
    }

    /// Reports placeholders of input templates that nothing before the step fills.
    fn check_templates(&self, decoder: &mut Decoder<'_>) {
        let schema = self.workflow.input_schema.as_ref();
        let inputs = schema
            .and_then(|schema| schema.0.get("properties"))
            .and_then(serde_json::Value::as_object);
        let mut producers: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, step) in self.workflow.nodes.iter().enumerate() {
            producers
                .entry(&step.output_key.value)
                .or_default()
                .push(index);
        }
        let mut search = Search {
            seen: vec![0; self.edges.len()],
            round: 0,
            left: FOLLOWED_DEPENDENCIES,
        };
        for (index, step) in self.workflow.nodes.iter().enumerate() {
            let Some(template) = &step.input_template else {
                continue;
            };
            for name in placeholders(template) {
                let head = name.split('.').next().unwrap_or(name);
                let mapped = step.kind == WorkflowNodeKind::MapAgent && head == "item";
                let given = INPUTS.contains(&head)
                    || inputs.is_some_and(|inputs| inputs.contains_key(head));
                if mapped || given {
                    continue;
                }
                let whole = name.strip_suffix(".output").unwrap_or(name);
                let makers = producers.get(whole).or_else(|| producers.get(head));
                let makers = makers.map_or(&[][..], Vec::as_slice);
                // A step that repeats may read what it made the time before.
                let repeats = step.max_iterations > 1 && makers.contains(&index);
                if !repeats && !search.reaches(self, index, makers) {
                    self.report_placeholder(index, template, head, !makers.is_empty(), decoder);
                }
            }
        }
        if search.left == 0
            && let Some(span) = self.workflow.name.span
        {
            let message = "the workflow has too many steps to check every template";
            let diagnostic = decoder.warn("workflow-template", span, message, "");
            diagnostic.help = Some(format!(
                "Templates were followed along {FOLLOWED_DEPENDENCIES} dependencies; \
                 split the workflow."
            ));
        }
    }

    fn report_placeholder(
        &self,
        index: usize,
        template: &Spanned<String>,
        name: &str,
        made_elsewhere: bool,
        decoder: &mut Decoder<'_>,
    ) {
        let (Some(span), Some(step)) = (template.span, self.step(index)) else {
            return;
        };
        let field = format!("nodes.{index}.input_template");
        let outputs = self
            .workflow
            .nodes
            .iter()
            .map(|step| step.output_key.value.as_str());
        let known = outputs.chain(INPUTS.iter().copied());
        let suggestion = if made_elsewhere {
            None
        } else {
            closest(name, known)
        };
        let message = match suggestion {
            _ if made_elsewhere => {
                format!(
                    "`{{{{{name}}}}}` is made by a step that does not come before `{}`",
                    step.id
                )
            }
            Some(near) => {
                format!(
                    "nothing before `{}` makes `{{{{{name}}}}}`; did you mean `{{{{{near}}}}}`?",
                    step.id
                )
            }
            None => format!("nothing before `{}` makes `{{{{{name}}}}}`", step.id),
        };
        let diagnostic = decoder.report_below(&field, "workflow-template", span, message, "");
        diagnostic.name = Some(name.to_owned());
        diagnostic.suggestion = suggestion.map(str::to_owned);
        diagnostic.help = Some(if made_elsewhere {
            "Add that step to depends_on.".to_owned()
        } else if name == "item" {
            "`{{item}}` stands in map_agent steps alone.".to_owned()
        } else {
            format!(
                "A template takes outputs of earlier steps, properties of input_schema, and {}.",
                INPUTS.join(", ")
            )
        });
    }
}

/// What every workflow is given.
const INPUTS: &[&str] = &["input", "inputs", "question"];
/// Steps named in one message.
const SHOWN_STEPS: usize = 8;

fn shortened(names: &[String]) -> String {
    match names.get(..SHOWN_STEPS) {
        Some(shown) if names.len() > SHOWN_STEPS => {
            format!(
                "{} and {} more",
                shown.join(" → "),
                names.len() - SHOWN_STEPS
            )
        }
        _ => names.join(" → "),
    }
}

/// Dependencies that the templates of one workflow are followed along. A workflow that people
/// wrote needs a few thousand.
const FOLLOWED_DEPENDENCIES: usize = 5_000_000;

/// Walks from a step towards what it depends on.
struct Search {
    /// The round in which a step was last visited.
    seen: Vec<u32>,
    round: u32,
    /// Dependencies that may still be followed.
    left: usize,
}

impl Search {
    /// Tells whether one of `targets` comes before the step; yes where there is no time left to
    /// find out.
    fn reaches(&mut self, graph: &Graph<'_>, step: usize, targets: &[usize]) -> bool {
        if targets.is_empty() {
            return false;
        }
        self.round += 1;
        let mut open = vec![step];
        while let Some(index) = open.pop() {
            for &(before, _) in graph.before(index) {
                let Some(left) = self.left.checked_sub(1) else {
                    return true;
                };
                self.left = left;
                if targets.contains(&before) {
                    return true;
                }
                if let Some(seen) = self.seen.get_mut(before)
                    && *seen != self.round
                {
                    *seen = self.round;
                    open.push(before);
                }
            }
        }
        false
    }
}

/// Finds the names in double braces; blanks around them do not count.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once("}}")?;
        let name = name.trim();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        (!name.is_empty() && name.bytes().all(plain)).then_some(name)
    })
}
