//! What holds for any text.

use proptest::prelude::*;
use serde_json::Value as Json;

use super::with;
use crate::source::Node;
use crate::source::json::from_node;

/// Checks that ranges are in the text and children inside their parents, as far as no alias or
/// merge brings nodes from elsewhere.
fn check_spans(text: &str, node: &Node<'_>, contained: bool) -> Result<(), TestCaseError> {
    let check = |child: &Node<'_>| {
        prop_assert!(text.get(child.span.range()).is_some(), "{:?}", child.span);
        prop_assert!(
            !contained || node.span.covers(child.span),
            "{:?} in {:?}",
            child.span,
            node.span
        );
        check_spans(text, child, contained)
    };
    for item in node.items().unwrap_or_default() {
        check(item)?;
    }
    for entry in node.entries().unwrap_or_default() {
        check(&entry.key)?;
        check(&entry.value)?;
    }
    Ok(())
}

fn check_text(text: &str) -> Result<(), TestCaseError> {
    with(text, |source, composed| {
        for problem in &composed.problems {
            let spans = [Some(problem.span), problem.related];
            for span in spans.into_iter().flatten() {
                prop_assert!(source.text().get(span.range()).is_some(), "{problem:?}");
            }
            prop_assert!(!problem.kind.to_string().is_empty());
        }
        if let Some(root) = &composed.root {
            prop_assert!(text.get(root.span.range()).is_some());
            check_spans(text, root, !text.contains(['*', '<']))?;
        }
        Ok(())
    })
}

fn json_value() -> impl Strategy<Value = Json> {
    // YAML takes a float for one only with a point and a signed exponent; integers stand for both.
    let text = "[\\PC\n\t]{0,12}";
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        text.prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            prop::collection::btree_map(text, inner, 0..6)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_text_is_composed_without_a_panic(text in "\\PC*") {
        check_text(&text)?;
    }

    #[test]
    fn texts_of_yaml_pieces_have_spans_in_order(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "a", "b", ": ", "- ", "\n", "\n  ", "\n    ", "[", "]", "{", "}", ", ", "\"", "'", " #",
                "|\n", ">-\n", "&a ", "*a", "!", "!!set ", "!!omap ", "!x ", "? ", "---", "\n...\n",
                "\\", "=", "<<: ", ":", "é", "🎉", "1", "@", "\t", "\r\n", "a: ", "{a: 1}", "[b]",
            ]),
            0..24,
        )
    ) {
        check_text(&pieces.concat())?;
    }

    #[test]
    fn json_is_yaml(json in json_value()) {
        let text = json.to_string();
        let read = with(&text, |_, composed| {
            prop_assert_eq!(composed.problems, Vec::new());
            Ok(composed.root.as_ref().map(from_node))
        })?;
        prop_assert_eq!(read, Some(json));
    }

    #[test]
    fn any_bytes_decode_to_text_without_nul(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let decoded = crate::source::decode::decode(bytes.clone());
        prop_assert!(!decoded.text.contains('\0'));
        if decoded.problem.is_none() {
            prop_assert!(bytes.ends_with(decoded.text.as_bytes()));
        }
    }
}
