//! A declared query: SQL that a deployment fixes, with typed arguments and rows.

use algen_core::config::{Decoder, Map, Names};
use algen_core::registry::ToolSpec;
use algen_core::registry::spec::KeyReach;
use algen_core::source::{Node, Span};
use algen_core::{choice, settings};
use serde_json::{Value, json};

use crate::shared::field_type::{self, FieldType, is_field_name};
use crate::shared::kit::{self, Kit};
use crate::shared::preset::PresetDeclaration;
use crate::shared::schema::{anything, one_of, record, whole};

/// Most placeholders of one query, whatever fills them.
const PLACEHOLDERS: usize = 100;

choice! {
    /// A part of the caller's identity.
    pub(crate) enum ContextValue {
        /// The tenant.
        Tenant = "tenant_id",
        /// The user.
        User = "user_id",
        /// The run.
        Run = "run_id",
        /// The step.
        Step = "step_id",
    }
}

settings! {
    /// A query that is a tool. Placeholders are filled by the params in the order of writing, then
    /// by the context params, then by the idempotency key.
    pub(crate) struct QueryDeclaration as "a query" {
        /// What the query does and when to use it, for models and people.
        description: String, [MinLength(1), MaxLength(2000)];
        /// The statement, with the placeholders of the database: `$1`, `%s` or `?`.
        sql: String, [MinLength(1), MaxLength(65_536)];
        /// The arguments: a type for each name, as `date` or `date?` for one that may be absent,
        /// or a JSON Schema, which is closed and limited where it is not.
        params: Map<FieldType> = Map::default(), [MaxLength(PLACEHOLDERS)];
        /// Parts of the caller's identity that are bound behind the arguments and never asked for.
        context_params: Vec<ContextValue> = Vec::new(), [MaxLength(4)];
        /// The columns of a row, in the order of the statement; a read needs them.
        row: Option<Map<FieldType>> = None;
        /// The preset: `read`, or as `{preset: write, approval: true, timeout_seconds: 10}`.
        preset: PresetDeclaration = PresetDeclaration::default();
        /// Most rows; a query with more fails. By default the limit of the toolkit.
        max_rows: Option<i64> = None, [Minimum(1.0), Maximum(10_000_000.0)];
        /// Most bytes of the rows as compact JSON; larger results fail. By default a mebibyte.
        max_result_bytes: Option<i64> = None, [Minimum(1.0), Maximum(4_294_967_296.0)];
        /// Names that stand as `{name}` in the statement, each with the identifiers that may
        /// replace it; the caller picks one of them.
        identifiers: Map<Names> = Map::default(), [MaxLength(16)];
        /// Whether the key of the call is bound behind everything else, so that the statement can
        /// refuse a second effect; for writes.
        idempotency_key: bool = false;
        /// Columns whose values are replaced before anybody sees them.
        mask: Names = Names::default();
    }
    check query_is_sound;
}

fn query_is_sound(query: &QueryDeclaration, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let mut places = Places { node, decoder };
    let arguments = query
        .params
        .iter()
        .map(|(name, _)| (name.value.as_str(), name.span))
        .chain(
            query
                .identifiers
                .iter()
                .map(|(name, _)| (name.value.as_str(), name.span)),
        );
    field_type::check_arguments(arguments, node.span, places.decoder);
    for (name, choices) in query.identifiers.iter() {
        if query.params.get(name).is_some() {
            let message = format!("`{name}` stands under `params` and under `identifiers`");
            places.report("duplicate-name", name.span, message);
        }
        if choices.members.is_empty() {
            let message = format!("the identifier `{name}` has nothing to choose from");
            places.report("invalid-value", name.span, message);
        }
        let refused = choices
            .iter()
            .filter(|choice| !choice.value.split('.').all(is_field_name));
        for choice in refused {
            let message = format!("`{choice}` is not an identifier: names joined by dots");
            places.report("invalid-value", choice.span, message);
        }
        if !query.sql.contains(&format!("{{{name}}}")) {
            let message = format!("`{{{name}}}` does not stand in the statement");
            places.report("invalid-value", name.span, message);
        }
    }
    if has_duplicates(&query.context_params) {
        places.at("context_params", "a part of the identity stands here twice");
    }
    // As written: a column of an unknown type is reported already, and still a column.
    let columns = node.get("row");
    if columns.and_then(Node::entries).is_some_and(<[_]>::is_empty) {
        places.at("row", "a row has at least one column");
    }
    for column in &query.mask {
        if columns.is_none_or(|columns| columns.get(column).is_none()) {
            let message = format!("`mask` names the column `{column}`, which `row` does not have");
            places.report("invalid-value", column.span, message);
        }
    }
    if !query.preset.writes() {
        if !kit::written(node, "row") {
            let place = node.span.at_start();
            places.report(
                "missing-key",
                Some(place),
                "a query that reads needs a `row`".to_owned(),
            );
        }
        if query.idempotency_key {
            places.at(
                "idempotency_key",
                "a query that reads takes no idempotency key",
            );
        }
    }
}

fn has_duplicates(values: &[ContextValue]) -> bool {
    let mut values = values.to_vec();
    let written = values.len();
    values.sort_unstable();
    values.dedup();
    values.len() != written
}

/// Reports problems at keys of one query.
struct Places<'a, 'n, 'd, 's> {
    node: &'a Node<'n>,
    decoder: &'d mut Decoder<'s>,
}

impl Places<'_, '_, '_, '_> {
    fn report(&mut self, rule: &'static str, span: Option<Span>, message: String) {
        self.decoder
            .report(rule, span.unwrap_or(self.node.span), message, "");
    }

    fn at(&mut self, key: &str, message: &str) {
        let span = self.node.entry(key).map(|entry| entry.value.span);
        self.report("invalid-value", span, message.to_owned());
    }
}

impl QueryDeclaration {
    /// Returns the tool of the query.
    pub(super) fn tool(&self, kit: &Kit<'_>, name: &str) -> ToolSpec {
        let capability = if self.preset.writes() {
            "database.write"
        } else {
            "database.read"
        };
        let identifiers = self.identifiers.iter().map(|(name, choices)| {
            let choices: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
            (name.value.clone(), one_of(&choices))
        });
        let contexts = self.context_params.iter();
        let tool = kit.tool(
            self.preset.0,
            name,
            &[capability],
            self.description.trim(),
            anything(),
            anything(),
        );
        let result_bytes = self.max_result_bytes;
        let result_bytes = result_bytes.and_then(|most| u64::try_from(most).ok());
        ToolSpec {
            input_schema: field_type::arguments(&self.params, identifiers),
            output_schema: self.output(),
            cache_context: contexts.map(|value| value.word().to_owned()).collect(),
            key_reaches: if self.idempotency_key {
                KeyReach::Service
            } else {
                KeyReach::Ledger
            },
            result_bytes: result_bytes.unwrap_or(tool.result_bytes),
            ..tool
        }
    }

    /// Returns the schema of the result: rows, or how many a write without rows changed.
    fn output(&self) -> Value {
        match &self.row {
            Some(row) => {
                let row = field_type::row(row, |column| self.mask.contains(column));
                json!({"items": row, "type": "array"})
            }
            None => record([("rows_affected", whole())]).into(),
        }
    }
}
