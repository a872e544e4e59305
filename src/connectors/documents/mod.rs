//! The text of documents after inspection: of files that belong to the run, and of files under
//! fixed folders.

mod tools;

use std::borrow::Cow;

use algen_core::config::{Decoder, Given, Names, Setting};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::source::{Node, Value};
use algen_core::{choice, settings};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::shared::attachments::{self, ArtifactSource, Quarantine, ReaderOcr};
use crate::shared::declared::Declared;
use crate::shared::kit::{self, Gate, Kit};

choice! {
    /// Whether text in images is recognized.
    pub(crate) enum OcrWord {
        /// It is not.
        Off = "off",
        /// By the `tesseract` program.
        Tesseract = "tesseract",
    }
}

/// Recognition of text in images: a word, or a mapping with everything about it.
#[derive(Clone, Debug)]
pub(crate) enum Ocr {
    /// A word; the other `ocr_` settings say the rest.
    Word(OcrWord),
    /// Everything in one place.
    Settings(ReaderOcr),
}

impl Setting for Ocr {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match &node.value {
            // YAML 1.1 reads the plain word `off` as false.
            Value::Bool(false) => Some(Self::Word(OcrWord::Off)),
            Value::Mapping(_) => ReaderOcr::decode(node, decoder).map(Self::Settings),
            _ => OcrWord::decode(node, decoder).map(Self::Word),
        }
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        match self {
            Self::Word(word) => word.default_value(),
            Self::Settings(_) => None,
        }
    }
}

impl JsonSchema for Ocr {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Ocr".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = generator.subschema_for::<OcrWord>();
        let settings = generator.subschema_for::<ReaderOcr>();
        schemars::json_schema!({"anyOf": [word, {"const": false}, settings]})
    }
}

settings! {
    /// Reading of documents.
    pub(crate) struct DocumentsSettings as "a documents toolkit" {
        /// The folders whose files may be read; without it there are no tools for files.
        roots: Option<Given<Names>> = None, [MinLength(1), MaxLength(64)];
        /// Which files of the run `extract_text` may read.
        artifacts: Declared<ArtifactSource> = Declared(ArtifactSource::Run);
        /// Recognition of text in images: `off`, `tesseract`, or a mapping of recognizer,
        /// languages, max_pages and timeout_seconds.
        ocr: Given<Ocr> = Given::Literal(Ocr::Word(OcrWord::Off));
        /// The languages to recognize, by the recognizer's own codes.
        ocr_languages: Given<Names> = Given::Literal(Names::of(&["eng"]));
        /// Most scanned pages of one document.
        ocr_max_pages: Given<i64> = Given::Literal(3), [Minimum(1.0), Maximum(50.0)];
        /// Longest recognition in seconds; it counts inside the tool's own deadline.
        ocr_timeout: Given<f64> = Given::Literal(30.0), [Above(0.0), Maximum(120.0)];
        /// What happens to the text of a quarantined document.
        quarantine: Given<Quarantine> = Given::Literal(Quarantine::Withhold);
        /// Largest file, in bytes.
        max_file_bytes: Given<i64> = Given::Literal(8_388_608),
            [Minimum(1.0), Maximum(104_857_600.0)];
        /// Most characters that `read_document` returns.
        max_output_chars: Given<i64> = Given::Literal(20_000),
            [Minimum(1.0), Maximum(100_000.0)];
        /// Most sections that `read_document` returns.
        max_sections: Given<i64> = Given::Literal(100), [Minimum(1.0), Maximum(10_000.0)];
        /// Most bytes that an archive such as a DOCX may unfold to.
        max_archive_bytes: Given<i64> = Given::Literal(33_554_432),
            [Minimum(1.0), Maximum(1_073_741_824.0)];
    }
    check recognition_is_sound;
}

fn recognition_is_sound(settings: &DocumentsSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    if let Given::Literal(Ocr::Settings(ocr)) = &settings.ocr {
        for key in ["ocr_languages", "ocr_max_pages", "ocr_timeout"] {
            kit::at_most_one(&["ocr", key], node, decoder);
        }
        attachments::check_languages(&ocr.languages, node, decoder);
    }
    if let Given::Literal(languages) = &settings.ocr_languages {
        attachments::check_languages(languages, node, decoder);
    }
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "documents",
    summary: "Read the text of documents after inspection",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["documents.extract_text"],
    settings: DocumentsSettings::fields,
    schema: DocumentsSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.documents", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: DocumentsSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let files: Gate = kit.presence("roots", settings.roots.as_ref());
    let mut tools = vec![tools::extract_text(&kit)];
    tools.extend(files.tool(tools::read_document(&kit)));
    tools.extend(files.tool(tools::search_document(&kit)));
    kit.toolkit(tools)
}
