//! What kinds of values a schema accepts, as far as reading a plain text needs to know.

use serde_json::Value;

use super::fields::Walk;

/// A set of JSON types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(2);
    pub(super) const INTEGER: Self = Self(4);
    /// Numbers with a fraction; a schema of type `number` accepts whole ones too.
    pub(super) const FRACTION: Self = Self(8);
    pub(super) const STRING: Self = Self(16);
    pub(super) const LIST: Self = Self(32);
    pub(super) const OBJECT: Self = Self(64);
    const ALL: Self = Self(127);

    /// Every single kind and how messages call it.
    const WORDS: [(Self, &'static str); 7] = [
        (Self::STRING, "text"),
        (Self::INTEGER, "a whole number"),
        (Self::FRACTION, "a number"),
        (Self::BOOLEAN, "`true` or `false`"),
        (Self::LIST, "a list as JSON"),
        (Self::OBJECT, "an object as JSON"),
        (Self::NULL, "`null`"),
    ];

    /// Tells whether a kind is in the set.
    pub(super) fn has(self, kind: Self) -> bool {
        self.0 & kind.0 != 0
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Tells whether nothing is in the set.
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn without(self, kind: Self) -> Self {
        Self(self.0 & !kind.0)
    }

    /// Returns what to call the kinds in a message.
    pub(super) fn words(self) -> Vec<&'static str> {
        let number = self.has(Self::FRACTION);
        let named = Self::WORDS.iter().filter(|(kind, _)| {
            // A number says it all.
            self.has(*kind) && !(number && *kind == Self::INTEGER)
        });
        named.map(|(_, word)| *word).collect()
    }

    fn of_name(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::INTEGER.or(Self::FRACTION),
            "string" => Self::STRING,
            "array" => Self::LIST,
            "object" => Self::OBJECT,
            _ => Self(0),
        }
    }

    fn of_value(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) if number.is_f64() => Self::FRACTION,
            Value::Number(_) => Self::INTEGER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::LIST,
            Value::Object(_) => Self::OBJECT,
        }
    }
}

/// What a schema accepts.
pub(super) struct Accepted<'s> {
    /// The types; strings only where any text fits.
    pub(super) kinds: Kinds,
    /// Whether the schema names types at all; else any value fits.
    pub(super) is_typed: bool,
    /// Values that the schema lists.
    pub(super) constants: Vec<&'s Value>,
    /// The least and the largest number, where a schema names them.
    bounds: (Option<&'s Value>, Option<&'s Value>),
}

impl<'s> Accepted<'s> {
    /// Returns what fits all of the schemas.
    pub(super) fn by(walk: &mut Walk<'s>, schemas: &[&'s Value]) -> Self {
        let mut accepted = Self {
            kinds: Kinds::ALL,
            is_typed: false,
            constants: Vec::new(),
            bounds: (None, None),
        };
        for schema in schemas {
            accepted.restrict(walk, schema, 0);
        }
        accepted
    }

    /// Returns which whole numbers fit, where both ends are known.
    pub(super) fn range(&self) -> Option<String> {
        let (Some(least), Some(largest)) = self.bounds else {
            return None;
        };
        Some(format!("a whole number from {least} to {largest}"))
    }

    fn of(walk: &mut Walk<'s>, schema: &'s Value, chain: usize) -> Self {
        let mut accepted = Self::by(walk, &[]);
        accepted.restrict(walk, schema, chain);
        accepted
    }

    /// Takes away what a schema does not accept.
    fn restrict(&mut self, walk: &mut Walk<'s>, schema: &'s Value, chain: usize) {
        if !walk.step(chain) {
            return;
        }
        match schema.get("type") {
            Some(Value::String(name)) => self.keep(Kinds::of_name(name)),
            Some(Value::Array(names)) => {
                let names = names.iter().filter_map(Value::as_str);
                self.keep(names.fold(Kinds(0), |kinds, name| kinds.or(Kinds::of_name(name))));
            }
            _ => {}
        }
        self.bound((schema.get("minimum"), schema.get("maximum")));
        let listed = match (schema.get("const"), schema.get("enum")) {
            (Some(constant), _) => std::slice::from_ref(constant),
            (None, Some(Value::Array(constants))) => constants,
            (None, _) => &[],
        };
        if !listed.is_empty() {
            let kinds = listed.iter().map(Kinds::of_value);
            let kinds = kinds.fold(Kinds(0), Kinds::or);
            self.keep(kinds.without(Kinds::STRING));
            self.constants.extend(listed);
        }
        let target = schema.get("$ref").and_then(Value::as_str);
        if let Some(target) = target.and_then(|reference| walk.resolve(reference)) {
            self.restrict(walk, target, chain + 1);
        }
        if let Some(Value::Array(parts)) = schema.get("allOf") {
            for part in parts {
                self.restrict(walk, part, chain + 1);
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(Value::Array(branches)) = schema.get(keyword) else {
                continue;
            };
            let mut kinds = Kinds(0);
            let mut is_typed = true;
            for branch in branches {
                let branch = Self::of(walk, branch, chain + 1);
                kinds = kinds.or(branch.kinds);
                is_typed &= branch.is_typed;
                self.constants.extend(branch.constants);
                self.bound(branch.bounds);
            }
            if is_typed {
                self.keep(kinds);
            }
        }
    }

    fn bound(&mut self, (least, largest): (Option<&'s Value>, Option<&'s Value>)) {
        let (known_least, known_largest) = self.bounds;
        self.bounds = (known_least.or(least), known_largest.or(largest));
    }

    fn keep(&mut self, kinds: Kinds) {
        self.kinds = self.kinds.and(kinds);
        self.is_typed = true;
    }
}
