//! Everything has a bound: arguments, results and time.

use regex_syntax::hir::Look;
use serde_json::Value;

use super::Subject;
use super::places::{Place, Places};
use super::problem::{ContractRule, Problems};

/// Longest deadline of a call: a day, and a minute to collect what is left.
pub const TIMEOUT_SECONDS_MAX: f64 = 86_460.0;

/// Largest result of a tool, 128 MiB: 16 MiB of output with every byte escaped, and room around.
pub const RESULT_BYTES_MAX: u64 = 134_217_728;

/// Formats whose texts have a longest one.
const SHORT_FORMATS: [&str; 4] = ["date", "uuid", "ipv4", "ipv6"];

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let tool = subject.tool;
    let seconds = tool.timeout_seconds;
    let holds = seconds > 0.0 && seconds <= TIMEOUT_SECONDS_MAX;
    problems.need(holds, ContractRule::Timeout, "/timeout_seconds", || {
        format!("a call ends: above 0 and at most {TIMEOUT_SECONDS_MAX} seconds")
    });
    let holds = (1..=RESULT_BYTES_MAX).contains(&tool.result_bytes);
    problems.need(holds, ContractRule::ResultBytes, "/result_bytes", || {
        format!("a result has a bound, from 1 to {RESULT_BYTES_MAX} bytes")
    });
    let places = Places::of(&tool.input_schema, &tool.free_form);
    for place in places.iter() {
        check_place(place, |holds, rule, message| {
            if !holds {
                problems.add(rule, places.pointer(place), message);
            }
        });
    }
}

fn check_place(place: &Place<'_>, mut need: impl FnMut(bool, ContractRule, &str)) {
    let listed = place.is_listed();
    for kind in place.types() {
        match kind {
            "string" => need(
                listed || is_short(place),
                ContractRule::UnboundedText,
                "a text has a `maxLength`",
            ),
            "integer" | "number" => {
                let least = place.has("minimum") || place.has("exclusiveMinimum");
                let most = place.has("maximum") || place.has("exclusiveMaximum");
                let message = "a number has a `minimum` and a `maximum`";
                need(
                    listed || least && most,
                    ContractRule::UnboundedNumber,
                    message,
                );
            }
            "array" => {
                let fixed =
                    place.has("prefixItems") && place.schema.get("items") == Some(&false.into());
                let holds = place.has("maxItems") || fixed;
                need(
                    holds,
                    ContractRule::UnboundedList,
                    "a list has a `maxItems`",
                );
            }
            "object" => {
                let holds = place.has("maxProperties") || !is_map(place);
                need(
                    holds,
                    ContractRule::UnboundedMap,
                    "a map has a `maxProperties`",
                );
            }
            _ => {}
        }
    }
}

/// Tells whether an object takes names that are not written out.
fn is_map(place: &Place<'_>) -> bool {
    let more = place.schema.get("additionalProperties");
    more.is_some_and(Value::is_object) || place.has("patternProperties")
}

/// Tells whether the texts that a place takes have a longest one.
fn is_short(place: &Place<'_>) -> bool {
    let word = |keyword: &str| place.schema.get(keyword).and_then(Value::as_str);
    place.has("maxLength")
        || word("format").is_some_and(|format| SHORT_FORMATS.contains(&format))
        || word("pattern").is_some_and(is_short_pattern)
}

/// Tells whether a regular expression matches whole texts of at most some length. One that cannot
/// be read is taken for one that does not.
fn is_short_pattern(pattern: &str) -> bool {
    let Ok(expression) = regex_syntax::parse(pattern) else {
        return false;
    };
    let properties = expression.properties();
    properties.maximum_len().is_some()
        && properties.look_set_prefix().contains(Look::Start)
        && properties.look_set_suffix().contains(Look::End)
}
