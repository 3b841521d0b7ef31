//! Rings of top-level modules that name each other. A crate can be split only without them.
//!
//! Unlike the cycles between files, naming a module counts, and so does a re-export: a reader who
//! opens one module of a ring has to understand the others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::{none, read, tracked};

/// The largest ring of each crate, by its folder; none if a crate is not named. To be lowered,
/// never raised.
const LARGEST: &[(&str, usize)] = &[
    ("feedback/core", 3),
    ("feedback/issues", 3),
    ("feedback/notify", 3),
    ("feedback/rules", 3),
    ("parse/engine", 3),
    ("parse/http", 2),
    ("parse/model", 3),
    ("parse/store", 2),
    ("testkit", 2),
];

/// Comments and the tests at the foot of a file.
static NOISE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?s)//[^\n]*|#\[cfg\(test\)\]\s*mod \w+ \{.*").expect("a pattern")
});
static NAMED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bcrate::(?:(\w+)|\{([^;]*)\})").expect("a pattern"));
static FIRST: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|,)\s*(\w+)").expect("a pattern"));

type Modules = BTreeMap<String, BTreeSet<String>>;

/// The modules that a source names from the root on.
fn named(source: &str) -> BTreeSet<String> {
    let source = NOISE.replace_all(source, " ");
    let mut modules = BTreeSet::new();
    for found in NAMED.captures_iter(&source) {
        modules.extend(found.get(1).map(|name| name.as_str().to_owned()));
        let group = found.get(2).map_or("", |group| group.as_str());
        modules.extend(FIRST.captures_iter(group).map(|name| name[1].to_owned()));
    }
    modules
}

/// The largest set of modules each of which reaches all the others.
fn largest_ring(modules: &Modules) -> Vec<String> {
    let reach = |from: &String| {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = next.pop() {
            let named = modules.get(&module).into_iter().flatten();
            let known = named.filter(|name| modules.contains_key(*name));
            next.extend(known.filter(|name| reached.insert((*name).clone())).cloned());
        }
        reached
    };
    let reached: BTreeMap<&String, _> = modules.keys().map(|name| (name, reach(name))).collect();
    let ring = |name: &&String| -> Vec<String> {
        let back = reached[*name].iter().filter(|other| reached[other].contains(*name));
        back.cloned().collect()
    };
    let rings = reached.keys().map(ring).filter(|ring| ring.len() > 1);
    rings.max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn no_crate_has_a_larger_ring_of_modules_than_it_may() {
    let mut crates: BTreeMap<String, Modules> = BTreeMap::new();
    for path in tracked() {
        let parts = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/"));
        let Some((name, file)) = parts.filter(|(_, file)| file.ends_with(".rs")) else { continue };
        let first = file.split('/').next().unwrap_or_default();
        let module = first.trim_end_matches(".rs");
        if !["lib", "main"].contains(&module) {
            let modules = crates.entry(name.to_owned()).or_default();
            let mut others = named(&read(&path));
            others.remove(module);
            modules.entry(module.to_owned()).or_default().extend(others);
        }
    }
    assert!(crates.len() > 8, "the crates were not found");
    let mut wrong = Vec::new();
    for (name, modules) in &crates {
        let ring = largest_ring(modules);
        let most = LARGEST.iter().find(|(of, _)| of == name).map_or(0, |(_, most)| *most);
        if ring.len() > most {
            wrong.push(format!("{name}, {} modules, not {most}: {}", ring.len(), ring.join(" ")));
        }
    }
    none("Modules name each other in larger rings than LARGEST allows:", &wrong);
}

#[test]
fn a_ring_is_found_through_groups_and_not_through_comments_or_tests() {
    let modules = |texts: &[(&str, &str)]| -> Modules {
        texts.iter().map(|(name, text)| ((*name).to_owned(), named(text))).collect()
    };
    let ring =
        modules(&[("a", "use crate::{b::C, d};"), ("b", "fn f(_: crate::a::E) {}"), ("d", "")]);
    assert_eq!(largest_ring(&ring), ["a", "b"]);
    let none = modules(&[
        ("a", "use crate::b::C;"),
        ("b", "// crate::a\n#[cfg(test)]\nmod tests { use crate::a::E; }"),
    ]);
    assert!(largest_ring(&none).is_empty());
}
