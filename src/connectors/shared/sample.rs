//! Values that schemas take, made up and always the same.
//!
//! Only what declared fields are written with is known: constants, choices, defaults, examples,
//! types with their bounds, and common formats. Whoever takes a value still holds it against its
//! schema.

use serde_json::{Map, Number, Value, json};

/// Levels of lists and objects that are made.
const DEPTH_MAX: usize = 16;

/// The longest text or list that is made.
const LENGTH_MAX: u64 = 10_000;

/// Returns the value of a schema with this number, counted from 1: where the schema leaves a choice,
/// values with other numbers differ. `None` where no value is found.
pub(crate) fn sample(schema: &Value, number: u64) -> Option<Value> {
    of_schema(schema, number, 0)
}

fn of_schema(schema: &Value, number: u64, depth: usize) -> Option<Value> {
    if depth > DEPTH_MAX {
        return None;
    }
    if let Some(value) = schema.get("const") {
        return Some(value.clone());
    }
    for choices in ["enum", "examples"] {
        if let Some(choices) = schema.get(choices).and_then(Value::as_array)
            && let Some(choice) = nth(choices, number)
        {
            return Some(choice.clone());
        }
    }
    if let Some(value) = schema.get("default").filter(|value| !value.is_null()) {
        return Some(value.clone());
    }
    for parts in ["anyOf", "oneOf"] {
        if let Some(parts) = schema.get(parts).and_then(Value::as_array) {
            let mut made = parts
                .iter()
                .filter_map(|part| of_schema(part, number, depth + 1));
            return made.next();
        }
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str),
        kind => kind.and_then(Value::as_str),
    };
    match kind {
        Some("null") => Some(Value::Null),
        Some("boolean") => Some((number % 2 == 1).into()),
        Some("integer" | "number") => numeric(schema, number),
        Some("string") => text(schema, number).map(Value::from),
        Some("array") => list(schema, number, depth),
        Some("object") => object(schema, number, depth),
        _ => Some(number.into()),
    }
}

fn nth(choices: &[Value], number: u64) -> Option<&Value> {
    let place = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
    choices.get(place % choices.len().max(1))
}

fn numeric(schema: &Value, number: u64) -> Option<Value> {
    let bound = |name| schema.get(name).and_then(Value::as_f64);
    let least = bound("minimum").or(bound("exclusiveMinimum").map(|least| least + 1.0));
    let most = bound("maximum").or(bound("exclusiveMaximum").map(|most| most - 1.0));
    let is_integer = schema.get("type").and_then(Value::as_str) == Some("integer");
    let step = bound("multipleOf").or(is_integer.then_some(1.0));
    let step = step.filter(|step| *step > 0.0);
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    let wanted = number as f64 * step.unwrap_or(1.0);
    let on_step = |bound: f64, round: fn(f64) -> f64| match step {
        Some(step) => round(bound / step) * step,
        None => bound,
    };
    let value = match (least, most) {
        (Some(least), _) if wanted < least => on_step(least, f64::ceil),
        (_, Some(most)) if wanted > most => on_step(most, f64::floor),
        _ => wanted,
    };
    let is_whole = value.fract() == 0.0 && value.abs() < 9e15;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is whole and within 2^53"
    )]
    match is_whole {
        true => Some((value as i64).into()),
        false => Number::from_f64(value).map(Value::Number),
    }
}

fn text(schema: &Value, number: u64) -> Option<String> {
    let format = schema.get("format").and_then(Value::as_str);
    let text = match format {
        Some("date") => format!("2026-01-{:02}", number % 28 + 1),
        Some("date-time") => format!("2026-01-{:02}T12:00:00Z", number % 28 + 1),
        Some("time") => format!("12:00:{:02}Z", number % 60),
        Some("uuid") => format!("00000000-0000-4000-8000-{number:012}"),
        Some("email") => format!("person{number}@example.com"),
        Some("phone") => format!("+1202555{number:04}"),
        Some("uri" | "url") => format!("https://example.com/{number}"),
        Some("hostname") => format!("host{number}.example.com"),
        Some("ipv4") => format!("192.0.2.{}", number % 255),
        Some("ipv6") => format!("2001:db8::{number:x}"),
        _ => format!("example {number}"),
    };
    let length = |name| schema.get(name).and_then(Value::as_u64);
    let least = length("minLength").unwrap_or(0);
    let most = length("maxLength").unwrap_or(u64::MAX);
    if least > LENGTH_MAX {
        return None;
    }
    let places = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
    let mut text: String = text.chars().take(places(most)).collect();
    let missing = places(least).saturating_sub(text.chars().count());
    text.extend(std::iter::repeat_n('x', missing));
    Some(text)
}

