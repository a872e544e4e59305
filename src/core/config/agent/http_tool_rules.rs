//! Rules.
use super::http_tool::{HttpTool, HttpToolAuthentication, HttpToolPagination, HttpToolResponse};
use crate::config::Decoder;
use crate::source::Node;

pub(super) fn check_tool(_: &HttpTool, _: &Node<'_>, _: &mut Decoder<'_>) {}
pub(super) fn check_authentication(_: &HttpToolAuthentication, _: &Node<'_>, _: &mut Decoder<'_>) {}
pub(super) fn check_pagination(_: &HttpToolPagination, _: &Node<'_>, _: &mut Decoder<'_>) {}
pub(super) fn check_response(_: &HttpToolResponse, _: &Node<'_>, _: &mut Decoder<'_>) {}
