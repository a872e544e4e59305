//! Closest names for a whole run: asked once for each name, within a bound.

use std::collections::HashMap;

use crate::diagnostics::closest::{closest, closest_tool, rivals};

/// Pairs of names that one list of candidates is compared in, at most. A hostile file with as many
/// unknown names as known ones would otherwise take time in the square of its size.
const COMPARISONS_MAX: usize = 4_000_000;

/// Names that are told to lie as near as another.
const RIVALS_MAX: usize = 3;

/// The names of one kind that exist, and what was already asked about them.
pub(super) struct Suggestions<'a> {
    candidates: Vec<&'a str>,
    tools: bool,
    answers: HashMap<String, Option<&'a str>>,
    rivals: HashMap<String, Vec<&'a str>>,
    comparisons_left: usize,
}

/// The answer for one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Suggestion<'a> {
    /// This name is near.
    Near(&'a str),
    /// Nothing is.
    Nothing,
    /// Too many names were asked about before.
    NotSought,
}

impl<'a> Suggestion<'a> {
    /// Returns the name that is near.
    pub(super) fn near(self) -> Option<&'a str> {
        match self {
            Self::Near(name) => Some(name),
            Self::Nothing | Self::NotSought => None,
        }
    }

    /// Returns the end of a message: a question where something is near, else nothing.
    pub(super) fn question(self) -> String {
        self.near()
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default()
    }

    /// Returns the sentence that says that nothing was sought, where that is so.
    pub(super) fn excuse(self) -> &'static str {
        match self {
            Self::NotSought => " (The closest name was not looked for: too many are unknown.)",
            Self::Near(_) | Self::Nothing => "",
        }
    }
}

impl<'a> Suggestions<'a> {
    /// Creates the memory for names of components, agents and the like.
    pub(super) fn among(candidates: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(candidates.into_iter().collect(), false)
    }

    /// Creates the memory for names of tools.
    pub(super) fn among_tools(candidates: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(candidates.into_iter().collect(), true)
    }

    fn new(candidates: Vec<&'a str>, tools: bool) -> Self {
        Self {
            candidates,
            tools,
            answers: HashMap::new(),
            rivals: HashMap::new(),
            comparisons_left: COMPARISONS_MAX,
        }
    }

    /// Returns the names that exist, in the order in which they were given.
    pub(super) fn candidates(&self) -> &[&'a str] {
        &self.candidates
    }

    /// Tells whether a name exists, by looking through all; for short lists.
    pub(super) fn exists(&self, name: &str) -> bool {
        self.candidates.contains(&name)
    }

    /// Returns a few names that lie as near to a name as the one that is near; `None` where too many
    /// names were asked about before.
    pub(super) fn rivals(&mut self, name: &str, near: &str) -> Option<&[&'a str]> {
        if !self.rivals.contains_key(name) {
            if self.comparisons_left == 0 {
                return None;
            }
            let cost = self.candidates.len().max(1);
            self.comparisons_left = self.comparisons_left.saturating_sub(cost);
            let candidates = self.candidates.iter().copied();
            let found = rivals(name, near, candidates, RIVALS_MAX);
            self.rivals.insert(name.to_owned(), found);
        }
        self.rivals.get(name).map(Vec::as_slice)
    }

    /// Returns the name that was most likely meant.
    pub(super) fn closest(&mut self, name: &str) -> Suggestion<'a> {
        let found = match self.answers.get(name) {
            Some(found) => *found,
            None if self.comparisons_left == 0 => return Suggestion::NotSought,
            None => {
                let cost = self.candidates.len().max(1);
                self.comparisons_left = self.comparisons_left.saturating_sub(cost);
                let candidates = self.candidates.iter().copied();
                let found = match self.tools {
                    true => closest_tool(name, candidates),
                    false => closest(name, candidates),
                };
                self.answers.insert(name.to_owned(), found);
                found
            }
        };
        found.map_or(Suggestion::Nothing, Suggestion::Near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_ends_at_its_bound_and_says_so() {
        let mut suggestions = Suggestions::among(["alpha", "beta"]);
        suggestions.comparisons_left = 5;
        let answers: Vec<Suggestion<'_>> = (0..4)
            .map(|index| suggestions.closest(&format!("x{index}")))
            .collect();
        let (nothing, not_sought) = (Suggestion::Nothing, Suggestion::NotSought);
        assert_eq!(answers, [nothing, nothing, nothing, not_sought]);
        assert_eq!(suggestions.closest("x0"), nothing, "asked before");
        assert!(Suggestion::NotSought.excuse().contains("too many"));
    }

    #[test]
    fn tools_and_other_names_are_sought_in_their_own_way() {
        let names = ["mysql.list_tables", "sample.echo"];
        let tool = Suggestions::among_tools(names).closest("echo");
        assert_eq!(tool, Suggestion::Near("sample.echo"));
        assert_eq!(tool.question(), "; did you mean `sample.echo`?");
        let component = Suggestions::among(["react"]).closest("raect");
        assert_eq!(component, Suggestion::Near("react"));
    }
}
