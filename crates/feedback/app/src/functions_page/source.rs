//! Where functions are defined, and what the source says there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What the source says of a function.
#[derive(Clone)]
pub(super) struct Origin {
    /// The part of the product: the first module of its path.
    pub(super) area: String,
    /// What that part is about.
    pub(super) area_about: String,
    /// What its own file is about.
    pub(super) about: String,
    /// The keys that its file refuses with.
    pub(super) keys: BTreeSet<String>,
}

/// The origin of every function, by name.
pub(super) fn origins() -> BTreeMap<String, Origin> {
    let parts = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeMap::new();
    for part in std::fs::read_dir(parts).expect("the parts of the product") {
        let root = part.expect("a part").path().join("src");
        if root.is_dir() {
            found.extend(origins_below(&root));
        }
    }
    found
}

fn origins_below(root: &Path) -> BTreeMap<String, Origin> {
    let mut files = Vec::new();
    collect(root, &mut files);
    let mut found = BTreeMap::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source file");
        let source = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let names = names(source);
        if names.is_empty() {
            continue;
        }
        let inside = file.strip_prefix(root).expect("a file below src");
        let first = inside.iter().next().expect("a name").to_string_lossy();
        let area = first.trim_end_matches(".rs").to_owned();
        let area_text = std::fs::read_to_string(root.join(format!("{area}.rs"))).expect("the area");
        let origin = Origin {
            area_about: about(&area_text),
            area,
            about: about(source),
            keys: keys(source),
        };
        found.extend(names.into_iter().map(|name| (name, origin.clone())));
    }
    found
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The names of the functions that a source defines.
fn names(source: &str) -> Vec<String> {
    let declared = ["const NAME: &'static str = \"", "const NAME: &str = \"", ".with_function(\""];
    let after = declared.iter().flat_map(|start| source.split(start).skip(1));
    let mut names: Vec<String> = after.filter_map(quoted).collect();
    names.dedup();
    names
}

/// The keys that a source refuses with.
fn keys(source: &str) -> BTreeSet<String> {
    let calls = source.split("invalid(").skip(1);
    let keys = calls.filter_map(|call| quoted(call.trim_start().strip_prefix('"')?));
    let is_key = |key: &String| {
        key.chars()
            .all(|letter| letter.is_ascii_uppercase() || letter == '_' || letter.is_ascii_digit())
    };
    keys.filter(is_key).collect()
}

/// The text up to the closing quote.
fn quoted(rest: &str) -> Option<String> {
    rest.split_once('"').map(|(text, _)| text.to_owned())
}

/// The first paragraph of what a module says of itself.
fn about(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
