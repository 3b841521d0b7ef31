//! What source files look like.

use std::path::Path;

use crate::{none, read, tracked};

/// Words that say nothing. If nothing else fits, the code is in the wrong place.
const EMPTY_NAMES: &[&str] = &[
    "util", "utils", "helper", "helpers", "common", "types", "manager", "service", "services",
    "impl", "misc", "base", "core",
];

const MAX_LINES: usize = 600;

fn rust_files() -> Vec<String> {
    let files = tracked().into_iter();
    let files: Vec<String> =
        files.filter(|path| path.starts_with("crates/") && path.ends_with(".rs")).collect();
    assert!(files.len() > 50, "the sources were not found");
    files
}

#[test]
fn no_module_has_a_name_that_says_nothing() {
    let mut wrong = Vec::new();
    for path in rust_files() {
        let parts = Path::new(&path).components().skip(2);
        for part in parts {
            let part = part.as_os_str().to_string_lossy();
            let stem = part.strip_suffix(".rs").unwrap_or(&part).to_owned();
            if EMPTY_NAMES.contains(&stem.as_str()) {
                wrong.push(format!("{path}: `{stem}`"));
            }
        }
    }
    none("A module is a noun of the domain:", &wrong);
}

#[test]
fn no_source_file_is_longer_than_six_hundred_lines() {
    let is_source = |path: &String| {
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("rs" | "sql" | "mjs" | "js" | "ts" | "tsx"))
    };
    let mut wrong = Vec::new();
    for path in tracked().into_iter().filter(is_source) {
        let lines = read(&path).lines().count();
        if lines > MAX_LINES {
            wrong.push(format!("{path} has {lines} lines"));
        }
    }
    none("Look for the second idea in a long file and give it one of its own:", &wrong);
}

#[test]
fn every_module_begins_with_what_it_is_for() {
    let mut wrong = Vec::new();
    for path in rust_files() {
        // A module named `tests` is about its parent.
        if path.contains("/src/") && !path.ends_with("/tests.rs") && !read(&path).starts_with("//!")
        {
            wrong.push(path);
        }
    }
    none("The first line of a module begins with `//!` and says what it is for:", &wrong);
}

#[test]
fn text_that_was_made_at_run_time_never_becomes_sql() {
    // `Sql` takes only `&'static str`; a leak is the one way to make such a text at run time.
    let leak = concat!("le", "ak(");
    let mut wrong = Vec::new();
    for path in rust_files() {
        for (number, line) in read(&path).lines().enumerate() {
            if line.contains(leak) {
                wrong.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("Nothing is leaked, so that SQL text is made of literals alone:", &wrong);
}

#[test]
fn no_test_is_switched_off_or_expects_a_panic() {
    let signs =
        [concat!("#[ig", "nore"), concat!("#[should_", "panic"), concat!("thread::sl", "eep")];
    let mut wrong = Vec::new();
    for path in rust_files() {
        for (number, line) in read(&path).lines().enumerate() {
            if signs.iter().any(|sign| line.contains(sign)) {
                wrong.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("A case that cannot run is not in the tree, and none sleeps:", &wrong);
}
