//! Rules.
use super::workflow::{Workflow, WorkflowNode};
use crate::config::Decoder;
use crate::source::Node;

pub(super) fn check_workflow(_: &Workflow, _: &Node<'_>, _: &mut Decoder<'_>) {}
pub(super) fn check_node(_: &WorkflowNode, _: &Node<'_>, _: &mut Decoder<'_>) {}
