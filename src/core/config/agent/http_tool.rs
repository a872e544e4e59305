//! A tool that is one HTTP request, written down in the file.

use crate::config::{Anything, EnvironmentReference, Map, Names, Object, Pattern};
use crate::model::{Idempotency, SideEffect};
use crate::source::Spanned;
use crate::{choice, settings};

static TOOL_NAME: Pattern = Pattern::new(
    "^[a-z][a-z0-9_.-]+$",
    "at least 2 characters: a small letter, then small letters, digits, `_`, `.` and `-`",
);

static HEADER_NAME: Pattern = Pattern::new(
    "^[A-Za-z0-9-]{1,64}$",
    "a header's name: 1 to 64 letters, digits and `-`",
);

static PARAMETER_NAME: Pattern = Pattern::new(
    "^[A-Za-z0-9_.-]{1,64}$",
    "1 to 64 letters, digits, `_`, `.` and `-`",
);

settings! {
    /// A tool that is one HTTP request.
    pub struct HttpTool as "the HTTP tool" {
        /// The name that agents enable.
        name: Spanned<String>, [Matches(&TOOL_NAME)];
        /// What the tool does, for the model.
        description: String, [MinLength(1), MaxLength(2000)];
        /// The version of this definition.
        version: Spanned<String> = Spanned::implied("1.0.0".to_owned());
        /// The method of the request.
        method: HttpMethod = HttpMethod::Get;
        /// The address; `{name}` in its path or query takes an argument, its host is fixed.
        url: Spanned<String>, [MinLength(8), MaxLength(2048)];
        /// The JSON Schema of the arguments, an object.
        parameters: Object = no_parameters();
        /// Parameters of the address; `{name}` takes an argument.
        query: Map<Spanned<String>> = Map::default();
        /// Headers; `{name}` takes an argument.
        headers: Map<Spanned<String>> = Map::default();
        /// The body as JSON; a text that is `{name}` alone keeps the argument's type.
        body: Anything = Anything::default();
        /// How the request proves who sends it.
        auth: HttpToolAuthentication = HttpToolAuthentication::default();
        /// How further pages of an answer are found.
        pagination: HttpToolPagination = HttpToolPagination::default();
        /// What of the answer is handed over.
        response: HttpToolResponse = HttpToolResponse::default();
        /// How long the request may take, in seconds.
        timeout_seconds: f64 = 30.0, [Above(0.0), Maximum(120.0)];
        /// Bytes of one answer.
        max_result_bytes: i64 = 262_144, [Minimum(1024.0), Maximum(4_194_304.0)];
        /// What the tool changes; null takes read for GET and external for the others.
        side_effect: Option<SideEffect> = None;
        /// What a repeated call does; null takes idempotent for GET, PUT and DELETE, else keyed.
        idempotency: Option<Idempotency> = None;
        /// The permissions that a call needs.
        required_permissions: Names = Names::default();
    }
    check super::http_tool_rules::check_tool;
}

fn no_parameters() -> Object {
    let mut schema = serde_json::Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), serde_json::Map::new().into());
    schema.insert("additionalProperties".to_owned(), false.into());
    Object(schema)
}

choice! {
    /// The method of a request.
    pub enum HttpMethod {
        /// Reads.
        Get = "GET" near ["get"],
        /// Sends something new.
        Post = "POST" near ["post"],
        /// Sets.
        Put = "PUT" near ["put"],
        /// Changes a part.
        Patch = "PATCH" near ["patch"],
        /// Removes.
        Delete = "DELETE" near ["delete"],
    }
}

settings! {
    /// How a request proves who sends it.
    pub struct HttpToolAuthentication as "`auth`" {
        /// The method of proof.
        type_name as "type": HttpAuthentication = HttpAuthentication::None;
        /// The bearer token or the header's value, as env://NAME.
        token: Option<EnvironmentReference> = None;
        /// The user of `basic`, as env://NAME.
        username: Option<EnvironmentReference> = None;
        /// The password of `basic`, as env://NAME.
        password: Option<EnvironmentReference> = None;
        /// The header of `header`.
        header_name: Option<Spanned<String>> = None, [Matches(&HEADER_NAME)];
    }
    check super::http_tool_rules::check_authentication;
}

choice! {
    /// A method of proof.
    pub enum HttpAuthentication {
        /// No proof.
        None = "none",
        /// `Authorization: Bearer`; needs `token`.
        Bearer = "bearer" near ["token"],
        /// `Authorization: Basic`; needs `username` and `password`.
        Basic = "basic",
        /// A header of its own; needs `header_name` and `token`.
        Header = "header" near ["api_key", "apikey"],
    }
}

settings! {
    /// How further pages of an answer are found.
    pub struct HttpToolPagination as "`pagination`" {
        /// The way to the next page.
        type_name as "type": HttpPagination = HttpPagination::None;
        /// The parameter that counts pages.
        page_param: Spanned<String> = Spanned::implied("page".to_owned()),
            [Matches(&PARAMETER_NAME)];
        /// The number of the first page.
        start_page: i64 = 1, [Minimum(0.0)];
        /// Pages of one call, at most.
        max_pages: i64 = 5, [Minimum(1.0), Maximum(50.0)];
        /// A JSON pointer to the list in each page; empty takes the whole answer.
        items_pointer: Spanned<String> = Spanned::default();
    }
    check super::http_tool_rules::check_pagination;
}

choice! {
    /// The way to the next page.
    pub enum HttpPagination {
        /// There is one page.
        None = "none",
        /// A `Link` header with `rel="next"`.
        LinkHeader = "link_header" near ["link"],
        /// A parameter that counts pages.
        PageParam = "page_param" near ["page"],
    }
}

settings! {
    /// What of the answer is handed over.
    pub struct HttpToolResponse as "`response`" {
        /// A JSON pointer to the part that is wanted; empty takes all of it.
        select: Spanned<String> = Spanned::default();
        /// The JSON Schema of that part.
        output_schema: Option<Object> = None;
    }
    check super::http_tool_rules::check_response;
}
