//! The tools of a calendar.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use super::CalendarBackend;
use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::schema::{Schema, integer, list, object, open_object, record, string, text};

pub(super) fn list_calendar_events(
    kit: &Kit<'_>,
    backend: Option<CalendarBackend>,
    seconds: f64,
) -> ToolSpec {
    let syntax = match backend {
        Some(CalendarBackend::Google) => {
            "The query is Google's free search over the event's texts."
        }
        Some(CalendarBackend::Outlook) => {
            "The query is a text in subject, preview or place, in any case, looked for on each \
             page by itself."
        }
        None => "The query is a text that the event holds.",
    };
    kit.tool(
        Preset::ONCE.timeout(seconds),
        "list_calendar_events",
        &["calendar.read"],
        format!(
            "List the events that touch an interval, recurring and all-day ones too. Pass \
             next_page_token on with the same arguments for the next page; a page may be empty and \
             still have one. {FOREIGN} {syntax}"
        ),
        object(
            [
                ("start", instant()),
                ("end", instant()),
                ("query", text(0, 1000).default("")),
                ("max_results", integer(1, 100).default(20)),
                ("page_token", text(1, 8192).optional()),
            ],
            &["start", "end"],
        ),
        record([
            ("items", list(open_object())),
            ("next_page_token", string().nullable()),
        ]),
    )
}

pub(super) fn create_calendar_event(kit: &Kit<'_>, seconds: f64) -> ToolSpec {
    kit.tool(
        Preset::EXTERNAL.timeout(seconds),
        "create_calendar_event",
        &["calendar.write"],
        "Create one event with start and end in the calendar; nobody is invited. Check the time \
         zone and what else is planned first. The service's own event comes back.",
        object(
            [
                ("title", text(1, 1000)),
                ("start", instant()),
                ("end", instant()),
                ("description", text(0, 8192).default("")),
                ("location", text(0, 1000).default("")),
            ],
            &["title", "start", "end"],
        ),
        open_object(),
    )
}

fn instant() -> Schema {
    text(1, 64).described(
        "An ISO 8601 date and time with its offset from UTC: `2026-09-19T09:00:00+02:00`.",
    )
}
