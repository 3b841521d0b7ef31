//! Import cycles between the files of a crate.
//!
//! An import is a path to an item of another file, in a `use` or anywhere else. A re-export is
//! followed to the file that defines the item, and is no import by itself; neither is naming a
//! module. Tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::{none, read, tracked};

/// The most files of each crate that import each other in a circle; none if a crate is not
/// named. To be lowered, never raised: a larger cycle wants what both sides need in a file of its
/// own below them.
const LARGEST: &[(&str, usize)] = &[
    ("feedback/connect", 2),
    ("feedback/core", 3),
    ("feedback/issues", 5),
    ("feedback/networks", 2),
    ("feedback/points", 2),
    ("feedback/rewards", 2),
    ("feedback/rules", 6),
    ("parse/engine", 6),
    ("parse/http", 5),
    ("parse/model", 5),
    ("parse/store", 5),
    ("telemetry", 2),
    ("testkit", 2),
    ("touchstone", 4),
    ("wallet/login", 3),
    ("wallet/proof", 5),
];

/// Comments, literals, and the tests at the foot of a file.
static NOISE: LazyLock<Regex> = LazyLock::new(|| {
    let noise = r##"(?s)//[^\n]*|r#".*?"#|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'"##;
    Regex::new(&format!(r"{noise}|#\[cfg\(test\)\]\s*mod \w+ \{{.*")).expect("a pattern")
});
static USE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))? )?use ([^;]+);").expect("a pattern"));
static PATH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[A-Za-z_]\w*(?:::\w+)+").expect("a pattern"));

/// The segments of a path; a file is named by that of its module.
type Path = Vec<String>;

fn segments(path: &str) -> impl Iterator<Item = String> {
    path.split("::").map(str::trim).filter(|segment| !segment.is_empty()).map(str::to_owned)
}

