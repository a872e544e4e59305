//! What is refused, and where.

use super::problems;

#[test]
fn problems_name_their_place() {
    let cases: [(&str, &str, &[&str]); 62] = [
        // Documents and characters.
        (
            "two documents",
            "a: 1\n---\nb: 2\n",
            &["2:1 \"---\" a file holds one document, and a second one starts here"],
        ),
        (
            "an escape for terminals",
            "a: \u{1b}[2J",
            &["1:4 \"\\u{1b}\" control characters are not allowed in YAML"],
        ),
        (
            "a control of Latin-1",
            "a: é\u{9b}",
            &["1:5 \"\\u{9b}\" control characters are not allowed in YAML"],
        ),
        (
            "NUL",
            "a: 1\nb: \0",
            &["2:4 \"\\0\" control characters are not allowed in YAML"],
        ),
        (
            "a second mark",
            "a: \u{feff}b",
            &["1:4 \"\\u{feff}\" a byte-order mark may only stand at the start of a file"],
        ),
        // Keys.
        (
            "a key twice",
            "a: 1\nb: 2\na: 3\n",
            &["3:1 \"a\" (first given here 1:1) the key `a` is given twice in this mapping"],
        ),
        (
            "a key three times",
            "{a: 1, a: 2, a: 3}",
            &[
                "1:8 \"a\" (first given here 1:2) the key `a` is given twice in this mapping",
                "1:14 \"a\" (first given here 1:2) the key `a` is given twice in this mapping",
            ],
        ),
        (
            "equal in other clothes",
            "{a: 1, \"\\x61\": 2}",
            &[
                "1:8 \"\\\"\\\\x61\\\"\" (first given here 1:2) the key `a` is given twice in this mapping",
            ],
        ),
        (
            "equal as in Python",
            "{1: a, true: b}",
            &["1:8 \"true\" (first given here 1:2) the key `true` is given twice in this mapping"],
        ),
        (
            "twice over a merged key",
            "{<<: {a: 1}, a: 2, a: 3}",
            &["1:20 \"a\" (first given here 1:14) the key `a` is given twice in this mapping"],
        ),
        (
            "inside and around",
            "a: {b: 1, b: 2}\na: 1\n",
            &[
                "1:11 \"b\" (first given here 1:5) the key `b` is given twice in this mapping",
                "2:1 \"a\" (first given here 1:1) the key `a` is given twice in this mapping",
            ],
        ),
        (
            "a list as a key",
            "? [a]\n: b",
            &["1:3 \"[a]\" a key is a single value, found a list"],
        ),
        (
            "a template without quotes",
            "a: {{name}}",
            &["1:5 \"{name}\" a key is a single value, found a mapping"],
        ),
        // Merges.
        (
            "text merged",
            "<<: a",
            &["1:5 \"a\" `<<` merges a mapping or a list of mappings, found a string"],
        ),
        (
            "text in a list merged",
            "<<: [{a: 1}, b]",
            &["1:14 \"b\" `<<` merges a mapping or a list of mappings, found a string"],
        ),
        (
            "a merge key as a value",
            "a: <<",
            &["1:4 \"<<\" a plain `<<` has no meaning as a value"],
        ),
        (
            "an equals sign as a value",
            "[=]",
            &["1:2 \"=\" a plain `=` has no meaning as a value"],
        ),
        // Anchors and aliases.
        (
            "an undefined alias",
            "a: *b",
            &["1:4 \"*b\" no anchor `&b` stands before this alias"],
        ),
        (
            "merged, an undefined alias",
            "<<: *b",
            &["1:5 \"*b\" no anchor `&b` stands before this alias"],
        ),
        (
            "an alias before its anchor",
            "[*a, &a x]",
            &["1:2 \"*a\" no anchor `&a` stands before this alias"],
        ),
        (
            "an emphasis",
            "a: *very* good",
            &[
                "1:4 \"*very*\" no anchor `&very*` stands before this alias",
                "1:11 \"g\" expected a key of the mapping here",
            ],
        ),
        (
            "an alias glued to its colon",
            "{a: &a 1, *a: 2}",
            &[
                "1:11 \"*a:\" no anchor `&a:` stands before this alias",
                "1:15 \"2\" (opened here 1:1) expected `,` or `}` here",
            ],
        ),
        (
            "a loop",
            "a: &a [*a, {b: *a}]",
            &[
                "1:8 \"*a\" (the value starts here 1:7) this alias lies inside the value that it stands for",
                "1:16 \"*a\" (the value starts here 1:7) this alias lies inside the value that it stands for",
            ],
        ),
        (
            "merged into itself",
            "a: &a {<<: *a}",
            &[
                "1:12 \"*a\" (the value starts here 1:7) this alias lies inside the value that it stands for",
            ],
        ),
        (
            "an anchor twice",
            "[&a 1, &a 2, *a]",
            &["1:8 \"&a\" (first given here 1:2) the anchor `&a` is defined twice"],
        ),
        (
            "an anchor without a name",
            "a: & b",
            &["1:4 \"&\" an anchor or alias needs a name"],
        ),
        // Tags and the values they take.
        (
            "a private tag",
            "a: !secret b",
            &["1:4 \"!secret\" the tag `!secret` is not supported"],
        ),
        (
            "a tag of a language",
            "a:\n  - !!python/object:os.system x",
            &[
                "2:5 \"!!python/object:os.system\" the tag `!!python/object:os.system` is not supported",
            ],
        ),
        (
            "a tag without its handle",
            "a: !e!b c",
            &["1:4 \"!\" the handle of this tag is not declared"],
        ),
        (
            "not a number",
            "a: !!int x",
            &["1:4 \"!!int\" `!!int` takes a whole number"],
        ),
        (
            "not a float",
            "a: !!float +-1",
            &["1:4 \"!!float\" `!!float` takes a number"],
        ),
        (
            "not a boolean",
            "a: !!bool 1",
            &["1:4 \"!!bool\" `!!bool` takes `true` or `false`"],
        ),
        (
            "not base64",
            "a: !!binary '*'",
            &["1:4 \"!!binary\" `!!binary` takes base64 text"],
        ),
        (
            "not a list",
            "a: !!omap {b: 1}",
            &["1:4 \"!!omap\" `!!omap` takes a list of mappings with one entry each"],
        ),
        (
            "two entries in a pair",
            "a: !!omap [{b: 1, c: 2}]",
            &["1:4 \"!!omap\" `!!omap` takes a list of mappings with one entry each"],
        ),
        (
            "not a mapping",
            "!!set [a]",
            &["1:1 \"!!set\" `!!set` takes a mapping"],
        ),
        (
            "a list as text",
            "!!str\n- a",
            &["1:1 \"!!str\" `!!str` takes a string"],
        ),
        (
            "no digits",
            "a: 0x_",
            &["1:4 \"0x_\" this reads as a number, but has no digits"],
        ),
        (
            "no such day",
            "a: 2026-02-30",
            &["1:4 \"2026-02-30\" this reads as a date, but there is no such date or time"],
        ),
        // Brackets and quotes.
        (
            "an open bracket",
            "a: [1, 2",
            &["1:4 \"[\" this `[` is never closed"],
        ),
        (
            "an open bracket before a key",
            "a: [1, 2\nb: 3\n",
            &[
                "2:2 \":\" (opened here 1:4) inside brackets, this `:` does not stand between a key and a value",
            ],
        ),
        (
            "an open brace",
            "a: {b: 1",
            &["1:4 \"{\" this `{` is never closed"],
        ),
        (
            "a wrong bracket",
            "a: [1, 2}",
            &["1:4 \"[\" this `[` is closed by `}`"],
        ),
        (
            "a bracket too many",
            "a: b\n]",
            &["2:1 \"]\" this bracket closes nothing"],
        ),
        (
            "a missing comma",
            "a: {b: [1] c: 2}",
            &["1:12 \"c\" (opened here 1:4) expected `,` or `}` here"],
        ),
        (
            "an open quote",
            "a: \"x\nb: 1\n",
            &["1:4 \"\\\"\" this quote is never closed"],
        ),
        (
            "text after a quote",
            "a: 'it's'",
            &["1:8 \"s\" found text after the closing quote"],
        ),
        (
            "an unknown escape",
            "a: \"日本\n  \\d+\"",
            &["2:3 \"\\\\d\" (opened here 1:4) double quotes do not know this escape"],
        ),
        (
            "a short escape",
            "a: \"\\x4\"",
            &["1:5 \"\\\\x\" (opened here 1:4) this escape has too few hexadecimal digits"],
        ),
        (
            "half a surrogate pair",
            "a: \"\\n\\ud83c\"",
            &["1:7 \"\\\\ud83c\" (opened here 1:4) an escape in these quotes is not a character"],
        ),
        // Layout.
        (
            "an unquoted colon",
            "a: b: c",
            &["1:5 \":\" a `:` cannot start a value here"],
        ),
        (
            "a key too far right",
            "a: 1\n b: 2\n",
            &["2:3 \":\" a `:` cannot start a value here"],
        ),
        (
            "a tab",
            "a:\n\t- b",
            &["2:1 \"\\t\" found a tab where only spaces may stand"],
        ),
        (
            "a list beside a key",
            "a: - b",
            &["1:4 \"-\" a list cannot start here"],
        ),
        (
            "a key in a list",
            "- a\nb: 1\n",
            &["2:1 \"b\" expected `- ` here"],
        ),
        (
            "a line without a colon",
            "a: 1 # c\nb\n",
            &["2:1 \"b\" expected `:` after this"],
        ),
        (
            "no space before a comment",
            "a: \"b\"#c",
            &["1:7 \"#\" a comment starts after a space"],
        ),
        (
            "an at sign",
            "a: @b",
            &["1:4 \"@\" a plain value cannot start with this character"],
        ),
        (
            "a percent sign",
            "a: %b",
            &["1:4 \"%\" a plain value cannot start with this character"],
        ),
        (
            "text beside a block",
            "a: |x\n b",
            &[
                "1:4 \"|\" only `-`, `+`, an indentation from 1 to 9 or a comment may follow `|` and `>`",
            ],
        ),
        ("a directive alone", "%x", &["1:3 \"\" expected `---` here"]),
        (
            "a future version",
            "%YAML 3.0\n---\na",
            &["1:1 \"%\" this version of YAML is not supported"],
        ),
    ];
    for (name, text, expected) in cases {
        assert_eq!(problems(text), expected, "{name}");
    }
}
