//! Files that documents name are there.

use std::collections::BTreeSet;

use regex::Regex;

use crate::{none, read, tracked};

/// What tools write, and git does not have.
const WRITTEN: [&str; 2] = ["shots/", "test-results/"];

/// Whether a path of a document names something in the repository: a whole path or the end of one.
fn is_there(named: &str, tracked: &[String]) -> bool {
    let inner = format!("/{named}");
    tracked.iter().any(|path| match named.ends_with('/') {
        true => format!("/{path}").contains(&inner),
        false => path == named || path.ends_with(&inner),
    })
}

/// The paths between backticks, outside of blocks of code: folders with a slash at their end, and
/// files by the extensions that are used here.
fn named(document: &str) -> BTreeSet<String> {
    let inline = Regex::new("`([^`]+)`").expect("a pattern");
    let path = Regex::new(
        r"^[\w.-]+(/[\w.-]+)*(/|\.(rs|tsx?|mjs|sql|toml|ya?ml|jsonl?|md|py|css|html|conf|png))$",
    )
    .expect("a pattern");
    // Data and settings without a folder are not checked.
    let source = Regex::new(r"\.(rs|tsx?|mjs|sql)$").expect("a pattern");
    let is_ours = |text: &str| text.contains('/') || source.is_match(text);
    let mut is_code = false;
    let mut found = BTreeSet::new();
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let texts = inline.captures_iter(line).map(|one| one[1].to_owned());
            found.extend(texts.filter(|text| path.is_match(text) && is_ours(text)));
        }
    }
    found
}

#[test]
fn every_path_that_a_document_names_is_there() {
    let tracked = tracked();
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    // The change log tells of files that are gone.
    for document in tracked.iter().filter(|path| path.ends_with(".md") && *path != "CHANGELOG.md") {
        for path in named(&read(document)) {
            looked_at += 1;
            let is_written = WRITTEN.iter().any(|folder| path.starts_with(folder));
            if !is_written && !is_there(&path, &tracked) {
                wrong.push(format!("{document} names {path}"));
            }
        }
    }
    assert!(looked_at > 100, "the paths of documents were not found");
    none("Documents name files that are there:", &wrong);
}

#[test]
fn a_path_is_found_by_its_end_and_missed_when_it_is_gone() {
    let text = "See `standings/ranks.rs`, `points.ts`, `a b.rs`, `*.md`, `https://x/y.md` and `docs/`.\n\
                ```sh\ncat `docs/gone.md`\n```\n";
    let names = ["docs/", "points.ts", "standings/ranks.rs"].map(str::to_owned);
    assert_eq!(named(text), BTreeSet::from(names));
    let tracked = ["crates/feedback/points/src/standings/ranks.rs".to_owned()];
    assert!(is_there("standings/ranks.rs", &tracked) && is_there("standings/", &tracked));
    assert!(!is_there("standings/kept.rs", &tracked) && !is_there("ings/ranks.rs", &tracked));
}
