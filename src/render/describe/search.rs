//! Tools that match words.

use std::cmp::Reverse;

use algen_core::registry::inventory::{Inventory, ToolEntry};

use super::inventory::or_dash;
use crate::render::grid::{Grid, prose};
use crate::render::style::Style;
use crate::render::visible::visible;

/// How much a word counts, by where it occurs.
const IN_NAME: u32 = 8;
const IN_PERMISSION: u32 = 3;
const IN_DESCRIPTION: u32 = 1;

/// Added where the word is a whole part of the name, as `send` in `gmail.send_email`.
const WHOLE_PART: u32 = 4;

/// Longest description in a result, in characters.
const DESCRIPTION_CHARACTERS: usize = 200;

/// Returns the tools in which every word occurs, in name, description or permission, best first.
/// Case does not matter.
pub fn matching<'i>(inventory: &'i Inventory, words: &str) -> Vec<&'i ToolEntry> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(Reverse<u32>, &ToolEntry)> = inventory
        .tools
        .iter()
        .filter_map(|tool| Some((Reverse(score(tool, &words)?), tool)))
        .collect();
    found.sort_by(|left, right| (left.0, &left.1.name).cmp(&(right.0, &right.1.name)));
    found.into_iter().map(|(_, tool)| tool).collect()
}

/// Renders tools that match, each with its effect, permissions and description.
pub fn results(found: &[&ToolEntry], style: &Style) -> String {
    found.iter().map(|tool| result(tool, style)).collect()
}

/// Returns how well a tool matches; `None` where a word does not occur.
fn score(tool: &ToolEntry, words: &[String]) -> Option<u32> {
    let name = tool.name.to_lowercase();
    let description = tool.description.to_lowercase();
    let permissions = tool.required_permissions.join(" ").to_lowercase();
    let mut score = 0;
    for word in words {
        let is_part = name
            .split(|character: char| !character.is_alphanumeric())
            .any(|part| part == word);
        let mut points = if is_part { WHOLE_PART } else { 0 };
        for (text, weight) in [
            (&name, IN_NAME),
            (&permissions, IN_PERMISSION),
            (&description, IN_DESCRIPTION),
        ] {
            if text.contains(word.as_str()) {
                points += weight;
            }
        }
        if points == 0 {
            return None;
        }
        score += points;
    }
    Some(score)
}

fn result(tool: &ToolEntry, style: &Style) -> String {
    let mut grid = Grid::new(style);
    grid.row([
        tool.side_effect.word(),
        &or_dash(&tool.required_permissions.join(", ")),
    ]);
    let description = tool.description.split_whitespace().collect::<Vec<_>>();
    let mut description = description.join(" ");
    if let Some((offset, _)) = description.char_indices().nth(DESCRIPTION_CHARACTERS) {
        description.truncate(offset);
        description.push_str("...");
    }
    format!(
        "{}\n{}{}",
        style.bold(&visible(&tool.name)),
        prose(&description, style, 2),
        grid.render(2)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample::inventory;

    #[test]
    fn all_words_must_occur_and_names_come_first() {
        let names = |words: &str| {
            let inventory = inventory();
            let found = matching(&inventory, words);
            found
                .iter()
                .map(|tool| tool.name.clone())
                .collect::<Vec<_>>()
        };
        for (words, expected) in [
            ("customers", &["crm.find_customer"][..]),
            ("CRM name", &["crm.find_customer"]),
            ("tables", &["postgres.list_tables", "crm.find_customer"]),
            (
                "table",
                &[
                    "postgres.drop_table",
                    "postgres.list_tables",
                    "crm.find_customer",
                ],
            ),
            ("postgres.write", &["postgres.drop_table"]),
            ("drop customer", &[]),
            ("nowhere", &[]),
        ] {
            assert_eq!(names(words), expected, "{words}");
        }
    }

    #[test]
    fn a_result_shows_effect_permission_and_description() {
        let expected = "\
postgres.list_tables
  List the tables and views of a schema. Rows are not read.
  read  postgres.read
";
        let inventory = inventory();
        let found = matching(&inventory, "list schema");
        assert_eq!(results(&found, &Style::default()), expected);
    }
}
