//! Who may know whom.

use std::collections::BTreeMap;

use crate::{none, read, tracked};

/// One crate: its allowed dependencies in the workspace, and the external crates it must not use.
struct Line {
    name: &'static str,
    ours: &'static [&'static str],
    never: &'static [&'static str],
}

const HTTP: &[&str] = &["axum", "hyper", "tower", "tower-http", "reqwest"];
const SQL: &[&str] = &["tokio-postgres", "postgres-types", "deadpool", "sqlx"];

/// A new crate needs a line here: each line is a different permission.
const LINES: &[Line] = &[
    Line { name: "parse-model", ours: &[], never: &["tokio", "tracing", "async-trait", "rand"] },
    Line { name: "chain", ours: &[], never: &["tokio", "tracing", "async-trait", "rand"] },
    Line { name: "integrations", ours: &[], never: &["tokio", "tracing", "rand"] },
    Line {
        name: "live-query",
        ours: &["parse-model", "parse-engine"],
        never: &["rand", "tokio", "axum", "hyper"],
    },
    Line { name: "chain-node", ours: &["chain"], never: &["rand"] },
    Line {
        name: "chain-data",
        ours: &["chain-node", "parse-model", "parse-engine"],
        never: &["rand", "tokio"],
    },
    Line { name: "wallet", ours: &[], never: &["serde", "serde_json", "tokio"] },
    Line {
        name: "wallet-login",
        ours: &["parse-engine", "parse-identity", "parse-model", "parse-store", "wallet"],
        never: &[],
    },
    Line { name: "parse-store", ours: &["parse-model"], never: &[] },
    Line { name: "parse-files", ours: &["parse-model"], never: &["rand", "tracing"] },
    Line { name: "parse-identity", ours: &["parse-model", "parse-store"], never: &["tracing"] },
    Line {
        name: "parse-engine",
        ours: &["parse-files", "parse-identity", "parse-model", "parse-store"],
        never: &[],
    },
    Line {
        name: "parse-push",
        ours: &["parse-engine", "parse-identity", "parse-model", "parse-store"],
        never: &[],
    },
    Line {
        name: "feedback-model",
        ours: &[],
        never: &["tokio", "tracing", "async-trait", "rand", "serde_json"],
    },
    Line {
        name: "payout",
        ours: &["feedback-model"],
        never: &["tokio", "tracing", "async-trait", "rand"],
    },
    Line { name: "letters", ours: &[], never: &["tokio", "tracing", "async-trait", "rand"] },
    Line {
        name: "feedback-core",
        ours: &[
            "feedback-model",
            "integrations",
            "parse-engine",
            "parse-identity",
            "parse-model",
            "parse-store",
        ],
        never: &[],
    },
    Line {
        name: "feedback-points",
        ours: &[
            "feedback-core",
            "feedback-model",
            "parse-engine",
            "parse-identity",
            "parse-model",
            "parse-store",
            "payout",
        ],
        never: &[],
    },
    Line {
        name: "feedback-networks",
        ours: &[
            "chain",
            "chain-node",
            "feedback-core",
            "feedback-model",
            "parse-engine",
            "parse-model",
            "parse-store",
        ],
        never: &[],
    },
    Line {
        name: "feedback-notify",
        ours: &[
            "feedback-core",
            "feedback-model",
            "integrations",
            "letters",
            "parse-engine",
            "parse-identity",
            "parse-model",
            "parse-store",
        ],
        never: &[],
    },
    Line {
        name: "feedback-issues",
        ours: &[
            "chain",
            "chain-node",
            "feedback-core",
            "feedback-model",
            "feedback-networks",
            "feedback-points",
            "parse-engine",
            "parse-model",
            "parse-store",
            "wallet",
        ],
        never: &[],
    },
    Line {
        name: "feedback-connect",
        ours: &[
            "feedback-core",
            "feedback-issues",
            "feedback-model",
            "feedback-networks",
            "feedback-notify",
            "integrations",
            "parse-engine",
            "parse-identity",
            "parse-model",
            "parse-store",
        ],
        never: &[],
    },
    Line {
        name: "feedback-rewards",
        ours: &[
            "chain-node",
            "feedback-core",
            "feedback-issues",
            "feedback-model",
            "feedback-networks",
            "feedback-notify",
            "feedback-points",
            "parse-engine",
            "parse-identity",
            "parse-model",
            "parse-store",
            "payout",
        ],
        never: &[],
    },
    Line {
        name: "feedback-unreported",
        ours: &[
            "chain",
            "chain-node",
            "feedback-core",
            "feedback-issues",
            "feedback-model",
            "feedback-networks",
            "feedback-notify",
            "parse-engine",
            "parse-identity",
            "parse-model",
            "parse-store",
        ],
        never: &[],
    },
    Line {
        name: "feedback",
        ours: &[
            "chain-node",
            "feedback-connect",
            "feedback-core",
            "feedback-issues",
            "feedback-model",
            "feedback-networks",
            "feedback-notify",
            "feedback-points",
            "feedback-rewards",
            "feedback-unreported",
            "integrations",
            "parse-engine",
            "parse-identity",
            "parse-model",
            "parse-store",
            "payout",
            "wallet",
        ],
        never: &[],
    },
    Line {
        name: "feedback-demo",
        ours: &[
            "chain",
            "feedback",
            "feedback-core",
            "feedback-issues",
            "feedback-model",
            "feedback-points",
            "parse-engine",
            "parse-identity",
            "parse-model",
            "parse-store",
        ],
        never: &[],
    },
    Line {
        name: "telemetry",
        ours: &["integrations", "parse-engine", "parse-model", "parse-store"],
        never: &[],
    },
    Line {
        name: "outbound",
        ours: &["chain-node", "parse-engine", "parse-model", "telemetry"],
        never: &["hyper"],
    },
    Line {
        name: "parse-blobs",
        ours: &["parse-files", "parse-model", "parse-store", "telemetry"],
        never: &[],
    },
    Line {
        name: "parse-http",
        ours: &[
            "chain-data",
            "live-query",
            "outbound",
            "parse-blobs",
            "parse-engine",
            "parse-files",
            "parse-identity",
            "parse-model",
            "parse-push",
            "parse-store",
            "telemetry",
        ],
        never: &["reqwest"],
    },
    Line {
        name: "touchstone",
        ours: &[
            "chain-data",
            "chain-node",
            "feedback",
            "feedback-demo",
            "feedback-model",
            "integrations",
            "letters",
            "outbound",
            "parse-blobs",
            "parse-engine",
            "parse-files",
            "parse-http",
            "parse-identity",
            "parse-model",
            "parse-push",
            "parse-store",
            "payout",
            "telemetry",
            "wallet",
            "wallet-login",
        ],
        never: &["hyper"],
    },
    Line { name: "testkit", ours: &["parse-model"], never: &[] },
];

