//! Laying one tree over another.
use std::rc::Rc;

use super::{Entry, Node, Value};

/// Lays `over` on `base`: mappings merge key by key, everything else is replaced.
pub fn merge<'a>(base: &Node<'a>, over: &Node<'a>) -> Node<'a> {
    let (Value::Mapping(below), Value::Mapping(above)) = (&base.value, &over.value) else {
        return over.clone();
    };
    let mut entries: Vec<Entry<'a>> = below.as_ref().clone();
    for entry in above.iter() {
        let key = entry.key.as_str();
        let existing = entries
            .iter_mut()
            .find(|kept| key.is_some() && kept.key.as_str() == key);
        match existing {
            Some(kept) => {
                kept.value = merge(&kept.value, &entry.value);
                kept.key = entry.key.clone();
            }
            None => entries.push(entry.clone()),
        }
    }
    Node::new(base.span, Value::Mapping(Rc::new(entries)))
}
