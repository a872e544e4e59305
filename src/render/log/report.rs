//! Whether the ledger is as it was written.

use std::fmt::Write as _;

use algen_engine::ledger::{Chain, Compared, DamageKind, Head, Mismatch, Report};
use serde::Serialize;

use crate::render::json_text;
use crate::render::report::counted;
use crate::render::visible::visible;

/// What no verification finds without a head.
const WITHOUT_HEAD: &str = "\
Without a head that was kept elsewhere this finds damage, but neither events that were taken from \
the end of a chain nor a chain that was written anew: keep `algen log head`, and verify with --head.
";

/// Shows what was found, one line for each chain, and what could not be found.
pub fn verification(report: &Report) -> String {
    let mut text = String::new();
    if report.chains.is_empty() {
        text.push_str("the ledger holds no events\n");
    }
    for chain in &report.chains {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{} on {}: {}; {}",
            visible(&chain.head.namespace),
            visible(&chain.head.writer),
            extent(chain),
            finding(chain)
        );
    }
    for contradiction in &report.contradictions {
        let subject = visible(&contradiction.subject);
        let what = match contradiction.mismatch {
            Mismatch::Changed => "is not as its last event says",
            Mismatch::WithoutEvent => "is there, and no event tells of it",
            Mismatch::WithoutRow => "is gone, and events tell of it",
        };
        let _ = writeln!(text, "{subject} {what}");
    }
    text.push_str(match report.is_whole() {
        true => "whole\n",
        false => "damaged\n",
    });
    let mut chains = report.chains.iter();
    if chains.any(|chain| chain.compared == Compared::NoHead) {
        text.push_str(WITHOUT_HEAD);
    }
    text
}

fn extent(chain: &Chain) -> String {
    let mut text = counted(usize::try_from(chain.events).unwrap_or(usize::MAX), "event");
    // Notes of a damaged ledger may say anything.
    let pruned = chain.pruned.iter().fold(0_u64, |sum, (first, last)| {
        sum.saturating_add(last.saturating_sub(*first).saturating_add(1))
    });
    if pruned > 0 {
        // Writing to a String cannot fail.
        let _ = write!(text, ", {pruned} pruned");
    }
    text
}

fn finding(chain: &Chain) -> String {
    let Some(damage) = chain.damage else {
        let compared = match chain.compared {
            Compared::NoHead => "no head to compare with",
            Compared::Same => "it holds the head",
            Compared::Different => "it does not hold the head",
            Compared::Pruned => "the event of the head was pruned",
        };
        return compared.to_owned();
    };
    let place = damage.sequence;
    match damage.kind {
        DamageKind::Changed => format!("event {place} was changed"),
        DamageKind::Unlinked => format!("event {place} does not follow the one before it"),
        DamageKind::Missing => format!("event {place} is missing"),
        DamageKind::OtherThanHead => format!("event {place} is another one than that of the head"),
        DamageKind::OtherThanPruned => {
            format!("what is noted about pruned events from {place} on is not what was told")
        }
    }
}

/// Shows the same as JSON, `algen.verification/1`.
pub fn verification_json(report: &Report) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        whole: bool,
        #[serde(flatten)]
        report: &'a Report,
    }
    json_text::pretty(&Document {
        schema: "algen.verification/1",
        whole: report.is_whole(),
        report,
    })
}

/// Shows the ends of chains as JSON, `algen.heads/1`.
pub fn heads(heads: &[Head]) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        heads: &'a [Head],
    }
    json_text::pretty(&Document {
        schema: "algen.heads/1",
        heads,
    })
}

#[cfg(test)]
mod tests {
    use algen_engine::ledger::{Contradiction, Damage};

    use super::*;

    fn chain(compared: Compared, damage: Option<DamageKind>) -> Chain {
        Chain {
            head: Head {
                namespace: "bill\u{1b}ing".to_owned(),
                writer: "here".to_owned(),
                sequence: 9,
                hash: "ab".repeat(32),
            },
            events: 1,
            pruned: Vec::new(),
            compared,
            damage: damage.map(|kind| Damage { sequence: 7, kind }),
        }
    }

    fn one(chain: Chain) -> String {
        let report = Report {
            chains: vec![chain],
            contradictions: Vec::new(),
        };
        verification(&report)
    }

    #[test]
    fn every_finding_has_its_words() {
        use Compared::{Different, NoHead, Pruned, Same};
        use DamageKind::{Changed, Missing, OtherThanHead, OtherThanPruned, Unlinked};
        for (compared, damage, finding) in [
            (NoHead, None, "no head to compare with\nwhole"),
            (Same, None, "it holds the head\nwhole"),
            (Pruned, None, "the event of the head was pruned\nwhole"),
            (Same, Some(Changed), "event 7 was changed\ndamaged"),
            (
                NoHead,
                Some(Unlinked),
                "event 7 does not follow the one before it\ndamaged",
            ),
            (Different, Some(Missing), "event 7 is missing\ndamaged"),
            (
                Different,
                Some(OtherThanHead),
                "event 7 is another one than that of the head\ndamaged",
            ),
            (
                Same,
                Some(OtherThanPruned),
                "what is noted about pruned events from 7 on is not what was told\ndamaged",
            ),
        ] {
            let limits = if compared == NoHead { WITHOUT_HEAD } else { "" };
            assert_eq!(
                one(chain(compared, damage)),
                format!("bill\\u{{1b}}ing on here: 1 event; {finding}\n{limits}")
            );
        }
    }

    #[test]
    fn what_was_pruned_is_counted_whatever_the_notes_say() {
        for (pruned, count) in [
            (vec![(1, 9), (13, 14)], "11"),
            (vec![(9, 1)], "1"),
            (vec![(0, u64::MAX), (0, u64::MAX)], "18446744073709551615"),
        ] {
            let text = one(Chain {
                pruned,
                ..chain(Compared::Same, None)
            });
            assert!(
                text.contains(&format!(": 1 event, {count} pruned; ")),
                "{text}"
            );
        }
    }

    #[test]
    fn rows_that_contradict_their_events_are_named() {
        let contradiction = |mismatch| Contradiction {
            subject: "01k\n".to_owned(),
            mismatch,
        };
        let report = Report {
            chains: Vec::new(),
            contradictions: vec![
                contradiction(Mismatch::Changed),
                contradiction(Mismatch::WithoutEvent),
                contradiction(Mismatch::WithoutRow),
            ],
        };
        assert_eq!(
            verification(&report),
            "the ledger holds no events\n01k\\n is not as its last event says\n\
             01k\\n is there, and no event tells of it\n01k\\n is gone, and events tell of it\n\
             damaged\n"
        );
        assert!(verification_json(&report).contains("\"whole\": false"));
    }
}
