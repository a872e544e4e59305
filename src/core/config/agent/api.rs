//! The HTTP service of the Python runtime.

use std::net::IpAddr;

use super::findings;
use crate::config::{Decoder, EnvironmentReference, Map, Pattern};
use crate::source::{Node, Spanned};
use crate::{choice, settings};

static INTERFACE_PATH: Pattern = Pattern::new(
    "^/[a-zA-Z0-9_\\-\\./]*$",
    "a path: `/`, then letters, digits, `_`, `-`, `.` and `/`",
);

settings! {
    /// The HTTP service of the Python runtime.
    pub struct Api as "`api`" {
        /// The address to listen on.
        host: Spanned<String> = Spanned::implied("127.0.0.1".to_owned());
        /// The port to listen on.
        port: i64 = 8000, [Minimum(1.0), Maximum(65_535.0)];
        /// How callers prove who they are.
        auth_mode: AuthenticationMode = AuthenticationMode::DevelopmentHeaders;
        /// Whether headers are believed on other addresses than this machine's own.
        allow_insecure_development_auth: bool = false;
        /// The key that tokens are verified with, as env://NAME.
        jwt_key: Option<EnvironmentReference> = None;
        /// The algorithms that tokens may be signed with.
        jwt_algorithms: Vec<Spanned<String>> = findings::implied(&["RS256"]);
        /// The issuer that tokens have to name.
        jwt_issuer: Option<Spanned<String>> = None;
        /// The audience that tokens have to name.
        jwt_audience: Option<Spanned<String>> = None;
        /// The claim that holds the tenant.
        tenant_claim: Spanned<String> = Spanned::implied("tenant_id".to_owned());
        /// The claim that holds the scopes.
        scopes_claim: Spanned<String> = Spanned::implied("scope".to_owned());
        /// The origins that browsers may call from.
        cors_allowed_origins: Vec<Spanned<String>> = Vec::new();
        /// Whether browsers may send cookies.
        cors_allow_credentials: bool = false;
        /// The headers that browsers may send.
        cors_allowed_headers: Vec<Spanned<String>> = browser_headers();
        /// How many requests are taken.
        rate_limiting: RateLimiting = RateLimiting::default();
        /// Whether the web interface is served.
        agent_ui_enabled: bool = false;
        /// The path of the web interface.
        agent_ui_path: Spanned<String> = Spanned::implied("/agent-ui".to_owned()),
            [Matches(&INTERFACE_PATH)];
    }
    check check_api;
}

fn browser_headers() -> Vec<Spanned<String>> {
    findings::implied(&[
        "Authorization",
        "Content-Type",
        "Last-Event-ID",
        "X-Tenant-ID",
        "X-User-ID",
        "X-Scopes",
        "X-Artifact-Metadata",
    ])
}

choice! {
    /// How callers prove who they are.
    pub enum AuthenticationMode {
        /// They say so in headers; for this machine alone.
        DevelopmentHeaders = "development_headers" near ["development", "none", "headers"],
        /// With a signed token; needs `jwt_key`.
        Jwt = "jwt" near ["token", "bearer"],
    }
}

fn check_api(api: &Api, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    if api.auth_mode == AuthenticationMode::Jwt {
        findings::require(decoder, node, "jwt_key", "auth_mode", "env://NAME");
        return;
    }
    let keys = ["host", "auth_mode", "allow_insecure_development_auth"];
    let believed = api.allow_insecure_development_auth || is_loopback(&api.host);
    if !believed && findings::are_sound(decoder, node, &keys) {
        let message = format!(
            "`auth_mode` development_headers believes every caller, and other machines \
             reach `host` {}",
            api.host
        );
        let help = "Set auth_mode to jwt with a jwt_key, or host to 127.0.0.1.";
        findings::conflict(decoder, node, "host", message, help);
    }
}

/// Tells whether only this machine reaches a host.
fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || bare
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

settings! {
    /// How many requests are taken.
    pub struct RateLimiting as "`rate_limiting`" {
        /// Whether anything is counted.
        enabled: bool = false;
        /// Requests in a minute.
        default_rate_per_minute: i64 = 120, [Minimum(1.0)];
        /// Requests at once.
        default_burst: i64 = 30, [Minimum(1.0)];
        /// Runs of one tenant at the same time.
        max_concurrent_run_requests_per_tenant: i64 = 10, [Minimum(1.0)];
        /// Whether requests are refused while they cannot be counted.
        fail_closed: bool = true;
        /// Other limits by route.
        route_overrides: Map<RouteLimit> = Map::default();
    }
}

settings! {
    /// Limits of one route.
    pub struct RouteLimit as "the route's limit" {
        /// Requests in a minute.
        rate_per_minute: i64 = 60, [Minimum(1.0)];
        /// Requests at once.
        burst: i64 = 10, [Minimum(1.0)];
        /// Requests at the same time; null has no bound.
        max_concurrent: Option<i64> = None, [Minimum(1.0)];
    }
}
