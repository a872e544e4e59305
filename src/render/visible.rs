//! Foreign text made safe to print: characters that a terminal, a log viewer or an eye would obey
//! are written out.

use std::borrow::Cow;

/// Returns the text with control, direction and invisible characters written as escapes:
/// `\n`, `\u{1b}`, `\u{202e}`. Letters of every script stay.
///
/// Services that run builds take `##name[` for a command wherever it stands in a line, and `::` at
/// its start; one character of each is written out as well.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !needs_escapes(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push_visible(&mut shown, character);
    }
    if starts_as_build_command(&shown) {
        shown = shown.replacen(':', ESCAPED_COLON, 1);
    }
    Cow::Owned(shown)
}

/// Returns lines of which none starts with `::`, also where folding put it there.
pub(super) fn without_build_commands(text: String) -> String {
    if !text.lines().any(starts_as_build_command) {
        return text;
    }
    let lines = text.split_inclusive('\n').map(|line| {
        if starts_as_build_command(line) {
            line.replacen(':', ESCAPED_COLON, 1)
        } else {
            line.to_owned()
        }
    });
    lines.collect()
}

/// A colon that nobody takes for one.
const ESCAPED_COLON: &str = "\\u{3a}";

fn starts_as_build_command(line: &str) -> bool {
    line.trim_start().starts_with("::")
}

/// Appends one character as [`visible`] shows it.
pub(super) fn push_visible(shown: &mut String, character: char) {
    match character {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        '[' if ends_as_build_command(shown) => shown.push_str("\\u{5b}"),
        _ if is_obeyed(character) => shown.extend(character.escape_unicode()),
        _ => shown.push(character),
    }
}

/// Tells whether the character acts on its reader instead of being seen: controls, changes of
/// direction, zero-width characters, tags, and what Unicode calls ignorable by default, as the
/// variation selectors, in which whole texts can be hidden.
pub(super) fn is_obeyed(character: char) -> bool {
    matches!(
        character,
        '\u{0}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

fn needs_escapes(text: &str) -> bool {
    text.contains("##") || starts_as_build_command(text) || text.chars().any(is_obeyed)
}

fn ends_as_build_command(shown: &str) -> bool {
    shown
        .trim_end_matches(|character: char| character.is_ascii_alphanumeric() || character == '-')
        .ends_with("##")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_obeyed_is_written_out() {
        for (name, text, shown) in [
            ("plain", "sample.echo", "sample.echo"),
            (
                "letters of other scripts",
                "größe ключ 名前 🦀",
                "größe ключ 名前 🦀",
            ),
            ("ANSI", "\u{1b}[31mred", "\\u{1b}[31mred"),
            ("eight-bit control", "a\u{9b}31m", "a\\u{9b}31m"),
            ("line break", "a\nb\r\tc", "a\\nb\\r\\tc"),
            ("direction", "a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
            ("zero width", "a\u{200b}b\u{feff}", "a\\u{200b}b\\u{feff}"),
            ("line separator", "a\u{2028}b", "a\\u{2028}b"),
            ("tag", "a\u{e0041}", "a\\u{e0041}"),
            ("variation", "a\u{fe01}\u{e0101}", "a\\u{fe01}\\u{e0101}"),
            ("filler", "a\u{3164}", "a\\u{3164}"),
            ("build command", "x ##[add-mask]y", "x ##\\u{5b}add-mask]y"),
            ("other build command", "##vso[task]", "##vso\\u{5b}task]"),
            (
                "command at the start",
                " ::add-mask::x",
                " \\u{3a}:add-mask::x",
            ),
            ("path", "a::b", "a::b"),
            ("heading", "## Title [x]", "## Title [x]"),
        ] {
            assert_eq!(visible(text), shown, "{name}");
        }
    }

    #[test]
    fn folded_lines_start_no_command() {
        assert_eq!(
            without_build_commands("a\n  ::error::b\nc::d\n".to_owned()),
            "a\n  \\u{3a}:error::b\nc::d\n"
        );
        assert_eq!(without_build_commands("a\n".to_owned()), "a\n");
    }
}
