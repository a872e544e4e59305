//! A declared command: a program whose arguments a deployment fixes, except for typed ones.

use algen_core::config::{Decoder, Given, Map};
use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;
use algen_core::settings;
use algen_core::source::Node;

use super::tools::Ceilings;
use crate::shared::field_type::{self, FieldType};
use crate::shared::kit::Kit;
use crate::shared::preset::PresetDeclaration;
use crate::shared::program::{Environment, escaped, process_result};
use crate::shared::schema::anything;

settings! {
    /// A program that is a tool.
    pub(crate) struct CommandDeclaration as "a command" {
        /// What the command does and when to use it, for models and people.
        description: String, [MinLength(1), MaxLength(2000)];
        /// The program and its arguments. An argument that is `{name}` and nothing else is filled
        /// by the param of that name.
        argv: Vec<String>, [MinLength(1), MaxLength(256)];
        /// The arguments of the tool: a type for each name, or a JSON Schema.
        params: Map<FieldType> = Map::default(), [MaxLength(100)];
        /// The folder to run in; by default the project's.
        cwd: Option<Given<String>> = None, [MinLength(1), MaxLength(4096)];
        /// The whole environment of the program.
        env: Environment = Map::default(), [MaxLength(256)];
        /// The preset; `external` where absent.
        preset: PresetDeclaration = PresetDeclaration(Preset::EXTERNAL);
        /// Most bytes of output, both streams together; by default the toolkit's limit.
        max_output_bytes: Option<i64> = None, [Minimum(0.0), Maximum(16_777_216.0)];
    }
    check params_are_used;
}

/// Returns the name in an argument that is `{name}`.
fn placeholder(argument: &str) -> Option<&str> {
    argument.strip_prefix('{')?.strip_suffix('}')
}

fn params_are_used(command: &CommandDeclaration, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let names = command.params.iter();
    let names = names.map(|(name, _)| (name.value.as_str(), name.span));
    field_type::check_arguments(names, node.span, decoder);
    let argv = node.get("argv");
    let place = |index: usize| {
        let item = argv.and_then(|argv| argv.items()?.get(index));
        item.map_or(node.span, |item| item.span)
    };
    for (index, argument) in command.argv.iter().enumerate() {
        let Some(name) = placeholder(argument) else {
            continue;
        };
        if index == 0 {
            let message = "the program is fixed; a param can only fill an argument behind it";
            decoder.report("invalid-value", place(index), message, "");
        } else if node
            .get("params")
            .is_none_or(|params| params.get(name).is_none())
        {
            let message = format!("`{argument}` names a param that is not declared");
            decoder.report("invalid-value", place(index), message, "");
        }
    }
    for (name, _) in command.params.iter() {
        let used = |argument: &String| placeholder(argument) == Some(name.value.as_str());
        if !command.argv.iter().any(used) {
            let message = format!("the param `{name}` fills nothing: no argument is `{{{name}}}`");
            decoder.report("invalid-value", name.span.unwrap_or(node.span), message, "");
        }
    }
}

impl CommandDeclaration {
    /// Returns the tool of the command.
    pub(super) fn tool(&self, kit: &Kit<'_>, name: &str, ceilings: Ceilings) -> ToolSpec {
        let output = self.max_output_bytes.unwrap_or(ceilings.output_bytes);
        ToolSpec {
            input_schema: field_type::arguments(&self.params, []),
            result_bytes: escaped(output.min(ceilings.output_bytes)),
            ..kit.tool(
                self.preset.0,
                name,
                &["process.execute"],
                self.description.trim(),
                anything(),
                process_result(),
            )
        }
    }
}
