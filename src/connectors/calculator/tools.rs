//! The tool of the calculator.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::kit::Kit;
use crate::shared::schema::{any_of, number, record, string, text, whole};

pub(super) fn calculator(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        Preset::PURE,
        "calculator",
        &[],
        "Work out one arithmetic expression of numbers, parentheses, signs and the operators +, -, \
         *, /, //, % and **. Names, functions and comparisons are refused, and so are results that \
         grow without bound.",
        record([(
            "expression",
            text(1, 256).described("The arithmetic to work out, as `(18 + 6) / 3`."),
        )]),
        record([
            ("expression", string()),
            ("result", any_of([whole(), number()])),
        ]),
    )
}
