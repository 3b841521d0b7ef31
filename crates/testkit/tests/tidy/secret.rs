//! Secrets that no file may contain.

use crate::{none, text, tracked};

/// Written in two halves, so that this file passes its own test.
const REGISTRIES: &[&str] = &[
    concat!("registry.npm", "js.org"),
    concat!("registry.yarn", "pkg.com"),
    concat!("index.crates", ".io"),
    concat!("static.crates", ".io"),
    concat!("files.python", "hosted.org"),
    concat!("pypi", ".org"),
    concat!("deb.debian", ".org"),
];

const SECRETS: &[&str] = &[
    concat!("-----BEGIN ", "PRIVATE KEY"),
    concat!("-----BEGIN RSA ", "PRIVATE KEY"),
    concat!("-----BEGIN EC ", "PRIVATE KEY"),
    concat!("-----BEGIN OPENSSH ", "PRIVATE KEY"),
    concat!("gh", "p_"),
    concat!("github_", "pat_"),
    concat!("AKI", "A"),
    concat!("xox", "b-"),
    concat!("sk_", "live_"),
    concat!("//regis", "try:_authToken"),
];

/// A line with one of these, followed by enough of what a token is made of.
fn holds_secret(line: &str) -> bool {
    SECRETS.iter().any(|sign| {
        line.match_indices(sign).any(|(at, _)| {
            let is_begun = at == 0 || !line[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
            let rest = &line[at + sign.len()..];
            let length =
                rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
            is_begun && (sign.starts_with('-') || length >= 16)
        })
    })
}

#[test]
fn no_file_names_a_package_registry() {
    let mut wrong = Vec::new();
    for path in tracked() {
        let Some(text) = text(&path) else { continue };
        for host in REGISTRIES.iter().filter(|host| text.contains(**host)) {
            wrong.push(format!("{path} names {host}"));
        }
        if path.ends_with("package-lock.json") && text.contains("\"resolved\": \"http") {
            wrong.push(format!("{path} records where packages were fetched"));
        }
    }
    none(
        "Where packages come from is the machine's business (npm: omit-lockfile-registry-resolved):",
        &wrong,
    );
}

#[test]
fn no_file_holds_a_secret() {
    let mut wrong = Vec::new();
    for path in tracked() {
        let Some(text) = text(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            if holds_secret(line) {
                wrong.push(format!("{path}:{}", number + 1));
            }
        }
    }
    none("Secrets are read from the environment, never from the repository:", &wrong);
}

#[test]
fn secrets_are_recognised() {
    let token = format!("token={}{}", SECRETS[4], "a1B2c3D4e5F6g7H8i9J0");
    assert!(holds_secret(&token) && holds_secret(SECRETS[0]));
    assert!(!holds_secret("an ordinary line"));
}
