//! What `algen doctor` found: one line for each thing it looked at.

use serde::Serialize;

use super::json_text;
use super::report::counted;
use super::style::Style;
use super::visible::visible;

/// How a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// It is as it should be.
    Fine,
    /// Calls work, and somebody should know.
    Note,
    /// Calls will fail.
    Broken,
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// What, as `ledger` or `toolkit smtp`.
    pub subject: String,
    /// How it is.
    pub health: Health,
    /// One sentence without a final period.
    pub message: String,
    /// What to do; a full sentence.
    pub help: Option<String>,
}

impl Finding {
    /// Describes a thing.
    pub fn new(subject: impl Into<String>, health: Health, message: impl Into<String>) -> Self {
        Self {
            subject: subject.into(),
            health,
            message: message.into(),
            help: None,
        }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// Returns what was found as JSON.
pub fn json(findings: &[Finding]) -> String {
    #[derive(Serialize)]
    struct Document<'f> {
        schema: &'static str,
        healthy: bool,
        findings: &'f [Finding],
    }
    json_text::pretty(&Document {
        schema: "algen.doctor/1",
        healthy: !is_broken(findings),
        findings,
    })
}

/// Tells whether calls will fail.
pub fn is_broken(findings: &[Finding]) -> bool {
    let mut findings = findings.iter();
    findings.any(|finding| finding.health == Health::Broken)
}

/// Returns what was found, for people.
pub fn text(findings: &[Finding], style: &Style) -> String {
    let width = findings
        .iter()
        .map(|finding| finding.subject.chars().count());
    let width = width.max().unwrap_or(0);
    let mut text = String::new();
    for finding in findings {
        let word = match finding.health {
            Health::Fine => style.painted("32", "fine  "),
            Health::Note => style.painted("1;33", "note  "),
            Health::Broken => style.painted("1;31", "broken"),
        };
        text.push_str(&format!(
            "{word}  {:width$}  {}\n",
            visible(&finding.subject),
            visible(&finding.message)
        ));
        if let Some(help) = &finding.help {
            text.push_str(&format!("        {:width$}  {}\n", "", visible(help)));
        }
    }
    let broken = findings
        .iter()
        .filter(|finding| finding.health == Health::Broken)
        .count();
    text.push_str(&match broken {
        0 => "nothing keeps calls from working\n".to_owned(),
        broken => format!("{} would fail\n", counted(broken, "thing")),
    });
    text
}
