//! What identifies a finding in reports of different runs.
//!
//! It is made of what the finding is about and not of where it stands, so lines may move without a
//! finding becoming a new one.

use std::collections::HashMap;

use algen_core::diagnostics::Diagnostic;

use super::report::Report;

/// Makes the fingerprints of one report.
#[derive(Default)]
pub(super) struct FindingFingerprints {
    seen: HashMap<u64, usize>,
}

impl FindingFingerprints {
    /// Returns the fingerprint of the next finding: 16 hexadecimal digits, a colon and a number
    /// from 1 that tells findings apart which are about the same.
    pub(super) fn next(&mut self, report: &Report<'_>, diagnostic: &Diagnostic) -> String {
        let print = fingerprint(report, diagnostic);
        let count = self.seen.entry(print).or_insert(0);
        *count += 1;
        format!("{print:016x}:{count}")
    }
}

/// Returns a number that stays the same while a finding moves: FNV-1a over rule, file, agent,
/// field without list positions, and name. The standard library's hashes may change with it.
fn fingerprint(report: &Report<'_>, diagnostic: &Diagnostic) -> u64 {
    let place = report.place(diagnostic);
    let file = place.as_ref().map_or("", |place| place.file);
    let field: Vec<&str> = diagnostic
        .field
        .as_deref()
        .unwrap_or_default()
        .split('.')
        .filter(|part| !part.bytes().all(|byte| byte.is_ascii_digit()))
        .collect();
    let parts = [
        diagnostic.rule,
        file,
        diagnostic.agent.as_deref().unwrap_or_default(),
        &field.join("."),
        diagnostic.name.as_deref().unwrap_or_default(),
    ];
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}
