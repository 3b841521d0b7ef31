//! Reads the descriptions and refusals of functions from their source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The facts in the source of a function.
#[derive(Clone)]
pub(super) struct Origin {
    /// The part of the product: the crate if it registers its functions, else the first module of
    /// the path.
    pub(super) area: String,
    /// The description of that part.
    pub(super) area_about: String,
    /// The description of the function: its own comment, or that of its file.
    pub(super) about: String,
    /// The keys of refusals in the function and in the functions of its file that it calls.
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
    let own_area = area_of_crate(root);
    let mut found = BTreeMap::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source file");
        let source = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let items = items(source);
        let named: Vec<(String, &Item<'_>)> = items
            .iter()
            .flat_map(|item| names(item.text).into_iter().map(move |name| (name, item)))
            .collect();
        if named.is_empty() {
            continue;
        }
        let inside = file.strip_prefix(root).expect("a file below src");
        let first = inside.iter().next().expect("a name").to_string_lossy();
        let (area, area_text) = match &own_area {
            Some(own) => own.clone(),
            None => {
                let area = first.trim_end_matches(".rs").to_owned();
                let file = root.join(format!("{area}.rs"));
                (area, std::fs::read_to_string(file).expect("the area"))
            }
        };
        let is_alone = named.len() == 1;
        for (name, item) in named {
            let own = item.type_name().and_then(|of| doc_of_type(source, of));
            let origin = Origin {
                area_about: about(&area_text),
                area: area.clone(),
                about: own.unwrap_or_else(|| about(source)),
                keys: if is_alone { keys(source) } else { reached(item, &items) },
            };
            found.insert(name, origin);
        }
    }
    found
}

/// The name of a crate that registers its functions, and the text of its root.
fn area_of_crate(root: &Path) -> Option<(String, String)> {
    let text = std::fs::read_to_string(root.join("lib.rs")).ok()?;
    let name = root.parent()?.canonicalize().ok()?.file_name()?.to_string_lossy().into_owned();
    text.contains("\npub fn register(").then_some((name, text))
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

/// An item at the top of a file: a function, or an implementation for a type.
struct Item<'a> {
    head: &'a str,
    text: &'a str,
}

impl Item<'_> {
    /// The name of a free function.
    fn function_name(&self) -> Option<&str> {
        let rest = self.head.split_once("fn ").filter(|(before, _)| !before.contains("impl"))?.1;
        rest.split(['(', '<']).next()
    }

    /// The type of an implementation.
    fn type_name(&self) -> Option<&str> {
        let rest = self.head.split_once(" for ")?.1;
        rest.split([' ', '<', '{']).next()
    }
}

/// The items of a file. Formatted source begins each at the start of a line and ends it with a brace there.
fn items(source: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut start = 0;
    for (at, _) in source.match_indices("\n}\n") {
        let text = &source[start..at + 2];
        let lines = text.lines();
        let mut heads = lines.filter(|line| {
            let word = line.split(['(', ' ']).next().unwrap_or_default();
            matches!(word, "fn" | "pub" | "async" | "impl" | "const" | "struct" | "enum")
        });
        items.push(Item { head: heads.next_back().unwrap_or_default(), text });
        start = at + 3;
    }
    items.push(Item { head: "", text: &source[start.min(source.len())..] });
    items
}

/// The keys in an item, and in the functions of its file that it calls.
fn reached(item: &Item<'_>, items: &[Item<'_>]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![item.text];
    let mut found = BTreeSet::new();
    while let Some(text) = waiting.pop() {
        found.extend(keys(text));
        for other in items {
            let Some(name) = other.function_name() else { continue };
            let is_called = [format!("{name}("), format!("{name}::<")];
            if is_called.iter().any(|call| text.contains(call)) && seen.insert(name) {
                waiting.push(other.text);
            }
        }
    }
    found
}

/// The names of the functions in a source.
fn names(source: &str) -> Vec<String> {
    let declared = ["const NAME: &'static str = \"", "const NAME: &str = \"", ".with_function(\""];
    let after = declared.iter().flat_map(|start| source.split(start).skip(1));
    let mut names: Vec<String> = after.filter_map(quoted).collect();
    names.dedup();
    names
}

/// The keys of refusals in a source.
fn keys(source: &str) -> BTreeSet<String> {
    let calls = ["invalid(", "invalid_with(", "repeated("];
    let calls = calls.iter().flat_map(|call| source.split(call).skip(1));
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

/// The first paragraph of a module's comment.
fn about(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The comment of a type.
fn doc_of_type(source: &str, name: &str) -> Option<String> {
    let before =
        source.split(&format!("struct {name};")).next().filter(|text| text.len() < source.len())?;
    let lines: Vec<&str> = before.lines().collect();
    let is_doc = |line: &&&str| line.trim_start().starts_with("///");
    let last = lines.len().saturating_sub(usize::from(!before.ends_with('\n')));
    let doc: Vec<&str> = lines[..last].iter().rev().take_while(is_doc).copied().collect();
    let words = doc.iter().rev().filter_map(|line| line.trim_start().strip_prefix("///"));
    let text = words.map(str::trim).collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}
