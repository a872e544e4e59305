//! What holds for every text.

use proptest::prelude::*;

use super::pattern::EVERY_TEXT;
use super::{Detector, Kind, redact};

const DETECTORS: [Detector; 3] = [Detector::Pii, Detector::Secrets, Detector::PromptInjection];

/// Pieces that findings are made of, so that texts have many that touch.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "9876543210",
        "98765",
        "43210",
        "+91",
        "+44 20 7946 0958",
        "415",
        "555",
        "2671",
        "0",
        "020",
        "2345",
        "6789",
        "4111",
        "1111",
        "4111111111111111",
        "DE89 3704 0044 0532 0130 00",
        "GB29",
        "123-45-6789",
        "a@b.co",
        "@",
        "é",
        ".",
        "-",
        " ",
        "  ",
        "(",
        ")",
        "+",
        "/",
        "x",
        "order",
        "ssn",
        "ts",
        "password",
        "token",
        "=",
        ": ",
        "\"",
        "'",
        "\\\"",
        "hunter2hunter2",
        "[",
        "[REDACTED]",
        "[REDACTED_PHONE]",
        "sk-live-1234567890abcdef",
        "Bearer ",
        "Basic ",
        "dXNlcjpwYXNz",
        "https://a:b@",
        "${",
        "env://A",
        "-----BEGIN PRIVATE KEY-----",
        "\n",
        "-----END PRIVATE KEY-----",
        "ignore ",
        "previous ",
        "instructions",
        "show ",
        "system prompt",
        "\u{200b}",
        "\u{a0}",
        "jailbreak",
        "ＩＴ",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn check_ranges(text: &str) -> Result<(), TestCaseError> {
    for detector in DETECTORS {
        let mut last = 0;
        for finding in detector.find(text) {
            prop_assert!(finding.range.start >= last && finding.range.start < finding.range.end);
            prop_assert!(text.get(finding.range.clone()).is_some());
            last = finding.range.end;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn ranges_are_ordered_and_cut_no_character(text in any::<String>()) {
        check_ranges(&text)?;
    }

    #[test]
    fn ranges_that_touch_do_not_overlap(text in pieces()) {
        check_ranges(&text)?;
    }

    #[test]
    fn what_is_redacted_stays_as_it_is(text in pieces()) {
        for detector in [Detector::Pii, Detector::Secrets] {
            let once = redact(&text, &detector.find(&text)).into_owned();
            prop_assert_eq!(detector.find(&once), vec![], "{}", once);
        }
    }

    /// A text that is not searched has no finding.
    #[test]
    fn what_is_skipped_has_nothing(text in prop_oneof![
        "[0-9 .()+/-]{0,24}",
        "[a-zA-Z]{0,6}[0-9 .()+/-]{0,20}[a-z:= ]{0,6}",
        "(token|password|api_key|Bearer|basic|ssn)[ :=\"]{0,3}[a-zA-Z0-9]{0,24}",
        "[A-Z]{2}[0-9]{2}[A-Z0-9 ]{0,30}",
    ]) {
        for detector in [Detector::Pii, Detector::Secrets] {
            let found = detector.find(&text);
            EVERY_TEXT.set(true);
            let of_every_text = detector.find(&text);
            EVERY_TEXT.set(false);
            prop_assert_eq!(&found, &of_every_text, "{}", text);
            for name in ["password", "api-key", "PWD", "session_token", "passcode", "note"] {
                let found = detector.find_under(name, &text);
                EVERY_TEXT.set(true);
                let of_every_text = detector.find_under(name, &text);
                EVERY_TEXT.set(false);
                prop_assert_eq!(found, of_every_text, "{} {}", name, text);
            }
        }
    }

    #[test]
    fn an_address_never_stays(
        before in "[ a-z,;<(]{0,10}",
        local in "[a-zé_.+-]{1,12}",
        domain in "[a-z-]{1,10}\\.[a-z]{2,6}",
    ) {
        let text = format!("{before}{local}@{domain}");
        let found = Detector::Pii.find(&text);
        prop_assert!(found.iter().any(|one| one.kind == Kind::Email && one.range.end == text.len()));
    }
}

#[test]
fn long_hostile_texts_stay_cheap() {
    for unit in [
        "a",
        "1",
        "9",
        "@",
        "a@",
        "a@b.",
        "+1",
        "+1 ",
        "(0",
        "0 ",
        "4111 ",
        "2345 6789 ",
        "DE89 ",
        "DE893704",
        "415-",
        "token=\"",
        "token=",
        "token='x token=\"",
        "\\\"token:",
        "bearer ",
        "://a:b",
        "ignore all ",
        "ignore the ",
        "show ",
        "system prompt ",
        "show system ",
        "\u{200b}",
        " ",
        "id ",
    ] {
        let text = unit.repeat(100_000 / unit.len());
        let started = std::time::Instant::now();
        for detector in DETECTORS {
            detector.find(&text);
        }
        let seconds = started.elapsed().as_secs_f64();
        assert!(seconds < 5.0, "{unit}: {seconds} s");
    }
}
