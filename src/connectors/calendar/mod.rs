//! One calendar at Google or Microsoft.

mod tools;

use algen_core::config::{CredentialReference, Decoder, Given};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::source::Node;
use algen_core::{choice, settings};
use schemars::JsonSchema;

use crate::shared::address::{self, BASE_URL};
use crate::shared::declared::Declared;
use crate::shared::kit::{self, Kit};
use crate::shared::{account, google, graph};

choice! {
    /// Where the calendar is.
    pub(crate) enum CalendarBackend {
        /// Google Calendar.
        Google = "google",
        /// Microsoft 365.
        Outlook = "outlook",
    }
}

settings! {
    /// One calendar.
    pub(crate) struct CalendarSettings as "a calendar toolkit" {
        /// Where the calendar is.
        backend: Given<CalendarBackend>;
        /// An access token.
        token: Option<CredentialReference> = None;
        /// A program and its arguments that print an access token, run for each request.
        token_command: Option<Vec<String>> = None, [MinLength(1), MaxLength(64)];
        /// The id of the OAuth client, with a refresh token.
        client_id: Option<Given<String>> = None, [MinLength(1), MaxLength(255)];
        /// The secret of the OAuth client, with a refresh token.
        client_secret: Option<CredentialReference> = None;
        /// The refresh token of the account.
        refresh_token: Option<CredentialReference> = None;
        /// The directory of a Microsoft account; `common` where absent.
        tenant_id: Option<Given<String>> = None, [MinLength(1), MaxLength(255)];
        /// The calendar: Google's `primary`, or the account's own at Microsoft, where absent.
        calendar_id: Option<Given<String>> = None, [MinLength(1), MaxLength(1024)];
        /// The account of the calendar at Microsoft; the signed-in one where absent.
        user_id: Option<Given<String>> = None, [MinLength(1), MaxLength(320)];
        /// Whether events may be created.
        allow_write: Given<bool> = Given::Literal(false);
        /// Deadline of a call, in seconds.
        timeout_seconds: Given<f64> = Given::Literal(30.0), [Above(0.0), Maximum(300.0)];
        /// A file, readable by its owner alone, that keeps a refresh token that was replaced.
        token_store: Declared<Option<Given<String>>> = Declared(None), [MinLength(1)];
        /// A program and its arguments that get a replaced refresh token on standard input.
        on_refresh_token: Declared<Option<Vec<String>>> = Declared(None),
            [MinLength(1), MaxLength(64)];
        /// Where the API is, for a stand-in.
        base_url: Declared<Option<Given<String>>> = Declared(None), [Matches(&BASE_URL)];
        /// Where tokens are exchanged, for a stand-in.
        token_url: Declared<Option<Given<String>>> = Declared(None), [Matches(&BASE_URL)];
    }
    check account_is_complete;
}

fn account_is_complete(_: &CalendarSettings, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    account::check("a calendar toolkit", node, decoder);
    kit::at_most_one(&["token_store", "on_refresh_token"], node, decoder);
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "calendar",
    summary: "Read one calendar at Google or Microsoft, and create events",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &["calendar.list_calendar_events"],
    settings: CalendarSettings::fields,
    schema: CalendarSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.calendar", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: CalendarSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let backend = settings
        .backend
        .literal()
        .copied()
        .filter(|_| !kit.built_in);
    let kit = kit.reaching(hosts(backend, &settings));
    let seconds = settings.timeout_seconds.literal().copied().unwrap_or(30.0);
    let writing = kit.switch("allow_write", &settings.allow_write);
    let mut tools = vec![tools::list_calendar_events(&kit, backend, seconds)];
    tools.extend(writing.tool(tools::create_calendar_event(&kit, seconds)));
    kit.toolkit(tools)
}

/// Returns the hosts of the backend, of both where a variable decides.
fn hosts(backend: Option<CalendarBackend>, settings: &CalendarSettings) -> Vec<String> {
    let google = [google::CALENDAR_HOST, google::TOKEN_HOST];
    let microsoft = [graph::GRAPH_HOST, graph::TOKEN_HOST];
    let chosen = match backend {
        Some(CalendarBackend::Google) => vec![google],
        Some(CalendarBackend::Outlook) => vec![microsoft],
        None => vec![google, microsoft],
    };
    let hosts = chosen.into_iter().flat_map(|[api, token]| {
        [
            address::host(settings.base_url.as_ref(), api),
            address::host(settings.token_url.as_ref(), token),
        ]
    });
    hosts.flatten().collect()
}
