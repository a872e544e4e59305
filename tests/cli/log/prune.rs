//! What is long over is forgotten once somebody says so.

use super::*;

const DAY: Duration = Duration::from_secs(86_400);

#[test]
fn what_is_long_over_is_forgotten_once_somebody_says_so() {
    let world = World::new();
    let project = &world.project;
    assert_eq!(world.call(&["faulty.write"]).code, Some(0));
    unknown(&world);
    let prune = ["log", "prune", "--older-than", "90d"];
    assert_eq!(project.run(&prune), shown(0, "", "nothing is that old\n"));
    tamper(
        project,
        "UPDATE entries SET settled_at = settled_at - 8640000000",
    );
    let list = "of the namespace test: 1 call, 0 questions, 0 grants, 4 events\n";
    let nobody = "error: nobody can be asked here; to forget it, run the same command with --yes\n";
    assert_eq!(
        project.run(&prune),
        shown(4, "", &format!("{list}{nobody}"))
    );
    assert_eq!(entries(project, &[]).len(), 2);

    for (keys, code, left) in [("\n", 4, 2), ("y\n", 0, 1)] {
        let mut pty = Pty::open(120, 24);
        let running = pty.start(project.command_on(&pty, &prune));
        pty.wait_for(&list.trim_end().replace('\n', "\r\n"));
        pty.wait_for("Forget it? [y/N] ");
        pty.type_keys(keys);
        assert_eq!(running.wait().code, Some(code), "{}", pty.shown());
        assert_eq!(entries(project, &[]).len(), left, "{keys:?}");
    }
    // What is unknown stays, however old it is.
    assert_eq!(entries(project, &[])[0]["state"], "unknown");
    let verified = project.run(&["log", "verify"]);
    assert!(verified.stdout.contains("4 pruned"), "{verified:?}");
    let ledger = world.ledger();
    let left = wait_for(async { ledger.prunable(None, 90 * DAY).await }).unwrap();
    assert_eq!(left.entries, 0);
}

#[test]
fn prune_with_yes_says_what_went() {
    let world = World::new();
    let project = &world.project;
    assert_eq!(world.call(&["faulty.write"]).code, Some(0));
    tamper(
        project,
        "UPDATE entries SET settled_at = settled_at - 8640000000",
    );
    let pruned = project.run(&["log", "prune", "--older-than", "13w", "-y", "--all"]);
    let amounts = "1 call, 0 questions, 0 grants, 4 events";
    let told = format!("of every namespace: {amounts}\nforgotten: {amounts}\n");
    assert_eq!(pruned, shown(0, "", &told));
    assert_eq!(entries(project, &[]).len(), 0);
}
