//! Tests of the composer: what values texts give, what is refused where, and what holds for any
//! text.

use super::{Composed, Problem, compose};
use crate::source::{Origin, Source, Sources};

mod limits;
mod problems;
mod properties;
mod values;

fn with<T>(text: &str, look: impl FnOnce(&Source, Composed<'_>) -> T) -> T {
    let sources = Sources::default();
    let source = sources.add("agent.yaml", Origin::Project, text.to_owned());
    look(source, compose(source))
}

/// The place of a problem as `line:column "text"`, the other place, and its words.
fn described(source: &Source, problem: &Problem) -> String {
    let at = |offset: u32| {
        let position = source.position(offset);
        format!("{}:{}", position.line, position.column)
    };
    let text = source
        .text()
        .get(problem.span.range())
        .expect("a span lies in its text");
    let related = problem.related.map_or(String::new(), |related| {
        format!(" ({} {})", problem.kind.related_label(), at(related.start))
    });
    format!(
        "{} {text:?}{related} {}",
        at(problem.span.start),
        problem.kind
    )
}

fn problems(text: &str) -> Vec<String> {
    with(text, |source, composed| {
        let problems = composed.problems.iter();
        problems.map(|problem| described(source, problem)).collect()
    })
}
