//! The schemas inside a schema of arguments.

use std::collections::HashSet;

use serde_json::Value;

/// Keywords whose value is one schema.
const SINGLE: [&str; 2] = ["items", "additionalProperties"];
/// Keywords whose value is a list of schemas.
const LISTS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
/// Keywords whose value is a mapping to schemas.
const MAPPINGS: [&str; 2] = ["properties", "patternProperties"];

/// Characters of one name that a pointer shows at most.
const NAME_CHARS_MAX: usize = 200;

/// How a schema is reached from the one around it.
#[derive(Clone, Copy)]
enum Step<'s> {
    /// It is the root.
    Root,
    /// It is the value of a keyword.
    Keyword(&'static str),
    /// It is a member of a keyword's mapping.
    Name(&'static str, &'s str),
    /// It is a member of a keyword's list.
    Index(&'static str, usize),
    /// A reference names it by this pointer from the root.
    Reference(&'s str),
}

/// A schema that some value among the arguments is held against.
pub(super) struct Place<'s> {
    /// Its keywords, or `true` or `false`.
    pub(super) schema: &'s Value,
    step: Step<'s>,
    parent: usize,
}

impl<'s> Place<'s> {
    /// Returns the name of the field, where it is one of `properties`.
    pub(super) fn field(&self) -> Option<&'s str> {
        match self.step {
            Step::Name("properties", name) => Some(name),
            _ => None,
        }
    }

    /// Tells whether a keyword is there.
    pub(super) fn has(&self, keyword: &str) -> bool {
        self.schema.get(keyword).is_some()
    }

    /// Tells whether the values are written out.
    pub(super) fn is_listed(&self) -> bool {
        self.has("enum") || self.has("const")
    }

    /// Returns the names of its types, in the order of writing.
    pub(super) fn types(&self) -> Vec<&'s str> {
        match self.schema.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

/// The schemas inside one, each once, in the order of writing.
pub(super) struct Places<'s> {
    places: Vec<Place<'s>>,
}

impl<'s> Places<'s> {
    /// Finds the schema itself and every one inside that says what a value may be; references
    /// within the document are followed. The arguments named by `free` are left out with
    /// everything below them, because their content is free.
    ///
    /// Works through a list instead of recursing: however deep a schema, no stack runs out.
    pub(super) fn of(root: &'s Value, free: &[String]) -> Self {
        let arguments = root.get("properties");
        let mut seen: HashSet<*const Value> = free
            .iter()
            .filter_map(|name| arguments?.get(name))
            .map(std::ptr::from_ref)
            .collect();
        let mut places: Vec<Place<'s>> = Vec::new();
        let mut pending = vec![Place {
            schema: root,
            step: Step::Root,
            parent: 0,
        }];
        while let Some(place) = pending.pop() {
            if !seen.insert(std::ptr::from_ref(place.schema)) {
                continue;
            }
            let first = pending.len();
            let parent = places.len();
            pending.extend(inner(place.schema).map(|(step, schema)| Place {
                schema,
                step,
                parent,
            }));
            if let Some((pointer, schema)) = referred(root, place.schema) {
                pending.push(Place {
                    schema,
                    step: Step::Reference(pointer),
                    parent,
                });
            }
            // The last one is taken next, so this keeps the order of writing.
            if let Some(added) = pending.get_mut(first..) {
                added.reverse();
            }
            places.push(place);
        }
        Self { places }
    }

    /// Visits every place.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Place<'s>> {
        self.places.iter()
    }

    /// Returns where a place stands in its tool, as a JSON pointer. Made for problems alone: the
    /// pointers of every place of a foreign schema could fill the memory.
    pub(super) fn pointer(&self, place: &Place<'s>) -> String {
        let mut steps = Vec::new();
        let mut current = Some(place);
        while let Some(place) = current {
            steps.push(place.step);
            current = match place.step {
                Step::Root | Step::Reference(_) => None,
                _ => self.places.get(place.parent),
            };
        }
        let mut pointer = String::from("/input_schema");
        for step in steps.into_iter().rev() {
            match step {
                Step::Root => {}
                Step::Reference(target) => pointer.extend(target.chars().take(NAME_CHARS_MAX)),
                Step::Keyword(keyword) => pointer.extend(["/", keyword]),
                Step::Index(keyword, index) => pointer.push_str(&format!("/{keyword}/{index}")),
                Step::Name(keyword, name) => {
                    let name: String = name.chars().take(NAME_CHARS_MAX).collect();
                    let name = name.replace('~', "~0").replace('/', "~1");
                    pointer.extend(["/", keyword, "/", &name]);
                }
            }
        }
        pointer
    }
}

/// Returns the schemas directly inside one.
fn inner<'s>(schema: &'s Value) -> impl Iterator<Item = (Step<'s>, &'s Value)> {
    let named = MAPPINGS.into_iter().flat_map(|keyword| {
        let fields = schema.get(keyword).and_then(Value::as_object);
        let fields = fields.into_iter().flatten();
        fields.map(move |(name, inner)| (Step::Name(keyword, name), inner))
    });
    let single = SINGLE.into_iter().filter_map(|keyword| {
        let inner = schema.get(keyword).filter(|inner| inner.is_object())?;
        Some((Step::Keyword(keyword), inner))
    });
    let listed = LISTS.into_iter().flat_map(|keyword| {
        let schemas = schema.get(keyword).and_then(Value::as_array);
        let schemas = schemas.into_iter().flatten().enumerate();
        schemas.map(move |(index, inner)| (Step::Index(keyword, index), inner))
    });
    named.chain(single).chain(listed)
}

/// Returns what a schema refers to, with its pointer; `None` without a reference, and for one that
/// leads out of the document or nowhere.
pub(super) fn referred<'s>(root: &'s Value, schema: &'s Value) -> Option<(&'s str, &'s Value)> {
    let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    Some((pointer, root.pointer(pointer)?))
}
