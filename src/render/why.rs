//! Every rule that speaks about a call, in order, and the decision.

use algen_core::governance::approval::QuestionSource;
use algen_core::governance::authorize::Governed;
use algen_core::governance::rule::{Spoken, Verdict, question_sources};
use algen_core::registry::ToolSpec;
use algen_core::source::Sources;
use serde::Serialize;

use super::call::place;
use super::json_text;
use super::style::Style;
use super::visible::visible;

/// What is explained.
#[derive(Clone, Copy)]
pub struct Explanation<'e> {
    /// The tool.
    pub tool: &'e ToolSpec,
    /// The agent.
    pub agent: &'e str,
    /// The governance of the tool, or of the variant that the arguments select.
    pub governed: &'e Governed,
    /// Whether arguments were given and judged.
    pub judges_arguments: bool,
    /// What the rules said.
    pub spoken: &'e [Spoken],
    /// The texts that the rules stand in.
    pub sources: &'e Sources,
}

impl Explanation<'_> {
    /// Tells whether some rule refuses.
    pub fn refuses(&self) -> bool {
        let mut spoken = self.spoken.iter();
        spoken.any(|rule| rule.verdict == Verdict::Refuses)
    }

    fn asks(&self) -> Vec<QuestionSource> {
        question_sources(self.spoken)
    }

    /// Returns the decision in one word.
    fn decision(&self) -> &'static str {
        match (self.refuses(), self.asks().is_empty()) {
            (true, _) => "refused",
            (false, false) => "asked",
            (false, true) => "allowed",
        }
    }
}

#[derive(Serialize)]
struct Document<'e> {
    schema: &'static str,
    tool: &'e str,
    agent: &'e str,
    side_effect: &'static str,
    judges_arguments: bool,
    decision: &'static str,
    asks: Vec<QuestionSource>,
    rules: Vec<RuleDocument<'e>>,
}

#[derive(Serialize)]
struct RuleDocument<'e> {
    rule: &'static str,
    verdict: &'static str,
    message: &'e str,
    help: Option<&'e str>,
    file: Option<&'e str>,
    line: Option<usize>,
    column: Option<usize>,
}

/// Returns the explanation as JSON.
pub fn json(explanation: &Explanation<'_>) -> String {
    let rules = explanation.spoken.iter().map(|rule| {
        let place = rule.place.and_then(|span| {
            let source = explanation.sources.get(span.source)?;
            Some((source.name(), source.position(span.start)))
        });
        RuleDocument {
            rule: rule.rule,
            verdict: rule.verdict.word(),
            message: &rule.message,
            help: rule.help.as_deref(),
            file: place.map(|(name, _)| name),
            line: place.map(|(_, position)| position.line),
            column: place.map(|(_, position)| position.column),
        }
    });
    json_text::pretty(&Document {
        schema: "algen.why/1",
        tool: &explanation.tool.name,
        agent: explanation.agent,
        side_effect: explanation.governed.side_effect.word(),
        judges_arguments: explanation.judges_arguments,
        decision: explanation.decision(),
        asks: explanation.asks(),
        rules: rules.collect(),
    })
}

/// Returns the explanation for people: one line for each rule, then the decision.
pub fn text(explanation: &Explanation<'_>, style: &Style) -> String {
    let rules = explanation.spoken.iter();
    let width = rules.clone().map(|rule| rule.rule.len()).max().unwrap_or(0);
    let mut text = format!(
        "{} for the agent `{}` ({})\n",
        style.bold(&explanation.tool.name),
        visible(explanation.agent),
        explanation.governed.side_effect.word(),
    );
    for rule in rules {
        let verdict = match rule.verdict {
            Verdict::Passes => "passes".to_owned(),
            Verdict::Asks(_) => style.painted("1;33", "asks"),
            Verdict::Refuses => style.painted("1;31", "refuses"),
        };
        // The colours take no columns.
        let blanks = " ".repeat(8_usize.saturating_sub(rule.verdict.word().len()));
        text.push_str(&format!(
            "  {verdict}{blanks}{:width$}  {}",
            rule.rule,
            visible(&rule.message)
        ));
        if let Some(place) = place(rule.place, explanation.sources) {
            text.push_str(&format!(" ({place})"));
        }
        text.push('\n');
        if rule.verdict == Verdict::Refuses
            && let Some(help) = &rule.help
        {
            text.push_str(&format!("  {:8}{:width$}  {}\n", "", "", visible(help)));
        }
    }
    let decision = match explanation.decision() {
        "refused" => "refused: nothing would be sent",
        "asked" => "a person is asked",
        _ => "allowed",
    };
    text.push_str(&format!("decision: {}\n", style.bold(decision)));
    if !explanation.judges_arguments {
        text.push_str("Arguments were not given: schema and guardrails have not been asked.\n");
    }
    text
}
