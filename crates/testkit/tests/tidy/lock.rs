//! Packages of npm are what they were when they were chosen, and run nothing when they are
//! installed.

use parse_model::Json;

use crate::{none, read, tracked};

/// Whether a package is only for machines that CI and releases are not built on. This is not always
/// known where the lock is written, because mirrors need not have it.
fn is_for_other_machines(package: &Json) -> bool {
    let names = |key: &str, wanted: &str| {
        let list = package[key].as_array();
        list.is_none_or(|list| list.iter().any(|name| name.as_str() == Some(wanted)))
    };
    let is_ours = names("os", "linux") && names("cpu", "x64") && names("libc", "glibc");
    package["optional"] == true && !is_ours
}

#[test]
fn every_package_of_npm_has_its_hash_and_no_script_runs_when_one_is_installed() {
    let mut wrong = Vec::new();
    for file in tracked().iter().filter(|file| file.ends_with("package-lock.json")) {
        let settings = file.replace("package-lock.json", ".npmrc");
        if !read(&settings).lines().any(|line| line == "ignore-scripts=true") {
            wrong.push(format!("{settings} lacks ignore-scripts=true"));
        }
        let lock: Json = read(file).parse().expect("a lock");
        for (path, package) in lock["packages"].as_object().expect("packages") {
            // The packages of this repository are not fetched.
            let is_fetched = path.contains("node_modules/") && package["link"] != true;
            if is_fetched && package["integrity"].is_null() && !is_for_other_machines(package) {
                wrong.push(format!("{file}: {path} has no integrity"));
            }
        }
    }
    none("Packages must be what was chosen:", &wrong);
}
