//! Workflow commands, which GitHub shows as annotations on the lines they name.
//!
//! A command is a line of its own; what would end it or start another one is percent-encoded, and
//! a property also loses what separates properties.

use algen_core::diagnostics::Diagnostic;

use super::report::{Report, sentences, told};
use super::style::Style;

/// Renders each finding as `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::message`.
///
/// Columns are left out for ranges over several lines, where GitHub takes none.
pub fn render(report: &Report<'_>, _style: &Style) -> String {
    let mut text = String::new();
    for diagnostic in report.diagnostics {
        command(report, diagnostic, &mut text);
    }
    text
}

fn command(report: &Report<'_>, diagnostic: &Diagnostic, text: &mut String) {
    text.push_str("::");
    text.push_str(diagnostic.severity.word());
    text.push(' ');
    if let Some(place) = report.place(diagnostic).filter(|place| place.is_file) {
        text.push_str("file=");
        push_encoded(text, &told(place.file), true);
        if let Some((start, end)) = place.range {
            let (line, end_line) = (start.line, end.line);
            if line == end_line {
                let (column, end_column) = (start.column, end.column);
                text.push_str(&format!(
                    ",line={line},col={column},endLine={end_line},endColumn={end_column}"
                ));
            } else {
                text.push_str(&format!(",line={line},endLine={end_line}"));
            }
        }
        text.push(',');
    }
    text.push_str("title=");
    push_encoded(text, diagnostic.rule, true);
    text.push_str("::");
    // What stands in no file has no line to be shown at: the message names it.
    if let Some(place) = report.place(diagnostic).filter(|place| !place.is_file) {
        push_encoded(text, &told(place.file), false);
        push_encoded(text, ": ", false);
    }
    push_encoded(text, &told(&sentences(diagnostic)), false);
    text.push('\n');
}

/// Appends text with the characters encoded that the runner decodes.
fn push_encoded(text: &mut String, value: &str, is_property: bool) {
    for character in value.chars() {
        match character {
            '%' => text.push_str("%25"),
            '\r' => text.push_str("%0D"),
            '\n' => text.push_str("%0A"),
            ':' if is_property => text.push_str("%3A"),
            ',' if is_property => text.push_str("%2C"),
            _ => text.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use algen_core::diagnostics::{Code, Severity};
    use algen_core::source::{Origin, Span};

    use super::super::sample::Sample;
    use super::*;

    #[test]
    fn findings_are_annotations() {
        let expected = "\
::error file=agent.yaml,line=4,col=21,endLine=4,endColumn=32,title=unknown-tool::no tool named `sample.ecko`. Did you mean `sample.echo`?
::warning file=agent.yaml,line=8,col=14,endLine=8,endColumn=21,title=literal-secret::`api_key` holds a secret
::error file=crm.overlay.yaml,title=unreadable-file::cannot read the overlay: there is no such file
";
        let sample = Sample::agents();
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }

    #[test]
    fn hostile_names_stay_inside_their_command() {
        let mut sample = Sample::default();
        let file = sample.add("a:b,line=9%.yaml", Origin::Project, "x: y\nz: w\n");
        let variable = sample.add("ALGEN_X", Origin::Environment, "v");
        let finding = |message: &str| {
            Diagnostic::new("some-rule", Code::Governance, Severity::Error, message)
        };
        sample.diagnostics = vec![
            finding("100% `a\r\n::set-env name=X::y`\u{1b}[0m").at(Span::new(file, 0, 7), ""),
            finding("odd").at(Span::new(variable, 0, 1), ""),
        ];
        let expected = "\
::error file=a%3Ab%2Cline=9%25.yaml,line=1,endLine=2,title=some-rule::100%25 `a\\r\\n::set-env name=X::y`\\u{1b}[0m
::error title=some-rule::ALGEN_X: odd
";
        assert_eq!(render(&sample.report(), &Style::default()), expected);
    }
}
