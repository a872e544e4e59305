//! Lists and mappings that a tag makes something else.

use std::rc::Rc;

use super::tag::Tag;
use super::{Entry, Node, Value};

/// Gives a collection the type that its tag names, or back unchanged if the tag does not fit it.
pub(super) fn tagged<'a>(tag: Tag, value: Value<'a>) -> Result<Value<'a>, Value<'a>> {
    match (tag, value) {
        (Tag::Mapping, value @ Value::Mapping(_)) => Ok(value),
        (Tag::Sequence, value @ Value::Sequence(_)) => Ok(value),
        (Tag::Set, Value::Mapping(entries)) => {
            let members = entries.iter().map(|entry| entry.key.clone());
            Ok(Value::Set(members.collect()))
        }
        (Tag::OrderedMapping | Tag::Pairs, Value::Sequence(items)) => {
            let pairs: Option<Rc<[_]>> = items.iter().map(pair).collect();
            pairs.map_or(Err(Value::Sequence(items)), |pairs| {
                Ok(Value::Sequence(pairs))
            })
        }
        (_, value) => Err(value),
    }
}

/// Returns a mapping with exactly one entry as a list of its key and value.
fn pair<'a>(item: &Node<'a>) -> Option<Node<'a>> {
    let [Entry { key, value }] = item.entries()? else {
        return None;
    };
    let members = Rc::new([key.clone(), value.clone()]);
    Some(Node::new(item.span, Value::Sequence(members)))
}
