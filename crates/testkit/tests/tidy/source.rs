//! What source files look like.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;

use crate::{none, read, tracked};

/// Words that say nothing. If nothing else fits, the code is in the wrong place.
const EMPTY_NAMES: &[&str] = &[
    "util", "utils", "helper", "helpers", "common", "types", "manager", "service", "services",
    "impl", "misc", "base", "core",
];

const MAX_LINES: usize = 600;

/// The most lines of source, without tests, that a crate may have.
const MAX_CRATE_LINES: usize = 15_000;

/// The beginning of the tests at the foot of a module.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

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
        // The folders above are those of crates.
        let parts = path.split('/').skip_while(|part| !["src", "tests"].contains(part)).skip(1);
        for part in parts {
            let stem = part.strip_suffix(".rs").unwrap_or(part);
            if EMPTY_NAMES.contains(&stem) {
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
    let is_generated = |path: &String| path.contains(".gen.");
    for path in tracked().into_iter().filter(|path| is_source(path) && !is_generated(path)) {
        let lines = read(&path).lines().count();
        if lines > MAX_LINES {
            wrong.push(format!("{path} has {lines} lines"));
        }
    }
    none("Look for the second idea in a long file and give it one of its own:", &wrong);
}

#[test]
fn no_crate_has_more_than_fifteen_thousand_lines_of_source() {
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for path in rust_files() {
        let Some((folder, file)) = path.split_once("/src/") else { continue };
        if file.split('/').any(|part| matches!(part, "tests" | "tests.rs")) {
            continue;
        }
        let source = read(&path);
        let (source, _) = source.split_once(TESTS).unwrap_or((&source, ""));
        *lines.entry(folder.to_owned()).or_default() += source.lines().count();
    }
    let too_long = lines.iter().filter(|(_, lines)| **lines > MAX_CRATE_LINES);
    let wrong: Vec<String> =
        too_long.map(|(folder, lines)| format!("{folder} has {lines} lines")).collect();
    none("Look for the second subject in a large crate and give it one of its own:", &wrong);
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

/// The source of a module without its comments and without the tests at its foot.
fn without_tests(path: &str) -> String {
    let source = read(path);
    let (source, _) = source.split_once(TESTS).unwrap_or((&source, ""));
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[test]
fn the_model_has_no_rule_that_only_its_tests_call() {
    let files = rust_files().into_iter();
    let is_source = |path: &String| path.contains("/src/") && !path.ends_with("/tests.rs");
    let sources: Vec<(String, String)> =
        files.filter(is_source).map(|path| (without_tests(&path), path)).collect();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for word in sources.iter().flat_map(|(source, _)| words(source)) {
        *uses.entry(word).or_default() += 1;
    }
    let mut wrong = Vec::new();
    for (source, path) in sources.iter().filter(|(_, path)| is_product(path)) {
        for line in source.lines().filter_map(|line| line.trim_start().strip_prefix("pub ")) {
            let mut named = words(line).skip_while(|word| ["const", "async"].contains(word));
            let is_item = ["fn", "struct", "enum", "trait", "type"];
            let Some(name) = named.next().filter(|word| is_item.contains(word)).and(named.next())
            else {
                continue;
            };
            if uses.get(name) == Some(&1) {
                wrong.push(format!("{path}: {name}"));
            }
        }
    }
    none("What nothing calls is no part of the product:", &wrong);
}

/// Whether a file is of the product's sources.
fn is_product(path: &str) -> bool {
    path.starts_with("crates/feedback/") && path.contains("/src/")
}

#[test]
fn every_setting_of_the_product_is_read_by_something() {
    let catalogue = "crates/feedback/core/src/setting/key.rs";
    let keys = without_tests(catalogue);
    let names = keys.split("key(").filter_map(|entry| entry.trim_start().strip_prefix('"'));
    let names: Vec<&str> =
        names.filter_map(|rest| rest.split_once('"')).map(|(name, _)| name).collect();
    assert!(names.len() > 10, "the settings were not found in {catalogue}");
    let is_reader = |path: &String| is_product(path) && path != catalogue;
    let readers: Vec<String> = rust_files()
        .iter()
        .filter(|path| is_reader(path))
        .map(|path| without_tests(path))
        .collect();
    let is_read = |name: &str| readers.iter().any(|source| source.contains(&format!("\"{name}\"")));
    let wrong: Vec<String> =
        names.into_iter().filter(|name| !is_read(name)).map(str::to_owned).collect();
    none("A setting that nothing reads is a switch that does nothing:", &wrong);
}

#[test]
fn the_product_asks_one_function_who_may_read_a_row() {
    // Lists alone say it as their partial indexes do.
    let is_asker =
        |path: &String| is_product(path) && !path.ends_with("/issue/search/condition.rs");
    let compared = r#"\."_rperm" (=|<>)|"_rperm" (&&|@>|<@)|any\((\w+\.)?"_rperm""#;
    let compared = Regex::new(compared).expect("a pattern");
    let mut wrong = Vec::new();
    for path in rust_files().into_iter().filter(is_asker) {
        for (number, line) in read(&path).lines().enumerate() {
            if compared.is_match(line) {
                wrong.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("Who may read a row is `_touchstone.may_read(readers, user, is_admin)`:", &wrong);
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
