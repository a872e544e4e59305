//! The one place where a setting is defined: the `settings!` and `choice!` blocks.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::constraint::{Constraint, SchemaKind};
use super::decode::{Decoder, Setting};
use crate::source::Node;

/// What a block says about one field, for the schema.
pub struct FieldDefinition {
    /// The key in the file.
    pub key: &'static str,
    /// The doc comment, line by line.
    pub description: &'static [&'static str],
    /// Whether the key must be there.
    pub required: bool,
    /// The limits.
    pub constraints: Vec<Constraint>,
    /// The schema of the field's type.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// The default, where it can be written.
    pub default: Option<Value>,
    /// Whether a variable can hold the value: texts, numbers, booleans and lists of them, but no
    /// maps.
    pub from_variable: bool,
}

/// A section with one default for everybody who leaves it out.
pub trait SharedDefault: Sized + 'static {
    /// Returns the section as it is where nobody writes it.
    fn shared_default() -> &'static Self;
}

/// A section that is seldom written: it takes no room where it is not.
///
/// Reads like the section itself, which is then the one default of all.
#[derive(Clone, Debug)]
pub struct Section<T>(Option<Box<T>>);

impl<T> Default for Section<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Section<T> {
    /// Takes a section that nobody wrote.
    pub fn of(section: T) -> Self {
        Self(Some(Box::new(section)))
    }

    /// Tells whether somebody wrote it, even if it says what the default is.
    pub fn is_written(&self) -> bool {
        self.0.is_some()
    }
}

impl<T: SharedDefault> Deref for Section<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or_else(|| T::shared_default())
    }
}

impl<T: Setting> Setting for Section<T> {
    const FROM_VARIABLE: bool = T::FROM_VARIABLE;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode(node, decoder).map(|section| Self(Some(Box::new(section))))
    }
}

impl<T: JsonSchema> JsonSchema for Section<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Joins the lines of a doc comment.
fn prose(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ").trim().to_owned()
}

