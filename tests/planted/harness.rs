//! The harness can fail: every form is found everywhere, and a tool that leaks is caught.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use crate::support::Project;
use crate::support::connector;
use crate::support::planted::{
    Condition, Form, Ground, Output, Place, Planted, PlantedFailure, PlantedSecret, Search, Source,
    base64,
};

/// Returns the forms in which the secret was found.
fn found(secret: &PlantedSecret, text: impl Into<Vec<u8>>) -> Vec<Form> {
    let output = Output::new(Place::StandardError, "a test", text);
    let search = Search::new(std::slice::from_ref(secret));
    let leaks = search.leaks(&[output], &|_, _| false);
    leaks.into_iter().map(|leak| leak.form).collect()
}

#[test]
fn every_form_is_found_and_cut_out() {
    let secret = PlantedSecret::free("token");
    for form in Form::ALL {
        for written in form.write(secret.text()) {
            let texts = [
                format!("error: the peer said {written} to us"),
                written.clone(),
                format!("\u{e9}{written}\u{0}"),
            ];
            for text in texts {
                let output = Output::new(Place::Events, "a test", &*text);
                let search = Search::new(std::slice::from_ref(&secret));
                let leaks = search.leaks(&[output], &|_, _| false);
                assert_eq!(leaks.len(), 1, "{form:?} in {text}");
                let forms = leaks[0].form.write(secret.text());
                assert!(forms.contains(&written), "{form:?} is called another");
                let told = leaks[0].to_string();
                assert!(told.contains("token") && told.contains("[cut]"), "{told}");
                assert_eq!(found(&secret, told), [], "the report leaks");
            }
        }
    }
}

#[test]
fn case_and_alphabet_do_not_hide_it() {
    let secret = PlantedSecret::free("token");
    for form in Form::ALL.into_iter().filter(|form| form.ignores_case()) {
        for written in form.write(secret.text()) {
            assert_eq!(
                found(&secret, written.to_ascii_uppercase()).len(),
                1,
                "{form:?}"
            );
            assert_eq!(
                found(&secret, written.to_ascii_lowercase()).len(),
                1,
                "{form:?}"
            );
        }
    }
    let [whole, url] = [Form::Base64, Form::Base64Url].map(|form| form.write(secret.text()));
    assert!(
        whole.iter().all(|text| text.contains(['+', '/'])),
        "{whole:?}"
    );
    assert!(url.iter().all(|text| text.contains(['-', '_'])), "{url:?}");
}

#[test]
fn base64_is_found_at_any_place_of_a_longer_text() {
    let secret = PlantedSecret::free("token");
    for before in 0..7 {
        for after in 0..4 {
            let text = format!(
                "{}{}{}",
                "b".repeat(before),
                secret.text(),
                "a".repeat(after)
            );
            let encoded = base64(text.as_bytes());
            assert_eq!(
                found(&secret, &*encoded),
                [Form::Base64],
                "{before} {after}"
            );
            let encoded = encoded.replace('+', "-").replace('/', "_");
            assert_eq!(
                found(&secret, &*encoded),
                [Form::Base64Url],
                "{before} {after}"
            );
        }
    }
}

#[test]
fn half_of_it_is_found_and_others_are_not() {
    let secret = PlantedSecret::free("token");
    let [whole, first, second] = secret.pieces();
    assert_eq!(found(&secret, &whole[..15]), [Form::Raw]);
    assert_eq!(found(&secret, &whole[whole.len() - 14..]), [Form::Raw]);
    let both = format!("{first} and {second}");
    assert_eq!(found(&secret, both), [Form::Raw, Form::Raw]);
    let quoted_twice = serde_json::to_string(&json!(json!(whole).to_string())).unwrap();
    assert_eq!(found(&secret, quoted_twice), [Form::Raw, Form::Raw]);
    let other = PlantedSecret::free("token");
    assert_eq!(found(&secret, other.text()), []);
    assert_eq!(found(&secret, ""), []);
}

#[test]
fn allowed_places_are_left_alone() {
    let secret = PlantedSecret::word("mark");
    let outputs =
        [Place::Screen, Place::Ledger].map(|place| Output::new(place, "a test", secret.text()));
    let search = Search::new(std::slice::from_ref(&secret));
    let leaks = search.leaks(&outputs, &|_, place| place == Place::Screen);
    let places: Vec<Place> = leaks.into_iter().map(|leak| leak.place).collect();
    assert_eq!(places, [Place::Ledger]);
}

