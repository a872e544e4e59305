//! Tests of the parent module.

use super::*;
use proptest::prelude::*;

#[test]
fn keys_that_hold_secrets_are_known_by_their_words() {
    let holding = [
        "api_key",
        "apiKey",
        "APIKey",
        "X-API-Key",
        "secret",
        "client.secret",
        "TOKEN",
        "auth_token_ref",
        "dbPassword",
        "passwd",
        "PWD",
        "credentials",
        "Authorization",
        "Cookie",
        "set-cookie",
        "dsn",
        "postgres_dsn",
        "connection_url",
        "x2Token",
        "apikey",
    ];
    let innocent = [
        "monkey",
        "keyboard",
        "tokenize",
        "name",
        "description",
        "secretary",
        "passwordless",
        "url",
        "",
        "-",
        "ключ",
    ];
    for key in holding {
        assert!(names_secret(key), "{key} holds a secret");
    }
    for key in innocent {
        assert!(!names_secret(key), "{key} holds none");
    }
}

#[test]
fn misspelt_keys_resemble_secrets() {
    for (key, resembles) in [
        ("pasword", true),
        ("api_tokn", true),
        ("clientSecert", true),
        ("password", true),
        ("tools", false),
        ("collection", false),
        ("broken", false),
        ("description", false),
    ] {
        assert_eq!(resembles_secret(key), resembles, "{key}");
    }
}

#[test]
fn counts_are_told_from_secrets() {
    for (key, counts) in [
        ("max_output_tokens", true),
        ("token_increment", true),
        ("context_safety_margin_tokens", true),
        ("token", false),
        ("password", false),
    ] {
        assert_eq!(names_count(key), counts, "{key}");
    }
}

#[test]
fn word_lists_are_sorted_for_the_search() {
    assert!(SECRET_WORDS.is_sorted());
    assert!(COUNTING_WORDS.is_sorted());
    assert!(VENDOR_PREFIXES.is_sorted());
}

#[test]
fn references_end_where_the_value_ends() {
    for (text, length) in [
        ("env://NAME", Some(10)),
        ("env://NAME, b", Some(10)),
        ("file:///run/secret}", Some(18)),
        ("exec://mail\"", Some(11)),
        ("env://", None),
        ("https://host", None),
        ("my env://NAME", None),
    ] {
        assert_eq!(reference_length(text), length, "{text}");
    }
}

/// Returns the text with what `find` finds replaced by `*`.
fn hidden(text: &str, find: fn(&str) -> Vec<Range<usize>>) -> String {
    let mut shown = text.to_owned();
    for range in find(text).into_iter().rev() {
        shown.replace_range(range, "*");
    }
    shown
}

#[test]
fn known_shapes_are_found() {
    for (text, shown) in [
        ("key sk-proj-abcdefghijklmnop end", "key * end"),
        ("ghp_abcdefghijklmnopqrst", "*"),
        ("xoxb-123-456-abcdef", "*"),
        ("AKIAIOSFODNN7EXAMPLE", "*"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "*"),
        ("postgres://app:hunter2@db/x", "postgres://*@db/x"),
        ("postgres://app:hun/ter2@db/x", "postgres://*@db/x"),
        ("https://token@host/path", "https://*@host/path"),
        (
            "http://localhost:8080/@scope/x",
            "http://localhost:8080/@scope/x",
        ),
        ("app:hunter2@tcp(db)/x", "*@tcp(db)/x"),
        ("app:hun@ter2@tcp(db)/x", "*@*@tcp(db)/x"),
        ("mailto:ada@example.com", "mailto:ada@example.com"),
        ("write to ada@example.com", "write to ada@example.com"),
        (
            "host=db password=hunter2 port=1",
            "host=db password=* port=1",
        ),
        ("password='a b' x", "password='*' x"),
        (
            "https://h/?api_key=abc&page=2",
            "https://h/?api_key=*&page=2",
        ),
        ("[--token, abc, --name, x]", "[--token, *, --name, x]"),
        ("[\"--token\", \"env://A\"]", "[\"--token\", \"env://A\"]"),
        ("--password hunter2", "--password *"),
        ("--key --other", "--key --other"),
        ("Authorization: Bearer abc123def", "Authorization: Bearer *"),
        ("Basic authentication is off", "Basic authentication is off"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\\nMII\\n-----END RSA PRIVATE KEY----- x",
            "* x",
        ),
        ("-----BEGIN CERTIFICATE-----", "-----BEGIN CERTIFICATE-----"),
        ("a sk-learn model", "a sk-learn model"),
        ("naïve – no secret", "naïve – no secret"),
    ] {
        assert_eq!(hidden(text, known_shapes), shown, "{text}");
    }
}

#[test]
fn random_words_are_told_from_names() {
    for (text, shown) in [
        ("x aB3dE5fG7hI9jK1lM3nO5 y", "x * y"),
        ("123e4567-e89b-12d3-a456-426614174000", "*"),
        ("correcthorsebattery12staple", "*"),
        ("…-live-SECRET1234567890", "…*"),
        ("claude-3-5-sonnet-20241022", "claude-3-5-sonnet-20241022"),
        (
            "us.anthropic.claude-3-7-sonnet-20250219-v1:0",
            "us.anthropic.claude-3-7-sonnet-20250219-v1:0",
        ),
        (
            "meta-llama/Llama-3.3-70B-Instruct",
            "meta-llama/Llama-3.3-70B-Instruct",
        ),
        (
            "algen_agent_tools.postgres.plugin:PostgresPlugin",
            "algen_agent_tools.postgres.plugin:PostgresPlugin",
        ),
        (
            "env://A1B2C3D4E5F6G7H8J9K0LL",
            "env://A1B2C3D4E5F6G7H8J9K0LL",
        ),
        (
            "context_safety_margin_tokens",
            "context_safety_margin_tokens",
        ),
    ] {
        assert_eq!(hidden(text, likely_shapes), shown, "{text}");
    }
}

#[test]
fn long_hostile_lines_stay_cheap() {
    for unit in [
        "@",
        "://",
        "://a:b",
        "--",
        "--key ",
        "sk-",
        "key=",
        "a:b@",
        "-----BEGIN PRIVATE KEY-----",
    ] {
        let text = unit.repeat(400_000 / unit.len());
        let started = std::time::Instant::now();
        likely_shapes(&text);
        let seconds = started.elapsed().as_secs_f64();
        assert!(seconds < 10.0, "{unit}: {seconds} s");
    }
}

proptest! {
    #[test]
    fn ranges_are_ordered_and_cut_no_character(text in ".{0,120}") {
        let mut last = 0;
        for range in likely_shapes(&text) {
            prop_assert!(range.start >= last && range.start < range.end);
            prop_assert!(text.get(range.clone()).is_some());
            last = range.end;
        }
    }

    #[test]
    fn a_password_in_an_url_never_stays(password in "[a-zA-Z0-9:_.~!$-]{1,30}") {
        let text = format!("dsn: postgres://app:{password}@db.example/x");
        prop_assert_eq!(hidden(&text, known_shapes), "dsn: postgres://*@db.example/x");
    }
}
