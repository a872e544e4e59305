//! The clock: instants around changes of offset, names, limits, and the reference's answers.

mod reference;
mod zones;

use algen_core::config::Decoder;
use algen_core::registry::ToolSpec;
use algen_core::source::Sources;
use jiff::civil::DateTime;
use jiff::tz::TimeZoneDatabase;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use serde_json::json;

use super::{ClockError, CurrentDatetime, ZONE_CHARS_MAX, contract, current_datetime};

/// Returns the contract of the one tool.
fn tool() -> ToolSpec {
    let sources = Sources::default();
    let mut toolkit = contract("clock", None, &mut Decoder::new(&sources));
    toolkit.tools.pop().expect("the clock has a tool")
}

fn instant(text: &str) -> Timestamp {
    text.parse()
        .unwrap_or_else(|_| panic!("{text} is an instant"))
}

fn at(now: &str, zone: &str) -> CurrentDatetime {
    current_datetime(instant(now), Some(zone)).unwrap_or_else(|error| panic!("{zone}: {error}"))
}

#[test]
fn the_result_has_the_fields_of_the_contract() {
    let answer = at("2026-09-19T12:34:56.789012Z", "Europe/Zurich");
    let value = serde_json::to_value(&answer).expect("an answer is JSON");
    assert_eq!(
        value,
        json!({
            "timezone": "Europe/Zurich",
            "iso8601": "2026-09-19T14:34:56+02:00",
            "date": "2026-09-19",
            "time": "14:34:56",
            "weekday": "Saturday",
            "utc_offset": "+02:00",
            "unix_timestamp": 1_789_821_296,
        })
    );
    let tool = tool();
    let fields = tool.output_schema["properties"]
        .as_object()
        .expect("the contract names fields");
    let ours = value.as_object().expect("an answer has fields");
    assert!(fields.keys().eq(ours.keys()));
}

#[test]
fn the_days_of_a_week_are_those_of_the_contract() {
    let monday = instant("2026-09-14T00:00:00Z");
    let days: Vec<String> = (0..7)
        .map(|day| {
            let now = monday + SignedDuration::from_hours(24 * day);
            let answer = current_datetime(now, None).expect("UTC is a zone");
            answer.weekday
        })
        .collect();
    assert_eq!(
        tool().output_schema["properties"]["weekday"]["enum"],
        json!(days)
    );
}

#[test]
fn without_a_zone_the_answer_is_in_utc() {
    let now = instant("2026-09-19T12:34:56Z");
    assert_eq!(
        current_datetime(now, None),
        current_datetime(now, Some("UTC"))
    );
}

