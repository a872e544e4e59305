//! Findings for people: quoted lines, carets, what to do, and the change that would help.

use std::fmt;

use algen_core::diagnostics::{Diagnostic, Label, Severity};
use algen_core::source::{Origin, Source};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles,
};

use super::excerpt::{CONTEXT_LINES, Excerpt};
use super::fix_preview;
use super::masking::Masking;
use super::report::{Report, told};
use super::style::Style;

/// Renders every finding, separated by empty lines; nothing where there is none.
pub fn render(report: &Report<'_>, style: &Style) -> String {
    let masking = Masking::new(report.masked);
    let handler = handler(style);
    let mut text = String::new();
    for diagnostic in report.diagnostics {
        if !text.is_empty() {
            text.push('\n');
        }
        let page = Page {
            report,
            style,
            masking: &masking,
            handler: &handler,
        };
        page.finding(diagnostic, &mut text);
    }
    text
}

fn handler(style: &Style) -> GraphicalReportHandler {
    let characters = if style.unicode {
        ThemeCharacters::unicode()
    } else {
        ThemeCharacters::ascii()
    };
    let styles = if style.color {
        ThemeStyles::ansi()
    } else {
        ThemeStyles::none()
    };
    GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
        .with_width(style.table_width())
        .with_wrap_lines(style.width.is_some())
        .with_break_words(false)
        .with_context_lines(CONTEXT_LINES)
        .with_urls(false)
        .without_cause_chain()
        .without_syntax_highlighting()
}

/// What rendering of each finding shares.
struct Page<'a> {
    report: &'a Report<'a>,
    style: &'a Style,
    masking: &'a Masking,
    handler: &'a GraphicalReportHandler,
}

impl Page<'_> {
    fn finding(&self, diagnostic: &Diagnostic, text: &mut String) {
        self.header(diagnostic, text);
        let mut groups: Vec<(&Source, Vec<&Label>)> = Vec::new();
        for label in &diagnostic.labels {
            let Some(source) = self.report.sources.get(label.span.source) else {
                continue;
            };
            match groups
                .iter_mut()
                .find(|(other, _)| other.id() == source.id())
            {
                Some((_, labels)) => labels.push(label),
                None => groups.push((source, vec![label])),
            }
        }
        if groups.is_empty()
            && let Some(file) = &diagnostic.file
        {
            self.place(&told(file), "", text);
        }
        for (index, (source, labels)) in groups.iter().enumerate() {
            match source.origin() {
                Origin::Project | Origin::StandardInput => {
                    let excerpt = Excerpt::new(source, labels, self.masking, index == 0);
                    self.snippet(diagnostic, Some(&excerpt), None, text);
                }
                // The line is not ours to show.
                Origin::Environment | Origin::Foreign => {
                    for label in labels {
                        let place = source.position(label.span.start);
                        let name = told(source.name());
                        let place = format!("{name}:{}:{}", place.line, place.column);
                        self.place(&place, &told(&label.text), text);
                    }
                }
            }
        }
        if let Some(help) = &diagnostic.help {
            self.snippet(diagnostic, None, Some(&told(help)), text);
        }
        if let Some(fix) = &diagnostic.fix {
            let sources = self.report.sources;
            fix_preview::write(fix, sources, self.masking, self.style, text);
        }
    }

    /// Writes `error[rule]: message`.
    fn header(&self, diagnostic: &Diagnostic, text: &mut String) {
        let head = format!("{}[{}]", diagnostic.severity.word(), diagnostic.rule);
        let head = self.style.severity(diagnostic.severity, &head);
        let message = told(&diagnostic.message);
        text.push_str(&format!("{head}: {message}\n"));
    }

    /// Writes a place that is not quoted.
    fn place(&self, place: &str, label: &str, text: &mut String) {
        let separator = if label.is_empty() { "" } else { ": " };
        text.push_str(&format!("  --> {place}{separator}{label}\n"));
    }

    /// Writes quoted lines or the help text.
    fn snippet(
        &self,
        diagnostic: &Diagnostic,
        excerpt: Option<&Excerpt>,
        help: Option<&str>,
        text: &mut String,
    ) {
        let snippet = Snippet {
            severity: match diagnostic.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            },
            excerpt,
            help,
        };
        let mut rendered = String::new();
        // A label whose lines could not be given is left out; the header names the finding.
        if self.handler.render_report(&mut rendered, &snippet).is_err() {
            return;
        }
        // The first line is the handler's own for the message, which the header has shown.
        let lines = rendered.split_once('\n').map_or("", |(_, lines)| lines);
        text.push_str(lines);
    }
}

