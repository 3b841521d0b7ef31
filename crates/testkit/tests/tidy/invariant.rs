//! Every invariant of the product names tests that are there.

use regex::Regex;

use crate::{none, read, text, tracked};

const INVARIANTS: &str = "conformance/INVARIANTS.md";

/// The rows of its tables, as the invariant and the names between backticks beside it.
fn rows(document: &str) -> Vec<(String, Vec<String>)> {
    let quoted = Regex::new("`([^`]+)`").expect("a pattern");
    let row = |line: &str| {
        let (invariant, tests) = line.strip_prefix("| ")?.strip_suffix(" |")?.rsplit_once(" | ")?;
        let names = quoted.captures_iter(tests).map(|name| name[1].to_owned());
        Some((invariant.to_owned(), names.collect()))
    };
    let is_head = |line: &&str| matches!(*line, "| invariant | tests |" | "| --- | --- |");
    document.lines().filter(|line| !is_head(line)).filter_map(row).collect()
}

/// Whether a test is there: `module::function`, a file or folder, or `just recipe`.
fn is_there(name: &str, tracked: &[String], recipes: &str) -> bool {
    if let Some(recipe) = name.strip_prefix("just ") {
        return recipes.lines().any(|line| line.split([' ', ':']).next() == Some(recipe));
    }
    let Some((module, function)) = name.rsplit_once("::") else {
        let is_in = |path: &String| name.ends_with('/') && path.starts_with(name);
        return tracked.iter().any(|path| path == name || is_in(path));
    };
    let files = [format!("/{module}.rs"), format!("/{module}/tests.rs")];
    let declaration = format!("fn {function}(");
    tracked
        .iter()
        .filter(|path| files.iter().any(|file| path.ends_with(file)))
        .filter_map(|path| text(path))
        .any(|source| source.contains(&declaration))
}

#[test]
fn every_invariant_names_tests_that_exist() {
    let (tracked, recipes) = (tracked(), read("justfile"));
    let rows = rows(&read(INVARIANTS));
    assert!(rows.len() > 50, "the rows of {INVARIANTS} were not found");
    let mut wrong = Vec::new();
    for (invariant, names) in &rows {
        if names.is_empty() {
            wrong.push(format!("no test: {invariant}"));
        }
        let gone = names.iter().filter(|name| !is_there(name, &tracked, &recipes));
        wrong.extend(gone.map(|name| format!("no such test: {name} ({invariant})")));
    }
    none("Each invariant of conformance/INVARIANTS.md names the tests that hold it:", &wrong);
}

#[test]
fn a_test_is_found_by_its_module_and_missed_when_it_is_renamed() {
    let tracked = ["crates/testkit/tests/tidy/invariant.rs".to_owned()];
    let recipes = "crash *args: up\n    conformance/run crash\n";
    let is_there = |name: &str| is_there(name, &tracked, recipes);
    assert!(is_there("invariant::every_invariant_names_tests_that_exist"));
    assert!(is_there("crates/testkit/tests/tidy/") && is_there("just crash"));
    assert!(!is_there("invariant::every_invariant_names_tests"));
    assert!(!is_there("path::every_invariant_names_tests_that_exist"));
    assert!(!is_there("crates/testkit/tests/gone.rs") && !is_there("just crash-all"));
}