/// The paths of a `use`, each with the name it has from there on.
fn leaves(prefix: &[String], tree: &str, found: &mut Vec<(String, Path)>) {
    let (head, group) = tree.split_once('{').unwrap_or((tree, ""));
    let (head, name) = head.split_once(" as ").unwrap_or((head, ""));
    let mut path: Path = prefix.iter().cloned().chain(segments(head)).collect();
    if !group.is_empty() {
        let (mut depth, mut start) = (0_usize, 0);
        for (at, sign) in group.char_indices() {
            match sign {
                '{' => depth += 1,
                ',' | '}' if depth == 0 => {
                    leaves(&path, &group[start..at], found);
                    start = at + 1;
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
    } else if !head.trim().is_empty() {
        path.pop_if(|last| last == "self");
        let name = if name.is_empty() { path.last().cloned() } else { Some(name.trim().into()) };
        found.extend(name.map(|name| (name, path)));
    }
}

/// What a file says about others.
#[derive(Default)]
struct File {
    names: BTreeMap<String, Path>,
    imports: Vec<Path>,
}

impl File {
    fn read(source: &str) -> File {
        let source = NOISE.replace_all(source, " ");
        let mut file = File::default();
        for found in USE.captures_iter(&source) {
            let mut paths = Vec::new();
            leaves(&[], &found[2], &mut paths);
            if found.get(1).is_none() {
                file.imports.extend(paths.iter().map(|(_, path)| path.clone()));
            }
            file.names.extend(paths);
        }
        for found in PATH.find_iter(&USE.replace_all(&source, " ")) {
            let path: Path = segments(found.as_str()).collect();
            let begin = file.names.get(&path[0]).cloned();
            let begin = begin.unwrap_or_else(|| vec![path[0].clone()]);
            file.imports.push([&begin, &path[1..]].concat());
        }
        file
    }
}

struct Crate(BTreeMap<Path, File>);

impl Crate {
    /// Where a path leads from a file, from the root on; `None` if out of the crate.
    fn absolute(&self, from: &[String], path: &[String]) -> Option<Path> {
        let supers = path.iter().take_while(|segment| *segment == "super").count();
        let (base, rest) = match path[0].as_str() {
            "crate" => (&[][..], &path[1..]),
            "self" => (from, &path[1..]),
            "super" => (&from[..from.len().saturating_sub(supers)], &path[supers..]),
            child if self.0.contains_key(&[from, &[child.to_owned()]].concat()) => (from, path),
            _ => return None,
        };
        Some([base, rest].concat())
    }

    /// The file that defines the item that a path from the root names; `None` if that is a module.
    fn defined(&self, path: &[String]) -> Option<Path> {
        let mut path = path.to_vec();
        // More re-exports of re-exports than there are anywhere.
        for _ in 0..8 {
            let length = (0..=path.len()).rev().find(|end| self.0.contains_key(&path[..*end]))?;
            let (file, rest) = path.split_at(length);
            let Some(other) = self.0[file].names.get(rest.first()?) else {
                return Some(file.to_vec());
            };
            path = [&*self.absolute(file, other)?, &rest[1..]].concat();
        }
        None
    }

    fn imports(&self) -> BTreeMap<&Path, BTreeSet<Path>> {
        let of = |(from, file): (&'_ Path, &File)| -> BTreeSet<Path> {
            let paths = file.imports.iter().filter_map(|path| self.absolute(from, path));
            paths.filter_map(|path| self.defined(&path)).collect()
        };
        self.0.iter().map(|entry| (entry.0, of(entry))).collect()
    }

    /// The largest set of files each of which imports all the others, by way of others or not.
    fn largest_cycle(&self) -> Vec<String> {
        let imports = self.imports();
        let reached = |from: &Path| {
            let (mut reached, mut next) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(file) = next.pop() {
                let new = imports[&file].iter().filter(|other| reached.insert((*other).clone()));
                next.extend(new.cloned());
            }
            reached
        };
        let reached: BTreeMap<&Path, _> = self.0.keys().map(|file| (file, reached(file))).collect();
        let cycle = |file: &&Path| -> Vec<String> {
            let both = reached[*file].iter().filter(|other| reached[other].contains(*file));
            both.map(|path| path.join("/")).collect()
        };
        let cycles = reached.keys().map(cycle).filter(|cycle| cycle.len() > 1);
        cycles.max_by_key(Vec::len).unwrap_or_default()
    }
}

/// The module of a file of a crate's library.
fn module(path: &str) -> Option<(&str, Path)> {
    let (name, file) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let mut module: Path = file.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    if module == ["main"] || module.iter().any(|part| part == "tests") {
        return None;
    }
    module.pop_if(|last| last == "lib");
    Some((name, module))
}

#[test]
fn no_crate_has_a_larger_import_cycle_than_it_may() {
    let mut crates: BTreeMap<&str, Crate> = BTreeMap::new();
    let tracked = tracked();
    for path in &tracked {
        if let Some((name, module)) = module(path) {
            let files = crates.entry(name).or_insert_with(|| Crate(BTreeMap::new()));
            files.0.insert(module, File::read(&read(path)));
        }
    }
    assert!(crates.len() > 8, "the crates were not found");
    let mut wrong = Vec::new();
    for (name, files) in &crates {
        let cycle = files.largest_cycle();
        let most = LARGEST.iter().find(|(of, _)| of == name).map_or(0, |(_, most)| *most);
        if cycle.len() > most {
            wrong.push(format!("{name}, {} files, not {most}: {}", cycle.len(), cycle.join(" ")));
        }
    }
    none("Files import each other in larger circles than LARGEST allows:", &wrong);
}

#[test]
fn a_cycle_is_found_through_re_exports_and_paths_in_code_but_not_through_mod_and_strings() {
    let read = |files: &[(&str, &str)]| {
        let files = files.iter().map(|(path, text)| (segments(path).collect(), File::read(text)));
        Crate(files.collect()).largest_cycle()
    };
    let parent = ("a", "mod b;\npub(crate) use b::{C, D as E};\n");
    let cycle = [("", "mod a;\nmod x;\n"), parent, ("x", "fn f(_: crate::a::E) {}\n")];
    let child = ("a::b", "use super::super::x::{self, F};\n");
    assert_eq!(read(&[&cycle[..], &[child]].concat()), ["a/b", "x"]);
    let child = ("a::b", "// crate::x::F\nconst SQL: &str = r#\"x::text\"#;\n");
    assert_eq!(read(&[&cycle[..], &[child]].concat()), Vec::<String>::new());
}
