//! The closest existing name to one that does not exist.
//!
//! A name is compared in three steps, the surest first: equal but for case and separators; then
//! alike, by the ratio of Ratcliff and Obershelp that Python's `difflib` uses, at least 0.6; then,
//! for a short name, the one candidate that it abbreviates. [`closest_tool`] knows in addition how
//! tools are named: a forgotten toolkit is found, and the toolkit that was written wins over a
//! similar name elsewhere. Ties go to the fewest slips of the keyboard, then to the
//! lexicographically smallest candidate, so the answer does not depend on the order of candidates.

/// Names with more characters are only compared for equality.
const NAME_CHARS_MAX: usize = 128;

/// Least ratio of two names that are alike.
const RATIO_MIN: f64 = 0.6;

/// Least length of a name that may abbreviate another.
const ABBREVIATION_CHARS_MIN: usize = 3;

/// Returns the candidate that was most likely meant; `None` where nothing is near.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    equal_but_for_spelling(name, &candidates)
        .or_else(|| most_alike(name, &candidates))
        .or_else(|| abbreviated(name, &candidates))
}

/// Returns the tool that was most likely meant; `None` where nothing is near.
///
/// Tools are named `<toolkit>.<action>`. An action alone means the one tool that has it, a toolkit
/// alone its one tool. A toolkit that exists wins over a similar name in another one, unless none
/// of its actions is like the one that was written.
pub fn closest_tool<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if let Some(equal) = equal_but_for_spelling(name, &candidates) {
        return Some(equal);
    }
    let Some((toolkit, action)) = name.rsplit_once('.') else {
        let by_action: Vec<&str> = filtered(&candidates, |_, action| spelled_like(name, action));
        let of_toolkit = filtered(&candidates, |toolkit, _| spelled_like(name, toolkit));
        return match (by_action.as_slice(), of_toolkit.as_slice()) {
            ([only], _) | (_, [only]) => Some(only),
            (_, [_, _, ..]) => None,
            _ => most_alike(name, &candidates).or_else(|| abbreviated(name, &candidates)),
        };
    };
    let wanted = Pattern::new(action);
    let nearby = filtered(&candidates, |other, existing| {
        spelled_like(toolkit, other)
            && wanted
                .as_ref()
                .is_some_and(|wanted| wanted.ratio(existing) >= RATIO_MIN)
    });
    most_alike(name, &nearby).or_else(|| most_alike(name, &candidates))
}

/// Tells whether `name` is surely a slip of the keyboard for `candidate`: equal but for case and
/// separators, or one character away in a name of four or more, two in one of twelve or more. A
/// swap of neighbours counts as one.
pub fn is_slip(name: &str, candidate: &str) -> bool {
    if spelled_like(name, candidate) {
        return true;
    }
    let (name, candidate) = (folded(name), folded(candidate));
    let length = name.len().min(candidate.len());
    let allowed = match length {
        0..4 => 0,
        4..12 => 1,
        12..=NAME_CHARS_MAX => 2,
        _ => return false,
    };
    name.len().abs_diff(candidate.len()) <= allowed
        && strsim::generic_damerau_levenshtein(&name, &candidate) <= allowed
}

/// Returns the first candidates, at most `most`, that lie as near to a name as `nearest` does, by
/// slips of the keyboard: with one of them nobody can tell which was meant.
pub fn rivals<'a>(
    name: &str,
    nearest: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let pattern = Pattern::new(name);
    let allowed = match (&pattern, spelled_like(name, nearest)) {
        (Some(pattern), false) => Some((pattern, pattern.slips(nearest))),
        _ => None,
    };
    let is_rival = |candidate: &&str| {
        *candidate != nearest
            && (spelled_like(name, candidate)
                || allowed.is_some_and(|(pattern, slips)| pattern.is_within(slips, candidate)))
    };
    let candidates = candidates.into_iter();
    candidates.filter(is_rival).take(most).collect()
}