/// A part of a finding in the form that the handler takes.
struct Snippet<'a> {
    severity: miette::Severity,
    excerpt: Option<&'a Excerpt>,
    help: Option<&'a str>,
}

impl fmt::Debug for Snippet<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Snippet").finish_non_exhaustive()
    }
}

impl fmt::Display for Snippet<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Snippet<'_> {}

impl miette::Diagnostic for Snippet<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt?;
        Some(Box::new(excerpt.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use algen_core::diagnostics::{Code, Edit, Fix};
    use algen_core::source::Span;
    use proptest::prelude::*;

    use super::super::sample::Sample;
    use super::*;

    fn warning(message: &str) -> Diagnostic {
        Diagnostic::new("some-rule", Code::Governance, Severity::Warning, message)
    }

    #[test]
    fn findings_are_quoted_with_carets_and_fixes() {
        let expected = "\
error[unknown-tool]: no tool named `sample.ecko`
   ,-[agent.yaml:4:21]
 3 |     version: 1.0.0
 4 |     enabled_tools: [sample.ecko]
   :                     ^^^^^|^^^^^
   :                          `-- not registered by any plugin
 5 | providers:
   `----
  help: Did you mean `sample.echo`?
  fix: replace it with `sample.echo` (`algen check --fix` does it)
    - enabled_tools: [sample.ecko]
    + enabled_tools: [sample.echo]

warning[literal-secret]: `api_key` holds a secret
   ,-[agent.yaml:8:14]
 7 |     type: openai
 8 |     api_key: *******
   :              ^^^|^^^
   :                 `-- written out
   `----

error[unreadable-file]: cannot read the overlay: there is no such file
  --> crm.overlay.yaml
";
        let sample = Sample::agents();
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn a_terminal_gets_colour_and_wrapped_help() {
        let mut sample = Sample::default();
        let id = sample.add("agent.yaml", Origin::Project, "name: é b\n");
        let help = "Remove the key, or write a name that starts with a letter and has no blank.";
        sample.diagnostics = vec![warning("odd").at(sample.span(id, "b"), "here").help(help)];
        let style = Style {
            color: true,
            unicode: true,
            width: Some(50),
        };
        let expected = "\
\u{1b}[1;33mwarning[some-rule]\u{1b}[0m: odd
   ╭─[\u{1b}[36;1;4magent.yaml:1:9\u{1b}[0m]
 \u{1b}[2m1\u{1b}[0m │ name: é b
   · \u{1b}[35;1m        ┬\u{1b}[0m
   ·         \u{1b}[35;1m╰── \u{1b}[35;1mhere\u{1b}[0m\u{1b}[0m
   ╰────
\u{1b}[36m  help: \u{1b}[0mRemove the key, or write a name that
        starts with a letter and has no blank.
";
        assert_eq!(render(&sample.report(), &style), expected);
    }

    #[test]
    fn labels_in_two_texts_are_quoted_apart_and_foreign_texts_only_named() {
        let mut sample = Sample::default();
        let agents = sample.add("agent.yaml", Origin::Project, "a: b\nc: d\n");
        let stdin = sample.add("<stdin>", Origin::StandardInput, "e: f");
        let variable = sample.add("ALGEN_X", Origin::Environment, "hidden");
        let foreign = sample.add("/etc/algen/policy.yaml", Origin::Foreign, "x: hidden");
        sample.diagnostics = vec![
            warning("two places")
                .at(sample.span(agents, "d"), "this")
                .at(sample.span(stdin, "f"), "and that")
                .at(sample.span(agents, "a"), "")
                .at(sample.span(variable, "hidden"), "from here")
                .at(sample.span(foreign, "hidden"), ""),
        ];
        let expected = "\
warning[some-rule]: two places
   ,-[agent.yaml:2:4]
 1 | a: b
   : ^
 2 | c: d
   :    |
   :    `-- this
   `----
   ,-[<stdin>:1:4]
 1 | e: f
   :    |
   :    `-- and that
   `----
  --> ALGEN_X:1:1: from here
  --> /etc/algen/policy.yaml:1:4
";
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn hostile_text_is_written_out() {
        let mut sample = Sample::default();
        let id = sample.add(
            "evil\u{1b}[2J.yaml",
            Origin::Project,
            "a: x\u{1b}[31m\u{202e}y ##[add-mask]z\n",
        );
        sample.diagnostics = vec![
            warning("no tool named `a\n::error::b`, `ghp_abcdefghijklmnopqrst`")
                .at(sample.span(id, "y"), "l\u{7}")
                .help("Try \u{9b}."),
        ];
        let expected = "\
warning[some-rule]: no tool named `a\\n::error::b`, `************************`
   ,-[evil\\u{1b}[2J.yaml:1:11]
 1 | a: x\\u{1b}[31m\\u{202e}y ##\\u{5b}add-mask]z
   :                       |
   :                       `-- l\\u{7}
   `----
  help: Try \\u{9b}.
";
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn long_lines_and_long_ranges_are_cut() {
        let mut sample = Sample::default();
        let line = format!("k: [{}X{}]", "é ".repeat(200), "y ".repeat(5_000));
        let text = format!("{line}\n{}", "- a\n".repeat(20));
        let id = sample.add("agent.yaml", Origin::Project, &text);
        let list = text.find('-').expect("there is a list");
        sample.diagnostics = vec![
            warning("far right").at(sample.span(id, "X"), "here"),
            warning("long").at(Span::new(id, list, text.len()), "the list"),
        ];
        let expected = format!(
            "\
warning[some-rule]: far right
   ,-[agent.yaml:1:405]
 1 | ...{}X{}y...
   : {}|
   : {}`-- here
 2 | - a
   `----

warning[some-rule]: long
   ,-[agent.yaml:2:1]
 1 | k: [{}...
 2 | - a
   : ^|^
   :  `-- the list
 3 | - a
   `----
",
            "é ".repeat(30),
            "y ".repeat(89),
            " ".repeat(63),
            " ".repeat(63),
            "é ".repeat(118),
        );
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn fixes_show_what_they_change() {
        let text = "a:\n    token: hunter2\n    name: x\nb: y\n";
        for (name, part, replacement, shown) in [
            (
                "a secret stays hidden",
                "hunter2",
                "env://TOKEN",
                "    - token: *******\n    + token: env://TOKEN\n",
            ),
            ("a line is added", "\nb: y", "\n    more: z\nb: y", ""),
            ("a line goes", "    name: x\n", "", "    - name: x\n"),
            ("lines come", "x\n", "x\n    more: z\n", "    + more: z\n"),
        ] {
            let mut sample = Sample::default();
            let id = sample.add("agent.yaml", Origin::Project, text);
            let edits = vec![Edit {
                span: sample.span(id, part),
                replacement: replacement.to_owned(),
            }];
            sample.diagnostics = vec![warning("w").fix(Fix {
                description: "do it".to_owned(),
                edits,
                unambiguous: false,
            })];
            let expected = format!("warning[some-rule]: w\n  fix: do it\n{shown}");
            assert_eq!(
                render(&sample.report(), &Style::default()),
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn no_findings_render_nothing() {
        let sample = Sample::default();
        assert_eq!(render(&sample.report(), &Style::default()), "");
    }

    proptest! {
        #[test]
        fn any_range_of_any_text_renders(
            text in "[a-c:é🦀\t\r\n \u{1b}-]{0,60}",
            ranges in prop::collection::vec((0_usize..70, 0_usize..70), 1..4),
            unicode in any::<bool>(),
        ) {
            let mut sample = Sample::default();
            let id = sample.add("agent.yaml", Origin::Project, &text);
            let boundary = |mut offset: usize| {
                while !text.is_char_boundary(offset.min(text.len())) {
                    offset += 1;
                }
                offset
            };
            sample.diagnostics = vec![ranges.iter().fold(warning("w"), |finding, &(from, to)| {
                let (from, to) = (boundary(from), boundary(to));
                finding.at(Span::new(id, from.min(to), from.max(to)), "label")
            })];
            let style = Style { color: false, unicode, width: Some(60) };
            let shown = render(&sample.report(), &style);
            prop_assert!(shown.contains("label"), "{}", shown);
            prop_assert_eq!(shown.find('\u{1b}'), None);
        }
    }
}
