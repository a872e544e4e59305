//! Looking for secrets in bytes, in every form, in one walk.

use std::fmt;

use super::form::Form;
use super::place::{Output, Place};
use super::secret::PlantedSecret;

/// How much of what stands around a secret is told.
const AROUND: usize = 24;

/// A secret that came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Leak {
    /// The secret's name.
    pub(crate) secret: String,
    /// How it was written.
    pub(crate) form: Form,
    /// Where it came out.
    pub(crate) place: Place,
    /// What was run, and which output of it.
    pub(crate) output: String,
    /// What stands around it, without it.
    pub(crate) around: String,
}

impl fmt::Display for Leak {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            secret,
            form,
            place,
            output,
            around,
        } = self;
        write!(
            formatter,
            "{secret}, as {form:?}, in {place:?} ({output}): {around:?}"
        )
    }
}

/// One way in which a secret may be written.
struct Needle {
    secret: usize,
    form: Form,
    bytes: Vec<u8>,
}

/// Looks for secrets.
pub(crate) struct Search {
    secrets: Vec<PlantedSecret>,
    /// Longer ones first.
    needles: Vec<Needle>,
    /// By two bytes in small letters: whether a needle begins so.
    begins: Vec<bool>,
}

/// A place where a secret is.
struct Hit {
    needle: usize,
    start: usize,
    end: usize,
}

impl Search {
    /// Prepares to look for these.
    pub(crate) fn new(secrets: &[PlantedSecret]) -> Self {
        let mut needles = Vec::new();
        for (secret, planted) in secrets.iter().enumerate() {
            for form in Form::ALL {
                let pieces = planted.pieces();
                let written = pieces.iter().flat_map(|piece| form.write(piece));
                needles.extend(written.map(|written| Needle {
                    secret,
                    form,
                    bytes: match form.ignores_case() {
                        true => written.to_ascii_lowercase().into_bytes(),
                        false => written.into_bytes(),
                    },
                }));
            }
        }
        // Of forms that write a secret the same way, the first says what it is.
        needles.sort_by_key(|needle| std::cmp::Reverse(needle.bytes.len()));
        let mut begins = vec![false; 1 << 16];
        for needle in &needles {
            begins[beginning(&needle.bytes)] = true;
        }
        Self {
            secrets: secrets.to_vec(),
            needles,
            begins,
        }
    }

    /// Returns what came out where it must not: `is_allowed` says where it may.
    pub(crate) fn leaks(
        &self,
        outputs: &[Output],
        is_allowed: &dyn Fn(&PlantedSecret, Place) -> bool,
    ) -> Vec<Leak> {
        let mut leaks = Vec::new();
        for output in outputs {
            let hits = self.hits(&output.bytes);
            for hit in &hits {
                let needle = &self.needles[hit.needle];
                let secret = &self.secrets[needle.secret];
                if !is_allowed(secret, output.place) {
                    leaks.push(Leak {
                        secret: secret.name().to_owned(),
                        form: needle.form,
                        place: output.place,
                        output: output.name.clone(),
                        around: around(&output.bytes, hit, &hits),
                    });
                }
            }
        }
        leaks
    }

    fn hits(&self, bytes: &[u8]) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut next = 0;
        for start in 0..bytes.len().saturating_sub(1) {
            if start < next || !self.begins[beginning(&bytes[start..])] {
                continue;
            }
            let found = self.needles.iter().position(|needle| {
                let Some(there) = bytes.get(start..start + needle.bytes.len()) else {
                    return false;
                };
                match needle.form.ignores_case() {
                    true => there.eq_ignore_ascii_case(&needle.bytes),
                    false => there == needle.bytes,
                }
            });
            if let Some(needle) = found {
                next = start + self.needles[needle].bytes.len();
                hits.push(Hit {
                    needle,
                    start,
                    end: next,
                });
            }
        }
        hits
    }
}

fn beginning(bytes: &[u8]) -> usize {
    let byte = |place: usize| usize::from(bytes[place].to_ascii_lowercase());
    byte(0) << 8 | byte(1)
}

/// Tells what stands around a secret, with every secret cut out.
fn around(bytes: &[u8], hit: &Hit, hits: &[Hit]) -> String {
    let from = hit.start.saturating_sub(AROUND);
    let to = (hit.end + AROUND).min(bytes.len());
    let mut shown = Vec::new();
    for (place, byte) in (from..to).zip(&bytes[from..to]) {
        match hits
            .iter()
            .find(|hit| (hit.start..hit.end).contains(&place))
        {
            None => shown.push(*byte),
            Some(hit) if place == hit.start.max(from) => shown.extend(b"[cut]"),
            Some(_) => {}
        }
    }
    String::from_utf8_lossy(&shown).into_owned()
}
