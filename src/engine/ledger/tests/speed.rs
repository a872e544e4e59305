//! How long a call takes here; the numbers are printed, and only absurd ones fail.

use std::time::Instant;

use super::*;

#[test]
fn a_call_takes_milliseconds() {
    let folder = Folder::new();
    hold(&folder.ledger(), &intent("first", "first"));
    let rounds = 50;
    let (mut whole, mut warm) = (Vec::new(), Vec::new());
    let open = folder.ledger();
    for round in 0..rounds {
        let fresh = folder.ledger();
        for (name, ledger, times) in [("fresh", &fresh, &mut whole), ("open", &open, &mut warm)] {
            let start = Instant::now();
            let lease = hold(ledger, &intent(&format!("{name} {round}"), name));
            sending(ledger, &lease);
            settle(ledger, &lease, &Outcome::Done);
            times.push(start.elapsed());
        }
    }
    whole.sort();
    warm.sort();
    let (whole, warm) = (whole[rounds / 2], warm[rounds / 2]);
    println!("open, reserve, sending, settle: {whole:?}; open already: {warm:?}");
    assert!(whole < Duration::from_secs(1), "{whole:?}");
}
