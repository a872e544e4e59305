//! Entries of a mapping put together: equal keys and what `<<` brought.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use super::{Entry, Node, Value};

/// Up to this many entries are compared one by one, which is faster than hashing them.
const COMPARED_MAX: usize = 16;

/// What makes two keys equal, as in Python: `true`, `1` and `1.0` are one key.
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
enum Identity<'k> {
    Null,
    Whole(i64),
    Large(&'k str),
    Float(u64),
    Timestamp(&'k str),
    Text(&'k str),
    Bytes(&'k [u8]),
    /// Never a key; the composer refuses it.
    Collection,
}

impl<'k> Identity<'k> {
    fn of(key: &'k Node<'_>) -> Self {
        match &key.value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Whole(i64::from(*value)),
            Value::Integer(value) => Self::Whole(*value),
            Value::BigInteger(digits) => Self::Large(digits),
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                reason = "only a float that comes back unchanged counts as a whole number"
            )]
            Value::Float(value) if *value as i64 as f64 == *value => Self::Whole(*value as i64),
            Value::Float(value) => Self::Float(value.to_bits()),
            Value::Timestamp(text) => Self::Timestamp(text),
            Value::String(text) => Self::Text(text),
            Value::OwnedString(text) => Self::Text(text),
            Value::Binary(bytes) => Self::Bytes(bytes),
            Value::Sequence(_) | Value::Mapping(_) | Value::Set(_) => Self::Collection,
        }
    }
}

/// Leaves one entry for each key: at the place of the first, with key and value of the last.
///
/// The first `merged` entries come from `<<` and may be overridden; for a key that was written
/// twice, `duplicate` gets the first and the repeated key. Takes linear time.
pub(super) fn unify<'a>(
    entries: Vec<Entry<'a>>,
    merged: usize,
    mut duplicate: impl FnMut(&Node<'a>, &Node<'a>),
) -> Vec<Entry<'a>> {
    let repeats = repeats(&entries);
    if repeats.is_empty() {
        return entries;
    }
    let mut slots: Vec<Option<Entry<'a>>> = entries.into_iter().map(Some).collect();
    // For a key that `<<` brought: the place where it was written first.
    let mut written = HashMap::new();
    // Keys stay where they are until all are compared, so that the first can be shown.
    let mut moves = Vec::with_capacity(repeats.len());
    for (again, first) in repeats {
        if again >= merged {
            let earlier = if first >= merged {
                Some(first)
            } else {
                match written.entry(first) {
                    Slot::Vacant(slot) => {
                        slot.insert(again);
                        None
                    }
                    Slot::Occupied(slot) => Some(*slot.get()),
                }
            };
            let key = |index: usize| slots.get(index)?.as_ref().map(|entry| &entry.key);
            if let Some((earlier, again)) = earlier.and_then(key).zip(key(again)) {
                duplicate(earlier, again);
            }
        }
        moves.push((again, first));
    }
    for (again, first) in moves {
        let last = slots.get_mut(again).and_then(Option::take);
        if let Some(slot) = slots.get_mut(first) {
            *slot = last;
        }
    }
    slots.into_iter().flatten().collect()
}

/// A mapping is looked through when it has grown to one of these sizes.
const PROBED_AT: [usize; 3] = [1 << 10, 1 << 14, 1 << 17];

/// Tells whether a growing mapping already repeats more keys than anybody wants listed, so that a
/// flood of them need not be read to its end.
pub(super) fn is_flooded(entries: &[Entry<'_>], most: usize) -> bool {
    PROBED_AT.contains(&entries.len()) && repeats(entries).len() > most
}

/// Tells whether some key stands twice.
pub(super) fn repeat(entries: &[Entry<'_>]) -> bool {
    !repeats(entries).is_empty()
}

/// Returns each entry whose key stands earlier too, with the first entry of that key, in order.
fn repeats(entries: &[Entry<'_>]) -> Vec<(usize, usize)> {
    let identities = || entries.iter().map(|entry| Identity::of(&entry.key));
    if entries.len() <= COMPARED_MAX {
        return identities()
            .enumerate()
            .filter_map(|(index, key)| {
                let first = identities()
                    .take(index)
                    .position(|earlier| earlier == key)?;
                Some((index, first))
            })
            .collect();
    }
    let mut seen = HashMap::with_capacity(entries.len());
    identities()
        .enumerate()
        .filter_map(|(index, key)| match seen.entry(key) {
            Slot::Vacant(slot) => {
                slot.insert(index);
                None
            }
            Slot::Occupied(slot) => Some((index, *slot.get())),
        })
        .collect()
}
