//! How often a tool may be called.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;

use super::toolkit_name::is_tool_name;
use super::{Decoder, Map, Setting};
use crate::diagnostics::closest::closest;
use crate::source::{Node, Spanned};

/// Most calls in one period that a limit can state.
const COUNT_MAX: u32 = 1_000_000;

/// The length of time that a limit counts over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Period {
    /// 1 second.
    Second,
    /// 60 seconds.
    Minute,
    /// 3,600 seconds.
    Hour,
    /// 86,400 seconds.
    Day,
}

impl Period {
    const ALL: [Self; 4] = [Self::Second, Self::Minute, Self::Hour, Self::Day];

    /// Returns the word of configuration files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Second => "second",
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::Day => "day",
        }
    }

    /// Returns the length in seconds.
    pub fn seconds(self) -> u32 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }
}

/// A limit on calls, written `20/hour`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rate {
    /// Calls at most, from 1 to 1,000,000.
    pub count: u32,
    /// In any stretch of this length.
    pub period: Period,
}

impl Rate {
    /// Reads a limit as it is written; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let (count, period) = text.split_once('/')?;
        let digits = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
        let count: u32 = count.parse().ok().filter(|_| digits)?;
        let period = Period::ALL.into_iter().find(|each| each.word() == period)?;
        (1..=COUNT_MAX)
            .contains(&count)
            .then_some(Self { count, period })
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.count, self.period.word())
    }
}

impl Setting for Rate {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(text) = node.as_str() else {
            decoder.wrong_type(node, "a count and a period such as 20/hour");
            return None;
        };
        if let Some(rate) = Self::parse(text) {
            return Some(rate);
        }
        let near = text.split_once('/').and_then(|(count, period)| {
            let word = closest(period, Period::ALL.map(Period::word))?;
            Self::parse(&format!("{}/{word}", count.trim()))
        });
        let subject = decoder.subject();
        let mut message = format!("{subject} takes a count and a period such as 20/hour");
        if let Some(near) = near {
            message.push_str(&format!("; did you mean `{near}`?"));
        }
        let diagnostic = decoder.report("invalid-value", node.span, message, "not a limit");
        diagnostic.suggestion = near.map(|rate| rate.to_string());
        diagnostic.help = Some(format!(
            "Write a whole number from 1 to {COUNT_MAX}, `/`, and second, minute, hour or day."
        ));
        None
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(json!(self.to_string()))
    }
}

impl JsonSchema for Rate {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Rate".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^[1-9][0-9]{0,6}/(second|minute|hour|day)$",
        })
    }
}

/// Reports keys of a section's `limits` that cannot be a tool's name.
pub fn check_limits(limits: &Map<Spanned<Rate>>, decoder: &mut Decoder<'_>) {
    decoder.at_field("limits", |decoder| {
        for (tool, rate) in limits.iter() {
            if is_tool_name(tool) {
                continue;
            }
            let Some(span) = tool.span.or(rate.span) else {
                continue;
            };
            let message = format!("`{}` is not the name of a tool", tool.value);
            decoder.at_key(tool, |decoder| {
                let diagnostic = decoder.report("invalid-value", span, message, "");
                diagnostic.help = Some("Write <toolkit>.<action>, as smtp.send_email.".into());
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_printed_is_read(count in 1..=COUNT_MAX, index in 0..Period::ALL.len()) {
            let period = Period::ALL[index];
            let rate = Rate { count, period };
            prop_assert_eq!(Rate::parse(&rate.to_string()), Some(rate));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9+-]{0,12}/?[a-z ]{0,8}") {
            if let Some(rate) = Rate::parse(&text) {
                prop_assert!((1..=COUNT_MAX).contains(&rate.count));
                let digits = text.trim_start_matches('0');
                prop_assert_eq!(rate.to_string(), digits);
            }
        }
    }

    #[test]
    fn limits_are_a_count_and_a_period() {
        let rate = |count, period| Some(Rate { count, period });
        let cases = [
            ("20/hour", rate(20, Period::Hour)),
            ("1/second", rate(1, Period::Second)),
            ("1000000/day", rate(1_000_000, Period::Day)),
            ("5/minute", rate(5, Period::Minute)),
            ("1000001/day", None),
            ("0/hour", None),
            ("-1/hour", None),
            ("+1/hour", None),
            ("20/hours", None),
            ("20 / hour", None),
            ("20", None),
            ("/hour", None),
            ("99999999999/hour", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Rate::parse(text), expected, "{text:?}");
        }
    }
}