/// Returns the tools whose toolkit and action fulfil a condition.
fn filtered<'a>(candidates: &[&'a str], condition: impl Fn(&str, &str) -> bool) -> Vec<&'a str> {
    let parts = |tool: &&str| {
        tool.rsplit_once('.')
            .is_some_and(|(toolkit, action)| condition(toolkit, action))
    };
    candidates.iter().copied().filter(parts).collect()
}

/// Returns the small letter of a character; of the few that have several, the first.
fn small(character: char) -> char {
    if character.is_ascii() {
        return character.to_ascii_lowercase();
    }
    character.to_lowercase().next().unwrap_or(character)
}

/// Returns the characters in small letters.
fn folded(name: &str) -> Vec<char> {
    name.chars().map(small).collect()
}

/// Visits the characters that count for spelling: in small letters, without separators.
fn spelling(name: &str) -> impl Iterator<Item = char> {
    name.chars()
        .filter(|character| !matches!(character, '-' | '_' | '.' | ' '))
        .map(small)
}

/// Tells whether two names are equal but for case and separators.
fn spelled_like(left: &str, right: &str) -> bool {
    let mut left = spelling(left).peekable();
    left.peek().is_some() && left.eq(spelling(right))
}

/// Returns the name itself, or the smallest candidate that is equal but for spelling.
fn equal_but_for_spelling<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let exact = candidates.iter().find(|&&candidate| candidate == name);
    exact.copied().or_else(|| {
        let equal = candidates.iter().copied();
        equal.filter(|other| spelled_like(name, other)).min()
    })
}

/// Returns the one candidate that the name begins, or is a whole word of.
fn abbreviated<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    if name.chars().count() < ABBREVIATION_CHARS_MIN {
        return None;
    }
    let name = name.to_lowercase();
    let mut found = candidates.iter().copied().filter(|candidate| {
        candidate.to_lowercase().starts_with(&name)
            || candidate
                .split(['-', '_', '.', ' '])
                .any(|word| word.eq_ignore_ascii_case(&name))
    });
    let only = found.next()?;
    found.all(|other| other == only).then_some(only)
}