fn list(schema: &Value, number: u64, depth: usize) -> Option<Value> {
    let length = |name| schema.get(name).and_then(Value::as_u64);
    let least = length("minItems").unwrap_or(0);
    let most = length("maxItems").unwrap_or(u64::MAX);
    let count = least.max(1).min(most);
    let items = schema.get("items").unwrap_or(&Value::Null);
    if count > LENGTH_MAX {
        return None;
    }
    let items = (0..count).map(|place| of_schema(items, number + place, depth + 1));
    items.collect::<Option<Vec<_>>>().map(Value::from)
}

fn object(schema: &Value, number: u64, depth: usize) -> Option<Value> {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| {
        required.is_some_and(|names| names.iter().any(|each| each.as_str() == Some(name)))
    };
    let mut made = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        if is_required(name) {
            made.insert(name.clone(), of_schema(property, number, depth + 1)?);
        }
    }
    Some(json!(made))
}

#[cfg(test)]
mod tests {
    use algen_core::governance::arguments::InputSchema;

    use super::*;

    #[test]
    fn what_is_made_fits_its_schema() {
        for schema in [
            json!({"type": "string"}),
            json!({"type": "string", "minLength": 30, "maxLength": 40}),
            json!({"type": "string", "maxLength": 3}),
            json!({"type": "string", "format": "date"}),
            json!({"type": "string", "format": "date-time"}),
            json!({"type": "string", "format": "uuid"}),
            json!({"type": "string", "format": "email"}),
            json!({"type": "string", "format": "uri"}),
            json!({"type": "string", "format": "ipv4"}),
            json!({"type": "string", "format": "ipv6"}),
            json!({"type": "integer"}),
            json!({"type": "integer", "minimum": 100}),
            json!({"type": "integer", "maximum": -5}),
            json!({"type": "integer", "exclusiveMinimum": 3, "multipleOf": 5}),
            json!({"type": "number", "minimum": 0.5, "maximum": 0.75}),
            json!({"type": ["integer", "null"]}),
            json!({"type": "boolean"}),
            json!({"enum": ["a", "b"]}),
            json!({"const": {"a": 1}}),
            json!({"type": "array", "items": {"type": "integer"}, "minItems": 3}),
            json!({"type": "array", "items": {"type": "string"}, "maxItems": 0}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!({
                "type": "object",
                "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
                "required": ["a"],
                "additionalProperties": false,
            }),
            json!({}),
        ] {
            let whole = json!({"type": "object", "properties": {"value": schema}});
            let checks = InputSchema::compile(&whole).expect("a schema");
            for number in 1..=3 {
                let value = sample(&schema, number).expect("a value");
                let fits = checks.validate(&json!({"value": value}));
                assert_eq!(fits, Ok(()), "{schema}: {value}");
            }
        }
    }

    #[test]
    fn rows_differ_where_their_schema_lets_them() {
        for schema in [
            json!({"type": "string"}),
            json!({"type": "integer"}),
            json!({"type": "boolean"}),
            json!({"enum": ["a", "b"]}),
        ] {
            assert_ne!(sample(&schema, 1), sample(&schema, 2), "{schema}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_not() {
        let nested = (0..20).fold(
            json!({"type": "string"}),
            |inner, _| json!({"type": "array", "items": inner}),
        );
        for schema in [nested, json!({"type": "string", "minLength": 100_000})] {
            assert_eq!(sample(&schema, 1), None);
        }
    }
}
