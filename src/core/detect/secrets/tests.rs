use super::*;
use crate::detect::finding::redact;

fn redacted(text: &str) -> String {
    redact(text, &find(text)).into_owned()
}

#[test]
fn secrets_are_found() {
    for (name, text, expected) in [
        (
            "bare",
            "password: P@ssw0rd!23 ok",
            "password: [REDACTED] ok",
        ),
        (
            "quoted",
            "password=\"a b c\" x",
            "password=\"[REDACTED]\" x",
        ),
        (
            "single quotes",
            "db_passwd = 'hunter2'",
            "db_passwd = '[REDACTED]'",
        ),
        ("backquotes", "secret: `hunter2`", "secret: `[REDACTED]`"),
        (
            "JSON",
            r#"{"password": "hunter2", "a": 1}"#,
            r#"{"password": "[REDACTED]", "a": 1}"#,
        ),
        (
            "JSON in JSON",
            r#"{\"client_secret\":\"hunter2\",\"a\":1}"#,
            r#"{\"client_secret\":\"[REDACTED]\",\"a\":1}"#,
        ),
        (
            "an escaped quote",
            r#"token="ab\"cd" x"#,
            r#"token="[REDACTED]" x"#,
        ),
        (
            "no closing quote",
            "token=\"abcdefgh i\nj",
            "token=\"[REDACTED]\nj",
        ),
        (
            "a letter of another script",
            "password: geheimnüß1",
            "password: [REDACTED]",
        ),
        ("camel case", "apiKey: abcdefgh1", "apiKey: [REDACTED]"),
        (
            "two words",
            "access key: abcdefgh1",
            "access key: [REDACTED]",
        ),
        (
            "no address",
            "secret=\"p@ss://word\"",
            "secret=\"[REDACTED]\"",
        ),
        ("arrow", "'token' => 'abcdefgh1'", "'token' => '[REDACTED]'"),
        (
            "comparison",
            "password == \"hunter2\"",
            "password == \"[REDACTED]\"",
        ),
        (
            "query",
            "/x?api_key=abcdefgh&page=2",
            "/x?api_key=[REDACTED]&page=2",
        ),
        (
            "passphrase",
            "passphrase: correcthorse",
            "passphrase: [REDACTED]",
        ),
        (
            "bearer",
            "Authorization: Bearer abc123def",
            "Authorization: Bearer [REDACTED]",
        ),
        (
            "bearer twice",
            "Bearer Bearer abc123def",
            "Bearer Bearer [REDACTED]",
        ),
        (
            "basic",
            "authorization: basic dXNlcjpwYXNz",
            "authorization: basic [REDACTED]",
        ),
        (
            "vendor",
            "use sk-live-1234567890abcdef now",
            "use [REDACTED] now",
        ),
        (
            "two vendors",
            "AKIAIOSFODNN7EXAMPLE,ghp_abcdefghij0123456789",
            "[REDACTED],[REDACTED]",
        ),
        (
            "address",
            "postgres://app:hunter2@db/x",
            "postgres://[REDACTED]@db/x",
        ),
        (
            "private key",
            "a\n-----BEGIN EC PRIVATE KEY-----\nMHc\n-----END EC PRIVATE KEY-----\nb",
            "a\n[REDACTED]\nb",
        ),
    ] {
        assert_eq!(redacted(text), expected, "{name}");
    }
}

#[test]
fn what_is_no_secret_stays() {
    for text in [
        "password: short",
        "secretary: margaretjones",
        "the token is abcdefgh1",
        "tokens: 1234567890",
        "password: env://DATABASE_PASSWORD",
        "password=\"file:///run/secrets/db\"",
        "password: ${DATABASE_PASSWORD}",
        "password: \"{{ database_password }}\"",
        "password: <your password>",
        "password: ************",
        "password: [REDACTED]",
        "\"password\": \"[REDACTED]\"",
        "token: https://example.com/login",
        "token = create_token(user)",
        "token = page_tokens[0]",
        "Bearer authentication",
        "the bearer of bad news",
        "basic JavaScript and basic internationalization",
        "sk-learn-pipelines-and-models",
        "xoxoxoxoxoxoxoxoxo",
        "ssh://git@example.com/x.git",
        "lunch 12:30@home",
        "primary key: customer_id",
        "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----",
    ] {
        assert_eq!(redacted(text), text);
    }
}

#[test]
fn a_field_that_holds_a_secret_is_one() {
    for (name, text, expected) in [
        ("password", "hunter2", "[REDACTED]"),
        ("dbPassword", "two words", "[REDACTED]"),
        ("client_secret", "abcd", "[REDACTED]"),
        ("X-Api-Key", "abcd", "[REDACTED]"),
        ("access_token", "abcd", "[REDACTED]"),
        ("page_token", "CAEQAA", "CAEQAA"),
        ("password", "abc", "abc"),
        ("password", "env://PASSWORD", "env://PASSWORD"),
        ("password_hint", "the usual", "the usual"),
        ("body", "token=abcdefgh", "token=[REDACTED]"),
    ] {
        let findings = find_under(name, text);
        assert_eq!(redact(text, &findings), expected, "{name}: {text}");
    }
}
