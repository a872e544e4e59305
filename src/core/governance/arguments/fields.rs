//! Which fields and items a schema knows, whatever `$ref`, `allOf`, `anyOf` and the like lie between.
//!
//! This answers what the standard leaves open: whether a field that no part of a schema mentions
//! was meant to be accepted. It was where the schema says so, by `additionalProperties`,
//! `unevaluatedProperties` or `patternProperties`, or where it describes no field at all. That a
//! value fits is for the validator to say.

use serde_json::{Map, Value};

/// Schemas that one walk looks at, at most.
pub(super) const STEPS_MAX: usize = 1_000_000;

/// References and combinations that lead from a schema to one of its parts, at most.
const CHAIN_MAX: usize = 64;

/// A document of schemas, and how much may still be looked at.
pub(super) struct Walk<'s> {
    root: &'s Value,
    steps_left: usize,
    exhausted: bool,
}

impl<'s> Walk<'s> {
    /// Creates a walk over a document.
    pub(super) fn new(root: &'s Value) -> Self {
        Self {
            root,
            steps_left: STEPS_MAX,
            exhausted: false,
        }
    }

    /// Tells whether a limit was reached, so that answers are incomplete.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Counts a step; false where there are none left.
    pub(super) fn step(&mut self, chain: usize) -> bool {
        match self.steps_left.checked_sub(1) {
            Some(left) if chain < CHAIN_MAX => self.steps_left = left,
            _ => self.exhausted = true,
        }
        !self.exhausted
    }

    /// Returns the schema that a reference inside the document means; `None` for any other.
    pub(super) fn resolve(&self, reference: &str) -> Option<&'s Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }

    /// Returns what the schemas, all of which hold for one value, say of its fields.
    pub(super) fn fields(&mut self, schemas: &[&'s Value]) -> Fields<'s> {
        let mut fields = Fields {
            parts: Vec::new(),
            open: false,
            described: false,
        };
        for schema in schemas {
            fields.described |= self.collect(schema, &mut fields, 0);
        }
        fields
    }

    /// Adds a schema and its parts; tells whether one of them describes a field.
    fn collect(&mut self, schema: &'s Value, fields: &mut Fields<'s>, chain: usize) -> bool {
        if !self.step(chain) {
            fields.open = true;
            return false;
        }
        let Value::Object(schema) = schema else {
            return false;
        };
        fields.parts.push(schema);
        let says_more = |keyword| {
            let said = schema.get(keyword);
            said.is_some_and(|rest| *rest != Value::Bool(false))
        };
        fields.open |= says_more("additionalProperties")
            || says_more("unevaluatedProperties")
            || schema.contains_key("patternProperties")
            || schema.contains_key("$dynamicRef")
            || schema.contains_key("$recursiveRef");
        let mut described = schema.contains_key("properties");
        if let Some(reference) = schema.get("$ref") {
            match reference.as_str().and_then(|text| self.resolve(text)) {
                Some(target) => described |= self.collect(target, fields, chain + 1),
                None => fields.open = true,
            }
        }
        for part in members(schema, "allOf") {
            described |= self.collect(part, fields, chain + 1);
        }
        for keyword in ["then", "else"] {
            if let Some(part) = schema.get(keyword) {
                described |= self.collect(part, fields, chain + 1);
            }
        }
        let here = described;
        for keyword in ["anyOf", "oneOf"] {
            for branch in members(schema, keyword).filter(|branch| admits_collection(branch)) {
                let in_branch = self.collect(branch, fields, chain + 1);
                // Beside described fields such a branch only restricts them.
                fields.open |= !in_branch && !here;
                described |= in_branch;
            }
        }
        described
    }
}

/// Returns the schemas in a list.
fn members<'s>(schema: &'s Map<String, Value>, keyword: &str) -> impl Iterator<Item = &'s Value> {
    let list = schema.get(keyword).and_then(Value::as_array);
    list.into_iter().flatten()
}

/// Tells whether an object or a list can fit a schema, by its type and its constants.
fn admits_collection(schema: &Value) -> bool {
    let is_collection = |name: &Value| matches!(name.as_str(), Some("object" | "array"));
    let by_type = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(is_collection),
        Some(name) => is_collection(name),
        None => true,
    };
    let holds_one = |value: &Value| value.is_object() || value.is_array();
    let by_constant = match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => holds_one(value),
        (None, Some(Value::Array(values))) => values.iter().any(holds_one),
        (None, _) => true,
    };
    by_type && by_constant
}

/// What some schemas say of the fields and items of one value.
pub(super) struct Fields<'s> {
    parts: Vec<&'s Map<String, Value>>,
    open: bool,
    described: bool,
}

impl<'s> Fields<'s> {
    /// Tells whether fields that are not named are accepted.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// Tells whether any field is described.
    pub(super) fn is_described(&self) -> bool {
        self.described
    }

    /// Returns the names of the fields; one may come twice.
    pub(super) fn names(&self) -> impl Iterator<Item = &'s str> {
        let properties = self.parts.iter().filter_map(|part| part.get("properties"));
        let objects = properties.filter_map(Value::as_object);
        objects.flat_map(|object| object.keys().map(String::as_str))
    }

    /// Returns the schemas of a field by its name; none where it is unknown.
    pub(super) fn named(&self, name: &str) -> Vec<&'s Value> {
        let properties = self.parts.iter().filter_map(|part| part.get("properties"));
        properties.filter_map(|fields| fields.get(name)).collect()
    }

    /// Returns the schemas of the fields that are not named.
    pub(super) fn others(&self) -> Vec<&'s Value> {
        let keywords = ["additionalProperties", "unevaluatedProperties"];
        let parts = self.parts.iter();
        let schemas = parts.flat_map(|part| keywords.iter().filter_map(|word| part.get(*word)));
        schemas.filter(|schema| schema.is_object()).collect()
    }

    /// Returns the schemas of an item by its index.
    pub(super) fn item(&self, index: usize) -> Vec<&'s Value> {
        let of_part = |part: &&'s Map<String, Value>| {
            let first = match part.get("items") {
                Some(Value::Array(items)) => Some(items),
                _ => part.get("prefixItems").and_then(Value::as_array),
            };
            let rest = match part.get("items") {
                Some(items @ Value::Object(_)) => Some(items),
                _ => part.get("additionalItems"),
            };
            first.and_then(|items| items.get(index)).or(rest)
        };
        self.parts.iter().filter_map(of_part).collect()
    }
}
