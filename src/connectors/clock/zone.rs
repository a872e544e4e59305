//! The time zones that can be asked for: the names of the IANA database inside the program,
//! written as there.

use algen_core::diagnostics::closest::closest;
use jiff::tz::{TimeZone, TimeZoneDatabase, TimeZoneName};

/// Most characters of a name, blanks around it included.
pub const ZONE_CHARS_MAX: usize = 100;

/// The zone that counts where none is named.
pub(super) const DEFAULT: &str = "UTC";

/// The entry of the database for machines whose zone nobody has set. Its offset is that of UTC,
/// which nobody who asks for it means.
const UNSET: &str = "Factory";

/// Names up to this length are abbreviations rather than places.
const ABBREVIATION_CHARS_MAX: usize = 4;

/// Why a text names no time zone.
#[derive(Clone, PartialEq, Eq, thiserror::Error, Debug)]
pub enum ZoneError {
    /// Nothing but blanks.
    #[error("`timezone` is blank; give a name such as `UTC` or `Europe/Zurich`")]
    Blank,
    /// More than [`ZONE_CHARS_MAX`] characters.
    #[error(
        "`timezone` has {found} characters; at most {ZONE_CHARS_MAX} are accepted, as in \
         `Europe/Zurich`"
    )]
    TooLong {
        /// How many there are.
        found: usize,
    },
    /// An offset, which is no zone: it says nothing about summer time.
    #[error(
        "`timezone` is an offset from UTC, not a time zone; give the name of a place, such as \
         `Europe/Zurich`"
    )]
    Offset,
    /// Not a name of the database.
    #[error("`timezone` names no time zone; {}", remedy(.closest.as_deref()))]
    Unknown {
        /// The zone that was most likely meant.
        closest: Option<String>,
    },
}

fn remedy(closest: Option<&str>) -> String {
    match closest {
        Some(zone) => format!("did you mean `{zone}`?"),
        None => "names are those of the IANA database, such as `UTC` or `Europe/Zurich`".to_owned(),
    }
}

/// Returns a time zone and its name without the blanks around it.
///
/// # Errors
///
/// Fails where the text is blank, longer than [`ZONE_CHARS_MAX`] characters, an offset, or not a
/// name of the database with the same letters in the same case.
pub(super) fn named(text: &str) -> Result<(&str, TimeZone), ZoneError> {
    let found = text.chars().count();
    if found > ZONE_CHARS_MAX {
        return Err(ZoneError::TooLong { found });
    }
    let name = text.trim();
    if name.is_empty() {
        return Err(ZoneError::Blank);
    }
    // Not the database that the library would choose, which may be the machine's.
    let database = TimeZoneDatabase::bundled();
    // The library ignores case, and it takes `Etc/Unknown`, a zone without a name, for UTC.
    let zone = database.get(name).ok();
    let written = zone.as_ref().and_then(TimeZone::iana_name);
    let written = written.filter(|written| *written != UNSET);
    if written == Some(name)
        && let Some(zone) = zone
    {
        return Ok((name, zone));
    }
    let closest = written.map(str::to_owned);
    let name = name.to_owned();
    if closest.is_none() && is_offset(&name) {
        return Err(ZoneError::Offset);
    }
    let closest = closest.or_else(|| meant(&name, &database));
    Err(ZoneError::Unknown { closest })
}

/// Tells whether a text is a sign and hours, alone or behind `UTC` or `GMT`: `+02:00`, `UTC-3`.
fn is_offset(name: &str) -> bool {
    let behind = match name.split_at_checked(3) {
        Some((utc, behind))
            if utc.eq_ignore_ascii_case("UTC") || utc.eq_ignore_ascii_case("GMT") =>
        {
            behind
        }
        _ => name,
    };
    behind.strip_prefix(['+', '-']).is_some_and(|hours| {
        let of_time = |character: char| character.is_ascii_digit() || character == ':';
        hours.starts_with(|first: char| first.is_ascii_digit()) && hours.chars().all(of_time)
    })
}

/// Returns the zone that was most likely meant: the only one whose last part is this name, as for
/// a city alone, else one that is spelled alike.
fn meant(name: &str, database: &TimeZoneDatabase) -> Option<String> {
    // `Etc/GMT+5`, `Etc/GMT-5` and `GMT0` differ by hours and look alike.
    if name.contains(|character: char| character.is_ascii_digit()) {
        return None;
    }
    let zones: Vec<_> = database.available().collect();
    let names = || {
        let names = zones.iter().map(TimeZoneName::as_str);
        names.filter(|zone| *zone != UNSET)
    };
    let place = name.replace(' ', "_");
    let mut there = names().filter(|zone| {
        let last = zone.rsplit_once('/').map(|(_, last)| last);
        last.is_some_and(|last| last.eq_ignore_ascii_case(&place))
    });
    let meant = match (there.next(), there.next()) {
        (Some(only), None) => Some(only),
        // Abbreviations look alike too, and many stand for several zones.
        _ if name.chars().count() <= ABBREVIATION_CHARS_MAX => None,
        _ => closest(name, names()),
    };
    meant.map(str::to_owned)
}
