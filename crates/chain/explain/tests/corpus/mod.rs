//! The cases that are kept: those made by hand, and those recorded from nodes.

use std::path::Path;

use serde_json::Value;

/// All cases of the corpus and all recorded ones, with their names.
pub(crate) fn all() -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["corpus", "tests/recorded"] {
        let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // A file holds one case or a list of them.
            match serde_json::from_str(&text) {
                Ok(Value::Array(cases)) => {
                    found.extend(cases.into_iter().map(|case| (name.clone(), case)));
                }
                Ok(case) => found.push((name, case)),
                Err(_) => found.push((name, Value::String(text))),
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}
