//! One line for each finding, for `grep`, editors and problem matchers.

use algen_core::diagnostics::Diagnostic;

use super::report::{Report, sentences, told};
use super::style::Style;

/// Renders findings as `file:line:column: severity[rule] message. help`.
pub fn render(report: &Report<'_>, style: &Style) -> String {
    let mut text = String::new();
    for diagnostic in report.diagnostics {
        line(report, diagnostic, style, &mut text);
    }
    text
}

fn line(report: &Report<'_>, diagnostic: &Diagnostic, style: &Style, text: &mut String) {
    if let Some(place) = report.place(diagnostic) {
        text.push_str(&style.bold(&told(&place.location())));
        text.push_str(": ");
    }
    let head = format!("{}[{}]", diagnostic.severity.word(), diagnostic.rule);
    text.push_str(&style.severity(diagnostic.severity, &head));
    text.push(' ');
    text.push_str(&told(&sentences(diagnostic)));
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use algen_core::diagnostics::{Code, Severity};

    use super::super::sample::Sample;
    use super::*;

    #[test]
    fn each_finding_is_one_line() {
        let expected = "\
agent.yaml:4:21: error[unknown-tool] no tool named `sample.ecko`. Did you mean `sample.echo`?
agent.yaml:8:14: warning[literal-secret] `api_key` holds a secret
crm.overlay.yaml: error[unreadable-file] cannot read the overlay: there is no such file
";
        let sample = Sample::agents();
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn help_is_a_sentence_of_its_own() {
        let cases = [
            ("odd", "Add it.", "odd. Add it."),
            ("odd", "write one of them", "odd. Write one of them"),
            ("is it?", "Add it.", "is it? Add it."),
            ("odd", "`a` is meant.", "odd. `a` is meant."),
            ("odd", "lib.q is enabled.", "odd. lib.q is enabled."),
        ];
        for (message, help, expected) in cases {
            let code = Code::Governance;
            let finding = Diagnostic::new("r", code, Severity::Warning, message).help(help);
            let text = render(&Sample::of(vec![finding]).report(), &Style::default());
            assert_eq!(text, format!("warning[r] {expected}\n"));
        }
    }

    #[test]
    fn a_finding_stays_one_line_whatever_it_quotes() {
        let mut sample = Sample::default();
        let message = "no tool named `a\n::warning::b\u{1b}[31m`";
        let code = Code::UnknownComponent;
        sample.diagnostics = vec![
            Diagnostic::new("unknown-tool", code, Severity::Error, message).in_file("a\nb.yaml"),
            Diagnostic::new("unknown-tool", code, Severity::Error, "no place"),
        ];
        let expected = "\
a\\nb.yaml: error[unknown-tool] no tool named `a\\n::warning::b\\u{1b}[31m`
error[unknown-tool] no place
";
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn a_terminal_gets_colour() {
        let finding = Diagnostic::new("some-rule", Code::Governance, Severity::Warning, "odd");
        let sample = Sample::of(vec![finding.in_file("a")]);
        let style = Style {
            color: true,
            ..Style::default()
        };
        assert_eq!(
            render(&sample.report(), &style),
            "\u{1b}[1ma\u{1b}[0m: \u{1b}[1;33mwarning[some-rule]\u{1b}[0m odd\n"
        );
    }
}