/// Crates that may speak HTTP, and those that may speak SQL.
const SPEAK_HTTP: &[&str] = &["outbound", "parse-http", "telemetry", "testkit", "touchstone"];
const SPEAK_SQL: &[&str] = &["parse-store", "testkit"];

type Manifest = BTreeMap<String, toml::Value>;

/// Every crate by its folder.
fn folders() -> Vec<(String, Manifest)> {
    tracked()
        .into_iter()
        .filter_map(|path| {
            let folder = path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?.to_owned();
            Some((folder, toml::from_str(&read(&path)).expect("a manifest")))
        })
        .collect()
}

fn package_name(manifest: &Manifest) -> String {
    let name = manifest.get("package").and_then(|package| package.get("name"));
    name.and_then(toml::Value::as_str).expect("a name").to_owned()
}

/// Every crate by the name of its package.
fn manifests() -> Vec<(String, Manifest)> {
    let named = |(_, manifest): (String, Manifest)| (package_name(&manifest), manifest);
    folders().into_iter().map(named).collect()
}

fn dependencies(manifest: &Manifest, table: &str) -> Vec<String> {
    let table = manifest.get(table).and_then(toml::Value::as_table);
    table.into_iter().flat_map(|table| table.keys().cloned()).collect()
}

#[test]
fn crates_depend_only_on_those_below_them() {
    let manifests = manifests();
    assert!(manifests.len() >= 4, "the crates were not found");
    let mut wrong = Vec::new();
    for (name, manifest) in &manifests {
        let Some(line) = LINES.iter().find(|line| line.name == name) else {
            wrong.push(format!("{name} has no line in crates/testkit/tests/tidy/import.rs"));
            continue;
        };
        let is_ours = |dependency: &String| LINES.iter().any(|line| line.name == dependency);
        for table in ["dependencies", "build-dependencies", "dev-dependencies"] {
            for dependency in dependencies(manifest, table).into_iter().filter(is_ours) {
                let is_for_tests = table == "dev-dependencies" && dependency == "testkit";
                if !line.ours.contains(&dependency.as_str()) && !is_for_tests {
                    wrong.push(format!("{name} must not depend on {dependency}"));
                }
            }
        }
    }
    none("Crates may know only those below them:", &wrong);
}

