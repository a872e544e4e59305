//! Comparison of generated documents with their committed copies.

use std::path::Path;

/// Compares a committed file, named from the root of the project, with what would be generated.
///
/// With `UPDATE_GENERATED=1` in the environment the file is written instead.
///
/// # Panics
/// The file differs or cannot be written.
pub(crate) fn compare(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_GENERATED").is_some_and(|value| value == "1") {
        let folder = path.parent().unwrap_or(&path);
        std::fs::create_dir_all(folder).expect("the folder can be created");
        std::fs::write(&path, expected).expect("the file can be written");
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == expected,
        "{file} is not current; run the tests with UPDATE_GENERATED=1 and commit what changes"
    );
}
