//! Names of zones: their case, links, limits and the suggestions.

use jiff::Timestamp;
use jiff::tz::TimeZoneDatabase;

use super::{ZONE_CHARS_MAX, at};
use crate::clock::current_datetime;

/// Returns what is said of a name that is refused.
fn refusal(zone: &str) -> String {
    match current_datetime(Timestamp::UNIX_EPOCH, Some(zone)) {
        Ok(answer) => panic!("{zone} has the answer {answer:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_name_of_the_database_is_taken_as_it_is_written() {
    let database = TimeZoneDatabase::bundled();
    let mut taken = 0;
    for zone in database.available() {
        let zone = zone.as_str();
        let answer = current_datetime(Timestamp::UNIX_EPOCH, Some(zone));
        if zone == "Factory" {
            assert!(answer.is_err());
            continue;
        }
        assert_eq!(answer.map(|answer| answer.timezone).as_deref(), Ok(zone));
        let small = zone.to_lowercase();
        if small != zone {
            assert_eq!(
                refusal(&small),
                format!("`timezone` names no time zone; did you mean `{zone}`?")
            );
        }
        taken += 1;
    }
    assert!(taken > 590, "only {taken} zones");
}

#[test]
fn a_link_keeps_its_name_and_has_the_time_of_its_target() {
    let links = [
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("US/Eastern", "America/New_York"),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("Zulu", "Etc/UTC"),
        ("GB", "Europe/London"),
        ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ];
    for (link, target) in links {
        let now = "2026-09-19T12:34:56Z";
        let (link, mut target) = (at(now, link), at(now, target));
        assert_ne!(link.timezone, target.timezone);
        target.timezone.clone_from(&link.timezone);
        assert_eq!(link, target);
    }
}

#[test]
fn the_sign_of_a_fixed_zone_is_that_of_posix() {
    let now = "2026-09-19T12:34:56Z";
    assert_eq!(at(now, "Etc/GMT+5").utc_offset, "-05:00");
    assert_eq!(at(now, "Etc/GMT-5").utc_offset, "+05:00");
}

#[test]
fn a_name_has_at_most_a_hundred_characters() {
    let blanks = |count: usize| format!("{}UTC", " ".repeat(count - 3));
    assert_eq!(
        at("1970-01-01T00:00:00Z", &blanks(ZONE_CHARS_MAX)).timezone,
        "UTC"
    );
    let too_long = "`timezone` has 101 characters; at most 100 are accepted, as in `Europe/Zurich`";
    assert_eq!(refusal(&blanks(ZONE_CHARS_MAX + 1)), too_long);
    assert_eq!(refusal(&"ü".repeat(101)), too_long);
    assert!(refusal(&"ü".repeat(100)).starts_with("`timezone` names no time zone"));
}

#[test]
fn a_refusal_names_what_was_found_and_what_is_accepted() {
    let unknown =
        |closest: &str| format!("`timezone` names no time zone; did you mean `{closest}`?");
    let hopeless = "`timezone` names no time zone; names are those of the IANA database, such as \
                    `UTC` or `Europe/Zurich`";
    let offset = "`timezone` is an offset from UTC, not a time zone; give the name of a place, \
                  such as `Europe/Zurich`";
    let blank = "`timezone` is blank; give a name such as `UTC` or `Europe/Zurich`".to_owned();
    let cases = [
        ("", blank.clone()),
        (" \t\n ", blank),
        ("utc", unknown("UTC")),
        ("Utc", unknown("UTC")),
        ("europe/zurich", unknown("Europe/Zurich")),
        ("etc/gmt+5", unknown("Etc/GMT+5")),
        ("Europe/Zürich", unknown("Europe/Zurich")),
        ("Europe/Zuerich", unknown("Europe/Zurich")),
        ("Amercia/New_York", unknown("America/New_York")),
        ("New York", unknown("America/New_York")),
        ("lima", unknown("America/Lima")),
        // Two names end so.
        ("Louisville", unknown("America/Louisville")),
        ("IST", hopeless.to_owned()),
        ("BST", hopeless.to_owned()),
        ("PST", hopeless.to_owned()),
        ("Zurich", unknown("Europe/Zurich")),
        ("Europe//Zurich", unknown("Europe/Zurich")),
        ("+02:00", offset.to_owned()),
        ("-3", offset.to_owned()),
        ("UTC+2", offset.to_owned()),
        ("GMT-0330", offset.to_owned()),
        ("Mars/Phobos", hopeless.to_owned()),
        ("CET-1CEST", hopeless.to_owned()),
        ("Etc/GMT+15", hopeless.to_owned()),
        ("UTC\0", hopeless.to_owned()),
        ("\u{1b}[31m", hopeless.to_owned()),
        // What the library would take for UTC or for the zone of the machine.
        ("Etc/Unknown", hopeless.to_owned()),
        ("Factory", hopeless.to_owned()),
        ("local", hopeless.to_owned()),
        ("localtime", hopeless.to_owned()),
        ("/etc/localtime", hopeless.to_owned()),
        (":UTC", hopeless.to_owned()),
    ];
    for (zone, expected) in cases {
        assert_eq!(refusal(zone), expected, "{zone:?}");
    }
}