#[test]
fn no_permission_is_for_a_crate_that_does_not_exist() {
    let crates: Vec<String> = manifests().into_iter().map(|(name, _)| name).collect();
    let named = LINES.iter().flat_map(|line| line.ours.iter().chain([&line.name]));
    let wrong: Vec<String> = named
        .chain(SPEAK_HTTP)
        .chain(SPEAK_SQL)
        .filter(|name| !crates.iter().any(|known| known == *name))
        .map(|name| format!("{name} is no crate"))
        .collect();
    none("Permissions are given to crates that are there:", &wrong);
}

#[test]
fn only_few_crates_speak_http_or_sql() {
    let mut wrong = Vec::new();
    for (name, manifest) in &manifests() {
        let line = LINES.iter().find(|line| line.name == name);
        let mut never: Vec<&str> = line.map(|line| line.never.to_vec()).unwrap_or_default();
        if !SPEAK_HTTP.contains(&name.as_str()) {
            never.extend(HTTP);
        }
        if !SPEAK_SQL.contains(&name.as_str()) {
            never.extend(SQL);
        }
        let known = dependencies(manifest, "dependencies");
        let forbidden = known.iter().filter(|known| never.contains(&known.as_str()));
        wrong.extend(forbidden.map(|dependency| format!("{name} must not depend on {dependency}")));
    }
    none("Some crates must never know some things:", &wrong);
}

/// Packages whose library has another name than they have.
const OTHER_NAMES: &[(&str, &str)] = &[("md-5", "md5")];

#[test]
fn every_dependency_is_used() {
    let sources = tracked();
    let mut wrong = Vec::new();
    for (folder, manifest) in &folders() {
        let name = package_name(manifest);
        let own = |path: &&String| {
            path.starts_with(&format!("crates/{folder}/")) && path.ends_with(".rs")
        };
        let text: String = sources.iter().filter(own).map(|path| read(path)).collect();
        for table in ["dependencies", "build-dependencies", "dev-dependencies"] {
            for dependency in dependencies(manifest, table) {
                let other = OTHER_NAMES.iter().find(|(package, _)| *package == dependency);
                let crate_name =
                    other.map_or(dependency.replace('-', "_"), |(_, name)| (*name).to_owned());
                let is_named = ["::", ";", " as ", "!"].iter().any(|after| {
                    text.match_indices(&format!("{crate_name}{after}")).any(|(at, _)| {
                        !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
                    })
                });
                if !is_named {
                    wrong.push(format!("{name} does not use {dependency}"));
                }
            }
        }
    }
    none("A dependency that no source names is one to take out:", &wrong);
}

#[test]
fn every_crate_shares_the_lints_and_skips_doctests() {
    let mut wrong = Vec::new();
    for (name, manifest) in &manifests() {
        let flag = |table: &str, key: &str| manifest.get(table)?.get(key)?.as_bool();
        if flag("lints", "workspace") != Some(true) {
            wrong.push(format!("{name}: add `[lints]` with `workspace = true`"));
        }
        if flag("lib", "doctest") != Some(false) {
            wrong.push(format!("{name}: add `[lib]` with `doctest = false`"));
        }
    }
    none("Every manifest says the same:", &wrong);
}

#[test]
fn versions_stand_in_the_workspace_alone() {
    let mut wrong = Vec::new();
    for (name, manifest) in &manifests() {
        for table in ["dependencies", "build-dependencies", "dev-dependencies"] {
            let entries = manifest.get(table).and_then(toml::Value::as_table);
            for (dependency, entry) in entries.into_iter().flatten() {
                if entry.is_str() || entry.get("version").is_some() {
                    wrong.push(format!("{name}: write `{dependency}.workspace = true`"));
                }
            }
        }
    }
    none("Declare versions of dependencies once, in the Cargo.toml at the root:", &wrong);
}
