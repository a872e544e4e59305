//! Tests of the parent module.

use algen_core::source::{Origin, Sources};

use super::*;

/// Returns the text as it is shown: hidden lines as `#`, hidden values as `*`.
fn shown(text: &str) -> String {
    let sources = Sources::default();
    let source = sources.add("agent.yaml", Origin::Project, text.to_owned());
    let hidden = HiddenLines::of(source);
    let lines = text.lines().enumerate().map(|(index, line)| {
        if hidden.contains(index + 1) {
            return "#".to_owned();
        }
        let mut line = line.to_owned();
        for range in secret_values(&line.clone()).into_iter().rev() {
            line.replace_range(range, "*");
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn values_on_the_line_of_their_key_are_hidden() {
    for (line, expected) in [
        ("api_key: hunter2", "api_key: *"),
        ("- api_key: hunter2 two", "- api_key: *"),
        ("  password: 'hunter2' # note", "  password: *"),
        ("pasword: hunter2", "pasword: *"),
        ("password: 123456", "password: *"),
        ("password:hunter2", "password:*"),
        ("\"password\":\"hunter2\",", "\"password\":*,"),
        ("x: {api_key: a, name: b}", "x: {api_key: *, name: b}"),
        ("x: {token: [a, b], name: c}", "x: {token: *, name: c}"),
        ("x: {name: b, secret: \"a, }b\"}", "x: {name: b, secret: *}"),
        ("# old password: hunter2", "# old password: *"),
        ("note: the password: hunter2", "note: the password: *"),
        (
            "args: [-H, \"Authorization: Basic aGk=\"]",
            "args: [-H, \"Authorization:*\"]",
        ),
        ("token: !str hunter2", "token: *"),
        ("token: &t hunter2", "token: *"),
        ("? password", "? password"),
        ("api_key: env://KEY", "api_key: env://KEY"),
        ("api_key: \"env://KEY\"", "api_key: \"env://KEY\""),
        ("api_key: env://KEY hunter2", "api_key: env://KEY*"),
        ("max_tokens: 4096", "max_tokens: 4096"),
        ("max_tokens: lots", "max_tokens: *"),
        ("allow_tokens: true", "allow_tokens: true"),
        ("token: |-", "token: |-"),
        ("token:", "token:"),
        ("name: hunter2", "name: hunter2"),
        (
            "plugin: acme.token.plugin:TokenPlugin",
            "plugin: acme.token.plugin:TokenPlugin",
        ),
        ("url: https://host:80/x", "url: https://host:80/x"),
        ("policies: [secrets, pii]", "policies: [secrets, pii]"),
        ("{", "{"),
        ("ключ: значение", "ключ: значение"),
        ("\"unclosed", "\"unclosed"),
    ] {
        assert_eq!(shown(line), expected, "{line}");
    }
}

#[test]
fn blocks_under_secret_keys_are_hidden() {
    for (name, text, expected) in [
        (
            "block scalar",
            "token: |\n  a\n\n  b\nname: c",
            "token: |\n#\n\n#\nname: c",
        ),
        (
            "list",
            "tokens:\n  - a\n  - b\nname: c",
            "tokens:\n#\n#\nname: c",
        ),
        (
            "list at the same indent",
            "tokens:\n- a\nname: c",
            "tokens:\n#\nname: c",
        ),
        (
            "item with a secret",
            "- token: a\n  name: b\n- name: c",
            "- token: *\n  name: b\n- name: c",
        ),
        (
            "nested",
            "secret:\n  deep:\n    - a\nx: b",
            "secret:\n#\n#\nx: b",
        ),
        (
            "quoted over lines",
            "password: \"a\n  b\"\nx: c",
            "password: *\n#\nx: c",
        ),
        (
            "quote left open",
            "password: \"a\nb\nc: \"d\"\nx: y",
            "password: *\n#\n#\nx: y",
        ),
        (
            "private key",
            "x: \"-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\"\ny: z",
            "#\n#\n#\ny: z",
        ),
        (
            "value on the next line",
            "{\n\"password\":\n\"a\",\n\"b\": 1}",
            "{\n\"password\":\n#\n\"b\": 1}",
        ),
        (
            "explicit key",
            "? password\n: hunter2\nx: y",
            "? password\n#\nx: y",
        ),
        (
            "comment between",
            "token: |\n  a\n# note\n  b\nx: c",
            "token: |\n#\n# note\n#\nx: c",
        ),
        (
            "empty, then a sibling",
            "token:\nname: b",
            "token:\nname: b",
        ),
        (
            "carriage returns",
            "token: |\r\n  a\r\nx: b\r",
            "token: |\n#\nx: b",
        ),
    ] {
        assert_eq!(shown(text).replace('\r', ""), expected, "{name}");
    }
}

#[test]
fn long_hostile_lines_stay_cheap() {
    for unit in [
        "?",
        "? ",
        "- ",
        "\"a:",
        "a:",
        "a: ",
        "{",
        "token: {",
        "'",
        "{token: ,",
    ] {
        let line = unit.repeat(400_000 / unit.len());
        let started = std::time::Instant::now();
        secret_values(&line);
        let seconds = started.elapsed().as_secs_f64();
        assert!(seconds < 10.0, "{unit}: {seconds} s");
    }
}

#[test]
fn references_stay_inside_what_is_hidden() {
    let text = "a env://B, \"file:///c\" xenv://D";
    let parts = except_references(text, 0..text.len());
    let hidden: Vec<_> = parts.into_iter().map(|part| &text[part]).collect();
    assert_eq!(hidden, ["a ", ", \"", "\" xenv://D"]);
}
