//! No argument says where a call goes or what it runs: that is the deployment's to say.

use super::Subject;
use super::places::Places;
use super::problem::{ContractRule, Problems};

/// Names that no argument has, unless its content is free, in small letters without `_` and `-`.
const FORBIDDEN: [&str; 14] = [
    "baseurl",
    "command",
    "dsn",
    "endpoint",
    "host",
    "hostname",
    "querysql",
    "rawsql",
    "server",
    "shell",
    "sql",
    "statement",
    "uri",
    "url",
];

/// Tells whether an argument with this name, in any spelling, would let a caller choose what runs
/// or where a call goes.
pub fn is_forbidden_argument(name: &str) -> bool {
    let letters = name.chars().filter(|letter| !matches!(letter, '_' | '-'));
    let plain: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    FORBIDDEN.contains(&plain.as_str())
}

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    let places = Places::of(&subject.tool.input_schema, &subject.tool.free_form);
    for place in places.iter() {
        if place.field().is_some_and(is_forbidden_argument) {
            let message = "an argument with this name would choose what runs or where a call goes";
            let pointer = places.pointer(place);
            problems.add(ContractRule::ForbiddenArgument, pointer, message);
        }
    }
}
