//! Applies fixes to a text.

use super::{Diagnostic, Edit};
use crate::source::Source;

/// A text after its fixes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// The new text; everything outside the edits is kept byte by byte.
    pub text: String,
    /// The edits that were made, sorted by place.
    pub edits: Vec<Edit>,
    /// How many findings it removes.
    pub applied: usize,
    /// How many fixes were left out because they touch the same place as an earlier one.
    pub skipped: usize,
}

/// Applies every unambiguous fix whose edits all lie in `source`; `None` where there is none.
///
/// A fix is applied whole or not at all, in the order of the findings.
pub fn apply_fixes(source: &Source, diagnostics: &[Diagnostic]) -> Option<Fixed> {
    let mut accepted: Vec<&Edit> = Vec::new();
    let (mut applied, mut skipped) = (0, 0);
    for diagnostic in diagnostics {
        let Some(fix) = &diagnostic.fix else { continue };
        let ours = |edit: &Edit| {
            edit.span.source == source.id() && source.text().get(edit.span.range()).is_some()
        };
        if !fix.unambiguous || fix.edits.is_empty() || !fix.edits.iter().all(ours) {
            continue;
        }
        if fix.edits.iter().all(|edit| accepted.contains(&edit)) {
            // The same change removes both findings.
            applied += 1;
        } else if fix.edits.iter().any(|edit| touches(edit, &accepted)) {
            skipped += 1;
        } else {
            accepted.extend(&fix.edits);
            applied += 1;
        }
    }
    if accepted.is_empty() {
        return None;
    }
    accepted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut text = String::with_capacity(source.text().len());
    let mut from = 0;
    for edit in &accepted {
        let range = edit.span.range();
        text.push_str(source.text().get(from..range.start).unwrap_or_default());
        text.push_str(&edit.replacement);
        from = range.end;
    }
    text.push_str(source.text().get(from..).unwrap_or_default());
    Some(Fixed {
        text,
        edits: accepted.into_iter().cloned().collect(),
        applied,
        skipped,
    })
}

/// Tells whether an edit overlaps another, or inserts at the same place.
fn touches(edit: &Edit, others: &[&Edit]) -> bool {
    others.iter().any(|other| {
        let (left, right) = (edit.span, other.span);
        left.start < right.end && right.start < left.end || left.start == right.start
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{Code, Fix, Severity};
    use crate::source::{Origin, Sources, Span};

    fn finding(edits: &[(Span, &str)], unambiguous: bool) -> Diagnostic {
        let edits = edits.iter().map(|(span, replacement)| Edit {
            span: *span,
            replacement: (*replacement).to_owned(),
        });
        Diagnostic::new("rule", Code::Configuration, Severity::Error, "message").fix(Fix {
            description: "change".to_owned(),
            edits: edits.collect(),
            unambiguous,
        })
    }

    #[test]
    fn fixes_are_applied_whole_and_the_rest_is_kept() {
        let sources = Sources::default();
        let source = sources.add("a.yaml", Origin::Project, "ab: 1 # é\ncd: 2\n".to_owned());
        let at = |start, end| Span::new(source.id(), start, end);
        let findings = [
            finding(&[(at(0, 2), "AB")], true),
            finding(&[(at(1, 2), "x")], true),
            finding(&[(at(0, 2), "AB")], true),
            finding(&[(at(11, 13), "CD"), (at(17, 17), "ef: 3\n")], true),
            finding(&[(at(4, 5), "9")], false),
        ];
        let fixed = apply_fixes(source, &findings).unwrap();
        let starts: Vec<u32> = fixed.edits.iter().map(|edit| edit.span.start).collect();
        assert_eq!(starts, [0, 11, 17]);
        assert_eq!(
            fixed,
            Fixed {
                edits: fixed.edits.clone(),
                text: "AB: 1 # é\nCD: 2\nef: 3\n".to_owned(),
                applied: 3,
                skipped: 1,
            }
        );
        assert_eq!(apply_fixes(source, findings.get(4..).unwrap()), None);
    }
}
