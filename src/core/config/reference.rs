//! References to values that live outside configuration files.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::constraint::View;
use super::decode::{Decoder, Setting};
use crate::source::{Node, Value};

/// Where a reference points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ReferenceScheme {
    /// `env://NAME`: a variable of the environment.
    #[default]
    Environment,
    /// `file://PATH`: the content of a file.
    File,
    /// `exec://NAME`: the output of a command that `algen.yaml` names under `secrets`.
    Command,
    /// `secret://NAME`: accepted by the Python runtime for provider keys; nothing resolves it.
    Secret,
}

impl ReferenceScheme {
    /// Returns the prefix with its slashes.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Environment => "env://",
            Self::File => "file://",
            Self::Command => "exec://",
            Self::Secret => "secret://",
        }
    }
}

/// A reference as written; the name is not a secret.
///
/// The default names nothing: it stands where a required reference is missing, which is reported.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reference {
    /// Which kind.
    pub scheme: ReferenceScheme,
    /// The variable, path or command after the slashes.
    pub name: String,
}

impl Reference {
    /// Reads a reference; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let schemes = [
            ReferenceScheme::Environment,
            ReferenceScheme::File,
            ReferenceScheme::Command,
            ReferenceScheme::Secret,
        ];
        schemes.into_iter().find_map(|scheme| {
            text.strip_prefix(scheme.prefix()).map(|name| Self {
                scheme,
                name: name.to_owned(),
            })
        })
    }

    /// Returns every reference in a value and in what is in it, in no particular order.
    pub fn all_in(node: &Node<'_>) -> Vec<Self> {
        let mut found = Vec::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match &node.value {
                Value::Mapping(entries) => pending.extend(entries.iter().map(|entry| &entry.value)),
                Value::Sequence(items) | Value::Set(items) => pending.extend(items.iter()),
                _ => found.extend(node.as_str().and_then(Self::parse)),
            }
        }
        found
    }

    /// Tells whether the name has the form that its scheme takes: for variables a letter or `_`,
    /// then letters, digits and `_` (POSIX.1-2017, 8.1).
    pub fn is_well_formed(&self) -> bool {
        match self.scheme {
            ReferenceScheme::Environment => is_variable_name(&self.name),
            ReferenceScheme::File => !self.name.is_empty() && !self.name.contains('\0'),
            ReferenceScheme::Command | ReferenceScheme::Secret => !self.name.is_empty(),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.scheme.prefix(), self.name)
    }
}

/// Tells whether a text is a variable's name.
pub(crate) fn is_variable_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes.next();
    first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Decodes a reference of one of the given schemes; a literal is reported and never quoted.
fn decode_reference(
    node: &Node<'_>,
    decoder: &mut Decoder<'_>,
    schemes: &[ReferenceScheme],
) -> Option<Reference> {
    let forms: Vec<String> = schemes
        .iter()
        .map(|scheme| format!("{}NAME", scheme.prefix()))
        .collect();
    let forms = forms.join(" or ");
    let reference = node.as_str().and_then(Reference::parse);
    if let Some(other) = reference.as_ref()
        && !schemes.contains(&other.scheme)
    {
        let prefix = other.scheme.prefix();
        let message = format!("{} takes {forms}, not {prefix}", decoder.subject());
        decoder.report("misplaced-reference", node.span, message, "not here");
        return None;
    }
    let Some(reference) = reference else {
        decoder.masked.push(node.span);
        let path = decoder.path();
        let field = path.rsplit('.').next().unwrap_or_default().to_owned();
        let message = format!("`{field}` takes a reference, not the value itself");
        let diagnostic = decoder.report("literal-secret", node.span, message, "written out here");
        diagnostic.help = Some(format!(
            "write {forms} and set the value outside the file; if this one was real, replace it"
        ));
        return None;
    };
    if !reference.is_well_formed() {
        let message = format!("`{reference}` does not name anything that can exist");
        let diagnostic = decoder.warn("malformed-reference", node.span, message, "");
        diagnostic.help = Some(
            "after env:// comes a variable's name: letters, digits and `_`, not a digit first"
                .to_owned(),
        );
    } else if reference.scheme == ReferenceScheme::Secret {
        let message = "nothing resolves secret:// references";
        let diagnostic = decoder.warn("unresolvable-reference", node.span, message, "");
        diagnostic.help = Some("write env://NAME and set the variable".to_owned());
    }
    Some(reference)
}

/// A setting that is either written out or referred to; never a secret.
#[derive(Clone, PartialEq, Debug)]
pub enum Given<T> {
    /// Written in the file: it decides.
    Literal(T),
    /// `env://NAME` or `file://PATH`, read when a client opens.
    Reference(Reference),
}

impl<T: Default> Default for Given<T> {
    fn default() -> Self {
        Self::Literal(T::default())
    }
}

impl<T> Given<T> {
    /// Returns what is written in the file.
    pub fn literal(&self) -> Option<&T> {
        match self {
            Self::Literal(value) => Some(value),
            Self::Reference(_) => None,
        }
    }
}

impl<T: Setting> Setting for Given<T> {
    const FROM_VARIABLE: bool = T::FROM_VARIABLE;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let schemes = [ReferenceScheme::Environment, ReferenceScheme::File];
        // A reference of another scheme is reported: as a literal it would become a host or a name
        // that nobody meant.
        if node.as_str().and_then(Reference::parse).is_some() {
            decode_reference(node, decoder, &schemes).map(Self::Reference)
        } else {
            T::decode(node, decoder).map(Self::Literal)
        }
    }

    fn view(&self) -> View<'_> {
        self.literal().map_or(View::Other, T::view)
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        self.literal().and_then(T::default_value)
    }
}

impl<T: JsonSchema> JsonSchema for Given<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Given_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let literal = generator.subschema_for::<T>();
        schemars::json_schema!({
            "anyOf": [literal, {"type": "string", "pattern": "^(env|file)://"}],
        })
    }
}

/// Defines a reference type that takes some of the schemes.
macro_rules! reference_type {
    ($(#[doc = $doc:expr])* $name:ident, $pattern:literal, [$($scheme:ident),*]) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name(pub Reference);

        impl Setting for $name {
            fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                decode_reference(node, decoder, &[$(ReferenceScheme::$scheme),*]).map(Self)
            }

            fn view(&self) -> View<'_> {
                View::Text(&self.0.name)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schemars::json_schema!({"type": "string", "pattern": $pattern})
            }
        }
    };
}

reference_type!(
    /// A reference as `agent.yaml` takes it: `env://NAME` alone.
    EnvironmentReference, "^env://", [Environment]
);
reference_type!(
    /// A provider's key: `env://NAME`; `secret://NAME` loads too, with a warning.
    ProviderKey, "^(env|secret)://", [Environment, Secret]
);
reference_type!(
    /// A credential of a deployment: `env://NAME`, `file://PATH` or `exec://NAME`.
    CredentialReference, "^(env|file|exec)://", [Environment, File, Command]
);
reference_type!(
    /// A host, database, root or whole address of a deployment: `env://NAME` or `file://PATH`.
    PlaceReference, "^(env|file)://", [Environment, File]
);
