//! A connector whose one tool gives its result in pages, out of nothing.

use std::future::ready;

use algen_connectors::Connector;
use algen_core::config::{Decoder, Setting as _};
use algen_core::governance::Preset;
use algen_core::governance::call::Reserved;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use algen_engine::runtime::{
    Tool, ToolAnswer, ToolContext, ToolError, ToolkitInput, ToolkitInstance,
};
use schemars::JsonSchema as _;
use serde_json::{Value, json};

pub(super) const CONNECTOR: Connector = Connector {
    plugin: PluginSpec {
        reference: "algen_test.paged",
        class_reference: None,
        version: "1.0.0",
        publisher: "algen",
        connector: &SPEC,
    },
    factory: Some(open),
    fake: Some(open),
    local_files: None,
};

settings! {
    /// Nothing can be set.
    pub(crate) struct PagedSettings as "a paged toolkit" {}
}

static SPEC: ConnectorSpec = ConnectorSpec {
    name: "paged",
    summary: "Give five pages of two rows",
    maturity: Maturity::Alpha,
    egress: &[],
    programs: &[],
    default_tools: &["paged.list"],
    settings: PagedSettings::fields,
    schema: PagedSettings::json_schema,
    contract,
};

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let _ = entry.and_then(|entry| PagedSettings::decode(entry, decoder));
    let input = json!({
        "type": "object",
        "properties": {
            "page_token": {"type": ["string", "null"], "maxLength": 20, "default": null},
            "fails_at": {"type": "string", "maxLength": 20, "default": ""},
            "goes_back_at": {"type": "string", "maxLength": 20, "default": ""},
        },
        "additionalProperties": false,
    });
    let row = json!({
        "type": "object",
        "properties": {"page": {"type": "string"}, "row": {"type": "integer"}},
        "additionalProperties": false,
    });
    let output = json!({
        "type": "object",
        "properties": {
            "items": {"type": "array", "items": row},
            "next_page_token": {"type": ["string", "null"]},
        },
        "additionalProperties": false,
    });
    let description = "Give a page of two rows.";
    Toolkit {
        tools: vec![Preset::READ.tool(toolkit, "list", description, input, output)],
        egress: Vec::new(),
    }
}

struct Paged;

fn open(_: &ToolkitInput<'_>) -> Result<Box<dyn ToolkitInstance>, Failure> {
    Ok(Box::new(Paged))
}

impl ToolkitInstance for Paged {
    fn tool(&self, action: &str) -> Option<&dyn Tool> {
        (action == "list").then_some(self)
    }
}

impl Tool for Paged {
    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        _: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        let text = |name| call.arguments().get(name).and_then(Value::as_str);
        let page = text("page_token").unwrap_or("one");
        if text("fails_at") == Some(page) {
            let failure = Failure::new("refused", "this page is refused");
            return Box::pin(ready(Err(ToolError::Rejected(failure))));
        }
        let next = match page {
            page if text("goes_back_at") == Some(page) => Some("two"),
            "one" => Some("two"),
            "two" => Some("three"),
            "three" => Some("four"),
            "four" => Some("five"),
            _ => None,
        };
        let row = |row: u8| json!({"page": page, "row": row});
        let result = json!({"items": [row(1), row(2)], "next_page_token": next});
        Box::pin(ready(Ok(result.into())))
    }
}