/// Builds the closed object schema of a section.
pub fn object_schema(
    generator: &mut SchemaGenerator,
    description: &[&str],
    fields: Vec<FieldDefinition>,
) -> Schema {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let mut schema = (field.schema)(generator);
        schema.remove("format");
        if !field.constraints.is_empty() {
            limit(schema.ensure_object(), &field.constraints);
        }
        schema.insert("description".to_owned(), json!(prose(field.description)));
        if let Some(default) = field.default {
            schema.insert("default".to_owned(), default);
        }
        if field.required {
            required.push(json!(field.key));
        }
        properties.insert(field.key.to_owned(), schema.to_value());
    }
    let mut schema = Schema::default();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("description".to_owned(), json!(prose(description)));
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), Value::Array(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

/// Writes limits into a schema. Of several alternatives the first gets them: it is the literal,
/// while the others are null or a reference, to which the limits do not apply.
fn limit(schema: &mut Map<String, Value>, constraints: &[Constraint]) {
    let alternatives = schema.get_mut("anyOf").and_then(Value::as_array_mut);
    if let Some(Value::Object(literal)) = alternatives.and_then(|schemas| schemas.first_mut()) {
        limit(literal, constraints);
        return;
    }
    let kind = SchemaKind::of(schema);
    for constraint in constraints {
        let (keyword, value) = constraint.keyword(kind);
        schema.insert(keyword.to_owned(), value);
    }
}

/// Defines a section: a struct, its defaults, its decoder and its schema.
///
/// ```text
/// settings! {
///     /// Bounds of one run.
///     pub struct Budget as "budget" {
///         /// Tokens in and out.
///         max_tokens: i64 = 100_000, [Minimum(1.0)];
///         /// Required, because it has no default.
///         name: Spanned<String>, [Matches(&NAME)];
///         /// Written `type` in the file.
///         kind as "type": Kind = Kind::None;
///     }
///     check budget_is_sane;    // fn(&Budget, &Node, &mut Decoder), optional
/// }
/// ```
///
/// The text after `as` is how messages call the section. Every struct also has `span`, the place
/// of the mapping, `None` where the section is not written, and `damaged`, which says that errors
/// were found inside.
///
/// Besides `check`, a block may name `before`, a `fn(&Node, &mut Decoder)` that runs ahead of the
/// fields, and `schema`, a `fn(&mut SchemaGenerator, &[&str], Vec<FieldDefinition>) -> Schema`
/// that replaces [`object_schema`]; all three are optional, in the order `before`, `check`,
/// `schema`.
#[macro_export]
macro_rules! settings {
    (
        $(#[doc = $section_doc:expr])*
        $visibility:vis struct $name:ident as $noun:literal {
            $(
                $(#[doc = $doc:expr])*
                $field:ident $(as $key:literal)? : $type:ty $(= $default:expr)? $(, [$($constraint:expr),* $(,)?])? ;
            )*
        }
        $(before $before:path;)?
        $(check $check:path;)?
        $(schema $schema:path;)?
    ) => {
        $(#[doc = $section_doc])*
        #[derive(Clone, Debug)]
        $visibility struct $name {
            /// Where the section is written.
            pub span: Option<$crate::source::Span>,
            /// Whether errors were found inside: fields in error hold their defaults.
            pub damaged: bool,
            $(
                $(#[doc = $doc])*
                pub $field: $type,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    span: None,
                    damaged: false,
                    $( $field: $crate::settings!(@default $type $(, $default)?), )*
                }
            }
        }

        impl $crate::config::SharedDefault for $name {
            fn shared_default() -> &'static Self {
                static DEFAULT: std::sync::OnceLock<$name> = std::sync::OnceLock::new();
                DEFAULT.get_or_init(Self::default)
            }
        }

        impl $name {
            /// The keys of the section, in the order of their definition.
            pub const KEYS: &'static [&'static str] = &[
                $( $crate::settings!(@key $field $($key)?), )*
            ];
        }

        impl $crate::config::Setting for $name {
            const FROM_VARIABLE: bool = false;

            fn decode(
                node: &$crate::source::Node<'_>,
                decoder: &mut $crate::config::Decoder<'_>,
            ) -> Option<Self> {
                #[allow(unused_imports, reason = "a section may have no limits")]
                use $crate::config::Constraint::*;
                let Some(entries) = node.entries() else {
                    decoder.wrong_type(node, "a mapping");
                    return None;
                };
                let errors_before = decoder.errors();
                $( $before(node, decoder); )?
                let mut section = Self::default();
                section.span = Some(node.span);
                $( let mut $field = false; )*
                let mut unknown = Vec::new();
                for entry in entries {
                    match entry.key.as_str() {
                        $(
                            Some($crate::settings!(@key $field $($key)?)) => {
                                $field = true;
                                let value = decoder.field(
                                    $crate::settings!(@key $field $($key)?),
                                    entry,
                                    &[$($($constraint),*)?],
                                );
                                if let Some(value) = value {
                                    section.$field = value;
                                }
                            }
                        )*
                        _ => unknown.push(entry),
                    }
                }
                $( $crate::settings!(@required $field, $crate::settings!(@key $field $($key)?), $noun, node, decoder $(, $default)?); )*
                if !unknown.is_empty() {
                    decoder.unknown_keys(&unknown, Self::KEYS, $noun);
                }
                section.damaged = decoder.errors() > errors_before;
                $(
                    $check(&section, node, decoder);
                    section.damaged = decoder.errors() > errors_before;
                )?
                Some(section)
            }
        }

        impl $name {
            /// What the section says about its fields, for schemas and documentation.
            pub fn fields() -> Vec<$crate::config::FieldDefinition> {
                #[allow(unused_imports, reason = "a section may have no limits")]
                use $crate::config::Constraint::*;
                vec![
                    $(
                        $crate::config::FieldDefinition {
                            key: $crate::settings!(@key $field $($key)?),
                            description: &[$($doc),*],
                            required: $crate::settings!(@is_required $($default)?),
                            constraints: vec![$($($constraint),*)?],
                            schema: |generator| generator.subschema_for::<$type>(),
                            default: $crate::settings!(@schema_default $type $(, $default)?),
                            from_variable: <$type as $crate::config::Setting>::FROM_VARIABLE,
                        },
                    )*
                ]
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::settings!(@schema $($schema)?)(
                    generator,
                    &[$($section_doc),*],
                    Self::fields(),
                )
            }
        }
    };

    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@default $type:ty) => { <$type>::default() };
    (@default $type:ty, $default:expr) => { $default };
    (@schema) => { $crate::config::object_schema };
    (@schema $schema:path) => { $schema };
    (@is_required) => { true };
    (@is_required $default:expr) => { false };
    (@schema_default $type:ty) => { None };
    (@schema_default $type:ty, $default:expr) => {{
        let default: $type = $default;
        $crate::config::Setting::default_value(&default)
    }};
    (@required $present:ident, $key:expr, $noun:literal, $node:ident, $decoder:ident) => {
        if !$present {
            $decoder.missing($node, $key, $noun);
        }
    };
    (@required $present:ident, $key:expr, $noun:literal, $node:ident, $decoder:ident, $default:expr) => {
        let _ = $present;
    };
}

/// Defines a closed list of words: an enum, its decoder and its schema. The first is the default.
///
/// ```text
/// choice! {
///     /// What happens after a person says no.
///     pub enum OnRejection {
///         /// The run fails.
///         FailRun = "fail_run",
///         /// The run goes on.
///         Continue = "continue" near ["go_on"],
///     }
/// }
/// ```
///
/// The words after `near` are not accepted; whoever writes one is pointed to the variant.
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $doc:expr])*
        $visibility:vis enum $name:ident {
            $(#[doc = $first_doc:expr])*
            $first:ident = $first_word:literal $(near [$($first_near:literal),*])?,
            $(
                $(#[doc = $variant_doc:expr])*
                $variant:ident = $word:literal $(near [$($near:literal),*])?,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        $visibility enum $name {
            $(#[doc = $first_doc])*
            #[default]
            $first,
            $( $(#[doc = $variant_doc])* $variant, )*
        }

        impl $name {
            /// Every word, in the order of their definition.
            pub const WORDS: &'static [&'static str] = &[$first_word $(, $word)*];

            /// Words that are not accepted, each with the one that is surely meant.
            const NEAR: &'static [(&'static str, &'static str)] = &[
                $( $( ($first_near, $first_word), )* )?
                $( $( $( ($near, $word), )* )? )*
            ];

            /// Returns the word of configuration files.
            pub fn word(self) -> &'static str {
                match self {
                    Self::$first => $first_word,
                    $( Self::$variant => $word, )*
                }
            }

            /// Returns the variant with this word, exactly as written.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $first_word => Some(Self::$first),
                    $( $word => Some(Self::$variant), )*
                    _ => None,
                }
            }
        }

        impl $crate::config::Setting for $name {
            fn decode(
                node: &$crate::source::Node<'_>,
                decoder: &mut $crate::config::Decoder<'_>,
            ) -> Option<Self> {
                let word = decoder.word(node, Self::WORDS, Self::NEAR)?;
                Self::from_word(&word)
            }

            fn default_value(&self) -> Option<serde_json::Value> {
                Some(serde_json::Value::from(self.word()))
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": "string",
                    "enum": Self::WORDS,
                })
            }
        }
    };
}
