//! The tool of an HTTP API.

use algen_core::governance::Preset;
use algen_core::registry::{ToolSpec, Variant};
use serde_json::Value;

use crate::shared::FOREIGN;
use crate::shared::kit::{Gate, Kit};
use crate::shared::program::result_bytes;
use crate::shared::schema::{
    anything, integer, map, map_within, object, one_of, record, string, text,
};

/// Every method that a deployment may allow.
pub(super) const METHODS: &[&str] = &["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// Those that only read.
pub(super) const READS: &[&str] = &["GET", "HEAD"];

/// What differs between toolkits.
pub(super) struct Request<'s> {
    pub(super) name: &'s str,
    pub(super) seconds: f64,
    pub(super) response_bytes: i64,
    /// The allowed methods, each with what decides about it.
    pub(super) methods: Vec<(&'static str, Gate)>,
}

impl Request<'_> {
    /// Reads or writes, as the method says; the governance follows it.
    pub(super) fn tool(&self, kit: &Kit<'_>) -> ToolSpec {
        let methods: Vec<&str> = self.methods.iter().map(|(method, _)| *method).collect();
        let reads = self.variant(kit, Preset::ONCE, "network.read", true);
        let writes = self.variant(kit, Preset::EXTERNAL, "network.write", false);
        let (base, capability) = if reads.is_some() || writes.is_none() {
            (Preset::ONCE, "network.read")
        } else {
            (Preset::EXTERNAL, "network.write")
        };
        let first = methods.first().copied().unwrap_or("GET");
        let default = if methods.contains(&"GET") {
            "GET"
        } else {
            first
        };
        let free_form = ["path", "query", "body"];
        ToolSpec {
            result_bytes: result_bytes(self.response_bytes),
            free_form: free_form.map(str::to_owned).to_vec(),
            variants: reads.into_iter().chain(writes).collect(),
            ..kit.tool(
                base.timeout(self.seconds),
                self.name,
                &[capability],
                format!(
                    "Send one request to the deployment's API: a path below its address, query \
                     parameters and a JSON body for methods that take one. Status, body and a few \
                     headers come back, also for errors and redirects, which are not followed. \
                     {FOREIGN}"
                ),
                object(
                    [
                        (
                            "path",
                            text(0, 8192).default("").described(
                                "A path below the API's address, without query: `items/42`.",
                            ),
                        ),
                        ("method", one_of(&methods).default(default)),
                        ("query", map_within(text(0, 8192), 100).optional()),
                        (
                            "body",
                            anything()
                                .default(Value::Null)
                                .described("Any JSON; not with GET and HEAD."),
                        ),
                    ],
                    &[],
                ),
                record([
                    ("status_code", integer(100, 599)),
                    ("headers", map(string())),
                    ("body", anything()),
                    ("body_encoding", one_of(&["json", "text", "base64"])),
                ]),
            )
        }
    }

    /// Returns the governance of the methods that read, or of those that do not.
    fn variant(
        &self,
        kit: &Kit<'_>,
        preset: Preset,
        capability: &str,
        reading: bool,
    ) -> Option<Variant> {
        let chosen: Vec<&(&str, Gate)> = self
            .methods
            .iter()
            .filter(|(method, _)| READS.contains(method) == reading)
            .collect();
        let (_, gate) = chosen.first()?;
        let values: Vec<&str> = chosen.iter().map(|(method, _)| *method).collect();
        Some(kit.variant(preset, "method", &values, &[capability], gate.requires()))
    }
}