/// Returns the most alike candidate, at least [`RATIO_MIN`].
///
/// Every candidate gets a cheap upper bound first and those that cannot win are never compared in
/// full, so a long list costs little more than one pass over its characters.
fn most_alike<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let pattern = Pattern::new(name)?;
    let mut bounded: Vec<(f64, &str)> = candidates
        .iter()
        .map(|&candidate| (pattern.bound(candidate), candidate))
        .filter(|(bound, _)| *bound >= RATIO_MIN)
        .collect();
    bounded.sort_unstable_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(right.1)));
    let mut best: Option<(f64, &str)> = None;
    for (bound, candidate) in bounded {
        let least = best.map_or(RATIO_MIN, |(ratio, _)| ratio);
        if bound < least {
            break;
        }
        let ratio = pattern.ratio(candidate);
        let wins = match best {
            None => ratio >= RATIO_MIN,
            Some((leading, _)) if ratio != leading => ratio > leading,
            Some((_, leader)) => {
                (pattern.slips(candidate), candidate) < (pattern.slips(leader), leader)
            }
        };
        if wins {
            best = Some((ratio, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A name prepared for comparison with many candidates.
struct Pattern {
    characters: Vec<char>,
    /// Where each ASCII character stands in the name, as a set of bits.
    ascii: [u128; 128],
    /// The same for every other character.
    others: Vec<(char, u128)>,
}

impl Pattern {
    /// Prepares a name; `None` for one that is empty or too long to compare.
    fn new(name: &str) -> Option<Self> {
        let characters = folded(name);
        if characters.is_empty() || characters.len() > NAME_CHARS_MAX {
            return None;
        }
        let mut pattern = Self {
            characters,
            ascii: [0; 128],
            others: Vec::new(),
        };
        for (position, &character) in pattern.characters.iter().enumerate() {
            let bit = 1 << position;
            if let Some(places) = pattern.ascii.get_mut(character as usize) {
                *places |= bit;
            } else if let Some((_, places)) = find_mut(&mut pattern.others, character) {
                *places |= bit;
            } else {
                pattern.others.push((character, bit));
            }
        }
        Some(pattern)
    }

    fn places(&self, character: char) -> u128 {
        let other = || self.others.iter().find(|(other, _)| *other == character);
        self.ascii
            .get(character as usize)
            .copied()
            .unwrap_or_else(|| other().map_or(0, |(_, places)| *places))
    }

    /// Returns a ratio that the true one cannot exceed: from the lengths, then from the longest
    /// common subsequence, found bit by bit (Hyyrö 2004), which every list of matching blocks is.
    fn bound(&self, candidate: &str) -> f64 {
        let length = self.characters.len();
        // A text four times as long as the longest name cannot reach the least ratio, even where
        // it takes four bytes for each character.
        if candidate.len() > 16 * NAME_CHARS_MAX {
            return 0.0;
        }
        let mut candidate_length = 0;
        let mut row = u128::MAX;
        for character in candidate.chars().map(small) {
            candidate_length += 1;
            let matching = row & self.places(character);
            row = row.wrapping_add(matching) | (row & !matching);
        }
        let used = u128::MAX >> (128 - length);
        ratio(
            (!row & used).count_ones() as usize,
            length + candidate_length,
        )
    }

    /// Returns twice the characters in matching blocks, divided by all characters. The candidate
    /// is the first sequence and the name the second, which decides between equally long blocks.
    fn ratio(&self, candidate: &str) -> f64 {
        let candidate = folded(candidate);
        let mut row = Vec::with_capacity(self.characters.len());
        let matched = matching_characters(&candidate, &self.characters, &mut row);
        ratio(matched, candidate.len() + self.characters.len())
    }

    /// Tells whether at most so many slips lie between name and candidate.
    fn is_within(&self, slips: usize, candidate: &str) -> bool {
        let (length, other) = (self.characters.len(), candidate.chars().count());
        // Every slip takes at most one character from what both have in common.
        let common = length.max(other).saturating_sub(slips);
        length.abs_diff(other) <= slips
            && self.bound(candidate) >= ratio(common, length + other)
            && self.slips(candidate) <= slips
    }

    /// Returns how many insertions, deletions, changes and swaps lie between name and candidate.
    fn slips(&self, candidate: &str) -> usize {
        strsim::generic_damerau_levenshtein(&self.characters, &folded(candidate))
    }
}

fn find_mut(places: &mut [(char, u128)], character: char) -> Option<&mut (char, u128)> {
    places.iter_mut().find(|(other, _)| *other == character)
}

/// Returns twice the matched characters divided by all characters.
fn ratio(matched: usize, characters: usize) -> f64 {
    (2 * matched) as f64 / characters.max(1) as f64
}

/// Counts the characters of the longest common block and, again, of what lies before and behind it
/// on both sides. Both are short, so the depth of recursion is.
fn matching_characters(first: &[char], second: &[char], row: &mut Vec<usize>) -> usize {
    if first.is_empty() || second.is_empty() {
        return 0;
    }
    row.clear();
    row.resize(second.len(), 0);
    // Length and one past the end on both sides; the first of the longest blocks counts.
    let (mut length, mut first_end, mut second_end) = (0, 0, 0);
    for (first_index, left) in first.iter().enumerate() {
        let mut diagonal = 0;
        for (second_index, (right, cell)) in second.iter().zip(row.iter_mut()).enumerate() {
            let block = if left == right { diagonal + 1 } else { 0 };
            diagonal = std::mem::replace(cell, block);
            if block > length {
                (length, first_end, second_end) = (block, first_index + 1, second_index + 1);
            }
        }
    }
    if length == 0 {
        return 0;
    }
    let (first_before, first_behind) = first.split_at(first_end);
    let (second_before, second_behind) = second.split_at(second_end);
    let first_before = first_before.split_at(first_end - length).0;
    let second_before = second_before.split_at(second_end - length).0;
    length
        + matching_characters(first_before, second_before, row)
        + matching_characters(first_behind, second_behind, row)
}

#[cfg(test)]
mod tests;
