//! The project's rules, as tests.
//!
//! A failure says which rule is broken, where, and what to do instead.

mod cycle;
mod document;
mod gate;
mod import;
mod invariant;
mod lock;
mod migration;
mod module_ring;
mod path;
mod prose;
mod secret;
mod source;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads a file of the repository.
fn read(path: &str) -> String {
    let full = root().join(path);
    std::fs::read_to_string(&full).unwrap_or_else(|error| panic!("{path} cannot be read: {error}"))
}

/// Every tracked file that is there, as paths from the root.
fn tracked() -> Vec<String> {
    let listed = Command::new("git").arg("-C").arg(root()).args(["ls-files", "-z"]).output();
    let listed = listed.expect("git, which lists the files of the repository");
    assert!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr));
    let names = String::from_utf8_lossy(&listed.stdout);
    names
        .split('\0')
        .filter(|name| !name.is_empty() && root().join(name).is_file())
        .map(str::to_owned)
        .collect()
}

/// The text of a tracked file; `None` for pictures and the like.
fn text(path: &str) -> Option<String> {
    String::from_utf8(std::fs::read(root().join(path)).ok()?).ok()
}

/// Fails with all that is wrong at once.
fn none(rule: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{rule}\n  {}", wrong.join("\n  "));
}
