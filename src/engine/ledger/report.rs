//! What a verification of the ledger finds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The end of one chain, to be kept elsewhere.
///
/// Its text is the namespace, machine, sequence and hash, with blanks between.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The namespace of the deployment.
    pub namespace: String,
    /// The machine that wrote the chain.
    pub writer: String,
    /// The last event, counted from 1.
    pub sequence: u64,
    /// Its hash.
    pub hash: String,
}

impl fmt::Display for Head {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (namespace, writer) = (&self.namespace, &self.writer);
        write!(
            formatter,
            "{namespace} {writer} {} {}",
            self.sequence, self.hash
        )
    }
}

/// A text that is no head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "a head is a namespace, a machine, a number and 64 hexadecimal digits, with blanks between"
)]
pub struct NotHead;

impl FromStr for Head {
    type Err = NotHead;

    /// Reads what [`Display`](fmt::Display) writes; the namespace may hold blanks.
    fn from_str(text: &str) -> Result<Self, NotHead> {
        let mut parts = text.trim().rsplitn(4, ' ');
        let mut part = || parts.next().ok_or(NotHead);
        let (hash, sequence, writer) = (part()?, part()?, part()?);
        let digits = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        let head = Self {
            hash: hash.to_lowercase(),
            sequence: sequence.parse().map_err(|_| NotHead)?,
            writer: writer.to_owned(),
            namespace: part()?.to_owned(),
        };
        digits.then_some(head).ok_or(NotHead)
    }
}

/// What is wrong at a place of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageKind {
    /// The event does not have its hash: it was changed.
    Changed,
    /// The event does not follow the one before it: events were put in another order or replaced.
    Unlinked,
    /// The event is missing.
    Missing,
    /// The event has another hash than a head that was kept elsewhere.
    OtherThanHead,
    /// What is noted about pruned events is not what was told when they were pruned.
    OtherThanPruned,
}

/// The first damage of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Damage {
    /// The event, by its place in the chain.
    pub sequence: u64,
    /// What is wrong.
    pub kind: DamageKind,
}

/// How a chain compares with a head that was kept elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compared {
    /// There was no head, so a missing end or a chain that was written anew is not found.
    NoHead,
    /// The chain holds it.
    Same,
    /// The chain does not hold it, see its damage.
    Different,
    /// Its event was pruned.
    Pruned,
}

/// What was found of one chain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chain {
    /// Its end, as far as it is whole.
    pub head: Head,
    /// Events that are there.
    pub events: u64,
    /// Stretches that were pruned: first and last sequence.
    pub pruned: Vec<(u64, u64)>,
    /// How it compares with a head.
    pub compared: Compared,
    /// The first damage.
    pub damage: Option<Damage>,
}

/// How a row and its events contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mismatch {
    /// The row is not as its last event says.
    Changed,
    /// No event tells of the row.
    WithoutEvent,
    /// Events tell of a row that is not there.
    WithoutRow,
}

/// A row that contradicts its events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Contradiction {
    /// The call, approval or grant.
    pub subject: String,
    /// How.
    pub mismatch: Mismatch,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// Each chain, by namespace and machine.
    pub chains: Vec<Chain>,
    /// Rows that contradict their events, the first 100.
    pub contradictions: Vec<Contradiction>,
}

impl Report {
    /// Tells whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.contradictions.is_empty() && self.chains.iter().all(|chain| chain.damage.is_none())
    }
}
