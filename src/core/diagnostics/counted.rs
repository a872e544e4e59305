//! Numbers with their nouns.

/// Returns a number with its noun: `1 tool`, `2 tools`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
