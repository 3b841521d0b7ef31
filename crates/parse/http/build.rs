//! Takes the built app, `web/dist`, into the binary, where the feature `app` asks for it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_APP").is_none() {
        return;
    }
    // Asked when it runs: a copy of this program in a shared cache was compiled for whichever clone
    // came first.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where we are");
    let dist = Path::new(&here).join("../../../web/dist");
    let Ok(dist) = dist.canonicalize() else {
        panic!("the feature `app` needs the built app: run `just web-build`, or build without it");
    };
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    gather(&dist, &mut files);
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in files {
        let name = file.strip_prefix(&dist).expect("a file of the folder").display().to_string();
        let path = file.display().to_string();
        writeln!(table, "({name:?}, include_bytes!({path:?})),").expect("a text grows");
    }
    table.push(']');
    let out = std::env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("app.rs"), table).expect("the table can be written");
}

/// All files below a folder but the hidden ones, which are the build's own notes.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let entry = entry.expect("its entry can be read");
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.path().is_dir() {
            gather(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}