/// Each instant with what a clock on the wall shows, in zones whose offset changes then.
#[test]
fn offsets_change_when_the_zone_changes_them() {
    let cases = [
        // Summer time begins and ends; the hour that comes twice differs by its offset.
        (
            "Europe/Berlin",
            "2026-03-29T00:59:59Z",
            "2026-03-29T01:59:59+01:00",
        ),
        (
            "Europe/Berlin",
            "2026-03-29T01:00:00Z",
            "2026-03-29T03:00:00+02:00",
        ),
        (
            "Europe/Berlin",
            "2026-10-25T00:30:00Z",
            "2026-10-25T02:30:00+02:00",
        ),
        (
            "Europe/Berlin",
            "2026-10-25T01:30:00Z",
            "2026-10-25T02:30:00+01:00",
        ),
        (
            "America/New_York",
            "2026-03-08T06:59:59Z",
            "2026-03-08T01:59:59-05:00",
        ),
        (
            "America/New_York",
            "2026-03-08T07:00:00Z",
            "2026-03-08T03:00:00-04:00",
        ),
        (
            "America/New_York",
            "2026-11-01T05:59:59Z",
            "2026-11-01T01:59:59-04:00",
        ),
        (
            "America/New_York",
            "2026-11-01T06:00:00Z",
            "2026-11-01T01:00:00-05:00",
        ),
        // Half an hour of summer time, and three quarters of an hour.
        (
            "Australia/Lord_Howe",
            "2026-04-04T14:59:59Z",
            "2026-04-05T01:59:59+11:00",
        ),
        (
            "Australia/Lord_Howe",
            "2026-04-04T15:00:00Z",
            "2026-04-05T01:30:00+10:30",
        ),
        (
            "Pacific/Chatham",
            "2026-04-04T13:59:59Z",
            "2026-04-05T03:44:59+13:45",
        ),
        // No change since 1945.
        (
            "Asia/Kolkata",
            "2026-03-29T01:00:00Z",
            "2026-03-29T06:30:00+05:30",
        ),
        (
            "Asia/Kolkata",
            "1945-10-14T17:29:59Z",
            "1945-10-14T23:59:59+06:30",
        ),
        (
            "Asia/Kolkata",
            "1945-10-14T17:30:00Z",
            "1945-10-14T23:00:00+05:30",
        ),
        // A whole day was left out: the zone went to the other side of the date line.
        (
            "Pacific/Apia",
            "2011-12-30T09:59:59Z",
            "2011-12-29T23:59:59-10:00",
        ),
        (
            "Pacific/Apia",
            "2011-12-30T10:00:00Z",
            "2011-12-31T00:00:00+14:00",
        ),
        // Two hours of summer time.
        (
            "Antarctica/Troll",
            "2026-03-29T00:59:59Z",
            "2026-03-29T00:59:59+00:00",
        ),
        (
            "Antarctica/Troll",
            "2026-03-29T01:00:00Z",
            "2026-03-29T03:00:00+02:00",
        ),
        // Offsets with seconds.
        (
            "America/New_York",
            "1883-11-18T16:59:59Z",
            "1883-11-18T12:03:57-04:56:02",
        ),
        (
            "America/New_York",
            "1883-11-18T17:00:00Z",
            "1883-11-18T12:00:00-05:00",
        ),
        (
            "Africa/Monrovia",
            "1972-01-07T00:44:29Z",
            "1972-01-06T23:59:59-00:44:30",
        ),
        (
            "Africa/Monrovia",
            "1972-01-07T00:44:30Z",
            "1972-01-07T00:44:30+00:00",
        ),
        // The rules go on behind the last change that the database lists.
        (
            "Europe/Berlin",
            "2999-07-01T12:00:00Z",
            "2999-07-01T14:00:00+02:00",
        ),
    ];
    for (zone, now, expected) in cases {
        assert_eq!(at(now, zone).iso8601, expected, "{zone} at {now}");
    }
}

#[test]
fn days_and_years_are_those_of_the_calendar() {
    let cases = [
        (
            "2024-02-29T23:59:59.999999999Z",
            "UTC",
            "2024-02-29",
            "Thursday",
        ),
        ("2024-03-01T00:00:00Z", "UTC", "2024-03-01", "Friday"),
        ("2023-03-01T00:00:00Z", "UTC", "2023-03-01", "Wednesday"),
        ("2024-02-29T12:00:00Z", "Etc/GMT-14", "2024-03-01", "Friday"),
        ("2000-02-29T12:00:00Z", "UTC", "2000-02-29", "Tuesday"),
        ("1900-03-01T00:00:00Z", "UTC", "1900-03-01", "Thursday"),
        (
            "2026-12-31T11:00:00Z",
            "Pacific/Auckland",
            "2027-01-01",
            "Friday",
        ),
        (
            "2027-01-01T04:59:59Z",
            "America/New_York",
            "2026-12-31",
            "Thursday",
        ),
        // The last leap second: the clock that we are given never shows it.
        ("2017-01-01T00:00:00Z", "UTC", "2017-01-01", "Sunday"),
        ("0999-12-31T00:00:00Z", "UTC", "0999-12-31", "Tuesday"),
        ("9999-12-30T21:59:59Z", "UTC", "9999-12-30", "Thursday"),
    ];
    for (now, zone, date, weekday) in cases {
        let answer = at(now, zone);
        assert_eq!(
            (&*answer.date, &*answer.weekday),
            (date, weekday),
            "{now} in {zone}"
        );
    }
}

