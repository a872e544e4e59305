//! Settings and schemas of files that travel with messages.
//!
//! They exist only in `algen.yaml`: a toolkit takes attachments where `artifacts` says from where,
//! saves them where `sink` says where to, and reads them where `documents` is there.

use algen_core::config::{Decoder, Names};
use algen_core::source::Node;
use algen_core::{choice, settings};

use super::schema::{Schema, count, list_within, record, string, text};

choice! {
    /// Where the files come from that a tool sends or reads.
    pub(crate) enum ArtifactSource {
        /// The files given to this run, no others.
        Run = "run",
        /// The deployment's artifact store.
        Store = "store",
    }
}

settings! {
    /// Which attachments pass. Checked before a download where size and type are known, while it
    /// runs, and on the content itself.
    pub(crate) struct AttachmentPolicy as "an attachment policy" {
        /// Largest attachment, in bytes.
        max_bytes: i64 = 20_000_000, [Minimum(1.0), Maximum(104_857_600.0)];
        /// Media types that pass, as `application/pdf` or `image/*`; absent means any that is not
        /// blocked.
        allowed_types: Option<Names> = None;
        /// File endings that never pass, with or without the dot; absent means the ones that
        /// start programs.
        blocked_extensions: Option<Names> = None;
    }
    check names_are_written_well;
}

fn names_are_written_well(policy: &AttachmentPolicy, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    for kind in policy.allowed_types.iter().flatten() {
        let halves = kind.value.split_once('/');
        if halves.is_none_or(|(left, right)| left.is_empty() || right.is_empty()) {
            let message = format!("`{kind}` is no media type, as `application/pdf` or `image/*`");
            decoder.report("invalid-value", kind.span.unwrap_or(node.span), message, "");
        }
    }
}

settings! {
    /// How the text of attachments is read.
    pub(crate) struct DocumentReader as "a document reader" {
        /// Largest file, in bytes.
        max_bytes: i64 = 20_000_000, [Minimum(1.0), Maximum(104_857_600.0)];
        /// What happens to the text of a quarantined document.
        quarantine: Quarantine = Quarantine::Withhold;
        /// Recognition of text in images; off where absent.
        ocr: Option<ReaderOcr> = None;
    }
}

choice! {
    /// What happens to the text of a quarantined document.
    pub(crate) enum Quarantine {
        /// It is not returned.
        Withhold = "withhold",
        /// It is returned, marked.
        Return = "return",
    }
}

choice! {
    /// Who recognizes text in images.
    pub(crate) enum Recognizer {
        /// The `tesseract` program.
        Tesseract = "tesseract",
    }
}

settings! {
    /// Recognition of text in images.
    pub(crate) struct ReaderOcr as "`ocr`" {
        /// Who recognizes.
        recognizer: Recognizer = Recognizer::Tesseract;
        /// The languages, by the recognizer's own codes.
        languages: Names = Names::of(&["eng"]);
        /// Most scanned pages of one document.
        max_pages: i64 = 3, [Minimum(1.0), Maximum(50.0)];
        /// Longest recognition in seconds; it counts inside the tool's own deadline.
        timeout_seconds: f64 = 30.0, [Above(0.0), Maximum(120.0)];
    }
}

/// Reports languages that no recognizer has: they are handed to a program, so their form matters.
pub(crate) fn check_languages(languages: &Names, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let place = languages.span.unwrap_or(node.span);
    if languages.members.is_empty() {
        decoder.report(
            "invalid-value",
            place,
            "recognition takes at least one language",
            "",
        );
    }
    for language in languages {
        let known = !language.value.is_empty()
            && language.value.len() <= 32
            && language
                .value
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !known {
            let message = format!("`{language}` is no code of a language, as `eng` or `chi_sim`");
            decoder.report("invalid-value", language.span.unwrap_or(place), message, "");
        }
    }
}

/// The argument of a sending tool that names files.
pub(crate) fn outgoing() -> Schema {
    let attachment = record([
        (
            "artifact_id",
            text(1, 256).described("The id of a file that this run may use."),
        ),
        (
            "filename",
            text(1, 255).described("The name that recipients see, without a path."),
        ),
        (
            "media_type",
            text(3, 255).described("What the file holds, as `application/pdf`."),
        ),
    ]);
    list_within(attachment, 0, 20).or_empty()
}

/// A file that was saved, in a result: never its bytes.
pub(crate) fn reference() -> Schema {
    record([
        ("artifact_id", string()),
        ("filename", string()),
        ("media_type", string()),
        ("size", count()),
        ("sha256", string()),
    ])
}