/// A tool that tells its token in every way that a tool has.
const LEAKY: &str = r#"
token=$(cat secret)
case "$1" in
  stdout) echo "token: $token" ;;
  stderr) echo "error: 401 for Bearer $token" >&2 ;;
  file) mkdir -p logs; echo "$token" >>logs/debug.log ;;
  changed) echo "$token" >>notes.txt ;;
  name) : >"$(printf %s "$token" | od -An -tx1 | tr -d ' \n')" ;;
  events) echo "{\"t\":\"$token\"}" >>events.jsonl ;;
  ledger) mkdir -p .local/state/algen; echo "$token" >>.local/state/algen/ledger.sqlite3-wal ;;
  trust) mkdir -p .local/state/algen/trust; echo "$token" >>.local/state/algen/trust/a.json ;;
  argument) sh -c "sleep 0.2; :" "$token" ;;
  child) SECOND="$token" sleep 0.2 ;;
  quiet) : ;;
esac
"#;

#[test]
fn a_tool_that_leaks_is_caught() {
    let cases: [(&str, &[Place]); 11] = [
        ("stdout", &[Place::StandardOutput]),
        ("stderr", &[Place::StandardError]),
        ("file", &[Place::File]),
        ("changed", &[Place::File]),
        ("name", &[Place::FileName]),
        ("events", &[Place::Events]),
        ("ledger", &[Place::Ledger]),
        ("trust", &[Place::TrustStore]),
        ("argument", &[Place::Arguments]),
        ("child", &[Place::ChildEnvironment]),
        ("quiet", &[]),
    ];
    for (leak, places) in cases {
        let secret = PlantedSecret::word("token");
        let project = Project::with(&[
            ("leaky", LEAKY),
            ("notes.txt", "notes\n"),
            ("secret", secret.text()),
        ])
        .with_program(&["/bin/sh", "leaky"]);
        let mut ground = Ground::of(project, std::slice::from_ref(&secret));
        let shown = ground.run(&[leak]);
        assert_eq!(shown.code, Some(0), "{leak}: {shown:?}");
        let found = ground.places();
        assert_eq!(found, BTreeSet::from_iter(places.iter().copied()), "{leak}");
    }
}

#[test]
fn settings_are_planted_where_they_take_a_reference() {
    let planted = || {
        Planted::for_toolkit(&connector::ALL[0].plugin)
            .shaped("address", |word| format!("/run/{word}"))
    };
    for source in Source::ALL {
        let plant = planted().plant(source, &Condition::Sound);
        let names: Vec<&str> = plant.secrets().iter().map(PlantedSecret::name).collect();
        assert_eq!(names, ["address", "token"], "{source:?}");
        assert_eq!(
            plant.left_out().len(),
            1,
            "{source:?}: approval is a switch"
        );
        assert!(plant.words().contains(plant.secret("token").text()));
    }
    let without = planted().without("token").literal("approval", json!(false));
    let plant = without.plant(Source::File, &Condition::Sound);
    let left_out: Vec<&str> = plant.left_out().iter().map(|(name, _)| &**name).collect();
    assert_eq!(left_out, ["token", "approval"]);
}

#[test]
fn the_settings_of_every_connector_can_be_planted() {
    let mut without_any = Vec::new();
    for connector in algen_connectors::ALL {
        let planted = Planted::for_toolkit(&connector.plugin);
        for source in Source::ALL {
            let plant = planted.plant(source, &Condition::Sound);
            let settings = (connector.plugin.connector.settings)().len();
            let planted: BTreeSet<&str> = plant
                .secrets()
                .iter()
                .map(|secret| secret.name().split('.').next().unwrap())
                .collect();
            let told = planted.len() + plant.left_out().len();
            assert_eq!(
                told, settings,
                "{}: a setting is neither",
                connector.plugin.connector.name
            );
            if planted.is_empty() && source == Source::Variable {
                without_any.push(connector.plugin.connector.name);
            }
        }
    }
    assert_eq!(
        without_any,
        ["sample", "calculator", "clock", "user", "database"]
    );
    let credentials = [
        ("github", "token"),
        ("discord", "bot_token"),
        ("postgres", "password"),
        ("postgres", "dsn"),
        ("imap", "password"),
        ("http", "headers.planted"),
    ];
    for (name, setting) in credentials {
        let mut connectors = algen_connectors::ALL.iter();
        let connector = connectors
            .find(|it| it.plugin.connector.name == name)
            .unwrap();
        let planted = Planted::for_toolkit(&connector.plugin);
        let plant = planted.plant(Source::File, &Condition::Sound);
        assert!(plant.secret(setting).text().len() >= 24, "{name}");
    }
}

#[test]
fn failures_say_what_they_stand_for() {
    let told: BTreeSet<&str> = PlantedFailure::ALL.map(PlantedFailure::peer).into();
    assert_eq!(
        told.len(),
        PlantedFailure::ALL.len() - 1,
        "only two share the peer's silence"
    );
    let http = PlantedFailure::ALL
        .iter()
        .filter(|failure| failure.needs_http());
    assert_eq!(http.count(), 9);
    assert!(
        Path::new("/proc/self/task").exists(),
        "processes can be watched"
    );
}
