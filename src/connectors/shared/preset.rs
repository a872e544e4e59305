//! The preset of a declared tool, as `read` or `{preset: write, approval: true}`.

use std::borrow::Cow;

use algen_core::config::{Decoder, Setting};
use algen_core::governance::Preset;
use algen_core::source::Node;
use algen_core::{choice, settings};
use schemars::{JsonSchema, Schema, SchemaGenerator};

choice! {
    /// A preset by name. `pure` is not among them: a declared tool always leaves the process.
    pub(crate) enum PresetWord {
        /// Reads, with three attempts for transient errors.
        Read = "read",
        /// Reads in one attempt.
        Once = "once",
        /// Changes the deployment's own data.
        Write = "write",
        /// Changes something that others see.
        External = "external",
        /// Cannot be taken back; asks before every call.
        Destructive = "destructive",
        /// The base preset with 180 seconds.
        LongRunning = "long_running",
    }
}

choice! {
    /// What a long-running preset starts from.
    pub(crate) enum BaseWord {
        /// Reads.
        Read = "read",
        /// Reads in one attempt.
        Once = "once",
        /// Changes the deployment's own data.
        Write = "write",
        /// Changes something that others see.
        External = "external",
        /// Cannot be taken back.
        Destructive = "destructive",
    }
}

impl BaseWord {
    fn preset(self) -> Preset {
        match self {
            Self::Read => Preset::READ,
            Self::Once => Preset::ONCE,
            Self::Write => Preset::WRITE,
            Self::External => Preset::EXTERNAL,
            Self::Destructive => Preset::DESTRUCTIVE,
        }
    }
}

settings! {
    /// A preset with changes.
    pub(crate) struct PresetChanges as "a preset" {
        /// The preset that the governance comes from.
        preset: PresetWord;
        /// What `long_running` starts from.
        base: Option<BaseWord> = None;
        /// Whether the tool itself asks before every call; the preset decides where this is absent.
        approval: Option<bool> = None;
        /// Deadline of a whole call in seconds; the preset decides where this is absent.
        timeout_seconds: Option<f64> = None, [Above(0.0), Maximum(3600.0)];
    }
    check base_belongs_to_long_running;
}

fn base_belongs_to_long_running(
    changes: &PresetChanges,
    node: &Node<'_>,
    decoder: &mut Decoder<'_>,
) {
    if changes.base.is_some() && changes.preset != PresetWord::LongRunning {
        let place = node.entry("base").map_or(node.span, |entry| entry.key.span);
        let message = format!(
            "`base` goes with the preset `long_running`, found `{}`",
            changes.preset.word()
        );
        decoder.report("conflicting-settings", place, message, "of no use here");
    }
}

/// The preset of a declared tool.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PresetDeclaration(pub(crate) Preset);

impl Default for PresetDeclaration {
    fn default() -> Self {
        Self(Preset::READ)
    }
}

impl PresetDeclaration {
    /// Tells whether the tool changes anything.
    pub(crate) fn writes(self) -> bool {
        use algen_core::model::SideEffect;
        !matches!(self.0.side_effect, SideEffect::None | SideEffect::Read)
    }
}

impl From<PresetChanges> for PresetDeclaration {
    fn from(changes: PresetChanges) -> Self {
        let base = changes.base.unwrap_or_default().preset();
        let mut preset = match changes.preset {
            PresetWord::Read => Preset::READ,
            PresetWord::Once => Preset::ONCE,
            PresetWord::Write => Preset::WRITE,
            PresetWord::External => Preset::EXTERNAL,
            PresetWord::Destructive => Preset::DESTRUCTIVE,
            PresetWord::LongRunning => Preset::long_running(base),
        };
        if let Some(approval) = changes.approval {
            preset = preset.asking(approval);
        }
        if let Some(seconds) = changes.timeout_seconds {
            preset = preset.timeout(seconds);
        }
        Self(preset)
    }
}

impl Setting for PresetDeclaration {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let changes = if node.entries().is_some() {
            PresetChanges::decode(node, decoder)?
        } else {
            PresetChanges {
                preset: PresetWord::decode(node, decoder)?,
                ..PresetChanges::default()
            }
        };
        Some(Self::from(changes))
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(serde_json::Value::from(self.0.name))
    }
}

impl JsonSchema for PresetDeclaration {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "PresetDeclaration".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = generator.subschema_for::<PresetWord>();
        let changes = generator.subschema_for::<PresetChanges>();
        schemars::json_schema!({"anyOf": [word, changes]})
    }
}