#[test]
fn seconds_that_have_begun_do_not_count() {
    let cases = [
        ("1970-01-01T00:00:00Z", 0, "00:00:00"),
        ("1970-01-01T00:00:00.999999999Z", 0, "00:00:00"),
        ("1969-12-31T23:59:59.999999999Z", -1, "23:59:59"),
        ("1969-12-31T23:59:59Z", -1, "23:59:59"),
        ("1969-12-31T23:59:58.5Z", -2, "23:59:58"),
        // Behind the last second of 32 bits.
        ("2038-01-19T03:14:08Z", 2_147_483_648, "03:14:08"),
    ];
    for (now, unix_timestamp, time) in cases {
        let answer = at(now, "UTC");
        assert_eq!(
            (answer.unix_timestamp, &*answer.time),
            (unix_timestamp, time),
            "{now}"
        );
    }
}

#[test]
fn the_ends_of_time_have_an_answer_or_an_error() {
    let last = current_datetime(Timestamp::MAX, Some("Pacific/Kiritimati"));
    let last = last.expect("the last instant has four digits of year everywhere");
    assert_eq!(last.iso8601, "9999-12-31T12:00:00+14:00");
    assert_eq!(last.unix_timestamp, Timestamp::MAX.as_second());

    let first = at("0000-01-01T00:00:00Z", "UTC");
    assert_eq!(first.iso8601, "0000-01-01T00:00:00+00:00");
    assert_eq!(first.unix_timestamp, -62_167_219_200);

    let before = instant("0000-01-01T00:00:00Z");
    let before = current_datetime(before, Some("Etc/GMT+1"));
    assert_eq!(before, Err(ClockError::YearBeforeZero { year: -1 }));
    assert_eq!(
        current_datetime(Timestamp::MIN, None),
        Err(ClockError::YearBeforeZero { year: -9999 })
    );
    assert_eq!(
        ClockError::YearBeforeZero { year: -1 }.to_string(),
        "the clock of this machine says year -1, but a date in text begins with year 0; set the \
         clock"
    );
}

/// Every instant from year 0 to 9999, to the nanosecond.
fn any_instant() -> impl Strategy<Value = Timestamp> {
    (-62_167_000_000_i64..253_402_000_000, 0..1_000_000_000_i32).prop_map(
        |(seconds, nanoseconds)| Timestamp::new(seconds, nanoseconds).expect("within the years"),
    )
}

proptest! {
    #[test]
    fn the_parts_of_an_answer_agree(now in any_instant(), pick in any::<prop::sample::Index>()) {
        let database = TimeZoneDatabase::bundled();
        let zones: Vec<_> = database.available().collect();
        let zone = pick.get(&zones).as_str();
        prop_assume!(zone != "Factory");
        let answer = current_datetime(now, Some(zone)).expect("the database has the zone");
        prop_assert_eq!(&answer.timezone, zone);
        let whole = format!("{}T{}{}", answer.date, answer.time, answer.utc_offset);
        prop_assert_eq!(&answer.iso8601, &whole);

        let (sign, offset) = answer.utc_offset.split_at(1);
        let offset: i64 = offset
            .split(':')
            .zip([3_600, 60, 1])
            .map(|(part, unit)| part.parse::<i64>().expect("two digits") * unit)
            .sum();
        let offset = if sign == "-" { -offset } else { offset };
        let there: DateTime = format!("{}T{}", answer.date, answer.time)
            .parse()
            .expect("date and time are of the calendar");
        let as_if_utc = there
            .to_zoned_datetime(jiff::tz::TimeZone::UTC)
            .expect("UTC has every time")
            .timestamp();
        prop_assert_eq!(as_if_utc.as_second() - offset, answer.unix_timestamp);
        prop_assert_eq!(there.strftime("%A").to_string(), answer.weekday);

        let elapsed = now.as_nanosecond() - i128::from(answer.unix_timestamp) * 1_000_000_000;
        prop_assert!((0..1_000_000_000).contains(&elapsed));
        if now.as_second() >= instant("1972-01-07T00:44:30Z").as_second() {
            // RFC 3339, as the contract says.
            prop_assert_eq!(answer.utc_offset.len(), "+00:00".len());
        }
    }

    #[test]
    fn any_name_has_an_answer_or_a_short_error(zone in any::<String>()) {
        match current_datetime(Timestamp::UNIX_EPOCH, Some(&zone)) {
            Ok(answer) => prop_assert_eq!(answer.timezone, zone.trim()),
            Err(error) => {
                // An escaped character has ten at most.
                prop_assert!(error.to_string().chars().count() < 100 + 10 * ZONE_CHARS_MAX);
            }
        }
    }
}
