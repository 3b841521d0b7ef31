//! Words that `docs/contributing/style.md` rules out, counted in every text of the repository.
//!
//! Each file may have as many as `prose_allowance.txt` says, and that number only falls.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;

use crate::{none, read, root, tracked};

const ALLOWANCE: &str = "crates/testkit/tests/tidy/prose_allowance.txt";

/// Phrases that read like a translation, each with a plain way to say it.
const PHRASES: &[(&str, &str)] = &[
    (r"whoever|whomever", "the user who, the caller that, any client that"),
    (r"somebody|anybody|everybody", "a user, an administrator, all clients"),
    (r"nobody", "no user, or say who may: only administrators"),
    (r"(is|are|be|been|was|were) told", "notified, returned, logged or documented"),
    (r"anew", "again, or a verb with re-"),
    (r"of ours", "name it"),
    (r"(this|that|it) is no", "is not a valid …"),
    (r"(take|takes|taken|took) back", "undo or reverse"),
    (r"mend|mends|mended|mending", "fix"),
    (r"(see|sees|seen) to", "handle or assign"),
    (r"let in|lets in", "allow"),
    (r"(stand|stands|stood) in", "is in, is listed in"),
    (r"where there (is|are)", "if there is"),
];

/// The page that names the words in order to rule them out, and a list that is made from a source which is counted.
const EXEMPT: &[&str] = &[
    "docs/contributing/style.md",
    "conformance/differential/DIFFERENCES.md",
    "crates/testkit/tests/tidy/prose.rs",
];

/// Pages that are made from sources which are counted.
const GENERATED: &str = "docs/reference/functions/";

fn is_text(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("md" | "po" | "rs" | "sql" | "ts" | "tsx" | "mjs" | "toml"))
        && !EXEMPT.contains(&path)
        && !path.starts_with(GENERATED)
}

/// One pattern for all phrases, because the whole repository is read.
fn pattern() -> Regex {
    let phrases: Vec<&str> = PHRASES.iter().map(|(phrase, _)| *phrase).collect();
    Regex::new(&format!(r"(?i-u)\b(?:{})\b", phrases.join("|"))).expect("phrases are patterns")
}

/// How often a file breaks the style guide, and the first phrase with the way to put it.
fn violations(text: &str, pattern: &Regex) -> (usize, String) {
    // "It is no longer" is plain English.
    let is_plain = |end: usize| text.get(end..).is_some_and(|rest| rest.starts_with(" longer"));
    let mut found = pattern.find_iter(text).filter(|found| !is_plain(found.end()));
    let Some(first) = found.next() else { return (0, String::new()) };
    let advice = PHRASES.iter().find(|(phrase, _)| {
        let whole = Regex::new(&format!("(?i-u)^(?:{phrase})$")).expect("a phrase is a pattern");
        whole.is_match(first.as_str())
    });
    let plain = advice.map_or("", |(_, plain)| plain);
    (1 + found.count(), format!("\"{}\" (write: {plain})", first.as_str()))
}

fn allowed() -> BTreeMap<String, usize> {
    let entry = |line: &str| {
        let (count, path) = line.split_once(' ')?;
        Some((path.to_owned(), count.parse().ok()?))
    };
    read(ALLOWANCE).lines().filter_map(entry).collect()
}

#[test]
fn prose_is_plain_and_gets_plainer() {
    let pattern = pattern();
    let mut counts = BTreeMap::new();
    let mut examples = BTreeMap::new();
    for path in tracked().into_iter().filter(|path| is_text(path)) {
        let (count, first) = violations(&read(&path), &pattern);
        if count > 0 {
            examples.insert(path.clone(), first);
            counts.insert(path, count);
        }
    }

    let allowed = allowed();
    let total = |of: &BTreeMap<String, usize>| of.values().sum::<usize>();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        // A file may move with its words, so only the sum is compared.
        assert!(
            total(&counts) <= total(&allowed),
            "{} is more than {}",
            total(&counts),
            total(&allowed)
        );
        let lines: String =
            counts.iter().map(|(path, count)| format!("{count} {path}\n")).collect();
        std::fs::write(root().join(ALLOWANCE), lines).expect("the allowance can be written");
        return;
    }

    let mut wrong = Vec::new();
    for (path, count) in &counts {
        let most = allowed.get(path).copied().unwrap_or(0);
        if *count > most {
            wrong.push(format!("{path}: {count} of at most {most}, such as {}", examples[path]));
        }
    }
    none("docs/contributing/style.md rules these words out; say it plainly:", &wrong);

    let lower: Vec<String> = allowed
        .iter()
        .filter(|(path, most)| counts.get(*path).copied().unwrap_or(0) < **most)
        .map(|(path, most)| format!("{path}: {most}"))
        .collect();
    none(
        "Fewer than allowed: lower it with UPDATE_EXPECT=1 cargo test -p testkit --test tidy prose",
        &lower,
    );
}
