//! Where a character of a text stands in the file that the text was read from.

use super::{Source, Span};

/// Returns the place of the byte at `offset` of a scalar's text: to the end of its word, or of one
/// character. `written` is the scalar's range.
///
/// Known where the text stands in the source as it is: plain and in quotes on one line without
/// escapes, and in the lines of a literal block. `None` for every other.
pub fn place_in(source: &Source, written: Span, text: &str, offset: usize) -> Option<Span> {
    let rest = text.get(offset..)?;
    let scalar = source.text().get(written.range())?;
    let quoted = || {
        let inner = scalar.strip_prefix(['"', '\''])?;
        inner.strip_suffix(['"', '\''])
    };
    let start = if scalar == text {
        written.start as usize + offset
    } else if quoted() == Some(text) {
        written.start as usize + 1 + offset
    } else {
        in_block(source, written, text, offset)?
    };
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let word: usize = rest
        .chars()
        .take_while(|&character| is_word(character))
        .map(char::len_utf8)
        .sum();
    let first = rest.chars().next().filter(|first| *first != '\n');
    let length = word.max(first.map_or(0, char::len_utf8));
    Some(Span::new(source.id(), start, start + length))
}

/// Returns the offset in the source of a literal block's character: line for line the text is the
/// source without its indentation.
fn in_block(source: &Source, written: Span, text: &str, offset: usize) -> Option<usize> {
    let before = text.get(..offset)?;
    let line = before.matches('\n').count();
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    // The range begins at the first line that is not empty.
    let empty = text.len() - text.trim_start_matches('\n').len();
    let first = source.position(written.start).line.checked_sub(empty)?;
    let mut place = None;
    for (index, said) in text.lines().enumerate().take(line + 1) {
        let number = first + index;
        let shown = source.line(number)?;
        let indentation = shown.strip_suffix(said)?;
        let is_blank = said.is_empty() || indentation.bytes().all(|byte| byte == b' ');
        let start = source.line_starts().get(number.checked_sub(1)?)?;
        place = is_blank.then(|| *start as usize + indentation.len() + column);
        place?;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::super::yaml::compose;
    use super::super::{Origin, Sources};
    use super::*;

    #[test]
    fn a_character_is_found_where_the_text_stands_as_it_is() {
        let cases = [
            ("plain", "a: {q: SELECT x FROM t}", Some("FROM")),
            ("in quotes", "a: {q: 'SELECT x FROM t'}", Some("FROM")),
            (
                "in double quotes",
                "a: {q: \"SELECT x FROM t\"}",
                Some("FROM"),
            ),
            ("with an escape", "a: {q: \"SELECT\\tx FROM t\"}", None),
            (
                "a block",
                "a:\n  q: |\n    SELECT x\n\n      FROM t\n  r: 1\n",
                Some("FROM"),
            ),
            (
                "a stripped block",
                "a:\n  q: |- # c\n   SELECT é\n   FROM t",
                Some("FROM"),
            ),
            (
                "a block after an empty line",
                "a:\n  q: |\n\n    SELECT x FROM t\n",
                Some("FROM"),
            ),
            (
                "windows",
                "a:\r\n  q: |\r\n    SELECT x\r\n    FROM t\r\n",
                Some("FROM"),
            ),
            (
                "a folded block",
                "a:\n  q: >\n    SELECT x\n    FROM t\n",
                None,
            ),
            ("over lines", "a:\n  q: SELECT x\n    FROM t\n", None),
        ];
        for (case, file, expected) in cases {
            let sources = Sources::default();
            let source = sources.add("a.yaml", Origin::Project, file.to_owned());
            let root = compose(source).root.unwrap();
            let node = root.get("a").unwrap().get("q").unwrap();
            let text = node.as_str().unwrap();
            let place = place_in(source, node.span, text, text.find("FROM").unwrap());
            assert_eq!(place.map(|span| sources.slice(span)), expected, "{case}");
            let line = file.lines().position(|line| line.contains("FROM")).unwrap() + 1;
            if let Some(place) = place {
                assert_eq!(source.position(place.start).line, line, "{case}");
                let end = place_in(source, node.span, text, text.trim_end().len());
                assert_eq!(end.map(|span| sources.slice(span)), Some(""), "{case}");
            }
        }
    }
}
